"""For everyone: axe-core finds nothing, the tree of boxes is walked by arrows, speech is brief.

axe-core comes with the page's other packages (`npm ci`) and is not part of the page.
"""

import os
from pathlib import Path

import pytest

from tests.browser.test_peek import CODE as LARGE
from tests.browser.test_peek import look_into

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
FAULTS = """async () => {
    const { violations } = await axe.run(document, {
        resultTypes: ["violations"], rules: { "target-size": { enabled: true } },
    });
    return violations.map(({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(({ html, any }) =>
            `${html.slice(0, 160)} ${any.map(({ message }) => message).join("; ")}`).join(" | ")}`);
}"""
LOOKS = {  # the first and the last differ in everything
    "light": {},
    "dark": {"color_scheme": "dark"},
    "中文": {"locale": "zh-CN"},
    "phone": {"viewport": {"width": 400, "height": 800}, "color_scheme": "dark", "locale": "zh-CN"},
}
BROKEN = "import torch\nx = torch.ones(2, requires_grad=True)\n(x * 2).backward()\n"


def in_looks(*names):
    """Have a test visit the page in these looks by day, in all at night."""
    cases = [pytest.param(look, id=name, marks=() if name in names else pytest.mark.nightly)
             for name, look in LOOKS.items()]
    return pytest.mark.parametrize("visit", cases, indirect=True)


@pytest.fixture(scope="module")
def axe():
    if not AXE.exists():
        why = "axe-core is not installed: run `npm ci`"
        pytest.fail(why) if os.environ.get("CI") == "true" else pytest.skip(why)
    return AXE.read_text("utf-8")


def faults(page):
    """What axe-core finds wrong with the page as it is, once it stands still."""
    page.wait_for_timeout(300)
    return page.evaluate(FAULTS)


def opened_by(page, key, selector):
    page.keyboard.press(key)
    page.wait_for_selector(selector)
    return page


@in_looks("phone")
def test_axe_finds_nothing(visit, axe):
    page = visit.open().page
    page.evaluate(axe)
    assert faults(page) == []
    for key, selector in (
        ("o", "#gallery[open]"), ("?", "#help[open]"), ("Control+s", "#share[open]"),
        ("c", ".steps:not([hidden])"), ("/", ".find:not([hidden])"),
    ):
        opened_by(page, key, selector)
        assert (key, faults(page)) == (key, [])
        page.keyboard.press("Escape")
    page.keyboard.press("i")
    page.evaluate("document.querySelector('#tab-inspect').click()")
    assert faults(page) == []


@in_looks("phone")
def test_axe_finds_nothing_in_the_health_of_a_run(visit, axe):
    page = visit.open().page
    page.evaluate(axe)
    if page.viewport_size["width"] < 720:
        page.locator("#tab-code").click()
    page.locator("#tab-health").click()
    assert page.locator(".health-table").is_visible()
    assert faults(page) == []


@in_looks()
def test_axe_finds_nothing_inside_a_large_value(visit, axe):
    page = look_into(visit, LARGE)
    page.evaluate(axe)
    for way in page.locator("#peek .ways button").all():
        way.click()
        assert faults(page) == []


@in_looks("light")
def test_axe_finds_nothing_in_a_room(visit, axe):
    page = visit.open().page
    page.locator("#open-room").click()
    page.evaluate(axe)
    assert faults(page) == []
    page.locator("#room-box button[type=submit]").first.click()
    page.wait_for_url("**/r/*")
    page.wait_for_selector(".room-do")
    page.evaluate(axe)
    assert faults(page) == []
    # "Follow my view" is a switch and opens nothing.
    page.locator(".room-do[aria-pressed]").click()
    assert faults(page) == []
    asks, people = (f".room-do:not([aria-pressed]) >> nth={n}" for n in (0, 1))
    for opener in (".room-code", asks, people):
        page.locator(opener).click()
        page.wait_for_selector("#room-box[open]")
        for part in page.locator("#room-box summary").all():
            part.click()
        assert (opener, faults(page)) == (opener, [])
        page.keyboard.press("Escape")
    page.locator(asks).click()
    page.locator("#room-box button[type=submit]").click()
    page.wait_for_selector("#question:not([hidden])")
    assert faults(page) == []


@pytest.mark.parametrize("visit", [{"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_at_320_pixels_nothing_sticks_out_of_the_window(visit):
    page = visit.open().page
    for tab in ("code", "graph", "inspect"):
        page.evaluate(f"document.querySelector('#tab-{tab}').click()")
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        # What stands side by side in the header and the transport is whole.
        ends = page.evaluate("""() => [...document.querySelectorAll(".header *, .transport *")]
            .map((part) => part.getBoundingClientRect())
            .filter(({ width }) => width > 0).map(({ right }) => right)""")
        assert max(ends) <= 320


@in_looks("phone")
def test_axe_finds_nothing_where_a_run_failed(visit, axe):
    page = visit.open().page
    page.evaluate("document.querySelector('#tab-code').click()")
    visit.run(BROKEN)
    page.locator(".line-trouble-card").wait_for(state="attached")
    page.evaluate("document.querySelector('#tab-code').click()")
    page.evaluate(axe)
    assert faults(page) == []


def test_axe_finds_nothing_in_a_frame(visit, axe):
    page = visit.open().page
    page.goto(f"{visit.address}embed{page.evaluate('location.hash')}")
    page.wait_for_selector("#mirror .mirror-box", state="attached")
    page.evaluate(axe)
    assert faults(page) == []


def test_the_boxes_are_a_tree_and_arrows_follow_a_gradient_from_box_to_box(visit):
    page = visit.open().page
    press = page.keyboard.press
    said = "document.activeElement.textContent"
    page.locator("#mirror [tabindex='0']").focus()
    press("Home")
    assert page.evaluate(said).startswith("x, leaf")
    press("ArrowRight")
    press("ArrowRight")
    assert page.evaluate(said) == "leads to x, AccumulateGrad"
    assert page.locator(":focus").get_attribute("aria-level") == "2"
    press("ArrowRight")
    assert page.evaluate(said).startswith("x, AccumulateGrad")
    press("ArrowRight")
    press("ArrowDown")
    press("ArrowDown")
    assert page.evaluate(said).startswith("leads to y, MulBackward0, gradient")
    press("Enter")
    assert page.evaluate(said).startswith("y, MulBackward0")
    assert page.locator("#inspector h2").first.inner_text() == "y"
    press("End")
    press("ArrowLeft")
    assert page.locator("#mirror :focus").count() == 1


def test_quick_steps_are_spoken_once_by_the_last_sentence(visit):
    page = visit.open().page
    page.evaluate("""() => {
        window.spoken = [];
        new MutationObserver(() => window.spoken.push(
            document.querySelector("#announcer").textContent))
            .observe(document.querySelector("#announcer"), { childList: true });
    }""")
    page.keyboard.press("Home")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    last = page.locator("#caption").inner_text()
    visit.until("window.spoken.length > 0")
    page.wait_for_timeout(600)
    spoken = page.evaluate("window.spoken")
    assert spoken[-1] == last
    assert len(spoken) < 5
