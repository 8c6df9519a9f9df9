"""A phone: tabs over a timeline that stays, and everything within reach of a finger."""

import pytest

TOUCH = {"has_touch": True, "is_mobile": True}
PHONE = {"viewport": {"width": 400, "height": 800}, **TOUCH}
SMALL = {"viewport": {"width": 360, "height": 740}, **TOUCH}
DENSE = {"viewport": {"width": 384, "height": 800}, **TOUCH}
TABS = {"code": "#editor", "graph": "#stage", "inspect": "#inspector"}
OUTSIDE = """() => [...document.querySelectorAll("header *, nav *, footer *, .camera *, #below *")]
    .filter((it) => it.checkVisibility({ visibilityProperty: true })
        && !it.closest(".unseen, .calls, svg") && getComputedStyle(it).clipPath === "none")
    .filter((it) => {
        const { left, right, width } = it.getBoundingClientRect();
        return width > 0 && (left < -0.5 || right > window.innerWidth + 0.5);
    }).map((it) => it.outerHTML.slice(0, 120))"""
LOOP = """import torch
net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(20):
    opt.zero_grad()
    net(torch.ones(2, 3)).pow(2).mean().backward()
    opt.step()
"""


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_a_phone_has_three_tabs_over_a_timeline_that_stays(visit):
    visit.open()
    page = visit.page
    for tab, pane in TABS.items():
        page.locator(f"#tab-{tab}").click()
        visible = {name for name, other in TABS.items() if page.locator(other).is_visible()}
        assert visible == {tab}, pane
        assert page.locator("[data-action=play]").is_visible()
        assert page.locator("#caption").is_visible()


@pytest.mark.parametrize("visit", [PHONE, DENSE, SMALL], ids=["400", "384", "360"], indirect=True)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_on_a_phone_is_wider_than_the_phone(visit, language):
    visit.open()
    page = visit.page
    if language == "zh":
        page.locator("[data-action=language]").click()
    for code in (None, LOOP):
        if code:
            page.locator("#tab-code").click()
            visit.run(code)
            visit.until("Number(document.querySelector('#strip').ariaValueMax) > 60")
        for tab in TABS:
            page.locator(f"#tab-{tab}").click()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(OUTSIDE) == []
    within = "all => all.every(b => b.scrollWidth <= b.clientWidth + 1)"
    assert page.locator("header button").evaluate_all(within)


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_run_leads_to_the_graph(visit):
    page = visit.open().page
    page.locator("#tab-code").click()
    page.locator("#run").tap()
    visit.until("document.body.dataset.tab === 'graph'")
    assert page.locator("#stage").is_visible()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_speed_and_step_size_are_in_a_box_that_a_button_opens(visit):
    page = visit.open().page
    assert page.locator("#stride").is_hidden()
    before = page.locator("#step-count").inner_text()
    page.locator(".pace-button").tap()
    page.locator("#stride").select_option("event")
    page.locator("#speed").select_option("2")
    assert page.locator("#step-count").inner_text() != before
    box = page.locator("#pace").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 400
    assert box["y"] >= 0 and box["y"] + box["height"] <= 800
    page.touchscreen.tap(20, 200)
    page.locator("#stride").wait_for(state="hidden")


@pytest.mark.parametrize("visit", [PHONE | {"hints": True}, SMALL | {"hints": True}],
                         ids=["400", "360"], indirect=True)
def test_hints_speak_of_taps_and_their_bubbles_stay_inside(visit):
    page = visit.open().page
    hint = page.locator(".hint")
    wide, high = (page.evaluate(f"inner{side}") for side in ("Width", "Height"))
    said = []
    for _ in range(4):
        said.append(hint.locator("p").inner_text())
        box = hint.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= wide
        assert box["y"] >= 0 and box["y"] + box["height"] <= high
        hint.get_by_role("button").last.tap()
    assert not any(key in words for words in said for key in ("Ctrl", "Space", "key"))
    assert sum("ap " in words for words in said[:3]) == 3


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_a_finger_scrubs_the_strip(visit):
    visit.open()
    box = visit.page.locator("#strip").bounding_box()
    visit.page.touchscreen.tap(box["x"] + box["width"] - 9, box["y"] + box["height"] / 2)
    assert f"of {visit.step()}" in visit.page.locator("#step-count").inner_text()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_a_swipe_over_the_sentence_is_a_step(visit):
    visit.open()
    before = visit.step()
    for kind, x in (("pointerdown", 300), ("pointerup", 200)):
        visit.page.locator("#caption").dispatch_event(
            kind, {"pointerType": "touch", "pointerId": 7, "clientX": x})
    assert visit.step() == before + 1
