"""Names that nobody has, and the last second of a room."""

import time
from typing import Any

import pytest

from tests.web.rooms import Class
from tests.web.test_api import refusal


@pytest.fixture
def lesson(client):
    return Class(client)


@pytest.mark.parametrize("name", [
    "", " \t\n", "\u200b\u2060", "\u3164", "\u202e\u202c", "\ufe0f\u200d", "\x00\x1b",
    "\u2800\u00ad", "\u0301",
])  # fmt: skip
def test_a_name_that_shows_nothing_is_none(lesson, name):
    assert lesson.join_reply(name).get_json()["name"] is None


@pytest.mark.parametrize("name, shown", [
    ("\u202eAda\u202c", "Ada"), ("A\x00da\nL", "A da L"), ("\u200fA\u200bda\u2066", "Ada"),
    ("👩🏽‍🏫", "👩🏽‍🏫"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"), ("می‌خواهم", "می‌خواهم"), ("e\u0301", "\u00e9"),
    ("A" * 40, "A" * 40),
])  # fmt: skip
def test_a_name_keeps_what_it_is_written_with(lesson, name, shown):
    assert lesson.join_reply(name).get_json()["name"] == shown


@pytest.mark.parametrize("length, status", [(41, 400), (1000, 400), (10_000, 413)])
def test_a_name_that_is_too_long_is_a_sentence_and_takes_no_seat(lesson, length, status):
    reply = lesson.join_reply("A" * length)
    assert refusal(reply) == (status, "bad_name" if status == 400 else "too_long")
    assert "name" in reply.get_json()["error"]["sentence"].lower()
    assert lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["people"] == []


def requests(lesson, student) -> list[tuple[Any, ...]]:
    """What a class asks for: who, how, where, with what."""
    asked = {"kind": "yesno", "truth": True, "at": 0}
    moment = {"digest": lesson.digest, "cursor": 1}
    return [
        (None, "GET", "", None), (None, "POST", "/join", {"name": None}),
        (None, "GET", f"/runs/{lesson.digest}", None),
        (lesson.teacher, "POST", "/moves", moment),
        (lesson.teacher, "POST", "/questions", asked),
        (student, "PUT", "/questions/1/answer", {"value": True}),
        (student, "POST", "/offers", {"code": "x = 1"}),
        (lesson.teacher, "GET", "/desk", None),
        (lesson.teacher, "POST", "/questions/1/reveal", None),
        (lesson.teacher, "GET", "/answers.csv", None),
    ]  # fmt: skip


def test_all_is_done_in_the_last_second_of_a_room_and_nothing_after(lesson, monkeypatch):
    _, student = lesson.join("Ada")
    state, real = lesson.state(), time.time
    left = state["expires"] - state["now"]
    monkeypatch.setattr(time, "time", lambda: real() + left - 60)
    for who, method, path, body in requests(lesson, student):
        assert lesson.ask(method, path, body, who).status_code in (200, 201), path
    monkeypatch.setattr(time, "time", lambda: real() + left + 1)
    for who, method, path, body in requests(lesson, student):
        reply = lesson.ask(method, path, body, who)
        assert refusal(reply) == (410, "expired"), path
        assert "12 hours" in reply.get_json()["error"]["sentence"]
    assert "event: ended" in lesson.ask("GET", "/events").get_data(as_text=True)


def test_a_clock_set_forward_or_back_by_an_hour_ends_no_lesson(lesson, monkeypatch):
    _, student = lesson.join("Ada")
    real = time.time
    for hours in (1, -1):
        monkeypatch.setattr(time, "time", lambda hours=hours: real() + hours * 3600)
        for who, method, path, body in requests(lesson, student)[:5]:
            assert lesson.ask(method, path, body, who).status_code in (200, 201), path
