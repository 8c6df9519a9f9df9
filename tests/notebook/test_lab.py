"""A notebook in JupyterLab: pictures as long as nobody trusts it, then players."""

import json
import shutil

import pytest
from playwright.sync_api import BrowserContext, TimeoutError

from tests.notebook import lesson

# An environment may have to be made first.
pytestmark = [pytest.mark.nightly, pytest.mark.timeout(600)]

PATIENCE = 40_000  # milliseconds
RAN = "'tapescopePages' in window"


@pytest.fixture(scope="module")
def address(jupyter, notebook, tmp_path_factory):
    """The address of a JupyterLab that serves copies of the notebook."""
    folder = tmp_path_factory.mktemp("served")
    for name in ("narrow", "seen", "trusted"):
        shutil.copy(notebook, folder / f"{name}.ipynb")
    former = json.loads(notebook.read_text("utf-8"))
    for cell in former["cells"]:
        cell["execution_count"] = None
    (folder / "run.ipynb").write_text(json.dumps(former), "utf-8")
    with jupyter.lab(folder) as address:
        yield address


@pytest.fixture
def opened(browser, address):
    """Opens a notebook; returns the page and what its cells have put out."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_(name, width=1280):
        window = {"width": width, "height": 800}
        contexts.append(browser.new_context(viewport=window, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{address}/doc/tree/{name}.ipynb")
        shown = page.locator(".jp-OutputArea-output .tapescope")
        shown.first.wait_for()
        return page, shown

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []


def plays(shown):
    """Whether an output is a player that moves."""
    shown.locator("iframe").wait_for()
    player = shown.locator("iframe").content_frame
    player.locator("#mirror .mirror-box").first.wait_for(state="attached")
    before = player.locator("#step-number").input_value()
    player.locator("[data-action=last]").click()
    return player.locator("#step-number").input_value() != before


def run(cell, count):
    """Run a cell; it is the kernel's `count`th."""
    for _ in range(3):  # JupyterLab drops what it is asked while the kernel starts
        cell.locator(".cm-content").click()
        cell.page.keyboard.press("Control+Enter")
        try:
            return cell.locator(".jp-InputPrompt", has_text=f"[{count}]:").wait_for()
        except TimeoutError:
            continue
    raise AssertionError("The cell was not run.")


@pytest.mark.parametrize(("name", "width"), [("seen", 1280), ("narrow", 400)])
def test_a_notebook_that_nobody_trusts_shows_pictures(opened, sees, name, width):
    page, shown = opened(name, width)
    for i in range(3):  # those further down are made when somebody comes near them
        assert sees(page, shown.nth(i).locator("img"))
        assert shown.nth(i).locator("p").inner_text().startswith("A picture of the run.")
    assert shown.locator("iframe, script").count() == 0
    assert not page.evaluate(RAN)


def test_a_notebook_plays_once_it_is_trusted(opened):
    page, shown = opened("trusted")
    # As the command palette does, which closes when anything else has the focus.
    page.evaluate("void window.jupyterapp.commands.execute('notebook:trust')")
    page.locator(".jp-Dialog .jp-mod-accept").click()
    assert plays(shown.first)
    assert shown.locator("img").count() == 0


def test_a_cell_plays_once_it_is_run(opened):
    page, shown = opened("run")
    for count, cell in enumerate((lesson.SETUP, lesson.CELL), 1):
        run(page.locator(".jp-Cell").nth(list(lesson.CELLS).index(cell)), count)
    assert plays(shown.first)
    assert shown.nth(1).locator("img").count() == 1
