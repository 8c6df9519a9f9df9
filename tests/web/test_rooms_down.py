"""Rooms whose database or Redis does not answer, or whose processes have other clocks."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.classroom import redis_store
from server.classroom.credentials import drawn
from server.classroom.database_store import Attic
from server.classroom.events import Answered, Asked, Ended, Joined, after
from server.classroom.memory_store import Rooms
from server.classroom.questions import Question
from server.classroom.redis_store import FarRooms
from server.storage.database import Down
from server.storage.redis_client import connected
from tests.web import redis_server
from tests.web.outages import Proxy
from tests.web.rooms import DOCUMENT, NOW, room
from tests.web.test_rooms import Clock, moved


@pytest.fixture(scope="module")
def redis_address():
    with redis_server.running() as address:
        yield address


@pytest.fixture
def clock():
    return Clock()


def test_a_lesson_goes_on_while_the_database_is_down(tmp_path, clock, monkeypatch):
    shelf, made = Rooms(Attic(f"sqlite:///{tmp_path / 'rooms.db'}"), clock), room()
    shelf.open(made, DOCUMENT)

    def fail(*_):
        raise Down

    with monkeypatch.context() as broken:
        broken.setattr(Attic, "write", fail)
        moved(shelf, made.code, 4)
        assert shelf.get(made.code).spot.cursor == 4
    again = Rooms(Attic(f"sqlite:///{tmp_path / 'rooms.db'}"), clock)
    assert again.get(made.code).spot.cursor == 0
    assert shelf.count_unwritten() == 1
    shelf.write_unwritten()
    assert shelf.count_unwritten() == 0
    again.close()
    again = Rooms(Attic(f"sqlite:///{tmp_path / 'rooms.db'}"), clock)
    assert again.get(made.code).spot.cursor == 4
    again.close()
    shelf.close()


def test_the_end_of_a_room_that_could_not_be_written_is_not_forgotten(tmp_path, clock, monkeypatch):
    address, made = f"sqlite:///{tmp_path / 'rooms.db'}", room()
    shelf = Rooms(Attic(address), clock)
    shelf.open(made, DOCUMENT)

    def fail(*_):
        raise Down

    with monkeypatch.context() as broken:
        broken.setattr(Attic, "write", fail)
        shelf.change(made.code, lambda before: after(before, Ended(), NOW))
        shelf.open(room(), DOCUMENT)  # which forgets rooms that are over
    shelf.close()  # which writes what waits
    again = Rooms(Attic(address), clock)
    assert again.get(made.code).ended
    again.close()


def test_a_redis_that_does_not_answer_is_down():
    shelf = FarRooms("redis://127.0.0.1:1")
    for ask in (lambda: shelf.get("222222"), lambda: shelf.open(room(), DOCUMENT),
                lambda: moved(shelf, "222222", 1), lambda: shelf.present("222222")):  # fmt: skip
        with pytest.raises(Down):
            ask()
    shelf.close()


def test_a_connection_to_redis_is_there_for_each_of_very_many_threads(redis_address):
    most = 150
    with ThreadPoolExecutor(most) as threads, connected(redis_address, 60) as client:
        together = threading.Barrier(most)

        def wait(_):
            together.wait()
            return client.blpop(["nothing"], 0.3)

        assert list(threads.map(wait, range(most))) == [None] * most


def test_processes_whose_clocks_differ_see_the_same_class(redis_address, monkeypatch):
    real = time.time

    def skewed():
        return real() + 3600

    here, ahead = FarRooms(redis_address, real), FarRooms(redis_address, skewed)
    code = drawn()
    here.seen(code, ["a"])
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(time, "time", skewed)
        ahead.seen(code, ["b"])
        assert ahead.present(code) == {"a", "b"}
    assert here.present(code) == {"a", "b"}
    here.close()
    ahead.close()


@pytest.mark.parametrize("hours", [-1, 1])
def test_who_is_present_stays_so_when_the_clock_is_set(
    redis_address, empty_database, clock, monkeypatch, hours
):
    real = time.time
    near = Rooms(Attic(f"sqlite:///{empty_database}"), lambda: clock.now)
    shelves, code = [near, FarRooms(redis_address, lambda: clock.now)], drawn()
    for shelf in shelves:
        shelf.seen(code, ["a", "b"])
    clock.now += hours * 3600
    monkeypatch.setattr(time, "time", lambda: real() + hours * 3600)
    for shelf in shelves:
        assert shelf.present(code) == {"a", "b"}
        shelf.left(code, "a")
        assert shelf.present(code) == {"b"}
        shelf.close()


def test_an_answer_after_the_clock_was_set_back_took_no_time():
    question = Question(0, "yesno", None, 0, None, None, 0.01, True, "open", NOW)
    made = after(after(room(), Joined("a", None), NOW), Asked(question, "digest"), NOW)
    answered = after(made, Answered("a", 1, True), NOW - 3600)
    assert answered.desk.answers[1]["a"].seconds == 0


def test_a_redis_that_is_slow_is_down_for_all_who_wait_and_then_is_there(
    redis_address, tmp_path, monkeypatch
):
    monkeypatch.setattr(redis_store, "WAIT_SECONDS", 0.1)
    proxy = Proxy(redis_address, tmp_path / "proxy")
    shelf, made = FarRooms(f"unix://{tmp_path / 'proxy'}", lambda: NOW), room()
    shelf.open(made, DOCUMENT)
    proxy.delay = 0.5
    with pytest.raises(Down):
        shelf.get(made.code)
    proxy.delay = 0.0
    held = shelf._locks[hash(made.code) % redis_store.LOCKS]
    with held, pytest.raises(Down):  # behind others who wait for an answer
        moved(shelf, made.code, 1)
    assert moved(shelf, made.code, 2).spot.cursor == 2
    shelf.close()
    proxy.close()
