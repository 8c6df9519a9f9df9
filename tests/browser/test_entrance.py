"""The way into a room: asked before one is opened, and by its code."""

from playwright.sync_api import Route, expect

from tests.browser.test_room import PHONE


def test_the_button_asks_before_it_opens_a_room_and_escape_leaves(desk, address):
    teacher = desk()
    asked = []
    teacher.page.on("request", lambda request: asked.append(request.url))
    teacher.page.goto(address)
    teacher.at(10)
    button, box = teacher.page.locator("#open-room"), teacher.page.locator("#room-box")
    button.click()
    expect(box).to_contain_text("A room keeps a class on your step")
    expect(box).to_contain_text("“Gradients accumulate”, at this step")
    expect(box.get_by_role("button", name="Open a room")).to_be_focused()
    teacher.page.keyboard.press("Escape")
    expect(box).not_to_be_visible()
    expect(button).to_be_focused()
    teacher.press("C")
    expect(box).to_be_visible()
    teacher.page.keyboard.press("Tab")
    field = teacher.page.get_by_label("Or enter a room by its code")
    expect(field).to_be_focused()
    field.fill("O0I1zz")
    field.press("Enter")
    expect(box.get_by_role("alert")).to_contain_text("six letters")
    assert not [url for url in asked if "/api/v1/rooms" in url]
    other = desk(**PHONE, locale="zh-CN")
    url = other.open(address, "开设课堂")
    field.fill(url[-6:])
    field.press("Enter")
    teacher.page.wait_for_url(f"**/r/{url[-6:]}")


def test_a_run_that_comes_late_leaves_a_code_that_is_being_typed(desk, address):
    teacher = desk()
    held: list[Route] = []
    teacher.page.route("**/api/v1/run*", lambda route: held.append(route))
    teacher.page.goto(address)
    teacher.page.locator("#open-room").click()
    box = teacher.page.locator("#room-box")
    expect(box).to_contain_text("Run a snippet first")
    expect(box.locator("input")).to_be_focused()
    teacher.page.keyboard.type("k7w")
    held[0].continue_()
    expect(box).to_contain_text("“Gradients accumulate”, at this step")
    expect(box.locator("input")).to_be_focused()
    expect(box.locator("input")).to_have_value("k7w")


def test_a_room_that_cannot_be_opened_says_so_where_it_was_asked_for(desk, address):
    teacher = desk()
    teacher.page.route("**/api/v1/rooms", lambda route: route.abort())
    teacher.page.goto(address)
    teacher.page.locator("#open-room").click()
    teacher.do("Open a room")
    alert = teacher.page.locator("#room-box form").first.get_by_role("alert")
    expect(alert).to_contain_text("The server does not answer.")
    expect(teacher.page.get_by_role("button", name="Open a room")).to_be_enabled()
