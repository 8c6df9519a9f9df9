"""Four hints for a first visit, one at a time, that never come back; keys of one letter, off."""

import pytest

NEW = {"hints": True}
SAID = "document.querySelector('.hint p')?.textContent"


@pytest.mark.parametrize("visit", [NEW], indirect=True)
def test_four_hints_follow_each_other_and_never_return(visit):
    page = visit.open().page
    hint = page.locator(".hint")
    told = []
    for _ in range(4):
        told.append(hint.locator("p").inner_text())
        hint.get_by_role("button").last.click()
    assert [word in text for word, text in zip(("run", "Space", "box", "link"), told, strict=True)]
    assert hint.is_hidden()
    visit.open()
    page.wait_for_timeout(200)
    assert hint.is_hidden()


@pytest.mark.parametrize("visit", [NEW], indirect=True)
def test_who_does_what_a_hint_says_has_the_next_one(visit):
    page = visit.open().page
    page.keyboard.press("Control+Enter")
    visit.until(f"{SAID}.startsWith('Space')")
    page.keyboard.press("Space")
    visit.until(f"{SAID}.startsWith('Each box')")
    page.keyboard.press("Space")
    page.locator(".variable-name").first.click()
    visit.until(f"{SAID}.startsWith('Share')")


@pytest.mark.parametrize("visit", [NEW], indirect=True)
def test_one_press_puts_all_hints_away(visit):
    page = visit.open().page
    page.get_by_role("button", name="No more hints").click()
    visit.open()
    page.wait_for_timeout(200)
    assert page.locator(".hint").is_hidden()


def test_keys_of_one_letter_can_be_turned_off_for_good(visit):
    page = visit.open().page
    page.keyboard.press("?")
    page.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    visit.until("localStorage.tapescope?.includes('\"letters\":false')")
    visit.open()
    page.keyboard.press("d")
    page.keyboard.press("?")
    assert page.locator("html").get_attribute("data-theme") is None
    assert page.locator("#help").is_hidden()
    before = visit.step()
    assert visit.press("ArrowLeft") == before - 1
