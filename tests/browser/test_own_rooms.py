"""The rooms of a browser are listed where a code is asked for, until they are over."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_room import PHONE

WRONG_CLOCK = "const right = Date.now; Date.now = () => right() + 13 * 3600e3;"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full'); };"
DENIED = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError"); },
});"""
STRANGE = """for (const word of ["{", "5", "null", '{"kind":"teacher"}'])
    localStorage.setItem(`tapescope-room-AAAAA${"2345"[word.length % 4]}`, word);
localStorage.setItem("tapescope-room-no-code", '{"kind":"teacher","secret":"s"}');"""


def listed(one, address):
    """The list of rooms on the page that asks for a code."""
    one.page.goto(f"{address}r")
    one.page.wait_for_selector("#room-box[open]")
    return one.page.locator(".own-room")


def test_rooms_are_listed_with_role_title_and_end_by_the_servers_clock(desk, address):
    teacher = desk()
    teacher.context.add_init_script(WRONG_CLOCK)
    url = teacher.open(address)
    other = desk(**PHONE, locale="zh-CN")
    teacher.enter(other.open(address, "开设课堂"), "Ada")
    rows = listed(teacher, address)
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="Teacher · ends in 12 hours")).to_contain_text(
        f"{url[-6:-3]} {url[-3:]} Gradients accumulate")
    expect(rows.filter(has_text="Student, as Ada")).to_contain_text("ends in 12 hours")
    # What was kept says so, too, where the server does not.
    teacher.page.route("**/api/v1/rooms/*", lambda route: route.abort())
    expect(listed(teacher, address)).to_contain_text(["ends in 12 hours"] * 2)
    expect(listed(other, address)).to_contain_text(["老师 · 12 小时后结束"])
    rows.filter(has_text="Teacher").get_by_role("link").click()
    teacher.page.wait_for_url(url)
    teacher.sees("You have control")


def test_a_room_is_forgotten_by_keyboard_and_the_teachers_only_when_sure(desk, address):
    teacher = desk()
    code = teacher.open(address)[-6:]
    name = f"{code[:3]} {code[3:]}"
    teacher.page.goto(address)
    teacher.press("C")
    row = teacher.page.locator(".own-room")
    row.get_by_role("button", name=f"Forget {name}").focus()
    teacher.page.keyboard.press("Enter")
    expect(row.get_by_role("status")).to_contain_text("not its teacher any more")
    expect(row.get_by_role("button", name=f"Yes, forget {name}")).to_be_focused()
    teacher.page.keyboard.press("Enter")
    expect(row).to_have_count(0)
    expect(teacher.page.get_by_role("heading", name="Your rooms")).not_to_be_visible()
    expect(teacher.page.get_by_label("Or enter a room by its code")).to_be_focused()
    expect(listed(teacher, address)).to_have_count(0)


def test_a_room_that_is_over_goes_unless_it_has_answers_to_fetch(desk, address):
    teacher = desk()
    url = teacher.open(address)
    student = desk().enter(url)
    teacher.do("Ask the class")
    teacher.do("Ask")
    student.page.locator("#question input").fill("2")
    student.page.locator("#question input").press("Enter")
    expect(student.page.locator(".room-outcome")).to_contain_text("Sent")
    quiet = teacher.open(address)
    for room in (quiet, url):
        teacher.page.goto(room)
        teacher.page.locator(".room-code").click()
        teacher.do("End the room")
        teacher.do("End it for everybody")
        expect(teacher.page.locator("#notices")).to_contain_text("The teacher has ended")
    rows = listed(teacher, address)
    expect(rows).to_contain_text(["Ended. Its answers can be saved until"])
    rows.get_by_role("link").click()
    teacher.do("Answers as CSV")
    expect(listed(student, address)).to_have_count(0)


@pytest.mark.parametrize("script", [FULL, DENIED, STRANGE], ids=["full", "denied", "strange"])
def test_a_browser_that_keeps_nothing_or_nonsense_makes_no_error(desk, address, script):
    one = desk()
    one.context.add_init_script(script)
    expect(listed(one, address)).to_have_count(0)
    if script == STRANGE:
        return
    # Nobody would be the teacher of a room that is opened here.
    one.page.route("**/api/v1/rooms", lambda route: route.abort())
    one.page.goto(address)
    one.page.wait_for_selector("#mirror .mirror-box", state="attached")
    one.page.locator("#open-room").click()
    one.do("Open a room")
    expect(one.page.get_by_role("alert")).to_contain_text("private window")
