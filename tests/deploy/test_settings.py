"""Settings that deployments name: each exists, and what they set together can work."""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from server.config import sources
from tests.deploy import chart

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
# What the examples ask of their own readers: Caddy's site and upstream, no settings of the server.
OTHERS = {"TAPESCOPE_SITE", "TAPESCOPE_UPSTREAM"}
FILES = [
    path for path in (*DEPLOY.rglob("*"), ROOT / "docs" / "deploying.md") if path.is_file()
]  # fmt: skip
# Computes the settings of a machine that has so much memory, and says whether they can work.
ON_A_SMALLER_MACHINE = """
import sys, types
from pathlib import Path
import server
path = Path(server.__path__[0]) / "config" / "machine.py"
machine = types.ModuleType("server.config.machine")
text = path.read_text("utf-8").replace("/sys/fs/cgroup/memory.max", sys.argv[1])
sys.modules["server.config.machine"] = machine
exec(compile(text, path, "exec"), machine.__dict__)
assert machine.physical_memory() == int(Path(sys.argv[1]).read_text())
from server.config.sources import load
print(load().config.slots)
"""


def environment_of(service):
    """The environment of a service of Compose, with words in the place of those asked for."""
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    given = compose["services"][service]["environment"]
    return {name: re.sub(r"\$\{\w+[^}]*\}", "0" * 32, value) for name, value in given.items()}


def loaded(monkeypatch, path=None, **environment):
    """The settings that a file and an environment give."""
    for name in sources.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return sources.load(argparse.Namespace(config=str(path) if path else None))


def slots_with(memory, folder, path=None, **environment):
    """How many runs at a time there are where a container may take so much memory."""
    limit = folder / "memory.max"
    limit.write_text(str(memory))
    kept = {name: value for name, value in os.environ.items() if name not in sources.VARIABLES}
    if path is not None:
        kept["TAPESCOPE_CONFIG"] = str(path)
    done = subprocess.run(
        [sys.executable, "-c", ON_A_SMALLER_MACHINE, limit],
        env=kept | environment | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_variable_that_is_named_is_a_setting(path):
    named = set(re.findall(r"\b(?:TAPESCOPE_[A-Z_]+|DATABASE_URL|REDIS_URL)\b", path.read_text()))
    assert named - OTHERS - {sources.FILE_VARIABLE} <= set(sources.VARIABLES)


def test_the_settings_of_one_server_are_read(monkeypatch):
    found = loaded(monkeypatch, DEPLOY / "tapescope.toml", TAPESCOPE_SECRET="0" * 32)
    assert found.config.is_public and found.config.prefix == "/tapescope"
    assert found.warnings == ()


@pytest.mark.parametrize("service", ["web", "worker"])
def test_the_settings_of_compose_are_read(monkeypatch, service):
    found = loaded(monkeypatch, **environment_of(service))
    assert found.config.broker_url and found.config.redis and found.warnings == ()
    assert (found.config.database is None) == (service == "worker"), "workers store nothing"
    assert (found.config.secret is None) == (service == "worker"), "nor do they sign"


@pytest.mark.parametrize("which", ["needed", "everything"])
@pytest.mark.parametrize("part", ["web", "worker"])
def test_the_settings_of_the_chart_are_read(rendered, tmp_path, monkeypatch, which, part):
    (config,) = [each for each in rendered[which] if each["kind"] == "ConfigMap"]
    path = tmp_path / "tapescope.toml"
    path.write_text(config["data"][f"{part}.toml"], "utf-8")
    found = loaded(monkeypatch, path)
    if part == "web":
        assert (found.config.host, found.config.port) == ("0.0.0.0", 8765)
        values = {"needed": chart.NEEDED, "everything": chart.EVERYTHING}[which]
        assert found.config.public_url == values["publicUrl"]


def test_what_the_chart_sets_itself_is_refused_among_the_settings():
    schema = json.loads((chart.CHART / "values.schema.json").read_text("utf-8"))
    refused = schema["properties"]["settings"]["propertyNames"]["not"]["enum"]
    assert [name for name in refused if name not in sources.KNOWN] == []
    helpers = (chart.CHART / "templates" / "configmap.yaml").read_text("utf-8")
    assert set(re.findall(r'"([a-z_]+)" (?:"|\d|\.Values)', helpers)) <= set(refused)


def test_runs_at_a_time_fit_the_limits_of_memory(rendered, tmp_path):
    """The server does not start where all that it does at a time would not fit."""
    (config,) = [each for each in rendered["needed"] if each["kind"] == "ConfigMap"]
    values = yaml.safe_load((chart.CHART / "values.yaml").read_text("utf-8"))
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    for part in ("web", "worker"):
        path = tmp_path / f"{part}.toml"
        path.write_text(config["data"][f"{part}.toml"], "utf-8")
        limit = values[part]["resources"]["limits"]["memory"]
        gigabytes = int(limit.removesuffix("Gi"))
        assert compose[part]["deploy"]["resources"]["limits"]["memory"] == f"{gigabytes}g"
        slots = slots_with(gigabytes * 2**30, tmp_path, path)
        assert part == "web" or slots == values["worker"]["concurrency"]
        alone = slots_with(gigabytes * 2**30, tmp_path, **environment_of(part))
        assert part == "web" or alone == values["worker"]["concurrency"]


def test_what_is_kept_in_redis_fits_it(monkeypatch):
    config = loaded(monkeypatch, **environment_of("web")).config
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]["redis"]
    most = compose["command"][compose["command"].index("--maxmemory") + 1]
    assert config.room_bytes + config.cache_bytes < int(most.removesuffix("mb")) * 2**20
    assert compose["deploy"]["resources"]["limits"]["memory"] == "1g" and most == "768mb"
