"""Who listens as whom: a stream is the teacher's, or a student's, only with the word for it."""

import json

import pytest

from server.classroom.room import TEACHER
from server.classroom.streams import HOLD
from tests.web.rooms import Class


@pytest.fixture
def lesson(client):
    return Class(client)


def listens(lesson, participant, word=None):
    """Who a stream counts as."""
    asked = {"participant": participant} | ({} if word is None else {"listen": word})
    return json.loads(lesson.ask("GET", "/events", query_string=asked).headers[HOLD])["participant"]


def joined(lesson, **more):
    return lesson.ask("POST", "/join", {"name": None} | more).get_json()


def test_nobody_else_listens_as_the_teacher(lesson):
    assert listens(lesson, TEACHER, lesson.opened["listen"]) == TEACHER
    student = joined(lesson, listens=True)
    for word in (None, "", "é", student["listen"], lesson.opened["secret"]):
        assert listens(lesson, TEACHER, word) is None


def test_nobody_else_listens_as_a_student(lesson):
    ada, ben = joined(lesson, listens=True), joined(lesson, listens=True)
    assert listens(lesson, ada["participant"], ada["listen"]) == ada["participant"]
    for word in (None, ben["listen"], ada["token"], lesson.opened["listen"]):
        assert listens(lesson, ada["participant"], word) is None


def test_a_teacher_at_another_machine_has_the_word_from_the_desk(lesson):
    desk = lesson.ask("GET", "/desk?listens=1", who=lesson.teacher).get_json()
    assert desk["listen"] == lesson.opened["listen"]
    other = Class(lesson.client)
    assert listens(other, TEACHER, desk["listen"]) is None


def test_the_word_opens_nothing_else(lesson):
    student = joined(lesson, listens=True)
    for word in (lesson.opened["listen"], student["listen"], f"teacher.{lesson.opened['listen']}"):
        bearer = {"Authorization": f"Bearer {word}"}
        assert lesson.ask("GET", "/desk", who=bearer).status_code == 403
        assert lesson.move(bearer).status_code == 403


def test_pages_of_earlier_versions_are_present(lesson, app):
    student = joined(lesson)
    assert listens(lesson, student["participant"]) == student["participant"]
    shelf, code = app.extensions["rooms"], lesson.opened["room"]
    lesson.ask("GET", "/desk?listens=1", who=lesson.teacher)
    assert TEACHER not in shelf.present(code)
    lesson.ask("GET", "/desk", who=lesson.teacher)
    assert TEACHER in shelf.present(code)
