"""Pages that poll are told that the teacher is away, and back."""

import pytest

from server.classroom import streams as module
from server.classroom.room import TEACHER
from tests.web.follower import until
from tests.web.test_streams import Class, is_on


@pytest.fixture
def lesson(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(module, "CHECK_SECONDS", 0.02)
    made = Class(tmp_path / "rooms.db")
    yield made
    made.close()


def test_a_poll_is_told_that_the_teacher_is_away_and_back(lesson):
    teacher, page = lesson.follow(TEACHER), lesson.follow()
    page.leave()

    def poll(away):
        page.connect(lesson.shelf, lesson.streams, once=True, away=away)

    poll(True)
    page.line.result(10)
    assert page.told[-1] == "away"  # it was wrong
    poll(False)
    teacher.leave()
    page.line.result(10)
    assert page.told.count("away") == 2
    poll(True)  # which is known by now, and goes on
    teacher.connect(lesson.shelf, lesson.streams)
    page.line.result(10)
    assert page.told.count("away") == 3


def test_a_poll_of_an_earlier_page_is_told_of_states_only(lesson):
    told_of, page = lesson.follow(), lesson.follow()
    page.leave()
    page.connect(lesson.shelf, lesson.streams, once=True, away=None)
    until(lambda: "away" in told_of.told)
    lesson.move(3)
    page.line.result(10)
    assert is_on(page, 3) and "away" not in page.told


def test_polls_that_states_end_are_told_of_the_absence_all_the_same(lesson):
    page = lesson.follow()
    page.leave()
    for i in range(1000):
        page.connect(lesson.shelf, lesson.streams, once=True, away=False)
        lesson.move(i % 10)
        page.line.result(10)
        if "away" in page.told:
            return
        page.state["seq"] = lesson.shelf.get(lesson.room.code).seq
    raise AssertionError("No poll was told.")
