"""A class that follows the teacher's view: the same part of the picture, folded in the same way."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASTE
from tests.browser.desks import Desk

PHONE = {"viewport": {"width": 400, "height": 800}, "reduced_motion": "reduce", "has_touch": True}
MODEL = """import torch
from torch import nn

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(8)
        self.mlp = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 8))
    def forward(self, x):
        return x + self.mlp(self.norm(x))

torch.manual_seed(0)
model = nn.Sequential(*[Block() for _ in range(4)], nn.Linear(8, 2))
loss = model(torch.randn(2, 8)).pow(2).mean()
loss.backward()
"""
# What is folded, and the boxes that are wholly in sight.
SEEN = """() => {
    const { shapes, seen, folded } = document.querySelector("#stage").scene();
    const inside = ({ x, y, w, h }) => x >= seen.x - 1 && y >= seen.y - 1
        && x + w <= seen.x + seen.w + 1 && y + h <= seen.y + seen.h + 1;
    const boxes = shapes.filter(({ kind, z, id }) =>
        kind === "box" && z === 10 && !id.includes("/"));
    const ids = (some) => some.map(({ id }) => id);
    return { folded, all: ids(boxes), boxes: ids(boxes.filter(inside)) };
}"""
SIGHT = """() => {
    const { scale, seen } = document.querySelector("#stage").scene();
    return [scale, seen.x, seen.y].map((each) => Math.round(each * 1000) / 1000);
}"""


def seen(desk):
    return desk.page.evaluate(SEEN)


def until(desk, is_so):
    """Wait for a page to show what it should; what that is."""
    for _ in range(200):
        now = seen(desk)
        if is_so(now):
            return now
        desk.page.wait_for_timeout(25)
    raise AssertionError(f"It never came to be seen: {seen(desk)}")


def shows(driver):
    """Whether somebody has all of the driver's boxes in sight, folded in the same way."""
    def is_so(now):
        told = seen(driver)
        # What is a bead on one screen and a box on the other is in sight with its leaf.
        boxes = {*told["boxes"]} & {*now["all"]}
        return now["folded"] == told["folded"] and len(boxes) > 1 and boxes <= {*now["boxes"]}

    return is_so


@pytest.fixture(scope="module")
def lesson(browser, address):
    """A teacher at a desk, a student at another and one with a phone, and a model on stage."""
    teacher, student, phone = Desk(browser), Desk(browser), Desk(browser, **PHONE, locale="zh-CN")
    url = teacher.open(address)
    student.enter(url, "Ada")
    phone.enter(url, "小明")
    teacher.page.locator("#editor .cm-content").focus()
    teacher.page.keyboard.press("Control+a")
    teacher.page.evaluate(PASTE, MODEL)
    teacher.page.keyboard.press("Control+Enter")
    for one in (teacher, student, phone):
        expect(one.page.locator("#mirror")).to_contain_text("loss", timeout=30_000)
    yield teacher, student, phone, url
    for one in (teacher, student, phone):
        assert one.faults == []
        one.context.close()


def toggle(teacher):
    return teacher.page.get_by_role("button", name="Follow my view")


def steps(desk):
    return int(desk.page.locator("#step-number").input_value())


def test_the_class_sees_the_part_that_the_teacher_sees_and_is_free_again(desk, lesson):
    teacher, student, phone, url = lesson
    before = seen(phone)
    assert before["folded"] != seen(teacher)["folded"]
    expect(toggle(teacher)).to_have_attribute("aria-pressed", "false")
    toggle(teacher).focus()
    teacher.page.keyboard.press("Enter")
    expect(toggle(teacher)).to_have_attribute("aria-pressed", "true")
    expect(toggle(teacher)).to_be_focused()
    phone.sees("视图跟随中")
    until(phone, shows(teacher))
    whole = len(seen(teacher)["boxes"])
    teacher.page.locator("#mirror [data-box]").last.dispatch_event("click")
    teacher.press("b", "Escape", "+", "+")
    told = seen(teacher)
    assert 1 < len(told["boxes"]) < whole
    late = desk(**PHONE).enter(url)
    for one in (student, phone, late):
        until(one, shows(teacher))
    student.sees("Following the view")
    teacher.press("ArrowRight")
    student.at(steps(teacher))
    until(student, shows(teacher))
    teacher.do("Follow my view")
    student.sees("Following")
    assert until(phone, lambda now: now["folded"] == before["folded"])["boxes"] == before["boxes"]
    held = phone.page.evaluate(SIGHT)
    teacher.press("f", "ArrowLeft")
    phone.at(steps(teacher))
    assert phone.page.evaluate(SIGHT)[0] == held[0]


def test_who_pans_or_folds_keeps_the_steps_and_comes_back_with_g(lesson):
    teacher, student, phone, _ = lesson
    toggle(teacher).click()
    student.sees("Following the view")
    same = teacher.page.evaluate(SIGHT)
    until(student, shows(teacher))
    assert student.page.evaluate(SIGHT) == pytest.approx(same, abs=3)
    student.press("+")
    student.sees(re.compile("Own view: press g to return"))
    own = student.page.evaluate(SIGHT)
    teacher.press("b")
    until(phone, shows(teacher))
    teacher.press("ArrowLeft")
    student.at(steps(teacher))
    assert student.page.evaluate(SIGHT)[0] == own[0]
    phone.press("b")
    expect(phone.page.locator(".room-status .room-short")).to_have_text("课堂视图")
    phone.page.locator(".room-status").tap()
    student.press("g")
    student.sees("Following the view")
    for one in (student, phone):
        until(one, shows(teacher))
    toggle(teacher).click()


def test_a_second_tab_shows_the_first_and_a_student_with_the_wheel_leads_the_view(lesson):
    teacher, student, phone, url = lesson
    tab = teacher.context.new_page()
    tab.goto(url)
    expect(tab.locator("#mirror")).to_contain_text("loss")
    toggle(teacher).click()
    teacher.press("b")
    pressed = tab.get_by_role("button", name="Follow my view")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    told = seen(teacher)["folded"]
    for _ in range(200):
        if tab.evaluate(SEEN)["folded"] == told:
            break
        tab.wait_for_timeout(25)
    assert tab.evaluate(SEEN)["folded"] == told
    tab.keyboard.press("+")
    until(teacher, lambda _: teacher.page.evaluate(SIGHT)[0] == pytest.approx(
        tab.evaluate(SIGHT)[0], rel=0.01))
    tab.close()
    teacher.do("People")
    row = teacher.page.get_by_role("listitem").filter(has_text="Ada")
    row.get_by_role("button", name="Give control").click()
    student.sees("You control step and view")
    teacher.page.keyboard.press("Escape")
    expect(toggle(teacher)).to_have_count(0)
    student.press("b")
    for one in (teacher, phone):
        until(one, shows(student))
    student.press("ArrowLeft", "+")
    for one in (teacher, phone):
        until(one, shows(student))
