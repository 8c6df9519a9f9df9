"""docs/deploying.md: its commands, followed on a machine that forgets them, and what it names."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy import follow_docs

ROOT = Path(__file__).parents[2]


@pytest.mark.nightly
@pytest.mark.skipif(os.getuid() != 0, reason="Only root may lay file systems over others.")
@pytest.mark.timeout(900)
def test_who_follows_the_docs_has_a_server():
    done = subprocess.run(
        [sys.executable, follow_docs.__file__], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_the_commands_name_files_that_are_there():
    words = " ".join(follow_docs.commands(follow_docs.DOCS.read_text("utf-8"))).split()
    named = [each for each in words if each.startswith(("deploy/", "requirements/"))]
    assert len(named) == 4 and [each for each in named if not (ROOT / each).is_file()] == []


def test_the_metrics_that_are_named_are_measured():
    """Those that KEDA asks for, too."""
    chart = ROOT / "deploy" / "helm" / "tapescope" / "templates" / "scaledobject.yaml"
    named = set(re.findall(r"\btapescope_(\w+)", follow_docs.DOCS.read_text("utf-8")))
    named |= set(re.findall(r'"tapescope_(\w+)"', chart.read_text("utf-8")))
    measured = "".join(path.read_text("utf-8") for path in (ROOT / "server/web").rglob("*.py"))
    assert len(named) > 4
    assert [each for each in named if f'"{each.removesuffix("_total")}"' not in measured] == []
