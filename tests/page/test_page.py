"""The page's own tests and types, run by the Node that PyPI carries."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.page.node import ROOT, node
from tests.sampling import by_day

TYPESCRIPT = ROOT / "node_modules" / "typescript" / "bin" / "tsc"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Node in the checkout; skips where the page's packages are missing, but never in CI."""
    if not TYPESCRIPT.exists() and os.environ.get("CI") != "true":
        pytest.skip("the page's packages are not installed: run `npm ci`")
    return subprocess.run(
        [node(), *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )


# By day the whole page. At night the tests of the page, and that pure modules need no document,
# which by day the tests below show of what they call.
@pytest.mark.parametrize("project", by_day(["static/tsconfig.json", "tsconfig.json"], 2))
def test_every_type_fits_and_the_pure_modules_do_without_a_document(project):
    checked = run(TYPESCRIPT, "--project", project)
    assert checked.returncode == 0, checked.stdout


def test_the_pure_modules_do_what_their_tests_say():
    tests = sorted((ROOT / "tests" / "page").glob("*.test.ts"))
    assert tests
    # In one process, which loads the page once. Node 22 knows the switch by this name alone.
    ran = run("--test", "--experimental-test-isolation=none", "--test-reporter=spec", *tests)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_each_refusal_that_there_are_words_for_is_one_of_the_servers():
    codes = json.loads((ROOT / "server/web/views/errors.json").read_text("utf-8"))
    server = "".join(path.read_text("utf-8") for path in (ROOT / "server").rglob("*.py"))
    assert {code for code in codes if f'"{code}"' not in server} == set()
    assert all({"en", "zh"} <= set(words) for words in codes.values())
