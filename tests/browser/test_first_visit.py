"""What a newcomer meets: a lesson on the tape, Space that plays it, and no request to anybody."""

import pytest

MOVING = {"reduced_motion": "no-preference"}
CHINESE = {"locale": "zh-CN"}
DARK = {"color_scheme": "dark"}


def test_a_lesson_is_on_the_tape_at_its_most_telling_moment(visit):
    visit.open()
    assert visit.page.locator("#lesson-title").inner_text() == "Gradients accumulate"
    assert "x.grad adds up" in visit.page.locator("#caption").inner_text()
    assert any("MulBackward0" in words for words in visit.boxes())


@pytest.mark.parametrize("visit", [MOVING], indirect=True)
def test_space_plays_and_space_pauses(visit):
    visit.open()
    page = visit.page
    before = visit.step()
    page.keyboard.press("Space")
    visit.until(f"Number(document.querySelector('#step-number').value) > {before + 1}")
    page.keyboard.press("Space")
    assert page.locator("[data-action=play]").get_attribute("aria-pressed") == "false"


def test_nobody_else_is_asked_for_anything_and_nothing_is_complained_of(visit):
    visit.open()
    page = visit.page
    page.locator(".variable-name", has_text="y").first.click()
    page.wait_for_selector("#inspector .katex")
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.keyboard.press("l")
    page.keyboard.press("End")
    page.wait_for_load_state("networkidle")
    assert visit.requests and visit.foreign() == []
    assert visit.complaints == []


@pytest.mark.parametrize("visit", [CHINESE], indirect=True)
def test_a_browser_that_speaks_chinese_is_spoken_to_in_chinese(visit):
    visit.open()
    page = visit.page
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    assert page.locator("#run").inner_text().strip() == "运行"
    assert "累加" in page.locator("#caption").inner_text()


def test_the_choice_of_language_and_theme_is_remembered(visit):
    visit.open()
    page = visit.page
    page.locator("[data-action=language]").click()
    page.locator("[data-action=theme]").click()
    visit.until("localStorage.tapescope?.includes('zh')")
    visit.open()
    html = page.locator("html")
    assert (html.get_attribute("lang"), html.get_attribute("data-theme")) == ("zh-CN", "dark")


@pytest.mark.parametrize("visit", [DARK], indirect=True)
def test_a_dark_machine_gets_a_dark_page(visit):
    visit.open()
    paper = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(20, 22, 26)"


def test_the_last_code_is_there_again(visit):
    visit.open()
    visit.run("import torch\nmine = torch.ones(2, requires_grad=True)\n")
    visit.page.wait_for_selector("#mirror .mirror-box >> text=mine")
    visit.until("localStorage.tapescope?.includes('mine')")
    visit.open()
    assert any(words.startswith("mine, leaf") for words in visit.boxes())


def test_undo_reaches_over_a_run(visit):
    visit.open()
    page = visit.page
    first = page.locator(".cm-content").inner_text()
    visit.run("import torch\nmine = torch.ones(2, requires_grad=True)\n")
    page.wait_for_selector("#mirror .mirror-box >> text=mine")
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+z")
    assert page.locator(".cm-content").inner_text() == first


def test_a_transcript_loses_its_prompts_when_it_is_pasted(visit):
    page = visit.open().page
    visit.paste(">>> import torch\n>>> torch.ones(1)\ntensor([1.])\n")
    lines = page.locator(".cm-line").all_inner_texts()
    assert lines[:2] == ["import torch", "torch.ones(1)"]


def test_an_edit_says_that_the_picture_is_old(visit):
    visit.open()
    page = visit.page
    assert page.locator("#stale").is_hidden()
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("# more")
    page.locator("#stale", has_text="older version").wait_for()
    assert page.locator("#stage.is-stale").is_visible()
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#stale", state="hidden")
    assert page.locator("#stage.is-stale").count() == 0
