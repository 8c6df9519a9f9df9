"""A class in one room: a teacher and students, each in a browser of their own."""

import re
from pathlib import Path

from playwright.sync_api import expect

PHONE = {"viewport": {"width": 400, "height": 800}, "reduced_motion": "reduce", "has_touch": True}
CODE = """import torch
mine = torch.tensor(3.0, requires_grad=True)
(mine * mine).backward()
print("done")
"""


def test_the_class_follows_the_late_the_exploring_and_the_phone_in_chinese(desk, address):
    teacher = desk()
    url = teacher.open(address)
    early, phone = desk().enter(url, "Ada"), desk(**PHONE, locale="zh-CN").enter(url, "小明")
    for one in (early, phone):
        one.at(10)
    teacher.press("Home", "ArrowRight", "ArrowRight", "ArrowRight")
    late = desk().enter(url)
    for one in (teacher, early, phone, late):
        one.at(3)
    phone.sees("跟随中")
    early.press("End")  # to explore
    early.at(17)
    early.sees(re.compile("press g to rejoin"))
    teacher.press("ArrowRight")
    for one in (teacher, phone, late):
        one.at(4)
    early.at(17)
    early.press("g")
    early.at(4)
    early.sees("Following")


def test_a_room_that_takes_no_more_says_so_in_the_language_of_the_page(desk, address):
    phone = desk(**PHONE, locale="zh-CN")
    full = {"error": {"code": "full_room", "sentence": "So many have joined."}}
    phone.page.route("**/join", lambda route: route.fulfill(status=503, json=full))
    phone.page.goto(desk().open(address))
    phone.page.locator("#room-box input").press("Enter")
    expect(phone.page.locator("#room-box [role=alert]")).to_contain_text("课堂人数已满")


def test_a_selection_and_a_stride_are_followed_too(desk, address):
    teacher = desk()
    student = desk().enter(teacher.open(address))
    teacher.press("e")
    expect(student.page.locator("#stride")).to_have_value("event")
    teacher.page.locator("#mirror [data-box]").first.dispatch_event("click")
    expect(student.page.locator("#inspector")).to_be_visible()
    student.sees("Following")


def test_a_hidden_gradient_is_asked_for_graded_and_shown(desk, address):
    teacher = desk()
    url = teacher.open(address)
    right, wrong = desk().enter(url, "Ada"), desk(**PHONE, locale="zh-CN").enter(url)
    teacher.do("Ask the class")
    teacher.page.get_by_label("Entry").fill("1")
    teacher.do("Ask")
    for one, answer in ((right, "2.0"), (wrong, "4")):
        expect(one.page.locator("#question h2")).to_contain_text("x.grad[1]")
        expect(one.page.locator("#variables")).to_contain_text("[0.4, ?, 40.0]")
        one.page.locator("#question input").fill("none")
        one.page.locator("#question input").press("Enter")
        expect(one.page.locator("#question [role=alert]")).not_to_be_empty()
        one.page.locator("#question input").fill(answer)
        one.page.locator("#question input").press("Enter")
        expect(one.page.locator(".room-outcome")).to_contain_text(answer[0])
    expect(teacher.page.locator("#question")).to_contain_text("2 of 2 answered")
    assert "right" not in teacher.page.locator("#question").inner_text()
    teacher.do("Show the answer")
    expect(right.page.locator(".room-outcome")).to_have_text("Correct: 2.")
    expect(wrong.page.locator(".room-outcome")).to_have_text("你的回答是 4；正确答案是 2。")
    expect(teacher.page.locator("#question")).to_contain_text("2 answered, 1 correct")
    expect(wrong.page.locator("#variables")).not_to_contain_text("?")
    teacher.do("Done")
    expect(wrong.page.locator("#question")).not_to_be_visible()
    teacher.page.locator(".room-code").click()
    teacher.do("End the room")
    with teacher.page.expect_download() as saved:
        teacher.do("One row per answer")
    table = Path(saved.value.path()).read_text("utf-8")
    assert '"What is x.grad[1] at step 17?","number","grad","x","1","17","2.0"' in table
    assert '"Ada","2"' in table
    teacher.do("End it for everybody")
    wrong.sees("课堂已结束")
    teacher.page.reload()
    teacher.do("Answers as CSV")
    with teacher.page.expect_download() as saved:
        teacher.do("One row per student")
    assert '"Ada","1","1","2","yes"' in Path(saved.value.path()).read_text("utf-8")


def test_a_student_drives_gives_the_wheel_back_and_shows_code_to_all(desk, address):
    teacher = desk()
    url = teacher.open(address)
    student, other = desk().enter(url, "Ada"), desk().enter(url)
    teacher.do("People")
    row = teacher.page.get_by_role("listitem").filter(has_text="Ada")
    row.get_by_role("button", name="Give control").click()
    student.sees("You have control")
    other.sees("Ada has control")
    student.press("Home")
    for one in (teacher, other):
        one.at(0)
    student.do("Give control back")
    teacher.sees("You have control")
    student.page.locator("#editor .cm-content").fill(CODE)
    student.do("Send my code")
    student.do("Send")
    expect(student.page.locator("#room-box")).to_contain_text("Sent.")
    expect(teacher.page.locator("#room-box")).to_contain_text(re.compile(r"Ada · \d lines"))
    teacher.do("Hide the name Ada")
    expect(teacher.page.locator("#room-box")).to_contain_text(re.compile(r"A student · \d lines"))
    teacher.do("Read")
    expect(teacher.page.locator("#room-box pre")).to_have_text(CODE)
    teacher.do("Run it only here")
    expect(teacher.page.locator("#room-box [role=status]")).to_contain_text("done")
    expect(other.page.locator("#editor")).not_to_contain_text("mine")
    teacher.do("Show to all")
    expect(other.page.locator("#editor")).to_contain_text("mine")
    expect(other.page.locator("#mirror")).to_contain_text("mine")


def test_code_that_the_teacher_runs_is_on_every_screen_and_an_own_draft_is_not_lost(desk, address):
    teacher = desk()
    url = teacher.open(address)
    student, writer = desk().enter(url), desk().enter(url)
    writer.page.locator("#editor .cm-content").fill("draft = 1\n")
    writer.sees(re.compile("press g"))
    teacher.page.locator("#editor .cm-content").fill(CODE)
    teacher.page.keyboard.press("Control+Enter")
    for one in (teacher, student):
        expect(one.page.locator("#mirror")).to_contain_text("mine")
    expect(writer.page.locator("#editor")).to_contain_text("draft")


def test_the_teacher_closes_the_door_and_removes_a_student_by_keyboard(desk, address):
    teacher = desk()
    url = teacher.open(address)
    student = desk().enter(url, "Ada")
    teacher.do("People")
    box, keys = teacher.page.locator("#room-box"), teacher.page.keyboard
    expect(box).to_contain_text("1 of 1,000 seats taken")
    box.get_by_role("group", name="Door").get_by_role("button", name="closed").focus()
    keys.press("Enter")
    expect(box.get_by_role("button", name="closed")).to_have_attribute("aria-pressed", "true")
    expect(box.get_by_role("button", name="closed")).to_be_focused()
    expect(box.get_by_role("status")).to_contain_text("Nobody else can join")
    late = desk(**PHONE, locale="zh-CN")
    late.page.goto(url)
    late.page.locator("#room-box input").press("Enter")
    expect(late.page.locator("#room-box [role=alert]")).to_contain_text("老师已关闭课堂入口")
    box.get_by_role("button", name="Remove Ada").focus()
    keys.press("Enter")
    expect(box).to_contain_text("Ada")
    expect(box.get_by_role("button", name="Yes, remove: Ada")).to_be_focused()
    keys.press("Enter")
    expect(box).to_contain_text("Nobody has joined yet.")
    expect(box.get_by_role("button", name="open", exact=True)).to_be_focused()
    student.do("Send my code")
    student.do("Send")
    expect(student.page.locator("#room-box")).not_to_be_visible()
    expect(student.page.locator("#notices")).to_contain_text("The teacher has removed you")
    student.do("Join")
    student.page.locator("#room-box input").press("Enter")
    expect(student.page.locator("#room-box [role=alert]")).to_contain_text("has closed this room")
    box.get_by_role("button", name="open", exact=True).click()
    expect(box.get_by_role("status")).to_contain_text("At most 300")
    student.page.locator("#room-box input").press("Enter")
    expect(student.page.locator("#room-box")).not_to_be_visible()
    expect(box).to_contain_text("1 of 1,000 seats taken")


def test_a_student_whose_word_counts_no_more_joins_again(desk, address):
    url = desk().open(address)
    student = desk().enter(url, "Ada")
    # As after a restart with another secret.
    student.page.evaluate("""() => {
        for (const storage of [localStorage, sessionStorage])
            for (const [name, value] of Object.entries(storage))
                storage.setItem(name, value.replace(/[0-9a-f]{40}/, "0".repeat(40)));
    }""")
    student.page.goto("about:blank")
    student.page.goto(url)
    student.do("Send my code")
    student.do("Send")
    expect(student.page.locator("#notices")).to_contain_text("Join the room first")
    student.do("Join")
    student.page.locator("#room-box input").press("Enter")
    expect(student.page.locator("#room-box")).not_to_be_visible()
    student.do("Send my code")
    student.do("Send")
    expect(student.page.locator("#room-box")).to_contain_text("Sent.")


def test_the_projector_shows_the_address_large_and_few_controls(desk, address):
    teacher = desk()
    url = teacher.open(address)
    teacher.press("h")
    expect(teacher.page.locator(".room-address")).to_contain_text(url[-6:])
    expect(teacher.page.locator("#run")).not_to_be_visible()
    size = "getComputedStyle(document.querySelector('.caption')).fontSize"
    assert teacher.page.evaluate(size) == "30px"
    for width in (1280, 800):
        teacher.page.set_viewport_size({"width": width, "height": 600})
        button = teacher.page.get_by_role("button", name="Projector mode")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_in_viewport(ratio=1)
        button.click()
        expect(teacher.page.locator("#run")).to_be_visible()
        button.click()
        expect(teacher.page.locator("#run")).not_to_be_visible()


def test_a_wrong_code_is_a_sentence_and_a_room_that_ended_says_so(desk, address):
    visitor = desk()
    visitor.page.goto(f"{address}r")
    field = visitor.page.locator("#room-box input")
    field.fill("O0I1zz")
    field.press("Enter")
    expect(visitor.page.locator("#room-box [role=alert]")).to_contain_text("six letters")
    teacher = desk()
    url = teacher.open(address)
    field.fill(f" {url[-6:-3].lower()}-{url[-3:].lower()} ")
    field.press("Enter")
    visitor.page.wait_for_url(f"**/r/{url[-6:]}*")
    visitor.enter(url)
    visitor.at(10)
    teacher.page.locator(".room-code").click()
    teacher.do("End the room")
    teacher.do("End it for everybody")
    for one in (teacher, visitor):
        expect(one.page.locator("#notices")).to_contain_text("The teacher has ended this room.")
    visitor.page.reload()
    expect(visitor.page.locator("#notices")).to_contain_text("The teacher has ended this room.")
    expect(visitor.page.locator("#room-box")).not_to_be_visible()
