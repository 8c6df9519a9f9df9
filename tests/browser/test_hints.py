"""Four hints for a first visit, one at a time, that never come back; keys of one letter, off."""

import pytest

NEW = {"hints": True}
PHONE = NEW | {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True}
# Where the tip of the bubble is, and whether it is at the edge of a box that is drawn.
AT_A_BOX = """() => {
  const hint = document.querySelector('.hint').getBoundingClientRect();
  const tip = parseFloat(document.querySelector('.hint').style.getPropertyValue('--tip'));
  const isBelow = document.querySelector('.hint').dataset.side === 'below';
  const stage = document.querySelector('#stage').getBoundingClientRect();
  const { shapes, scale, seen } = document.querySelector('#stage').scene();
  const x = (hint.x + tip - stage.x) / scale + seen.x;
  const y = ((isBelow ? hint.y - 12 : hint.bottom + 12) - stage.y) / scale + seen.y;
  return shapes.some((one) => one.kind === 'box' && one.w < seen.w
    && Math.abs(one.x + one.w / 2 - x) < 3 / scale
    && Math.abs((isBelow ? one.y + one.h : one.y) - y) < 3 / scale);
}"""
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


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_on_a_phone_hints_speak_of_taps_and_stay_inside(visit):
    page = visit.open().page
    hint = page.locator(".hint")
    for _ in range(4):
        words, box = hint.locator("p").inner_text(), hint.bounding_box()
        assert not any(key in words for key in ("Space", "Ctrl", "key", "click", "Choose")), words
        assert box["x"] >= 0 and box["x"] + box["width"] <= 400, words
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800, words
        hint.get_by_role("button").last.tap()
    assert hint.is_hidden()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_what_lies_below_a_hint_can_be_tapped(visit):
    page = visit.open().page
    page.locator("#tab-graph").tap()
    assert page.locator("#tab-graph").get_attribute("aria-selected") == "true"


@pytest.mark.parametrize("visit", [NEW, PHONE], indirect=True, ids=["desktop", "phone"])
def test_the_hint_about_boxes_points_at_one_wherever_the_camera_goes(visit):
    page = visit.open().page
    if page.locator("#tab-graph").is_visible():
        page.locator("#tab-graph").tap()
    for _ in range(2):
        page.locator(".hint-next").click()
    visit.until(f"({AT_A_BOX})()")
    for key in ("ArrowLeft", "ArrowLeft", "-", "f", "+", "+"):
        page.keyboard.press(key)
        visit.until(f"({AT_A_BOX})()")


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
