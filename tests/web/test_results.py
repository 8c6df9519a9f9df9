"""Results of a room: what the tables say, and how long they are kept."""

import csv
import io

import pytest
import redis

from server.classroom.database_store import Attic
from server.classroom.events import Answered, Asked, Ended, Offered, after
from server.classroom.memory_store import Rooms
from server.classroom.questions import Question
from server.classroom.redis_store import FarRooms
from server.classroom.room import Offer
from server.classroom.room_limits import Bounds
from server.classroom.seats import Joined
from tests.web import redis_server
from tests.web.rooms import NOW, Class, room
from tests.web.test_api import refusal
from tests.web.test_rooms import Clock
from tests.web.test_space import RUN, fill


@pytest.fixture
def lesson(client):
    return Class(client)


@pytest.fixture(scope="module")
def redis_address():
    with redis_server.running() as address:
        yield address


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["file", "redis"])
def opening(request, tmp_path, clock):
    """Opens an empty shelf with bounds, as each of several processes does."""
    opened: list[Rooms | FarRooms] = []
    if request.param == "redis":
        address = request.getfixturevalue("redis_address")
        with redis.Redis.from_url(address) as client:
            client.flushall()

    def opening(**bounds):
        if request.param == "redis":
            made = FarRooms(address, clock, Bounds(**bounds))
        else:
            made = Rooms(Attic(f"sqlite:///{tmp_path / 'rooms.db'}", Bounds(**bounds)), clock)
        opened.append(made)
        return made

    yield opening
    for shelf in opened:
        shelf.close()


def table_of(lesson, by="answer"):
    """The table of results, as rows by column."""
    reply = lesson.ask("GET", f"/answers.csv?by={by}", who=lesson.teacher)
    assert reply.status_code == 200
    return list(csv.DictReader(io.StringIO(reply.data.decode("utf-8-sig"))))


def test_the_results_say_what_was_asked_and_stay_when_the_teacher_ends_the_room(lesson):
    (_, hers), (eve, _), (ben, his) = lesson.join("Ada"), lesson.join("Eve"), lesson.join("Ben")
    subject = {"of": "grad", "tensor": "t0"}
    words = {"words": "What is x.grad at step 4?", "name": "x", "step": 4}
    asked = lesson.question(subject=subject, **words).get_json()["state"]["question"]
    assert not {*words} & {*asked}
    truth = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["question"]["truth"]
    lesson.ask("PUT", "/questions/1/answer", {"value": truth}, hers)
    lesson.ask("PUT", "/questions/1/answer", {"value": -1}, his)
    lesson.client.application.extensions["rooms"].seen(lesson.opened["room"], [eve])
    told = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["question"]
    assert (told["tally"]["answered"], told["of"]) == (2, 3)
    yesno = {"kind": "yesno", "at": 0, "truth": True, "text": "Will it add?", "step": "now"}
    lesson.ask("POST", "/questions", yesno, lesson.teacher)
    lesson.ask("PUT", "/questions/2/answer", {"value": True}, hers)
    lesson.ask("DELETE", f"/people/{ben}", who=lesson.teacher)
    assert lesson.ask("DELETE", "", who=lesson.teacher).status_code == 200
    first, second, third = table_of(lesson)
    assert [first[each] for each in ("asked", "kind", "subject", "tensor", "entry", "step")] == [
        "What is x.grad at step 4?", "number", "grad", "x", "", "4",
    ]  # fmt: skip
    assert (first["name"], float(first["truth"]), first["right"]) == ("Ada", truth, "yes")
    assert (second["participant"], second["name"], second["right"]) == (ben, "", "no")
    assert (third["asked"], third["truth"], third["answer"]) == ("Will it add?", "yes", "yes")
    ada, quiet, removed = table_of(lesson, "student")
    assert (ada["name"], ada["answered"], ada["right"], ada["2 right"]) == ("Ada", "2", "2", "yes")
    unanswered = (quiet["name"], quiet["answered"], quiet["1. What is x.grad at step 4?"])
    assert unanswered == ("Eve", "0", "")
    assert (removed["participant"], removed["1 right"]) == (ben, "no")
    assert quiet["participant"] == eve
    assert refusal(lesson.ask("GET", "/answers.csv", who=hers)) == (403, "not_teacher")
    assert refusal(lesson.ask("GET", "/answers.csv?by=day", who=lesson.teacher))[0] == 400


def ask_and_end(shelf, made):
    """Let Ada answer a question, then end the room."""
    question = Question(0, "yesno", None, 0, None, None, 0.01, True, "open", NOW)
    for message in (
        Joined("a", "Ada", "somewhere"), Asked(question, "digest"), Answered("a", 1, True),
        Offered(Offer("o", "a")), Ended(),
    ):  # fmt: skip
        shelf.change(made.code, lambda before, each=message: after(before, each, NOW))


def test_the_results_of_an_ended_room_outlive_the_process_and_go_when_its_time_is_up(
    opening, clock
):
    shelf, made = opening(), room()
    shelf.open(made, RUN)
    ask_and_end(shelf, made)
    shelf.open(room(), RUN)
    kept = opening().get(made.code)
    assert (kept.ended, kept.desk.people, kept.question.number) == (True, {"a": "Ada"}, 1)
    assert kept.desk.answers[1]["a"].value is True
    assert (kept.desk.origins, kept.desk.offers) == ({}, ())
    clock.now = made.expires + 1
    shelf.open(room(opened=clock.now, expires=clock.now + 60), RUN)
    over = opening().get(made.code)
    assert (over.ended, over.desk.people, over.desk.answers) == (True, {}, {})


def test_results_of_ended_rooms_make_space_for_open_ones(opening):
    shelf, ended = opening(total=50_000), room()
    shelf.open(ended, RUN)
    ask_and_end(shelf, ended)
    rooms, why = fill(shelf)
    assert (len(rooms), why) == (4, "rooms_full")
    assert all(shelf.document(each.code, "digest") == RUN for each in rooms)
