"""Fingers: what a phone shows is reached by them, large enough, and stays inside the screen."""

import pytest

from tests.browser.models import code_of
from tests.browser.test_timeline import TRAINING
from tests.sampling import by_day

TOUCH = {"has_touch": True, "is_mobile": True, "locale": "en-US"}
PHONE = TOUCH | {"viewport": {"width": 400, "height": 800}}
PHONES = {"400": PHONE, "360": TOUCH | {"viewport": {"width": 360, "height": 640}},
          "中文": PHONE | {"locale": "zh-CN"}}
NARROW_TABLET = TOUCH | {"viewport": {"width": 768, "height": 1024}}
TABLET = TOUCH | {"viewport": {"width": 1024, "height": 768}}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

# Of all controls that are seen, where a finger meets them: themselves and what `::after` adds.
TARGETS = """() => [...document.querySelectorAll(
    ".header button, .tabs button, .caption-row button, .transport :is(button, select, input)")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.offsetWidth > 1)
  .map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const after = getComputedStyle(one, "::after");
    const more = (side) => after.position === "absolute" && after.content !== "none"
      ? Math.max(0, -parseFloat(after[side]) - one.clientTop) : 0;
    return { name: one.dataset.action ?? one.id ?? one.textContent, left: left - more("left"),
      right: right + more("right"), top: top - more("top"), bottom: bottom + more("bottom") };
  })"""


def train(visit, code=TRAINING):
    """Open the page and run a program, by touch where there are tabs."""
    page = visit.open().page
    if page.locator("#tab-code").is_visible():
        page.locator("#tab-code").tap()
    visit.paste(code)
    before = page.evaluate("location.hash")
    page.locator("#run").tap()
    visit.until(f"location.hash !== {before!r}"
                " && !/^(Stop|停止)/.test(document.querySelector('#run').title)")
    return page


def overlapping(targets):
    """Pairs of targets of which one lies over the other by more than a pixel."""
    return [(a["name"], b["name"]) for i, a in enumerate(targets) for b in targets[i + 1:]
            if min(a["right"], b["right"]) - max(a["left"], b["left"]) > 1
            and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 1]


@pytest.mark.parametrize("visit", by_day([*PHONES.values(), NARROW_TABLET, TABLET], 2),
                         ids=[*PHONES, "768", "1024"], indirect=True)
def test_controls_are_44_pixels_high_to_a_finger_and_none_lies_over_another(visit):
    for begin in (visit.open, lambda: train(visit)):  # a lesson with its story, a training
        begin()
        page = visit.page
        targets = page.evaluate(TARGETS)
        assert len(targets) > 15
        assert [one for one in targets if one["bottom"] - one["top"] < 43.5] == []
        assert overlapping(targets) == []
        width = page.viewport_size["width"]
        assert all(one["left"] >= 0 and one["right"] <= width for one in targets)


@pytest.mark.parametrize("visit", by_day(PHONES.values(), 2), ids=PHONES, indirect=True)
def test_step_size_and_speed_are_in_a_box_that_a_finger_opens(visit):
    page = train(visit)
    assert page.locator("#stride").is_hidden()
    count, field = page.locator("#step-count"), page.locator("#stride")
    before = count.inner_text()
    page.locator(".pace-button").tap()
    box = page.locator("#pace").bounding_box()
    size = page.viewport_size
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= page.locator(".transport").bounding_box()["y"]
    for one in page.locator("#pace :is(select, button):visible").all():
        assert one.bounding_box()["height"] >= 44
    field.tap()
    field.select_option("event")
    visit.until(f"document.querySelector('#step-count').textContent !== '{before}'")
    page.locator("#speed").select_option("4")
    page.locator("[data-action=stripCloser]").tap()
    assert page.locator("#pace").is_visible()  # what it sets is seen while it is open
    page.locator("[data-action=back]").tap()
    assert page.locator("#pace").is_hidden()


def test_escape_closes_the_box_of_speed_and_keeps_the_selection(visit):
    page = visit.open().page
    page.set_viewport_size({"width": 600, "height": 800})
    page.locator("#tab-code").click()
    page.locator(".variable-name").first.click()
    page.locator("#tab-graph").click()
    title = page.locator("#inspector h2").first.text_content()
    page.locator(".pace-button").click()
    page.keyboard.press("Escape")
    assert page.locator("#pace").is_hidden()
    assert page.locator("#inspector h2").first.text_content() == title


@pytest.mark.parametrize("visit", by_day([*PHONES.values(), DESKTOP], 3),
                         ids=[*PHONES, "desktop"], indirect=True)
def test_projector_mode_has_a_button_and_a_way_out(visit):
    page = visit.open().page
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    out = page.locator(".header [data-action=projector]")
    if page.locator(".pace-button").is_visible():
        page.locator(".pace-button").tap()
        page.locator("#pace [data-action=projector]").tap()
        assert page.locator("#pace").is_hidden()
    else:
        out.click()
    assert page.evaluate(size) == 24
    assert out.get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]
    assert page.locator("#run").is_visible()
    out.click()
    assert page.evaluate(size) == 16


BUBBLES = {"400": PHONE | {"hints": True}, "360": PHONES["360"] | {"hints": True},
           "中文": PHONES["中文"] | {"hints": True}}


def outside(page, selector):
    """By how many pixels an element sticks out of the screen; 0 for none."""
    box, size = page.locator(selector).bounding_box(), page.viewport_size
    return max(0, -box["x"], -box["y"], box["x"] + box["width"] - size["width"],
               box["y"] + box["height"] - size["height"])


@pytest.mark.parametrize("visit", by_day(BUBBLES.values(), 2), ids=BUBBLES, indirect=True)
def test_hints_stay_inside_and_speak_of_taps(visit):
    page = visit.open().page
    for _ in range(4):
        words = page.locator(".hint p").inner_text()
        assert not any(key in words for key in ("Space", "Ctrl", "key", "click", "空格", "按键"))
        assert outside(page, ".hint") == 0, words
        page.locator(".hint-next").tap()
    page.locator("[data-action=first]").tap()
    assert not any(key in page.locator("#caption").inner_text() for key in ("Space", "空格"))


# The middles of the boxes that are seen, from the left top to the right bottom.
SEEN = """() => {
  const stage = document.querySelector("#stage");
  const { left, top, width, height } = stage.getBoundingClientRect();
  const { shapes, scale, seen } = stage.scene();
  return shapes.filter(({ kind, z }) => kind === "box" && z === 10)
    .map(({ x, y, w, h }) => [(x + w / 2 - seen.x) * scale, (y + h / 2 - seen.y) * scale])
    .filter(([x, y]) => x > 4 && y > 4 && x < width - 4 && y < height - 80)
    .map(([x, y]) => [x + left, y + top]).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}"""


@pytest.mark.parametrize("visit", by_day(list(PHONES.values())[:2], 2), ids=list(PHONES)[:2],
                         indirect=True)
@pytest.mark.parametrize("model", ["cnn", "gpt"])
def test_the_card_of_any_box_stays_inside_the_screen(visit, model):
    page = train(visit, code_of(model))
    page.locator("[data-action=fit]").tap()
    page.wait_for_timeout(300)
    boxes = page.evaluate(SEEN)
    for x, y in (boxes[0], boxes[len(boxes) // 2], boxes[-1]):
        page.mouse.move(x - 2, y - 2)
        page.mouse.move(x, y)
        page.locator("#hover-card").wait_for(state="visible")
        assert outside(page, "#hover-card") == 0, (x, y)
        page.mouse.move(1, 1)
        page.locator("#hover-card").wait_for(state="hidden")


@pytest.mark.parametrize("visit", by_day(list(PHONES.values())[:2], 2), ids=list(PHONES)[:2],
                         indirect=True)
def test_a_finger_that_rests_on_a_variable_has_its_card_inside_the_screen(visit):
    page = train(visit, code_of("gpt"))
    page.locator("#tab-code").tap()
    session = page.context.new_cdp_session(page)
    rows = page.locator("#variables [data-box]")
    for row in (rows.first, rows.nth(rows.count() // 2), rows.last):
        row.scroll_into_view_if_needed()
        box = row.bounding_box()
        touch = [{"x": box["x"] + 40, "y": box["y"] + box["height"] / 2}]
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touch})
        page.locator("#hover-card").wait_for(state="visible")
        assert outside(page, "#hover-card") == 0
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.locator("#tab-code").tap()
        page.locator("#hover-card").wait_for(state="hidden")
