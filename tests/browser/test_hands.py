"""Mouse, finger and pen: a box that was dragged stays where it was put."""

import json

import pytest

from tests.browser.test_camera import pictured
from tests.sampling import by_day

TOUCH = {"has_touch": True}
# Its middle box stands in the middle of the stage.
THREE = """import torch
x = torch.tensor(2.0, requires_grad=True)
y = x * 3
z = y * 2
z.backward()
"""


def drag(visit, how, start, end):
    """Press at `start`, go to `end` and let go, with a mouse, a finger or a pen."""
    session = visit.page.context.new_cdp_session(visit.page)
    places = [tuple(a + (b - a) * i / 5 for a, b in zip(start, end, strict=True)) for i in range(6)]
    if how == "touch":
        for i, (x, y) in enumerate(places):
            kind = "touchMove" if i else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
                {"x": x, "y": y, "id": 1}]})  # fmt: skip
            visit.page.wait_for_timeout(20)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return
    kinds = ["mousePressed", *["mouseMoved"] * 5, "mouseReleased"]
    for kind, (x, y) in zip(kinds, [*places, places[-1]], strict=True):
        session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1,
            "pointerType": how})  # fmt: skip
        visit.page.wait_for_timeout(20)


def shown(visit):
    """The picture once it stands still."""
    before = None
    while before != (before := pictured(visit)):
        visit.page.wait_for_timeout(120)
    return before


@pytest.mark.parametrize("visit", [TOUCH], indirect=True)
@pytest.mark.parametrize("how", by_day(["mouse", "touch", "pen"], 2))
def test_a_box_that_was_dragged_stays_where_it_was_put(visit, how):
    kept = json.dumps(json.dumps({"code": THREE, "title": None}))
    visit.page.add_init_script(f"localStorage.setItem('tapescope', {kept})")
    visit.open()
    visit.page.locator("#strip").focus()
    visit.page.keyboard.press("End")
    visit.page.keyboard.press("f")
    home = shown(visit)
    stage = visit.page.locator("#stage").bounding_box()
    middle = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2 + 20
    drag(visit, how, middle, (middle[0], middle[1] - 70))
    visit.page.keyboard.press("f")  # a camera that was moved would be back where it was
    put = shown(visit)
    assert put != home
    visit.page.keyboard.press("Home")
    visit.page.keyboard.press("End")
    assert shown(visit) == put
