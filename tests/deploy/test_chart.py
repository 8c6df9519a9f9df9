"""The Helm chart: rendered by Helm, each manifest checked, and what the manifests say together."""

import copy
import json
import re
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema_rs
import kubernetes_validate
import pytest
import yaml

from tests.deploy import chart

VERSIONS = "1.25", kubernetes_validate.latest_version()
ALL = "needed", "everything"
KEDA = json.loads(Path(__file__).with_name("keda.schema.json").read_text("utf-8"))
SCHEMA = json.loads((chart.CHART / "values.schema.json").read_text("utf-8"))
DEFAULTS = yaml.safe_load((chart.CHART / "values.yaml").read_text("utf-8"))
PORT = 8765


def of_kind(manifests, kind, part=None):
    """The manifests of a kind, of one part of the server where that is given."""
    label = "app.kubernetes.io/component"
    return [
        each for each in manifests
        if each["kind"] == kind and part in (None, each["metadata"]["labels"].get(label))
    ]  # fmt: skip


def only(manifests, kind, part=None):
    (found,) = of_kind(manifests, kind, part)
    return found


def pods(manifests):
    return [each["spec"]["template"] for each in of_kind(manifests, "Deployment")]


@pytest.mark.parametrize("values", [chart.NEEDED, chart.EVERYTHING], ids=ALL)
def test_helm_finds_no_fault_in_the_chart(helm, values, tmp_path):
    chart.call(helm, ["lint", "--strict", str(chart.CHART)], values, tmp_path)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("which", ALL)
def test_each_manifest_is_what_kubernetes_expects(rendered, which, version):
    checked = [each for each in rendered[which] if not each["apiVersion"].startswith("keda.sh/")]
    for each in checked:
        kubernetes_validate.validate(each, version, strict=True)
    assert {each["kind"] for each in checked} == {
        "ConfigMap", "Deployment", "Ingress", "NetworkPolicy", "PodDisruptionBudget", "Service",
        "ServiceAccount", *(["Secret"] if which == "everything" else []),
    }  # fmt: skip


def test_a_manifest_that_is_none_is_refused(rendered):
    wrong = copy.deepcopy(only(rendered["needed"], "Service"))
    wrong["spec"]["ports"][0]["port"] = "http"
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSIONS[-1], strict=True)


def test_workers_follow_queued_and_running_over_concurrency(rendered):
    manifests = rendered["everything"]
    checker = jsonschema_rs.validator_for(KEDA)
    for each in of_kind(manifests, "ScaledObject") + of_kind(manifests, "TriggerAuthentication"):
        checker.validate(each)
    spec = only(manifests, "ScaledObject")["spec"]
    deployment = only(manifests, "Deployment", "worker")
    assert spec["scaleTargetRef"]["name"] == deployment["metadata"]["name"]
    assert "replicas" not in deployment["spec"], "KEDA's number would be undone by each upgrade"
    modifiers = spec["advanced"]["scalingModifiers"]
    assert modifiers["target"] == str(DEFAULTS["worker"]["concurrency"])
    names = [each["name"] for each in spec["triggers"]]
    assert re.findall(r"\w+", modifiers["formula"]) == names == ["queued", "running"]
    service = only(manifests, "Service")["metadata"]["name"]
    for trigger in spec["triggers"]:
        address = urlsplit(trigger["metadata"]["url"])
        assert (address.hostname, address.port) == (f"{service}.learn.svc", PORT)
    reference = only(manifests, "TriggerAuthentication")["spec"]["secretTargetRef"][0]
    assert reference["key"] in only(manifests, "Secret")["stringData"]


def test_a_chart_without_keda_has_nothing_of_it(rendered):
    assert not [e for e in rendered["needed"] if e["apiVersion"].startswith("keda.sh/")]
    replicas = only(rendered["needed"], "Deployment", "worker")["spec"]["replicas"]
    assert replicas == DEFAULTS["worker"]["replicas"]


@pytest.mark.parametrize("which", ALL)
def test_every_pod_is_restricted_and_has_no_token(rendered, which):
    for pod in pods(rendered[which]):
        spec = pod["spec"]
        assert spec["securityContext"]["runAsNonRoot"] and spec["securityContext"]["runAsUser"]
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert spec["automountServiceAccountToken"] is False
        for container in spec["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert container["resources"]["limits"]["memory"]
    assert only(rendered[which], "ServiceAccount")["automountServiceAccountToken"] is False


@pytest.mark.parametrize("which", ALL)
def test_workers_reach_dns_the_broker_and_redis_only_and_nobody_reaches_them(rendered, which):
    policy = only(rendered[which], "NetworkPolicy", "worker")["spec"]
    assert policy["policyTypes"] == ["Ingress", "Egress"] and policy["ingress"] == []
    values = DEFAULTS["networkPolicy"]
    dns, *others = policy["egress"]
    assert dns["to"] == values["dns"] and {each["port"] for each in dns["ports"]} == {53}
    assert others == [
        {"to": values[each]["to"], "ports": [{"port": values[each]["port"], "protocol": "TCP"}]}
        for each in ("redis", "broker")
    ]


@pytest.mark.parametrize("which", ALL)
def test_no_rule_of_a_network_policy_is_for_anybody(rendered, which):
    for policy in of_kind(rendered[which], "NetworkPolicy"):
        for rule in policy["spec"]["ingress"] + policy["spec"]["egress"]:
            assert rule.get("from") or rule.get("to"), policy["metadata"]["name"]


@pytest.mark.parametrize("which", ALL)
def test_what_selects_pods_finds_them(rendered, which):
    manifests = rendered[which]
    labels = [pod["metadata"]["labels"].items() for pod in pods(manifests)]
    selectors = [only(manifests, "Service")["spec"]["selector"]]
    for kind in ("Deployment", "PodDisruptionBudget"):
        selectors += [each["spec"]["selector"]["matchLabels"] for each in of_kind(manifests, kind)]
    selectors += [
        each["spec"]["podSelector"]["matchLabels"] for each in of_kind(manifests, "NetworkPolicy")
    ]
    assert [sum(each.items() <= pod for pod in labels) for each in selectors] == [1] * 7


@pytest.mark.parametrize("which", ALL)
def test_names_and_volumes_of_one_manifest_are_there_in_another(rendered, which):
    manifests = rendered[which]
    names = {(each["kind"], each["metadata"]["name"]) for each in manifests}
    data = only(manifests, "ConfigMap")["data"]
    for pod in pods(manifests):
        assert ("ServiceAccount", pod["spec"]["serviceAccountName"]) in names
        (container,) = pod["spec"]["containers"]
        assert {each["name"] for each in container["volumeMounts"]} == {
            each["name"] for each in pod["spec"]["volumes"]
        }
        (config,) = [each["configMap"] for each in pod["spec"]["volumes"] if "configMap" in each]
        assert ("ConfigMap", config["name"]) in names
        (item,) = config["items"]
        assert item["key"] in data
        environment = {each["name"]: each for each in container["env"]}
        assert environment["TAPESCOPE_CONFIG"]["value"] == f"/etc/tapescope/{item['path']}"
    (path,) = only(manifests, "Ingress")["spec"]["rules"][0]["http"]["paths"]
    service = only(manifests, "Service")
    assert path["backend"]["service"]["name"] == service["metadata"]["name"]
    assert path["path"] == ("/tapescope" if which == "needed" else "/")
    (port,) = service["spec"]["ports"]
    assert port["port"] == port_of(manifests) == PORT


def port_of(manifests):
    (container,) = only(manifests, "Deployment", "web")["spec"]["template"]["spec"]["containers"]
    probes = [container[f"{name}Probe"]["httpGet"] for name in ("startup", "liveness", "readiness")]
    assert [each["path"] for each in probes] == ["/healthz", "/healthz", "/readyz"]
    (port,) = container["ports"]
    assert {each["port"] for each in probes} == {port["name"]}
    return port["containerPort"]


def test_settings_reach_the_pods_as_they_were_given(rendered):
    data = only(rendered["everything"], "ConfigMap")["data"]
    web, worker = tomllib.loads(data["web.toml"]), tomllib.loads(data["worker.toml"])
    assert chart.EVERYTHING["settings"].items() <= web.items()
    assert web["public_url"] == chart.EVERYTHING["publicUrl"] and web["port"] == PORT
    assert worker["slots"] == DEFAULTS["worker"]["concurrency"]
    assert isinstance(worker["slots"], int) and isinstance(web["room_bytes"], int)


def test_a_pod_is_given_the_time_that_its_runs_may_take_to_end(rendered):
    for part in ("web", "worker"):
        values = DEFAULTS[part]
        pod = only(rendered["needed"], "Deployment", part)["spec"]["template"]
        waits = values["shutdownSeconds"] + values.get("drainSeconds", 0)
        assert pod["spec"]["terminationGracePeriodSeconds"] > waits


def test_the_schema_of_values_is_a_schema_and_has_each_value():
    jsonschema_rs.meta.validate(SCHEMA)
    checker = jsonschema_rs.validator_for(SCHEMA)
    checker.validate(merge(DEFAULTS, chart.NEEDED))
    checker.validate(merge(DEFAULTS, chart.EVERYTHING))

    def check(values, schema):
        assert set(values) == set(schema["properties"]) - {"global"}
        for name, value in values.items():
            if "properties" in schema["properties"][name] and value:
                check(value, schema["properties"][name])

    check(DEFAULTS, SCHEMA)


WRONG: list[dict[str, Any]] = [
    {"publicUrl": ""},
    {"publicUrl": "http://learn.example.edu"},
    {"publicURL": "https://learn.example.edu"},
    {"secrets": {"existing": ""}},
    {"secrets": {"existing": "", "values": {"TAPESCOPE_SECRET": "a secret of sixteen characters"}}},
    {"settings": {"port": 80}},
    {"settings": {"run-rate": "1 per minute"}},
    {"image": {"tag": "a tag"}},
    {"image": {"digest": "latest"}},
    {"web": {"replicas": -1}},
    {"web": {"trustedProxies": []}},
    {"worker": {"concurrency": 1.5}},
    {"worker": {"resources": {"limits": None}}},
    {"keda": {"enabled": "yes"}},
    {"networkPolicy": {"ingressFrom": []}},
    {"networkPolicy": {"broker": {"to": []}}},
    {"networkPolicy": {"redis": {"port": 70_000}}},
]


def merge(values, more):
    """Put values over others, as Helm does."""
    both = isinstance(values, dict) and isinstance(more, dict)
    if not both:
        return more
    return values | {name: merge(values.get(name), each) for name, each in more.items()}


@pytest.mark.parametrize("wrong", WRONG, ids=json.dumps)
def test_a_wrong_value_is_refused(wrong):
    values = merge(DEFAULTS, chart.NEEDED)
    checker = jsonschema_rs.validator_for(SCHEMA)
    assert checker.is_valid(values) and not checker.is_valid(merge(values, wrong))


def test_helm_refuses_a_wrong_value(helm, tmp_path):
    with pytest.raises(ValueError, match="values don't meet the specifications of the schema"):
        chart.render(helm, chart.NEEDED | {"publicUrl": "learn.example.edu"}, tmp_path)


def test_each_value_is_used_by_a_template():
    text = "".join(path.read_text("utf-8") for path in chart.CHART.glob("templates/*"))
    wanted = [
        f".Values.{part}.{name}" if isinstance(of_part, dict) else f".Values.{part}"
        for part, of_part in DEFAULTS.items()
        for name in (of_part if isinstance(of_part, dict) else [""])
        if part not in ("settings", "networkPolicy", "web", "worker")
    ]
    for part in ("web", "worker"):
        for name in DEFAULTS[part]:
            placed = name in ("nodeSelector", "tolerations", "affinity")
            wanted.append(f".part.{name}" if placed else f".Values.{part}.{name}")
    wanted += [f"$policy.{name}" for name in DEFAULTS["networkPolicy"] if name != "enabled"]
    assert [each for each in wanted if each not in text] == []


def test_the_notes_say_where_it_is(helm, tmp_path):
    text = chart.call(
        helm, ["install", "demo", str(chart.CHART), "--dry-run=client"], chart.NEEDED, tmp_path
    )
    notes = text.partition("NOTES:")[2]
    assert chart.NEEDED["publicUrl"] in notes and "deploy/demo-worker" in notes
