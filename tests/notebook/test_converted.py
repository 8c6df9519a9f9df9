"""A notebook that nbconvert has made into something else, opened without a network."""

import pytest
from playwright.sync_api import BrowserContext

from tests.notebook import lesson
from tests.notebook.test_run import shown

# An environment may have to be made first.
pytestmark = [pytest.mark.nightly, pytest.mark.timeout(600)]

PLAYERS = sum(lesson.CELLS.values())
# Characters that a page of nbconvert has without outputs, at most.
OF_NBCONVERT = 500_000
PICTURES = "--NbConvertBase.display_data_priority=['image/png','text/plain']"


@pytest.fixture(scope="module")
def converted(jupyter, notebook, tmp_path_factory):
    """Converts the notebook; returns the file that it became."""

    def convert(form, ending, *options):
        folder = tmp_path_factory.mktemp("converted")
        jupyter.run("jupyter", "nbconvert", "--to", form, *options,
                    f"--output-dir={folder}", notebook)  # fmt: skip
        return folder / f"lesson.{ending}"

    return convert


@pytest.fixture(scope="module")
def page_file(converted):
    """The notebook as a page."""
    return converted("html", "html")


@pytest.fixture(params=[1280, 400])
def opened(browser, request):
    """Opens a file in a browser without a network, where nothing may go wrong."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_(path, **options):
        window = {"width": request.param, "height": 800}
        contexts.append(browser.new_context(offline=True, viewport=window, **options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(path.as_uri())
        return page

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []


def test_a_page_plays(opened, page_file):
    page = opened(page_file, reduced_motion="reduce")
    frames = page.locator(".tapescope iframe")
    frames.nth(PLAYERS - 1).wait_for()
    assert frames.count() == PLAYERS
    for i in (0, 1, PLAYERS - 1):
        frames.nth(i).scroll_into_view_if_needed()
        player = frames.nth(i).content_frame
        player.locator("#mirror .mirror-box").first.wait_for(state="attached")
        before = player.locator("#step-number").input_value()
        player.locator("[data-action=last]").click()
        assert player.locator("#step-number").input_value() != before


def test_a_page_whose_scripts_may_not_run_shows_pictures(opened, page_file, sees):
    page = opened(page_file, java_script_enabled=False)
    pictures = page.locator(".tapescope img")
    assert pictures.count() == PLAYERS
    assert all(sees(page, each) for each in pictures.all())


def test_a_page_holds_the_code_of_the_player_once(page_file, outputs):
    text = page_file.read_text("utf-8")
    assert text.count('data-tapescope="page"') == 1
    players = sum(len("".join(each["text/html"])) for each in shown(outputs))
    assert len(text) < players + OF_NBCONVERT


@pytest.mark.parametrize(
    ("form", "ending", "picture"), [("html", "html", "<img "), ("markdown", "md", "![png](")])
def test_a_conversion_that_asks_for_pictures_has_nothing_else(converted, form, ending, picture):
    text = converted(form, ending, PICTURES).read_text("utf-8")
    assert text.count(picture) == PLAYERS
    assert 'class="tapescope' not in text


def test_latex_has_pictures(converted):
    path = converted("latex", "tex")
    assert path.read_text("utf-8").count("\\adjustimage") == PLAYERS
    pictures = sorted(path.parent.glob("lesson_files/*.png"))
    assert len(pictures) == PLAYERS
