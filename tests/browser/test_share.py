"""Links as their two ends see them: the one who sends a moment, and the one who opens it."""

import zlib

import pytest
from playwright.sync_api import expect

from server.document import link
from server.document.link import Moment
from tests.browser.moments import (
    LESSON,
    RANDOM,
    arrive,
    caption,
    exported,
    hash_of,
    made,
    moment_of,
    runs,
    weak,
)  # fmt: skip
from tests.sampling import by_day


def test_the_address_bar_carries_the_moment_to_a_fresh_profile(visit, another):
    made(visit, LESSON, "ArrowRight", "ArrowRight", "ArrowRight")
    told = moment_of(visit)
    assert told.code == LESSON
    assert told.step > 0
    arrive(another, visit.page.url)
    assert another.step() == visit.step() == 3
    assert caption(another) == caption(visit)
    assert another.boxes() == visit.boxes()
    assert exported(another, ".svg") == exported(visit, ".svg")
    assert another.complaints == []


def test_random_numbers_are_those_of_the_sender(visit, another):
    made(visit, RANDOM)
    hash_of(visit)
    arrive(another, visit.page.url)
    visit.page.keyboard.press("End")
    another.page.keyboard.press("End")
    shown = [each.page.locator("#console").inner_text() for each in (visit, another)]
    assert "tensor" in shown[0]
    assert shown[0] == shown[1]
    assert another.page.locator("#notices .notice").count() == 0


def test_a_selected_box_is_selected_for_the_one_who_opens_the_link(visit, another):
    made(visit, LESSON, "End")
    visit.page.locator("#mirror .mirror-box").first.dispatch_event("click")
    chosen = visit.page.locator("#mirror [aria-selected=true]").get_attribute("data-box")
    hash_of(visit)
    arrive(another, visit.page.url)
    another.until("document.querySelector('#mirror [aria-selected=true]')")
    there = another.page.locator("#mirror [aria-selected=true]").get_attribute("data-box")
    assert there == chosen


def test_what_the_camera_was_made_to_see_is_seen_by_the_one_who_opens_the_link(visit, another):
    made(visit, LESSON, "End", "t", "+", "+")
    told = moment_of(visit)
    assert told.bearing == "down"
    assert int(told.camera.split(",")[2]) > 100
    arrive(another, visit.page.url)
    assert another.page.locator("[data-action=follow]").get_attribute("aria-pressed") == "false"
    assert moment_of(another).camera == told.camera
    visit.page.keyboard.press("g")
    visit.until("document.querySelector('[data-action=follow]').ariaPressed === 'true'")
    assert moment_of(visit).camera is None


ARRANGED = """import torch
from torch import nn

x = torch.ones(20, 30, requires_grad=True)
net = nn.Sequential(nn.Linear(30, 4), nn.Tanh(), nn.Linear(4, 1))
loss = net(x).mean()
loss.backward()
"""


def test_what_was_folded_dragged_and_looked_into_is_so_for_the_one_who_opens_the_link(
    visit, another
):
    page = made(visit, ARRANGED, "End", "b", "/").page
    page.keyboard.type("loss")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    stage = page.locator("#stage").bounding_box()
    middle = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - 60, middle[1] + 80, steps=4)
    page.mouse.up()
    shown = exported(visit, ".svg")
    page.keyboard.press("Escape")
    page.locator("#mirror .mirror-box", has_text="x, ").first.dispatch_event("click")
    page.locator(".peek-open").first.click()
    page.keyboard.press("ArrowDown")
    told = moment_of(visit)
    assert "f" in told.folds  # after the level at which modules are open
    assert (told.moved.count(";"), told.peek[-6:]) == (0, ":1,0:c")
    assert len(page.url.partition("#")[2]) < 500
    arrive(another, page.url)
    expect(another.page.locator(".peek-read")).to_have_text("[1, 0] 1.0")
    title = page.locator("#peek-title").inner_text()
    expect(another.page.locator("#peek-title")).to_have_text(title)
    another.page.keyboard.press("Escape")
    expect(another.page.locator("#peek-title")).to_be_hidden()
    another.page.keyboard.press("Escape")
    assert moment_of(another).selection is None
    assert exported(another, ".svg") == shown
    assert another.complaints == []


def test_back_and_forward_walk_the_moments(visit):
    made(visit, LESSON)
    hash_of(visit)
    for _ in range(2):
        visit.page.keyboard.press("ArrowRight")
        hash_of(visit)
    assert visit.step() == 2
    for way, step in (("back", 1), ("back", 0), ("forward", 1), ("forward", 2)):
        visit.page.evaluate(f"history.{way}()")
        visit.until(f"document.querySelector('#step-number').value === '{step}'")
    assert visit.complaints == []


def test_an_edit_is_in_the_address_too(visit):
    visit.open().paste("x = 1 # 改\n")
    assert moment_of(visit).code == "x = 1 # 改\n"


def test_a_strangers_code_waits_for_a_big_run_where_no_fence_holds(address, another):
    wanted = Moment(LESSON, step=6, stride="event")
    weak(another).page.goto(f"{address}#{link.encode(wanted)}")
    gate = another.page.locator("#gate .gate-run")
    gate.wait_for()
    assert "两个叶子" in another.page.locator("#editor .cm-content").inner_text()
    another.page.wait_for_timeout(600)
    another.page.reload()  # coming back is no consent
    gate.wait_for()
    assert runs(another) == []
    gate.click()
    another.page.wait_for_selector("#mirror .mirror-box", state="attached")
    assert gate.count() == 0
    assert len(runs(another)) == 1
    assert moment_of(another).step == 6
    another.page.reload()  # now it is
    another.page.wait_for_selector("#mirror .mirror-box", state="attached")
    assert len(runs(another)) == 2


@pytest.mark.parametrize("visit", [{"viewport": {"width": 400, "height": 800}}], indirect=True)
def test_on_a_phone_too_a_strangers_code_is_read_before_it_runs(address, visit):
    weak(visit).page.goto(f"{address}#{link.encode(Moment(LESSON))}")
    gate = visit.page.locator("#gate .gate-run")
    gate.wait_for()
    code = visit.page.locator(".cm-line", has_text="z.backward()")
    assert code.bounding_box()["y"] < gate.bounding_box()["y"]
    covered = "({x, y}) => !document.elementFromPoint(x + 2, y + 2).closest('.cm-line')"
    assert not visit.page.evaluate(covered, code.bounding_box())


def test_a_lesson_of_ours_is_no_strangers_code(address, another, visit):
    visit.open()
    hash_of(visit)
    weak(another)
    arrive(another, visit.page.url)
    assert another.page.locator("#gate").is_hidden()


def test_a_strangers_code_does_not_take_the_place_of_ones_own(address, visit):
    visit.open().run("mine = 1\n")
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    visit.page.wait_for_timeout(500)
    arrive(visit, f"{address}?again#{link.encode(Moment(LESSON))}")
    visit.page.wait_for_timeout(600)
    visit.page.goto(f"{address}?plain")
    visit.until("document.querySelector('#editor .cm-content').textContent.includes('mine = 1')")


def test_whoever_has_been_here_keeps_their_language(address, visit):
    visit.open().page.wait_for_timeout(500)
    arrive(visit, f"{address}?again#{link.encode(Moment(LESSON, language='zh'))}")
    assert visit.page.evaluate("document.documentElement.lang") == "en"


def test_whoever_is_new_sees_what_the_sender_saw(address, another):
    arrive(another, f"{address}#{link.encode(Moment(LESSON, language='zh', theme='dark'))}")
    assert another.page.evaluate("document.documentElement.lang") == "zh-CN"
    assert another.page.evaluate("document.documentElement.dataset.theme") == "dark"


WHOLE = link.encode(Moment(LESSON))
ROOM = b" " * 50_000_000
BOMB = f"1.{link.safe(zlib.compress(ROOM, 9, -zlib.MAX_WBITS))}{link.check(ROOM)}"


# What is wrong with a link, and the words for it.
WRONG = {
    "cut": (WHOLE[:-9], "damaged"),
    "changed": (WHOLE[:30] + ("A" if WHOLE[30] != "A" else "B") + WHOLE[31:], "damaged"),
    "newer": ("2.abc", "newer Tapescope"),
    "bomb": (BOMB, "more data than a snippet"),
}


@pytest.mark.parametrize("what", by_day(WRONG, 3))
def test_a_link_that_is_none_is_a_sentence_and_the_page_is_there(address, another, what):
    text, words = WRONG[what]
    arrive(another, f"{address}#{text}")
    another.page.locator("#notices .notice").filter(has_text=words).wait_for()
    assert another.complaints == []


def test_a_run_that_is_not_the_senders_says_what_differs(address, another):
    arrive(another, f"{address}#{link.encode(Moment(LESSON, engine='0.0.1', digest='x'))}")
    another.page.locator("#notices .notice").filter(has_text="0.0.1 →").wait_for()


def test_a_run_that_depends_on_the_time_says_so(visit, another):
    made(visit, "import time\nprint(time.time())\n")
    hash_of(visit)
    another.page.goto(visit.page.url)
    another.page.locator("#notices .notice").filter(has_text="something outside").wait_for()
