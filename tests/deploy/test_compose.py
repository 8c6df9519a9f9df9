"""compose.yaml: its schema, and who may reach whom with which rights."""

import json
import re
from importlib.resources import files
from pathlib import Path

import jsonschema_rs
import pytest
import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
TEXT = (DEPLOY / "compose.yaml").read_text("utf-8")
COMPOSE = yaml.safe_load(TEXT)
SERVICES = COMPOSE["services"]
SCHEMA = files("check_jsonschema") / "builtin_schemas" / "vendor" / "compose-spec.json"


def checker():
    return jsonschema_rs.validator_for(json.loads(SCHEMA.read_text("utf-8")))


def test_it_is_what_the_specification_of_compose_expects():
    checker().validate(COMPOSE)
    assert not checker().is_valid(COMPOSE | {"services": {"web": {"port": 1}}})


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_bounded_and_has_no_rights(name):
    service = SERVICES[name]
    assert service["read_only"] is True and service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory", "pids"}
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])


def test_workers_reach_redis_and_only_browsers_come_from_outside():
    def on(network):
        return {name for name, each in SERVICES.items() if network in each["networks"]}

    assert SERVICES["worker"]["networks"] == ["queue"] and on("queue") == {"web", "worker", "redis"}
    assert on("data") == {"web", "database"} and on("front") == {"web", "caddy"}
    assert on("outside") == {"caddy"}
    assert {name for name, each in COMPOSE["networks"].items() if each.get("internal")} == {
        "front", "data", "queue"
    }  # fmt: skip
    assert [name for name, each in SERVICES.items() if "ports" in each] == ["caddy"]


def test_two_web_processes_and_two_workers_wait_for_what_they_need():
    assert {name: SERVICES[name]["deploy"].get("replicas") for name in ("web", "worker")} == {
        "web": 2, "worker": 2
    }  # fmt: skip
    for service in SERVICES.values():
        for other, when in service.get("depends_on", {}).items():
            # The image has the check of web processes.
            assert when == {"condition": "service_healthy"}
            assert other == "web" or "healthcheck" in SERVICES[other]


def test_the_proxy_that_is_trusted_is_the_one_in_front():
    (subnet,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    environment = SERVICES["web"]["environment"]
    assert environment["TAPESCOPE_TRUSTED_PROXIES"] == subnet["subnet"]
    assert SERVICES["caddy"]["environment"]["TAPESCOPE_UPSTREAM"] in SERVICES


def test_secrets_come_from_the_environment_and_have_no_default():
    asked = set(re.findall(r"\$\{(\w+)", TEXT))
    assert set(re.findall(r"\$\{(\w+):\?", TEXT)) == asked
    example = (DEPLOY / "example.env").read_text("utf-8")
    given = dict(re.findall(r"^(\w+)=(.*)$", example, re.M))
    assert set(given) == asked
    assert {name for name, value in given.items() if value} == {"TAPESCOPE_SITE"}


def test_the_volumes_and_files_that_are_mounted_are_there():
    named = {each.partition(":")[0] for one in SERVICES.values() for each in one.get("volumes", [])}
    paths = {each for each in named if each.startswith("./")}
    assert named - paths == set(COMPOSE["volumes"])
    assert [each for each in paths if not (DEPLOY / each).exists()] == []
    build = SERVICES["web"]["build"]
    assert build == SERVICES["worker"]["build"], "else an image that nobody has would be pulled"
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
