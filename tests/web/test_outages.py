"""What the lines of a class tell while the rooms cannot be reached, and when they are back."""

from dataclasses import replace

import pytest

from server.classroom import streams as module
from server.classroom.errors import Refused
from server.classroom.events import Answered, Joined, after
from server.classroom.room import TEACHER
from server.storage.database import Down
from tests.web import rooms
from tests.web.follower import until
from tests.web.rooms import NOW
from tests.web.test_seats import YESNO
from tests.web.test_streams import Class, change_quietly, is_on


@pytest.fixture
def lesson(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "TICK_SECONDS", 0.01)
    made = Class(tmp_path / "rooms.db")
    yield made
    made.close()


def test_a_shelf_that_cannot_be_reached_is_told_and_its_return_too(lesson, monkeypatch):
    def fail(*_):
        raise Down

    follower = lesson.follow()
    with monkeypatch.context() as broken:
        broken.setattr(lesson.shelf, "get", fail)
        lesson.streams.tell(None)
        until(lambda: follower.told[-1] == "late")
    until(lambda: follower.told[-1] == "state")
    assert follower.told == ["state", "late", "state"]


def test_a_change_that_nobody_was_told_of_is_seen_after_a_while(lesson, monkeypatch):
    monkeypatch.setattr(module, "CHECK_SECONDS", 0.02)
    follower = lesson.follow()
    change_quietly(lesson, 9)
    until(lambda: is_on(follower, 9))


def test_a_shelf_that_went_back_to_an_earlier_state_takes_all_with_it(lesson):
    earlier = lesson.shelf.get(lesson.room.code)
    follower = lesson.follow()
    for cursor in (1, 2, 3):
        lesson.move(cursor)
    until(lambda: is_on(follower, 3))
    lesson.shelf._find(lesson.room.code).room = earlier  # as a Redis that had not written all
    lesson.streams.tell(None)
    until(lambda: is_on(follower, 0))
    # So that the browser takes a lower number for what it is.
    assert follower.told[-2:] == ["late", "state"]
    lesson.move(4)
    until(lambda: is_on(follower, 4))


def test_a_room_that_the_shelf_has_lost_ends(lesson, monkeypatch):
    def lose(_):
        raise Refused("unknown_room")

    follower = lesson.follow()
    monkeypatch.setattr(lesson.shelf, "get", lose)
    lesson.streams.tell(None)
    follower.line.result(10)
    assert follower.told == ["state", "ended"]


def test_the_teachers_absence_is_told_and_their_return_too(lesson, monkeypatch):
    monkeypatch.setattr(module, "CHECK_SECONDS", 0.02)
    teacher, student = lesson.follow(TEACHER), lesson.follow("a")
    until(lambda: TEACHER in lesson.shelf.present(lesson.room.code))
    teacher.leave()
    until(lambda: "away" in student.told)
    lesson.follow(TEACHER)
    until(lambda: student.told.count("away") == 2)
    assert student.told == ["state", "away", "away"]


@pytest.fixture
def people(client):
    return rooms.Class(client)


def test_a_snippet_that_is_sent_again_counts_once_even_when_it_was_shown(people):
    _, ada = people.join("Ada")
    _, bob = people.join("Bob")
    sent = {"code": "x = 1", "key": "k"}
    offer = people.ask("POST", "/offers", sent, ada).get_json()["offer"]
    assert people.ask("POST", "/offers", sent, ada).get_json()["offer"] == offer
    assert people.ask("POST", "/offers", sent, bob).get_json()["offer"] != offer
    people.ask("DELETE", f"/offers/{offer}", who=people.teacher)
    assert people.ask("POST", "/offers", sent, ada).status_code == 201
    waiting = people.ask("GET", "/desk", who=people.teacher).get_json()["offers"]
    assert [each["name"] for each in waiting] == ["Bob"]
    people.ask("POST", "/offers", sent | {"key": "another"}, ada)
    waiting = people.ask("GET", "/desk", who=people.teacher).get_json()["offers"]
    assert [each["name"] for each in waiting] == ["Bob", "Ada"]


def test_an_answer_that_is_sent_again_keeps_its_time():
    asked = replace(rooms.room(), question=replace(YESNO, number=1), asked=1)
    asked = after(asked, Joined("a", None), NOW)
    first = after(asked, Answered("a", 1, True), NOW + 5)
    assert after(first, Answered("a", 1, True), NOW + 9) is first
    other = after(first, Answered("a", 1, False), NOW + 9)
    assert other.desk.answers[1]["a"].seconds == 9
