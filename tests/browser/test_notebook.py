"""What a notebook shows below its cells: players, in a browser that has no network."""

import pytest
from playwright.sync_api import BrowserContext

import tapescope
from server import examples
from server.export.notebook_cell import LEAST_SCALE
from tests.sampling import by_day

LESSON = """import torch
x = torch.tensor(2.0, requires_grad=True)
y = x * x
y.backward()
print(x.grad)
"""


@pytest.fixture(scope="module")
def outputs():
    """The HTML of two cells: that which holds the player's code, and another."""
    document = tapescope.text_of(tapescope.show(LESSON).run)
    wish = tapescope.Wish(0, language="zh")
    titled = [("Twice the same leaf", True), ("The second", False)]
    return [tapescope.client().notebook(document, wish, title, 400, has_code).html
            for title, has_code in titled]


@pytest.fixture(scope="module")
def lesson_file():
    """A lesson as a file, as `Player.save` makes it."""
    lesson = examples.named("vector")
    document = tapescope.text_of(tapescope.show(lesson["code"]).run)
    wish = tapescope.Wish(language="zh")
    made = tapescope.client().export(document, "html", wish, lesson["title"]["zh"], None)
    return lesson, made.decode()


@pytest.fixture
def opened(browser, tmp_path):
    """Opens outputs as a page, offline; none may ask a network, or fail."""
    contexts: list[BrowserContext] = []
    asked: list[str] = []
    wrong: list[str] = []

    def open_(*outputs, style="", **options):
        path = tmp_path / "notebook.html"
        head = f"<!doctype html><title>Lecture</title><body style='{style}'>"
        path.write_text(f"{head}{''.join(outputs)}", "utf-8")
        contexts.append(browser.new_context(offline=True, reduced_motion="reduce", **options))
        page = contexts[-1].new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(path.as_uri())
        return page

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []
    outside = ("file:", "data:", "blob:", "about:")
    assert [url for url in asked if not url.startswith(outside)] == []


def plays(frame, title):
    frame.locator("html[lang=zh-CN]").wait_for(state="attached")
    assert frame.locator("#lesson-title").inner_text() == title
    frame.locator("[data-action=last]").click()
    frame.locator("#mirror .mirror-box", has_text="4.0").first.wait_for(state="attached")
    assert frame.locator("#step-number").input_value() != "0"


@pytest.mark.parametrize("order", by_day([(1, 0), (0, 1)], 2), ids=["later", "first"])
def test_cells_play_without_a_network_wherever_the_code_stands(opened, outputs, order):
    notebook = opened(*(outputs[i] for i in order))
    titles = ["Twice the same leaf", "The second"]
    for place, i in enumerate(order):
        plays(notebook.frame_locator("iframe").nth(place), titles[i])
    assert notebook.locator(".tapescope img, .tapescope > p, .tapescope > pre").count() == 0


@pytest.mark.parametrize(("theme", "style"), [
    ("dark", "background: #111; color: #eee"), ("light", "background: #fff; color: #222")])
def test_a_player_has_the_theme_of_its_notebook(opened, outputs, theme, style):
    other = {"dark": "light", "light": "dark"}[theme]
    notebook = opened(outputs[0], style=style, color_scheme=other)
    root = notebook.frame_locator("iframe").locator("html[lang=zh-CN]")
    root.wait_for(state="attached")
    assert root.evaluate("root => getComputedStyle(root).colorScheme") == theme


def test_a_cell_whose_code_is_gone_shows_its_picture_and_says_what_to_do(opened, outputs):
    notebook = opened(outputs[1])
    assert notebook.locator("iframe").count() == 0
    assert notebook.locator(".tapescope img").evaluate("img => img.naturalWidth") > 0
    assert "%reload_ext tapescope" in notebook.locator(".tapescope > p").inner_text()


def test_a_cell_whose_scripts_may_not_run_shows_its_picture(opened, outputs):
    notebook = opened(outputs[0], java_script_enabled=False)
    assert notebook.locator(".tapescope img").is_visible()
    assert notebook.locator(".tapescope > p").inner_text().startswith("这是运行过程的一张图")
    assert notebook.locator(".tapescope > pre").inner_text() == "tensor(4.)"


def test_a_picture_that_is_wider_than_its_place_stays_legible_and_is_scrolled(opened):
    document = tapescope.text_of(tapescope.show(LESSON).run)
    output = tapescope.client().notebook(document, tapescope.Wish(), None, 400, False).html
    window = {"width": 280, "height": 600}
    notebook = opened(output, java_script_enabled=False, viewport=window)
    picture = notebook.locator(".tapescope img")
    box = picture.bounding_box()
    assert box["width"] == pytest.approx(LEAST_SCALE * int(picture.get_attribute("width")), abs=1)
    assert picture.locator("..").bounding_box()["width"] < min(box["width"], 280)


def test_a_narrow_player_has_its_header_in_one_line(opened, outputs):
    notebook = opened(outputs[0], viewport={"width": 292, "height": 600})
    header = notebook.frame_locator("iframe").locator(".header")
    buttons = header.locator("> button:visible")
    buttons.last.wait_for()
    tops = [each.bounding_box()["y"] for each in buttons.all()]
    assert len(tops) == 3 and len(set(tops)) == 1
    right = header.bounding_box()["x"] + header.bounding_box()["width"]
    assert buttons.last.bounding_box()["x"] + buttons.last.bounding_box()["width"] <= right


def test_the_file_of_a_lesson_tells_its_story_and_its_moments(opened, lesson_file):
    lesson, text = lesson_file
    page = opened(text)
    assert page.locator("#story .story-told").inner_text() == lesson["story"]["zh"].strip()
    page.locator("#story .story-fold").click()
    assert page.locator("#story .story-moment").count() == len(lesson["moments"])
