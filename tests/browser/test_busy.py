"""A busy server: the page says its place, waits, asks again by itself, and can be stopped.

A server with a mistake: the page says where to look for it.
"""

import json
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import expect

from server.config import Config
from server.web.app import close, create_app
from tests.browser.conftest import NO_HINTS, visit_in
from tests.browser.test_bad_input import ALERT, code_of, lives_on, said
from tests.sampling import by_day
from tests.web.serving_here import serving

CARD = ".progress-card"


class Refusing:
    """Answers runs as a busy server would, while `answers` has any."""

    def __init__(self, page, path="**/api/v1/run"):
        self.answers: list[Any] = []
        self.asked: list[Any] = []
        page.route(path, self._answer)

    def busy(self, seconds, code="busy"):
        error = {"code": code, "sentence": "Busy."}
        self.answers.append({
            "status": 429, "headers": {"Retry-After": str(seconds)}, "json": {"error": error},
        })  # fmt: skip

    def lost(self):
        """Answer as a proxy does whose server has gone in the middle of a request."""
        self.answers.append({"status": 502, "body": "Bad Gateway"})

    def _answer(self, route):
        self.asked.append(route.request)
        if self.answers and route.request.method != "GET":
            route.fulfill(**self.answers.pop(0))
        else:
            route.continue_()


def test_a_page_asks_a_busy_server_again_by_itself_and_keeps_the_code(visit):
    server = Refusing(visit.page)
    visit.open()
    server.asked.clear()
    server.busy(1)
    visit.run("import torch\nafter = torch.ones(2, requires_grad=True)\n")
    assert "The server is busy. Trying again in" in said(visit, "busy")
    visit.page.wait_for_selector("#mirror .mirror-box >> text=after")
    expect(visit.page.locator(CARD)).to_have_count(0)
    assert len(server.asked) == 2
    assert code_of(visit).startswith("import torch\nafter")


def test_a_run_whose_server_goes_is_done_by_another(visit):
    server = Refusing(visit.page)
    visit.open()
    server.lost()
    visit.run("import torch\nafter = torch.ones(2, requires_grad=True)\n")
    assert "The server does not answer. Trying again in" in said(visit, "Trying again")
    visit.page.wait_for_selector("#mirror .mirror-box >> text=after")
    expect(visit.page.locator(CARD)).to_have_count(0)


def test_a_move_and_an_answer_whose_server_goes_come_to_another(desk, address):
    teacher, student = desk(), desk()
    student.enter(teacher.open(address), "Ada")
    Refusing(teacher.page, "**/moves").lost()
    teacher.press("Home")
    student.at(0)
    teacher.do("Ask the class")
    teacher.page.get_by_label("Entry").fill("1")
    teacher.do("Ask")
    Refusing(student.page, "**/answer").lost()
    student.page.locator("#question input").fill("2")
    student.page.locator("#question input").press("Enter")
    expect(student.page.locator(".room-outcome")).to_contain_text("2")


def test_an_error_of_the_server_is_told_with_the_id_of_its_request(browser, monkeypatch):
    app = create_app(Config(database="sqlite://"))

    def fail():
        raise RuntimeError("A mistake of ours.")

    with serving(app) as address, closing(browser.new_context(locale="en-US")) as context:
        context.add_init_script(NO_HINTS)
        visit = visit_in(context, f"{address}/").open()
        monkeypatch.setitem(app.view_functions, "api.run_snippet", fail)
        with visit.page.expect_response("**/api/v1/run") as answered:
            visit.run("x = 1\n")
        identity = answered.value.headers["x-request-id"]
        assert f"logged it as request {identity}. Your code is" in said(visit, "request")
        assert code_of(visit) == "x = 1"
        monkeypatch.undo()
        assert lives_on(visit)
    close(app)


def test_stop_ends_the_waiting_and_nothing_is_asked_any_more(visit):
    server = Refusing(visit.page)
    visit.open()
    boxes = visit.boxes()
    server.busy(60, "too_often")
    visit.run("x = 1\n")
    assert "very often. Trying again in" in said(visit, "very often")
    asked = len(server.asked)
    visit.page.locator(CARD).get_by_role("button", name="Stop").click()
    expect(visit.page.locator(CARD)).to_have_count(0)
    assert (visit.boxes(), code_of(visit)) == (boxes, "x = 1")
    assert len(server.asked) == asked
    assert lives_on(visit)


def test_a_page_gives_up_with_a_sentence_and_a_button_to_try_again(visit):
    server = Refusing(visit.page)
    visit.page.clock.install()
    visit.open()
    for _ in range(2):
        server.busy(100)
    visit.run("import torch\nlate = torch.ones(2, requires_grad=True)\n")
    said(visit, "Trying again in")
    visit.page.clock.run_for(115_000)
    assert "stayed busy for two minutes" in said(visit, "two minutes")
    visit.page.locator(ALERT).get_by_role("button", name="Try again").click()
    visit.page.wait_for_selector("#mirror .mirror-box >> text=late")
    assert visit.page.locator(ALERT, has_text="two minutes").count() == 0


PLACES = {1: "1st", 3: "3rd", 12: "12th", 22: "22nd"}


@pytest.mark.parametrize("place", by_day(PLACES, 3))
def test_a_run_that_waits_says_its_place_and_is_told_aloud(visit, place):
    words = PLACES[place]
    told = {"phase": "waiting", "place": place, "seconds": 0, "line": None, "events": 0,
            "output": ""}  # fmt: skip
    visit.open()
    visit.page.route("**/api/v1/run", lambda route: None)
    visit.page.route("**/api/v1/runs/*", lambda route: route.fulfill(json=told))
    visit.run("x = 1\n")
    expected = f"Waiting for a turn: {words} in the queue"
    assert expected in said(visit, words)
    aloud = visit.page.locator(f"{CARD} [role=status]")
    assert aloud.text_content() == expected
    visit.page.locator(CARD).get_by_role("button", name="Stop").click()
    expect(visit.page.locator(CARD)).to_have_count(0)


def test_members_of_a_room_show_who_they_are_and_a_teachers_run_waits_too(desk, address):
    teacher, student = desk(), desk()
    url = teacher.open(address)
    student.enter(url, "Ada")
    code = url.rsplit("/", 1)[1]
    with student.page.expect_request("**/api/v1/run") as asked:
        student.page.keyboard.press("Control+Enter")
    headers = asked.value.headers
    assert headers["tapescope-room"] == code
    assert headers["authorization"].startswith("Bearer ")
    shows = Refusing(teacher.page, "**/api/v1/rooms/*/run")
    shows.busy(1)
    teacher.page.keyboard.press("Control+Enter")
    teacher.page.locator(CARD, has_text="Trying again in").wait_for()
    expect(teacher.page.locator(CARD)).to_have_count(0)
    assert len(shows.asked) == 2
    assert json.loads(shows.asked[0].post_data) == json.loads(shows.asked[1].post_data)
