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
REPEATED = """import torch
from torch import nn

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
    def forward(self, x):
        return x + torch.tanh(self.fc(x))

torch.manual_seed(0)
model = nn.Sequential(*[Block() for _ in range(12)])
loss = model(torch.randn(2, 8)).pow(2).mean()
loss.backward()
"""
PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True}


def is_folded(visit):
    return visit.page.locator("[data-action=fold]").get_attribute("aria-pressed") == "true"


SCENE = "document.querySelector('#stage').scene()"
FRAMES = SCENE + ".shapes.flatMap(({id}) => /^frame\\/\\d+$/.test(id) ? [id] : [])"
# The middle of the first folded module, on the screen.
FOLDED = """(() => {
    const {shapes, scale, seen} = document.querySelector('#stage').scene();
    const box = shapes.find(({kind, id, fill}) =>
        kind === 'box' && fill === 'module' && !id.startsWith('frame'));
    const {left, top} = document.querySelector('#stage').getBoundingClientRect();
    const [x, y] = [box.x + box.w / 2 - seen.x, box.y + box.h / 2 - seen.y];
    return [left + x * scale, top + y * scale];
})()"""


def path(visit):
    return visit.page.locator(".breadcrumb li").all_text_contents()


def frames(visit):
    return visit.page.evaluate(FRAMES)


def folded(visit):
    """Where the first folded module is on the screen, once the camera rests."""
    before = None
    while (now := visit.page.evaluate(FOLDED)) != before:
        before = now
        visit.page.evaluate("new Promise((done) => setTimeout(done, 150))")
    return now


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


def test_a_step_never_folds_or_opens_anything(visit):
    begin(visit, REPEATED)
    before = frames(visit)
    visit.page.keyboard.press("Home")
    for _ in range(visit.page.locator("#strip").evaluate("e => Number(e.ariaValueMax)")):
        visit.page.keyboard.press("ArrowRight")
        assert is_folded(visit)
    assert frames(visit) == before
    assert visit.complaints == []


def test_a_double_click_goes_into_a_folded_module_and_escape_comes_out_again(visit):
    begin(visit, REPEATED)
    outside = frames(visit)
    visit.page.wait_for_timeout(600)  # for the camera
    visit.page.mouse.dblclick(*folded(visit))
    visit.until("document.querySelector('.breadcrumb').hidden === false")
    assert path(visit)[0] == "Whole graph"
    assert "0 … 11" in path(visit)[-1]
    inside = frames(visit)
    assert len(inside) > len(outside)
    visit.page.mouse.move(2, 2)
    for _ in range(3):  # the card of what is pointed at, what was clicked, and the module
        visit.page.keyboard.press("Escape")
        if path(visit)[-1] == "model":
            break
    visit.page.wait_for_timeout(100)
    assert frames(visit) == outside
    assert visit.complaints == []


def test_enter_goes_into_the_selected_module_and_a_part_of_the_path_back(visit):
    begin(visit, REPEATED)
    visit.page.mouse.click(*folded(visit))
    visit.page.keyboard.press("Enter")
    visit.page.keyboard.press("Escape")
    assert "0 … 11" in path(visit)[-1]
    visit.page.locator(".breadcrumb button").first.click()
    assert visit.page.locator(".breadcrumb").is_hidden()
    assert visit.complaints == []


@pytest.mark.parametrize("visit", [{}, PHONE], indirect=True, ids=["desktop", "phone"])
def test_the_outline_lists_the_modules_and_goes_into_any(visit):
    begin(visit, REPEATED)
    visit.page.keyboard.press("O")
    tree = visit.page.locator(".outline [role=treeitem]")
    assert tree.first.get_attribute("aria-label").startswith("model, Sequential, ")
    assert tree.nth(1).get_attribute("aria-level") == "2"
    assert tree.nth(1).get_attribute("aria-label").startswith("0 … 11, Block × 12, ")
    assert tree.nth(3).get_attribute("aria-label").startswith("fc, Linear(in_features=8, ")
    count = tree.count()
    visit.page.keyboard.press("ArrowDown")
    visit.page.keyboard.press("ArrowLeft")
    assert tree.nth(1).get_attribute("aria-expanded") == "false"
    assert tree.count() < count
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.type("11")
    visit.page.wait_for_timeout(900)  # letters after that are another name
    visit.page.keyboard.type("fc")
    visit.page.keyboard.press("Enter")
    assert path(visit)[-1] == "fc"
    assert visit.complaints == []


def texts(visit):
    return visit.page.evaluate(SCENE + ".shapes.flatMap(({text}) => text ?? [])")


def test_a_repeat_says_which_turn_it_shows_and_a_double_click_opens_any(visit):
    begin(visit, REPEATED)
    assert "Block × 12, shown: the last" in texts(visit)
    visit.page.wait_for_timeout(600)  # for the camera
    visit.page.mouse.dblclick(*folded(visit))
    visit.page.wait_for_function(f"{FRAMES}.length > 2")
    assert path(visit)[-1] == "0 … 11"
    assert not [text for text in texts(visit) if "shown" in text]
    visit.page.wait_for_timeout(600)  # for the camera
    visit.page.mouse.dblclick(*folded(visit))
    assert path(visit)[:-1] == ["Whole graph", "model", "0 … 11"]
    assert visit.complaints == []


def test_enter_opens_any_turn_of_a_repeat(visit):
    begin(visit, REPEATED)
    weight = visit.page.locator("#mirror .mirror-box", has_text="model.3.fc.weight").first
    weight.evaluate("row => row.click()")
    visit.page.evaluate("document.activeElement.blur()")
    for inner in ("0 … 11", "3", "fc"):
        visit.page.keyboard.press("Enter")
        assert path(visit)[-1] == inner
    assert visit.complaints == []


def test_modules_keep_their_frames_when_all_is_open(visit):
    begin(visit, NET)
    assert len(frames(visit)) == 5  # the model, its three layers, and line 8
    assert "0: Linear(3, 4)" in texts(visit)


def test_a_link_opens_with_the_folds_of_who_sent_it(visit, browser):
    begin(visit, REPEATED)
    visit.page.keyboard.press("O")
    visit.page.keyboard.press("ArrowDown")
    visit.page.keyboard.press("Enter")
    before = frames(visit)
    visit.until("location.hash.length > 40")
    visit.page.wait_for_timeout(1200)
    other = browser.new_page(viewport={"width": 800, "height": 600})
    other.goto(visit.page.url)
    other.wait_for_selector("#mirror .mirror-box", state="attached")
    for _ in range(40):
        if other.evaluate(FRAMES) == before:
            break
        other.wait_for_timeout(50)
    assert other.evaluate(FRAMES) == before
    other.close()
