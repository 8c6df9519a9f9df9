"""The systemd unit: systemd reads it, and the fence is strong under what it takes away."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.sandbox.isolation import LAYERS
from server.web.command import DEFAULT_PORT
from tests.conftest import missing
from tests.deploy.confined import lines_of

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "tapescope@.service"
LINES = lines_of(str(UNIT))


def analyze(*arguments):
    program = shutil.which("systemd-analyze") or missing("there is no systemd on this machine")
    return subprocess.run([program, *arguments], capture_output=True, text=True)


def confined(*without):
    """The report of the fence in a process that is confined as the unit says."""
    analyze("--version")
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "deploy" / "confined.py", UNIT, "--without", *without],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


def test_systemd_finds_no_fault(tmp_path):
    path = tmp_path / f"tapescope@{DEFAULT_PORT}.service"
    # The program is not installed where the unit has it.
    path.write_text(re.sub(r"ExecStart=\S+", f"ExecStart={sys.executable}", UNIT.read_text()))
    done = analyze("verify", str(path))
    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_finds_the_service_little_exposed():
    said = analyze("security", "--offline=true", "--no-pager", "--threshold=25", str(UNIT))
    assert said.returncode == 0, said.stdout


def test_every_layer_of_the_fence_holds_under_the_unit():
    report = confined()
    held = re.findall(r"holds +(\w+):", report)
    # Here there may be no namespaces for anybody: that is the machine's word, not the unit's.
    assert set(LAYERS) - set(held) <= {"namespaces", "landlock"}
    assert "The fence is strong" in report and "SUCCEEDED" not in report


@pytest.mark.nightly
def test_without_the_calls_that_the_unit_names_the_fence_is_weak():
    named = " ".join(line for line in LINES["SystemCallFilter"] if "seccomp" in line).split()
    assert len(named) == 4
    report = confined(*named)
    assert "The fence is strong" not in report and "is absent  landlock" in report


def test_who_stops_the_service_lets_runs_end():
    assert LINES["KillMode"] == ["mixed"], "else systemd would tell the runs themselves to stop"
    assert LINES["OOMPolicy"] == ["continue"], "else a run that takes too much would end all"


def test_a_service_listens_on_this_machine_alone_on_the_port_that_it_is_named_by():
    (command,) = LINES["ExecStart"]
    assert "--host 127.0.0.1 --port %i" in command
    nginx = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    docs = (ROOT / "docs" / "deploying.md").read_text("utf-8")
    ports = re.findall(r"server 127\.0\.0\.1:(\d+)\b", nginx)
    assert ports[0] == str(DEFAULT_PORT)
    assert set(re.findall(r"tapescope@(\d+)", docs)) == set(ports)
