"""The diffs in docs/tasks apply, and the pages that explain them show what they do."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograd.graph.op_facts import FACTS
from tests.conftest import missing

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TASKS = DOCS / "tasks"
# The page of each diff. A diff applies on top of those before it.
PAGES = {"softshrink2": "adding-an-op.md", "softshrink2_vmap": "adding-a-vmap-rule.md"}
MOST_ENGINE_FILES = 2
PROGRAM = re.compile(r"```python\n(import torch\n.*?)```\n.*?```text\n(.*?)```", re.DOTALL)
OPTIONS: dict[str, Any] = {"capture_output": True, "text": True, "check": False, "timeout": 60}


def text_of(name: str) -> str:
    return (TASKS / f"{name}.diff").read_text("utf-8")


def page_of(name: str) -> str:
    return (DOCS / PAGES[name]).read_text("utf-8")


def touched(name: str) -> set[str]:
    """Return the files that a diff changes or adds."""
    return set(re.findall(r"^\+\+\+ b/(.+)$", text_of(name), re.MULTILINE))


def apply(name: str, copy: Path) -> None:
    if not shutil.which("git"):
        missing("git is not installed")
    command = ["git", "apply", "--whitespace=error", TASKS / f"{name}.diff"]
    done = subprocess.run(command, cwd=copy, **OPTIONS)
    assert done.returncode == 0, f"{name}.diff does not apply: write it anew.\n{done.stderr}"


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run Python on the copy of the engine, which is compiled once, without plugins of pytest."""
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run([sys.executable, *arguments], cwd=copy, env=environment, **OPTIONS)


@pytest.fixture
def copy(tmp_path) -> Path:
    """A copy of the engine, and of the other files that the diffs change."""
    # Times are copied as well, so that what is compiled already stays valid.
    shutil.copytree(ROOT / "autograd", tmp_path / "autograd")
    for name in {file for task in PAGES for file in touched(task)}:
        if (ROOT / name).exists() and not (tmp_path / name).exists():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tmp_path / name)
    return tmp_path


def test_every_diff_has_a_page_that_shows_it_as_it_is():
    assert {file.name for file in TASKS.iterdir()} == {f"{name}.diff" for name in PAGES}
    for name in PAGES:
        assert f"```diff\n{text_of(name)}```\n" in page_of(name)
        assert f"tasks/{name}.diff" in page_of(name)


def test_a_diff_touches_few_files_of_the_engine():
    for name in PAGES:
        engine = {file for file in touched(name) if file.startswith("autograd/")}
        assert 1 <= len(engine) <= MOST_ENGINE_FILES, name
        assert all(file.startswith("tests/") for file in touched(name) - engine), name


def test_the_page_about_ops_lists_every_fact():
    rows = [row for row in page_of("softshrink2").splitlines() if row.startswith("| `")]
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row.split(" | ")[0])]
    assert sorted(FACTS - set(listed)) == []


def test_programs_print_what_their_pages_show_once_the_diffs_are_applied(copy):
    for name in PAGES:
        ((source, expected),) = PROGRAM.findall(page_of(name))
        (copy / "program.py").write_text(source, "utf-8")
        assert run(copy, "-m", "autograd", "program.py").stdout != expected
        apply(name, copy)
        done = run(copy, "-m", "autograd", "program.py")
        assert (done.stdout, done.stderr) == (expected, "")
        (test,) = {file for file in touched(name) if "/test_" in file}
        tested = run(copy, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir=.", "--noconftest",
                     "-p", "no:cacheprovider", test)
        assert tested.returncode == 0, tested.stdout + tested.stderr
