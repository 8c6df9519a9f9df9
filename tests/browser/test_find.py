"""Finding a box by typing, and stepping with a finger."""

import json

import pytest

NET = """import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(2, 4)
net = nn.Sequential(*[nn.Sequential(nn.Linear(4, 4), nn.Tanh()) for _ in range(8)])
loss = net(x).sum()
loss.backward()
"""
CODE = """import torch
x = torch.tensor(0.5, requires_grad=True)
early = x * 2
h = early
for i in range(12):
    h = torch.tanh(h * 1.1 + 0.1)
h.backward()
"""
PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True}


def begin(visit, code=CODE):
    """Come back to a long tape, as somebody who had it here before."""
    kept = json.dumps(json.dumps({"code": code, "title": None}))
    visit.page.add_init_script(f"localStorage.setItem('tapescope', {kept})")
    visit.open()
    visit.page.locator("#strip").focus()
    return visit.page


@pytest.mark.parametrize("key", ["/", "Control+f"])
def test_what_is_typed_is_found_selected_and_left_with_escape(visit, key):
    page = begin(visit)
    page.keyboard.press(key)
    page.keyboard.type("early")
    page.keyboard.press("Enter")
    assert page.locator(".find-count").inner_text() == "1 of 1"
    chosen = page.locator("#mirror [aria-selected=true]").text_content()
    assert chosen.startswith("early, MulBackward0")
    page.keyboard.press("Escape")
    assert not page.locator(".find").is_visible()
    assert visit.complaints == []


def test_enter_goes_round_and_shift_enter_goes_back(visit):
    page = begin(visit)
    page.keyboard.press("/")
    page.keyboard.type("tanh")
    seen = []
    for key in ["Enter", "Enter", "Shift+Enter", "Shift+Enter"]:
        page.keyboard.press(key)
        seen.append(page.locator(".find-count").inner_text())
    assert seen == ["1 of 12", "2 of 12", "1 of 12", "12 of 12"]


def test_a_box_that_is_not_made_yet_is_gone_to_in_time(visit):
    page = begin(visit)
    visit.press("Home")
    page.keyboard.press("/")
    page.keyboard.type("early")
    page.keyboard.press("Enter")
    assert 0 < visit.step() < 5


@pytest.mark.parametrize("visit", [{}, PHONE], indirect=True, ids=["desktop", "phone"])
def test_what_is_found_in_a_folded_group_opens_it_and_the_camera_goes_there(visit):
    page = begin(visit, NET)
    page.keyboard.press("b")  # nothing is selected: all groups open, or all fold
    if page.locator("[data-action=fold]").get_attribute("aria-pressed") == "false":
        page.keyboard.press("b")
    page.keyboard.press("/")
    page.keyboard.type("net.7.0.weight")
    page.keyboard.press("Enter")
    assert page.locator(".find-note").inner_text() == "net.7.0 was opened to show it."
    assert page.locator("#mirror [aria-selected=true]").text_content().startswith("net.7.0.weight")
    page.keyboard.press("Enter")  # it is there now, and nothing else has to open
    assert page.locator(".find-note").inner_text() == ""
    assert visit.complaints == []


def test_a_group_is_found_by_its_name_and_opens_only_what_is_around_it(visit):
    page = begin(visit, NET)
    page.keyboard.press("/")
    page.keyboard.type("net.3")
    page.keyboard.press("Enter")
    first = page.locator(".find-note").inner_text()
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Enter")
    assert page.locator(".find-note").inner_text() == "net.3 is a group of 3 ops."
    assert first in ("net.0 … net.7 was opened to show it.", "net.3 is a group of 3 ops.")


def test_keys_jump_to_the_next_addition_and_back(visit):
    begin(visit)
    before = visit.step()
    there = visit.press("a")
    assert there > before
    assert "x.grad" in visit.page.locator("#caption").inner_text()
    assert visit.press("A") == there


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_a_swipe_over_the_sentence_is_a_step(visit):
    page = begin(visit)
    box = page.locator("#caption").bounding_box()
    y = box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def swipe(start, end):
        for kind, x in [("touchStart", start), ("touchMove", (start + end) / 2),
                        ("touchMove", end), ("touchEnd", None)]:
            points = [] if x is None else [{"x": x, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = visit.step()
    swipe(300, 120)
    visit.until(f"document.querySelector('#step-number').value === '{before + 1}'")
    swipe(120, 300)
    visit.until(f"document.querySelector('#step-number').value === '{before}'")
