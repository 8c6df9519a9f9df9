"""The documentation builds as a site without dead links, and has the API."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.conftest import missing

ROOT = Path(__file__).parents[1]
FROM_NETWORK = re.compile(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"?(?:https?:)?//[^>]+>")
BLOCK = re.compile(r"```.*?```", re.DOTALL)
FILE = re.compile(r"`((?:[a-z][a-z0-9_.-]*/)*[a-z0-9_][a-z0-9_.-]*\.(?:py|ts|toml|html|json))`")
NAVIGATION = re.compile(r": ([\w-]+\.md)$", re.MULTILINE)


def build(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build the site; every warning of mkdocs is an error."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", site],
        cwd=source, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        import mkdocs  # noqa: F401
    except ImportError:
        missing("mkdocs is not installed")
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_page_stands_in_the_navigation_and_is_built(site: Path):
    named = set(NAVIGATION.findall((ROOT / "mkdocs.yml").read_text("utf-8")))
    written = {path.name for path in (ROOT / "docs").glob("*.md")}
    assert written <= named
    assert named == {path.with_suffix(".md").name for path in site.glob("*.html")} - {"404.md"}


def test_every_file_that_a_page_names_exists():
    """A name may leave out the folders before it, and may be of a file that a task adds."""
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    for task in (ROOT / "docs" / "tasks").iterdir():
        tracked += re.findall(r"^\+\+\+ b/(.+)$", task.read_text("utf-8"), re.MULTILINE)
    ends = {"/".join(path.split("/")[i:]) for path in tracked for i in range(path.count("/") + 1)}
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    missing_files = {
        f"{page.name}: {name}" for page in pages
        for name in FILE.findall(BLOCK.sub("", page.read_text("utf-8"))) if name not in ends
    }  # fmt: skip
    assert missing_files == set()


def test_the_site_has_the_python_api(site: Path):
    text = (site / "python-api.html").read_text("utf-8")
    for name in ("show", "Player", "load_ipython_extension"):
        assert f'id="tapescope.{name}"' in text


def test_the_site_has_every_operation_of_the_http_api(site: Path):
    text = (site / "http-api.html").read_text("utf-8")
    document = yaml.safe_load((ROOT / "server" / "web" / "openapi.yaml").read_text("utf-8"))
    operations = [
        f"<code>{method.upper()} {path}</code>" for path, item in document["paths"].items()
        for method in ("get", "post", "put", "delete") if method in item
    ]  # fmt: skip
    assert len(operations) > 20
    assert [each for each in operations if each not in text] == []


def test_the_site_asks_nothing_from_the_network(site: Path):
    asking = {
        path.name: found for path in site.glob("*.html")
        if (found := FROM_NETWORK.findall(path.read_text("utf-8")))
    }  # fmt: skip
    assert asking == {}


@pytest.mark.parametrize(("link", "error"), [
    ("[a page](page.md#a-heading)", ""),
    ("[a page](no-such-page.md)", "no-such-page.md"),
    ("[a heading](page.md#no-such-heading)", "no-such-heading"),
    ("[a file](../server/openapi.yaml)", "openapi.yaml"),
])  # fmt: skip
def test_a_dead_link_fails_the_build(tmp_path: Path, site: Path, link: str, error: str):
    write(tmp_path, "docs/site_hooks.py", (ROOT / "docs" / "site_hooks.py").read_text("utf-8"))
    write(tmp_path, "server/web/openapi.yaml", "info: {description: An API.}\npaths: {}\n")
    write(tmp_path, "docs/page.md", "# Page\n\n## A heading\n")
    write(tmp_path, "docs/other.md", f"# Other\n\n{link} [code](../server/web/openapi.yaml)\n")
    for name in ("README.md", "CONTRIBUTING.md"):
        write(tmp_path, name, "# Name\n\n[Page](docs/page.md)\n")
    write(tmp_path, "mkdocs.yml", "site_name: Other\nhooks: [docs/site_hooks.py]\nplugins: []\n"
          "exclude_docs: '*.py'\nvalidation: {anchors: warn, omitted_files: ignore}\n")
    done = build(tmp_path, tmp_path / "site")
    assert (done.returncode != 0) == bool(error), done.stderr
    assert error in done.stderr


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")
