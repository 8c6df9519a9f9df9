"""What of the picture a class is shown: whoever drives tells it, while the teacher wants that."""

from dataclasses import replace

import pytest

from server.classroom import events
from server.classroom.events import Moved, Showed, Steered, after
from server.classroom.room import TEACHER, Shown, Spot
from server.classroom.seats import Joined
from server.classroom.view import MOST_WORD, Part, View
from tests.web.rooms import NOW, Class, room
from tests.web.test_api import refusal

PART = {"layout": 0, "boxes": "0~4,9", "around": [12, 30, -4, 0], "scale": 85}
VIEW = {"folds": "2f0~4,9o2", "part": PART}
OTHER = {"folds": None, "part": PART}
SEEN = View("1", Part(0, "0~4", (1, 2, 3, 4), 100))


@pytest.fixture
def lesson(client):
    return Class(client)


def told(made, *messages):
    for message in messages:
        made = after(made, message, NOW)
    return made


def moved(view, who=TEACHER):
    return Moved(who, "digest", Spot(1, view=view), None, tells_view=True)


def test_a_view_is_told_to_all_until_the_teacher_ends_that(lesson):
    assert lesson.state()["view"] is None
    assert lesson.move(lesson.teacher, view=VIEW).status_code == 200
    assert lesson.state()["view"] == VIEW
    assert lesson.move(lesson.teacher, 1, view={"part": PART}).status_code == 200
    assert lesson.state()["view"] == OTHER
    lesson.move(lesson.teacher, 1, view=None)
    assert lesson.state()["view"] is None


def test_a_page_of_an_earlier_version_leaves_the_view_as_it_is(lesson):
    lesson.move(lesson.teacher, view=VIEW)
    lesson.move(lesson.teacher, 3)
    state = lesson.state()
    assert (state["cursor"], state["view"]) == (3, VIEW)


def test_a_student_who_drives_is_followed_and_neither_begins_nor_ends_that(lesson):
    ada, hers = lesson.join("Ada")
    lesson.ask("POST", "/wheel", {"to": ada}, lesson.teacher)
    lesson.move(hers, view=VIEW)
    assert lesson.state()["view"] is None
    lesson.ask("POST", "/wheel", {"to": None}, lesson.teacher)
    lesson.move(lesson.teacher, view=VIEW)
    lesson.ask("POST", "/wheel", {"to": ada}, lesson.teacher)
    assert lesson.state()["view"] == VIEW
    lesson.move(hers, view=OTHER)
    assert lesson.state()["view"] == OTHER
    lesson.move(hers, view=None)
    assert lesson.state()["view"] == OTHER


def test_another_run_is_shown_without_the_view_of_the_run_before():
    showed = Showed(Shown("second", 4), Spot())
    assert told(room(), moved(SEEN), showed).spot.view == View()
    assert told(room(), showed).spot.view is None
    both = told(room(), Joined("a", None), moved(SEEN), Steered(TEACHER, "a"))
    assert both.spot.view == SEEN


@pytest.mark.parametrize(
    "view",
    [
        0, "2f0", [], {"folds": 2}, {"folds": "2f0;"}, {"folds": "f" + "1," * MOST_WORD + "1"},
        {"part": 1}, {"part": {}}, {"part": PART | {"boxes": ""}}, {"part": PART | {"boxes": "a"}},
        {"part": PART | {"boxes": "1," * MOST_WORD + "1"}}, {"part": PART | {"boxes": "٣"}},
        {"part": PART | {"around": [1, 2, 3]}}, {"part": PART | {"around": [1, 2, 3, 4.5]}},
        {"part": PART | {"around": [1, 2, 3, 10**9]}}, {"part": PART | {"scale": 0}},
        {"part": PART | {"scale": True}}, {"part": PART | {"layout": -1}},
    ],
)  # fmt: skip
def test_what_is_no_view_is_refused(lesson, view):
    assert refusal(lesson.move(lesson.teacher, view=view)) == (400, "bad_move")
    assert lesson.state()["view"] is None


def test_a_view_that_fits_is_small_whatever_it_shows(lesson):
    longest = {"folds": ("9f" + "1111," * 500)[:MOST_WORD - 1] + "1",
               "part": PART | {"boxes": ("11111," * 500)[:MOST_WORD - 4] + "1"}}  # fmt: skip
    bare = len(lesson.ask("GET", "").data)
    assert lesson.move(lesson.teacher, view=longest).status_code == 200
    assert len(lesson.ask("GET", "").data) < bare + 2 * MOST_WORD + 200


def test_a_view_is_part_of_what_is_counted():
    before = told(room(), moved(SEEN))
    now = told(before, moved(replace(SEEN, folds="2")))
    assert (now.seq, now.spot.view) == (before.seq + 1, View("2", SEEN.part))
    assert events.view_after(now, moved(None)) is None
