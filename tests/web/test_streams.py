"""The open lines of a class: who is told what, and when a line ends."""

import pytest

from server.classroom import streams as module
from server.classroom.database_store import Attic
from server.classroom.events import Ended, Joined, Moved, after
from server.classroom.memory_store import Rooms
from server.classroom.room import TEACHER, Spot
from server.classroom.streams import Streams
from server.storage.database import Down
from tests.web.follower import Follower, Loop, until
from tests.web.rooms import DOCUMENT, NOW, room


class Clock:
    """A clock that a test sets."""

    now = NOW

    def __call__(self):
        return self.now


class Class:
    """A room, its streams, and the loop that they live in."""

    def __init__(self, path):
        self.clock = Clock()
        self.loop = Loop()
        self.shelf = Rooms(Attic(f"sqlite:///{path}"), self.clock)
        self.streams = Streams(self.shelf, self.clock)
        self.room = room()
        self.shelf.open(self.room, DOCUMENT)
        self.followers = []

    def follow(self, participant=None, address=None, code=None, **how):
        code = code or self.room.code
        follower = Follower(self.loop, code, self.clock, participant, address)
        follower.connect(self.shelf, self.streams, **how)
        self.followers.append(follower)
        return follower

    def tell(self, message):
        self.shelf.change(self.room.code, lambda room: after(room, message, self.clock.now))

    def move(self, cursor):
        self.tell(Moved(TEACHER, "digest", Spot(cursor), None))

    def close(self):
        self.streams.close()
        for follower in self.followers:
            follower.leave()
        self.shelf.close()
        self.loop.close()


@pytest.fixture
def lesson(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "TICK_SECONDS", 0.01)
    made = Class(tmp_path / "rooms.db")
    yield made
    made.close()


def is_on(follower, cursor):
    return follower.state["cursor"] == cursor


def test_all_who_watch_are_told_of_a_move(lesson):
    followers = [lesson.follow() for _ in range(20)]
    lesson.move(3)
    until(lambda: all(is_on(follower, 3) for follower in followers))
    assert {tuple(follower.told) for follower in followers} == {("state", "state")}


def test_a_late_joiner_lands_on_the_exact_step(lesson):
    lesson.move(7.25)
    late = lesson.follow()
    assert late.state["cursor"] == 7.25


def test_a_line_that_was_lost_begins_where_it_ended(lesson):
    follower = lesson.follow()
    lesson.move(1)
    until(lambda: is_on(follower, 1))
    follower.leave()
    follower.connect(lesson.shelf, lesson.streams)
    assert follower.told == ["state", "state"]  # nothing is told twice
    follower.leave()
    lesson.move(2)
    lesson.move(3)
    follower.connect(lesson.shelf, lesson.streams)
    assert follower.told == ["state"] * 3  # nor what has passed
    assert is_on(follower, 3)


def test_what_changes_while_the_reply_is_on_its_way_is_told(lesson, monkeypatch):
    follower = Follower(lesson.loop, lesson.room.code, lesson.clock)
    lesson.followers.append(follower)
    get = lesson.shelf.get

    def get_and_move(code):
        found = get(code)
        monkeypatch.undo()
        lesson.move(5)
        return found

    monkeypatch.setattr(lesson.shelf, "get", get_and_move)
    follower.connect(lesson.shelf, lesson.streams)
    until(lambda: is_on(follower, 5))


def test_a_poll_ends_after_one_event(lesson):
    first = lesson.follow(once=True)
    assert first.line is None and first.told == ["state"]
    first.connect(lesson.shelf, lesson.streams, once=True)
    lesson.move(4)
    first.line.result(10)
    assert is_on(first, 4)


def test_a_poll_without_news_ends_after_a_while(lesson, monkeypatch):
    monkeypatch.setattr(module, "ONCE_SECONDS", 0.05)
    follower = lesson.follow(once=True)
    follower.connect(lesson.shelf, lesson.streams, once=True)
    follower.line.result(10)
    assert follower.told == ["state"]


def test_a_quiet_line_shows_that_it_is_alive(lesson, monkeypatch):
    monkeypatch.setattr(module, "ALIVE_SECONDS", 0.02)
    follower = lesson.follow()
    until(lambda: follower.told.count("") > 1)
    assert follower.told.count("state") == 1


def test_the_end_of_a_room_is_told_and_ends_the_line(lesson):
    follower = lesson.follow()
    lesson.tell(Ended())
    follower.line.result(10)
    assert follower.told[-1] == "ended"


def test_a_room_that_expires_tells_so(lesson):
    follower = lesson.follow()
    lesson.clock.now = lesson.room.expires
    follower.line.result(10)
    assert follower.told[-1] == "ended"


def test_lines_end_when_the_server_does(lesson):
    follower = lesson.follow()
    lesson.streams.close()
    follower.line.result(10)
    again = lesson.follow()
    again.line.result(10)


def test_a_line_too_many_ends_at_once_and_still_tells_the_state(lesson, monkeypatch):
    monkeypatch.setattr(module, "MOST_STREAMS", 2)
    first, _ = lesson.follow(), lesson.follow()
    late = lesson.follow()
    late.line.result(10)
    assert late.told == ["state"]
    first.leave()
    lesson.move(2)
    late.connect(lesson.shelf, lesson.streams)
    lesson.move(3)
    until(lambda: is_on(late, 3))


def holds(lesson, follower):
    """Whether the line goes on: an event that comes later is told over it."""
    lesson.move(lesson.shelf.get(lesson.room.code).spot.cursor + 0.25)
    cursor = lesson.shelf.get(lesson.room.code).spot.cursor
    if follower.line.done():
        return False
    until(lambda: is_on(follower, cursor))
    return True


def test_one_room_does_not_take_the_streams_of_all_others(lesson, monkeypatch):
    monkeypatch.setattr(module, "MOST_OF_ROOM", 2)
    other = room()
    lesson.shelf.open(other, DOCUMENT)
    first, second = lesson.follow("a", "one"), lesson.follow("b", "two")
    late = lesson.follow("c", "three")
    late.line.result(10)
    elsewhere = lesson.follow(code=other.code)
    assert holds(lesson, first) and holds(lesson, second)
    assert not elsewhere.line.done()
    first.leave()
    late.connect(lesson.shelf, lesson.streams)
    assert holds(lesson, late)


def test_one_address_does_not_take_all_streams(lesson, monkeypatch):
    monkeypatch.setattr(module, "MOST_OF_ADDRESS", 3)
    monkeypatch.setattr(module, "MOST_UNNAMED_OF_ADDRESS", 2)
    viewers = [lesson.follow(address="here") for _ in range(2)]
    lesson.follow(address="here").line.result(10)
    named = lesson.follow("a", "here")
    lesson.follow("b", "here").line.result(10)
    others = [lesson.follow(address="there"), lesson.follow("b", "there"), lesson.follow()]
    assert all(holds(lesson, each) for each in (*viewers, named, *others))
    named.leave()
    assert holds(lesson, lesson.follow("b", "here"))


def test_where_nobody_is_counted_no_address_is_full(lesson, monkeypatch):
    monkeypatch.setattr(module, "MOST_OF_ADDRESS", 1)
    monkeypatch.setattr(module, "MOST_UNNAMED_OF_ADDRESS", 1)
    followers = [lesson.follow() for _ in range(3)]
    assert all(holds(lesson, each) for each in followers)


def test_a_tab_too_many_takes_the_place_of_the_first_from_there(lesson, monkeypatch):
    monkeypatch.setattr(module, "MOST_TABS", 2)
    lesson.tell(Joined("a", "Ada"))
    elsewhere = lesson.follow("a", "there")
    first, second = lesson.follow("a", "here"), lesson.follow("a", "here")
    third = lesson.follow("a", "here")
    first.line.result(10)
    assert all(holds(lesson, each) for each in (elsewhere, second, third))
    until(lambda: lesson.shelf.present(lesson.room.code) == {"a"})
    third.leave()
    second.leave()
    assert lesson.shelf.present(lesson.room.code) == {"a"}  # there is a tab elsewhere
    elsewhere.leave()
    assert lesson.shelf.present(lesson.room.code) == set()


def test_what_has_ended_is_counted_no_more(lesson):
    for _ in range(3):
        followers = [lesson.follow("a", "here"), lesson.follow(address="here")]
        for each in followers:
            each.leave()
    assert not lesson.streams._counts


def test_who_listens_is_present(lesson):
    lesson.tell(Joined("a", "Ada"))
    follower = lesson.follow("a")
    lesson.follow()
    until(lambda: lesson.shelf.present(lesson.room.code) == {"a"})
    follower.leave()
    assert lesson.shelf.present(lesson.room.code) == set()


def test_lines_hold_while_the_shelf_is_down(lesson, monkeypatch):
    def fail(*_):
        raise Down

    follower = Follower(lesson.loop, lesson.room.code, lesson.clock, "a")
    lesson.followers.append(follower)
    with monkeypatch.context() as broken:
        broken.setattr(lesson.shelf, "seen", fail)
        follower.connect(lesson.shelf, lesson.streams)
        lesson.move(2)
        until(lambda: is_on(follower, 2))


def change_quietly(lesson, cursor):
    held = lesson.shelf._find(lesson.room.code)
    with held.lock:
        held.room = after(held.room, Moved(TEACHER, "digest", Spot(cursor), None), NOW)


def test_what_may_have_been_missed_is_asked_for(lesson):
    follower = lesson.follow()
    change_quietly(lesson, 9)
    lesson.streams.tell(None)
    until(lambda: is_on(follower, 9))


def test_another_state_of_the_same_number_is_told(lesson):
    """As when Redis comes back as it was: the next step has the number of one that was told."""
    follower = lesson.follow()
    lesson.move(1)
    until(lambda: is_on(follower, 1))
    held = lesson.shelf._find(lesson.room.code)
    held.room = after(lesson.room, Moved(TEACHER, "digest", Spot(9), None), NOW)
    lesson.streams.tell(None)
    until(lambda: is_on(follower, 9))
    assert follower.told == ["state", "state", "late", "state"]


def test_older_news_than_what_is_known_is_not_told(lesson):
    news = []
    lesson.shelf.watch(news.append)
    lesson.move(1)
    lesson.move(2)
    follower = lesson.follow()
    lesson.move(3)
    until(lambda: is_on(follower, 3))
    lesson.streams.tell(news[0])
    lesson.tell(Ended())
    follower.line.result(10)
    assert follower.told == ["state", "state", "ended"]
