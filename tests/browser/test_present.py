"""A presenter's link makes another machine the teacher's, and the secret shows nowhere."""

import re

from playwright.sync_api import expect

from tests.browser.test_room import PHONE

HELD = """() => [
    document.documentElement.outerHTML, document.title, location.href, document.cookie,
    JSON.stringify(history.state), ...[...document.querySelectorAll("input, textarea")]
        .map((field) => field.value)].join("\\n")"""


def link_of(teacher):
    """The presenter's link, as the teacher copies it from the box with the code."""
    teacher.context.grant_permissions(["clipboard-read", "clipboard-write"])
    teacher.page.locator(".room-code").click()
    teacher.page.get_by_text("Present from another machine").click()
    teacher.do("Copy the link")
    expect(teacher.page.locator("#room-box [role=status]")).to_have_text("Copied.")
    link = teacher.page.evaluate("navigator.clipboard.readText()")
    assert secret_of(link) not in teacher.page.evaluate(HELD)
    return link


def secret_of(link):
    found = re.fullmatch(r"http://\S+/r/[2-9A-Z]{6}#present=([\w-]{20,})", link)
    assert found
    return found[1]


def test_the_link_makes_another_machine_the_teachers_and_both_drive(desk, address):
    teacher = desk()
    url = teacher.open(address)
    student = desk().enter(url, "Ada")
    link = link_of(teacher)
    other = desk(**PHONE, locale="zh-CN")
    sent: list[object] = []
    other.page.on("request", lambda asked: sent.append((asked.url, asked.post_data,
            {name: text for name, text in asked.headers.items() if name != "authorization"})))
    other.page.goto(link)
    other.sees("由你控制")
    assert other.page.url == url
    for one in (teacher, other):
        one.page.keyboard.press("Escape")
    other.press("Home", "ArrowRight", "ArrowRight")
    for one in (teacher, student):
        one.at(2)
    teacher.press("ArrowRight")
    for one in (other, student):
        one.at(3)
    # A link of the moment is not the presenter's.
    teacher.page.keyboard.press("Control+s")
    for one in (teacher, other):
        assert secret_of(link) not in one.page.evaluate(HELD)
    assert secret_of(link) not in str(sent)
    other.page.go_back()
    assert other.page.url == "about:blank"
    other.page.go_forward()
    other.sees("由你控制")


def test_who_sat_there_as_a_student_becomes_the_teacher_in_the_same_tab(desk, address):
    teacher = desk()
    url = teacher.open(address)
    link = link_of(teacher)
    colleague = desk().enter(url, "Ada")
    colleague.sees("Following")
    colleague.page.evaluate("link => { location.href = link; }", f"{link}.")
    colleague.sees("You have control")
    assert colleague.page.url == url
    colleague.page.locator(".room-code").click()
    colleague.page.get_by_text("Present from another machine").click()
    colleague.do("Show it here")
    expect(colleague.page.get_by_label("Presenter's link")).to_have_value(link)


def test_a_link_that_is_wrong_or_cut_short_says_so_and_one_may_join(desk, address):
    teacher = desk()
    url = teacher.open(address)
    link = link_of(teacher)
    teacher.page.goto(f"{url}#present=nonsense")
    expect(teacher.page.locator("#notices")).to_contain_text("This presenter's link is wrong")
    teacher.sees("You have control")
    for wrong in (link[:-9], f"{url}#present="):
        visitor = desk()
        visitor.page.goto(wrong)
        box = visitor.page.locator("#room-box")
        expect(box.get_by_role("alert")).to_contain_text("is wrong, cut short or of another room")
        expect(visitor.page.locator("#notices")).not_to_contain_text("presenter's link")
        assert visitor.page.url == url
    box.locator("input").press("Enter")
    visitor.sees("Following")
    teacher.page.keyboard.press("Escape")
    teacher.page.locator(".room-code").click()
    teacher.do("End the room")
    teacher.do("End it for everybody")
    late = desk()
    late.page.goto(link)
    expect(late.page.locator("#notices")).to_contain_text("The teacher has ended this room.")
    expect(late.page.locator("#notices")).not_to_contain_text("presenter's link")
    assert late.page.url == url


def test_a_link_that_is_opened_while_the_server_is_away_counts_when_it_is_back(desk, address):
    teacher = desk()
    teacher.open(address)
    link = link_of(teacher)
    other = desk()
    other.page.route("**/desk*", lambda route: route.abort())
    other.page.goto(link)
    expect(other.page.locator("#notices")).to_contain_text("cannot reach its rooms")
    other.page.unroute("**/desk*")
    other.sees("You have control")
    expect(other.page.locator("#notices")).not_to_contain_text("cannot reach its rooms")
