"""A class behind one address, its room, exports and shares, at https://localhost/tapescope/."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.moments import exported, opened
from tests.university.lesson import CODES, PRODUCT

PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True, "locale": "zh-CN"}
# With two browsers, twelve students.
SIZE = 10
# What only the server makes, and what the page makes by itself.
FORMS = ("html", "pyvis", "dot", "graphml", "py", "svg", "png")
ENDINGS = (".png", ".html")


def check_answers(campus, *people):
    """Nothing was asked for outside of the prefix, and nothing was refused."""
    for one in people:
        assert [each for each in one.answers if each[0] >= 400] == []
        assert [url for _, url in one.answers
                if not url.startswith((f"{campus.url}/", "data:", "blob:"))] == []


def step(teacher, lesson, key):
    """Have the teacher press a key, and wait until all who have no browser have heard of it."""
    before = max(follower.heard.state["seq"] for follower in lesson.followers)
    teacher.press(key)
    lesson.listen(lambda heard: heard.state["seq"] > before)


def answer_in(one, value):
    """Answer the question on the page."""
    one.page.locator("#question input").fill(value)
    one.page.locator("#question input").press("Enter")
    expect(one.page.locator(".room-outcome")).to_contain_text(value)


def shared(one, campus):
    """The short link that somebody makes of the first step, after a picture and a page of it."""
    one.press("Home", "ArrowRight")
    for ending in ENDINGS:
        assert exported(one, ending)
    panel = opened(one, "short")
    panel.locator(".share-do").click()
    panel.locator("input[readonly]").wait_for()
    short = panel.locator("input[readonly]").input_value()
    assert re.fullmatch(rf"{campus.url}/s/\w{{8}}", short)
    return short


def test_a_class_follows_answers_exports_and_shares(campus, browsers, lesson):
    teacher, ada, phone = browsers(), browsers(), browsers(**PHONE)
    url = teacher.open(f"{campus.url}/")
    assert url.startswith(f"{campus.url}/r/")
    ada.enter(url, "Ada")
    phone.enter(url, "小明")
    with lesson(SIZE, url.rpartition("/")[2]) as others:
        for key, number in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2)):
            # A step is only taken when all have heard of the one before: nothing is held back.
            step(teacher, others, key)
            ada.at(number)
            phone.at(number)
        phone.sees("跟随中")
        teacher.do("Ask the class")
        teacher.page.get_by_label("Entry").fill("1")
        teacher.do("Ask")
        others.listen(lambda heard: heard.state["question"] is not None)
        others.answer(1, 2)
        answer_in(ada, "2")
        answer_in(phone, "4")
        expect(teacher.page.locator("#question")).to_contain_text(f"{SIZE + 2} answered")
        teacher.do("Show the answer")
        expect(ada.page.locator(".room-outcome")).to_have_text("Correct: 2.")
        expect(phone.page.locator(".room-outcome")).to_contain_text("正确答案是 2")
        assert others.statuses()[429] == 0
    reader = browsers()
    reader.page.goto(shared(ada, campus))
    reader.at(1)
    check_answers(campus, teacher, ada, phone, reader)


def test_all_run_export_and_share_at_the_same_time(campus, lesson):
    def work(student, number):
        asked = {"code": f"{PRODUCT}# of student {number}\n", "seed": number}
        form = FORMS[number % len(FORMS)]
        return [
            student.signed("POST", "/api/v1/run", asked),
            student.signed("POST", f"/api/v1/export/{form}", asked),
            student.signed("POST", "/api/v1/share", asked),
        ]

    with lesson(SIZE) as class_:
        for run, file, link in class_.at_once(work):
            assert (run.status, file.status, link.status) == (200, 200, 201)
            assert run.json()["outcome"]["kind"] == "finished"
            assert "attachment" in file.headers["Content-Disposition"]
            assert re.fullmatch(rf"{campus.url}/s/\w{{8}}", link.json()["url"])


def test_a_killed_process_loses_no_answer_and_no_follower(campus, browsers, lesson):
    phone, killed = browsers(**PHONE), campus.webs[0]

    def answer(student, index):
        """Change the answer again and again; the server has what it has acknowledged."""
        for value in range(8):
            if (index, value) == (0, 2):
                killed.kill()
            path = f"/questions/{number}/answer"
            assert student.in_room("PUT", path, {"value": value}).status == 200
            assert student.in_room("GET", path).json()["value"] == value
        return student.participant

    with lesson(SIZE) as class_:
        phone.enter(class_.opened["url"])
        number = class_.ask()
        answered = class_.at_once(answer)
        told = class_.teacher.in_room("GET", "/answers.csv").body.decode()
        for participant in answered:
            assert re.search(rf'"{participant}","student \d+","7"', told), told
        answer_in(phone, "6")
        class_.move(3)
        phone.at(3)
        assert sum(each.heard.begun for each in class_.followers) > SIZE
        killed.renew()
        class_.move(4)
        phone.at(4)
        phone.sees("跟随中")


@pytest.mark.nightly
@pytest.mark.parametrize("also", ["webs", "workers"])
def test_a_rolling_restart_loses_no_run(campus, lesson, also):
    with lesson(SIZE, code=CODES[0]) as class_:
        with class_.studying(every=1.0) as replies:
            for service in getattr(campus, also):
                assert service.end() == 0
                service.renew()
                class_.move(len(replies) % 5)
        check_restarted(class_, replies)


def check_restarted(class_, replies):
    """All runs are answered, nothing fails on the way, and no browser gives its stream up."""
    assert {reply.status for reply, _ in replies} == {200}
    # A process that ends lets no run begin, and the page asks again.
    statuses = class_.statuses()
    assert not set(statuses) - {200, 201, 429}, statuses
    assert [each.heard.refused for each in class_.followers] == [[]] * len(class_.followers)


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_a_lesson_of_sixty_goes_on_whatever_is_restarted(campus, browsers, lesson):
    """Three minutes: all run something every 15 seconds, follow each second, answer, share."""
    ada, phone = browsers(), browsers(**PHONE)
    with lesson(58) as class_, class_.studying(every=15) as replies:
        for one in (ada, phone):
            one.enter(class_.opened["url"])
        for minute in range(3):
            began = time.monotonic()
            if minute == 1:
                assert class_.statuses()[429] == 0
                campus.webs[0].kill()
                campus.webs[0].renew()
            if minute == 2:
                for service in campus.services:
                    assert service.end() == 0
                    service.renew()
            number = class_.ask()
            class_.answer(number, minute)
            told = class_.teacher.in_room("GET", "/answers.csv").body.decode()
            assert told.count(f'\n"{number}"') == 58
            for second in range(60):
                class_.move(second % 5)
                time.sleep(max(0.0, began + second - time.monotonic()))
            ada.at(4)
            phone.at(4)
    assert {reply.status for reply, _ in replies} == {200}
    # Of the twelve that each begins the last may come after the end.
    assert len(replies) >= 58 * 11
