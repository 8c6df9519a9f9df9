"""The diffs in docs/tasks apply, and the pages that explain them show what they do."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from autograd.graph.op_facts import FACTS
from tests.conftest import missing
from tests.page.node import node
from tests.sampling import by_day

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TASKS = DOCS / "tasks"
# The page of each diff.
PAGES = {
    "softshrink2": "adding-an-op.md",
    "softshrink2_vmap": "adding-a-vmap-rule.md",
    "product_rule": "adding-a-lesson.md",
    "backward_count": "adding-a-panel.md",
    "zero_grad": "adding-a-diagnosis.md",
    "expose": "adding-an-event.md",
    **dict.fromkeys((
        "view_source", "is_freed", "hook_order", "accumulations", "refused_dtype", "printed_size",
        "add_layer", "add_optimizer",
    ), "newcomers-tasks.md"),
}  # fmt: skip
# The diffs of the page, whose types are checked.
TYPESCRIPT = ["expose", "backward_count"]
# A diff that applies on top of another one.
AFTER = {"softshrink2_vmap": "softshrink2"}
MOST_ENGINE_FILES = 2
PROGRAM = re.compile(r"```python\n(import torch\n.*?)```\n.*?```text\n(.*?)```", re.DOTALL)
OPTIONS: dict[str, Any] = {"capture_output": True, "text": True, "check": False, "timeout": 120}


def text_of(name: str) -> str:
    return (TASKS / f"{name}.diff").read_text("utf-8")


def page_of(name: str) -> str:
    return (DOCS / PAGES[name]).read_text("utf-8")


def section_of(name: str) -> str:
    """Return the part of the page about a diff: all of it, unless it shows several diffs."""
    page = page_of(name)
    if list(PAGES.values()).count(PAGES[name]) == 1:
        return page
    (section,) = (each for each in page.split("\n## ") if f"tasks/{name}.diff" in each)
    return section


def touched(name: str) -> set[str]:
    """Return the files that a diff changes or adds."""
    return set(re.findall(r"^\+\+\+ b/(.+)$", text_of(name), re.MULTILINE))


def apply(name: str, copy: Path, *options: str) -> None:
    command = ["git", "apply", "--whitespace=error", *options, TASKS / f"{name}.diff"]
    done = subprocess.run(command, cwd=copy, **OPTIONS)
    assert done.returncode == 0, f"{name}.diff does not apply: write it anew.\n{done.stderr}"


@contextmanager
def applied(names: list[str], copy: Path) -> Iterator[None]:
    """Apply diffs to the copy for a block."""
    for name in names:
        apply(name, copy)
    try:
        yield
    finally:
        for name in reversed(names):
            apply(name, copy, "--reverse")


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the copy, which is compiled once, without plugins of pytest."""
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run([sys.executable, *arguments], cwd=copy, env=environment, **OPTIONS)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the diffs change and of what their tests need."""
    if not shutil.which("git"):
        missing("git is not installed")
    folder = tmp_path_factory.mktemp("tasks")
    # Times are copied as well, so that what is compiled already stays valid.
    for name in ("autograd", "docs", "server", "static", "templates", "tests"):
        ignored = shutil.ignore_patterns("build", "golden" if name != "tests" else "build")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("package.json", "tsconfig.json"):
        shutil.copy2(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return folder


def test_every_diff_has_a_page_that_shows_it_as_it_is():
    assert {file.name for file in TASKS.iterdir()} == {f"{name}.diff" for name in PAGES}
    for name in PAGES:
        assert f"```diff\n{text_of(name)}```\n" in section_of(name)
        assert f"tasks/{name}.diff" in section_of(name)


def test_a_diff_touches_few_files_of_the_engine():
    for name in PAGES:
        engine = {file for file in touched(name) if file.startswith("autograd/")}
        assert len(engine) <= MOST_ENGINE_FILES, name


def test_the_page_about_ops_lists_every_fact():
    rows = [row for row in page_of("softshrink2").splitlines() if row.startswith("| `")]
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row.split(" | ")[0])]
    assert sorted(FACTS - set(listed)) == []


def test_every_diff_applies(copy: Path):
    for name in PAGES:
        with applied([AFTER[name], name] if name in AFTER else [name], copy):
            pass


@pytest.mark.parametrize("name", by_day(PAGES, 3))
def test_a_diff_does_what_its_page_shows(name: str, copy: Path):
    names = [AFTER[name], name] if name in AFTER else [name]
    programs = PROGRAM.findall(section_of(name))
    for source, expected in programs:
        (copy / "program.py").write_text(source, "utf-8")
        with applied(names[:-1], copy):
            assert run(copy, "-m", "autograd", "program.py").stdout != expected
    with applied(names, copy):
        for source, expected in programs:
            (copy / "program.py").write_text(source, "utf-8")
            done = run(copy, "-m", "autograd", "program.py")
            assert (done.stdout, done.stderr) == (expected, "")
        for command in checks_of(name):
            done = command(copy)
            assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.nightly
@pytest.mark.parametrize("name", TYPESCRIPT)
def test_the_types_of_the_page_fit_once_a_diff_is_applied(name: str, copy: Path):
    if not (ROOT / "node_modules" / "typescript").exists():
        missing("the page's packages are not installed")
    command = [node(), "node_modules/typescript/bin/tsc", "-p", "static/tsconfig.json"]
    with applied([name], copy):
        done = subprocess.run(command, cwd=copy, **OPTIONS)
    assert done.returncode == 0, done.stdout


def checks_of(name: str) -> list[Callable[[Path], subprocess.CompletedProcess[str]]]:
    """Return what runs the tests and the lessons that a diff adds or changes; at least one."""
    found: list[Callable[[Path], subprocess.CompletedProcess[str]]] = []
    for file in sorted(touched(name)):
        if re.fullmatch(r"tests/.*/test_\w+\.py", file):
            found.append(partial(run_tests, file))
        elif file.endswith(".test.ts"):
            found.append(partial(run_page_test, file))
        elif re.fullmatch(r"server/examples/\w+\.py", file):
            found.append(partial(run_tests, "tests/engine/test_examples.py", "-k", Path(file).stem))
    assert found, f"{name}.diff has no test"
    return found


def run_tests(*arguments_and_copy: Any) -> subprocess.CompletedProcess[str]:
    """Run tests of the copy under pytest without this repository's settings."""
    *arguments, copy = arguments_and_copy
    return run(copy, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir=.", "--noconftest",
               "-p", "no:cacheprovider", *arguments)


def run_page_test(file: str, copy: Path) -> subprocess.CompletedProcess[str]:
    """Run a test of the page's pure modules."""
    return subprocess.run([node(), "--test", file], cwd=copy, **OPTIONS)
