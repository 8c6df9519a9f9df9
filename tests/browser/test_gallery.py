"""The gallery and the stories: found by words or arrows, opened where they tell most."""

import pytest

CHINESE = {"locale": "zh-CN"}
PHONE = {"viewport": {"width": 400, "height": 800}}


def test_every_lesson_has_a_card_with_a_picture_of_its_own_run(visit):
    page = visit.open().page
    page.keyboard.press("o")
    cards = page.locator(".card").count()
    assert cards >= 37
    visit.until(f"document.querySelectorAll('.card-picture rect').length > {cards}")
    visit.until(f"document.querySelectorAll('.card-picture svg').length === {cards}")
    assert visit.foreign() == [] and visit.complaints == []


def test_search_keeps_what_says_all_the_words_in_any_language(visit):
    page = visit.open().page
    page.keyboard.press("o")
    page.keyboard.type("菱形")
    assert page.locator(".card-title").all_inner_texts() == ["Two paths meet: a diamond"]
    page.locator(".gallery-search").fill("nothing says this")
    assert "No lesson matches" in page.locator(".gallery-body").inner_text()


def test_arrows_walk_over_the_cards_and_up_into_the_search(visit):
    page = visit.open().page
    page.keyboard.press("o")

    def lesson():
        return page.evaluate("document.activeElement.dataset.lesson ?? null")

    assert lesson() == "accumulate"
    page.keyboard.press("ArrowRight")
    second = lesson()
    page.keyboard.press("ArrowDown")
    assert lesson() not in (second, "accumulate", None)
    page.keyboard.press("ArrowUp")
    assert lesson() == second
    page.keyboard.press("ArrowUp")
    assert lesson() is None
    page.keyboard.press("Escape")
    assert page.locator("#gallery").is_hidden()


def test_a_lesson_opens_at_its_most_telling_moment_with_its_story(visit):
    visit.open().choose("Two paths meet: a diamond")
    page = visit.page
    assert "5.0 + 2.0 = 7.0" in page.locator("#caption").inner_text()
    assert "Only now y goes on" in page.locator(".story-now").inner_text()
    assert "y is used twice" in page.locator(".story-told").inner_text()
    assert page.locator(".chip[aria-current]").inner_text() == "3"


def test_a_chip_leads_to_its_moment_and_the_letter_m_to_the_next(visit):
    visit.open().choose("Two paths meet: a diamond")
    page = visit.page
    page.locator(".chip").first.click()
    assert "The gradient splits" in page.locator(".story-now").inner_text()
    page.keyboard.press("m")
    assert "The first to arrive has to wait" in page.locator(".story-now").inner_text()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".chip[aria-current]").inner_text() == "2"


@pytest.mark.parametrize("visit", [PHONE | CHINESE], indirect=True)
def test_the_whole_story_opens_and_closes_and_code_of_ones_own_has_none(visit):
    page = visit.open().page
    whole = page.locator(".story-whole")
    assert whole.is_hidden()
    page.locator(".story-fold").click()
    assert page.locator(".story-told").text_content() in whole.inner_text()
    page.locator(".story-moment").first.click()
    assert page.locator(".chip[aria-current]").inner_text() == "1"
    page.keyboard.press("s")
    assert whole.is_hidden()
    assert page.locator(".chip").first.is_visible()
    page.locator("#tab-code").click()
    visit.run("x = 1")
    page.locator("#story").wait_for(state="hidden")


def test_the_words_of_a_moment_stand_under_the_sentence_and_elsewhere_the_story(visit):
    page = visit.open().page
    caption = page.locator("#caption").bounding_box()
    now = page.locator(".story-now").bounding_box()
    assert caption["y"] + caption["height"] <= now["y"] + 1
    assert page.locator(".story-told").is_hidden()
    height = page.locator("footer").bounding_box()["height"]
    page.keyboard.press("ArrowLeft")
    assert page.locator(".story-told").is_visible() and page.locator(".story-now").is_hidden()
    assert page.locator("footer").bounding_box()["height"] == height
