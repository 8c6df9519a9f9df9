"""Folding: a model into its layers, a layer into one box, by pointer and by keyboard."""

import json

import pytest

NET = """import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(4, 3)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
for step in range(2):
    loss = net(x).pow(2).mean()
    loss.backward()
"""
DEEP = """import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(2, 4)
net = nn.Sequential(*[nn.Sequential(nn.Linear(4, 4), nn.Tanh()) for _ in range(8)])
loss = net(x).sum()
loss.backward()
"""
PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True}


def is_folded(visit):
    return visit.page.locator("[data-action=fold]").get_attribute("aria-pressed") == "true"


def begin(visit, code):
    kept = json.dumps(json.dumps({"code": code, "title": None}))
    visit.page.add_init_script(f"localStorage.setItem('tapescope', {kept})")
    visit.open()
    visit.page.locator("#strip").focus()


def test_one_key_folds_everything_and_opens_it_again(visit):
    begin(visit, NET)
    assert not is_folded(visit)
    visit.page.keyboard.press("b")
    assert is_folded(visit)
    visit.page.keyboard.press("b")
    assert not is_folded(visit)
    assert visit.complaints == []


def test_the_same_key_folds_the_layer_of_the_selected_box_and_opens_it_again(visit):
    begin(visit, NET)
    weight = visit.page.locator("#mirror .mirror-box", has_text="net.0.weight").first
    weight.evaluate("row => row.click()")
    visit.page.keyboard.press("b")
    assert is_folded(visit)
    visit.page.keyboard.press("b")
    assert not is_folded(visit)


def test_time_goes_on_while_everything_is_folded(visit):
    begin(visit, NET)
    visit.page.keyboard.press("b")
    visit.page.keyboard.press("Home")
    for _ in range(40):
        visit.page.keyboard.press("ArrowRight")
    assert visit.step() > 20
    assert is_folded(visit)
    assert visit.complaints == []


@pytest.mark.parametrize("visit", [{}, PHONE], indirect=True, ids=["desktop", "phone"])
def test_a_large_model_begins_folded(visit):
    begin(visit, DEEP)
    assert is_folded(visit)
    assert visit.complaints == []
