"""What every shelf of rooms promises: in memory over a database, and in a Redis of the test's."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from server.classroom import memory_store as near
from server.classroom.database_store import Attic
from server.classroom.errors import Refused
from server.classroom.events import (
    Answered, Asked, Ended, Joined, Moved, Offered, Revealed, Showed, Steered, after,
)  # fmt: skip
from server.classroom.memory_store import Rooms
from server.classroom.questions import Question, Subject
from server.classroom.redis_store import FarRooms
from server.classroom.room import TEACHER, Offer, Shown, Spot
from server.classroom.room_limits import REMEMBERED_SECONDS, Bounds
from server.classroom.view import Part, View
from tests.web import postgresql, redis_server
from tests.web.rooms import DOCUMENT, HOURS, NOW, SECRET, room


class Clock:
    """A clock that a test sets."""

    now = NOW

    def __call__(self):
        return self.now


@pytest.fixture(scope="module")
def redis_address():
    with redis_server.running() as address:
        yield address


@pytest.fixture(scope="module")
def postgres():
    with postgresql.running() as address:
        yield address


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["file", "postgres", "redis"])
def opening(request, tmp_path, clock):
    """Opens the shelf, as another process or the same after a restart would."""
    opened = []
    if request.param == "redis":
        address = request.getfixturevalue("redis_address")
    elif request.param == "postgres":
        address = request.getfixturevalue("postgres")
    else:
        address = f"sqlite:///{tmp_path / 'rooms.db'}"

    def opening(**bounds):
        is_far, bounds = request.param == "redis", Bounds(**bounds)
        made = (
            FarRooms(address, clock, bounds, steady=clock) if is_far
            else Rooms(Attic(address, bounds), clock, steady=clock)
        )
        opened.append(made)
        return made

    yield opening
    for shelf in opened:
        shelf.close()


@pytest.fixture
def shelf(opening):
    return opening()


def moved(shelf, code, cursor, who=TEACHER):
    message = Moved(who, "digest", Spot(cursor), None)
    return shelf.change(code, lambda room: after(room, message, NOW))


def test_a_room_is_what_it_was_when_it_was_opened(shelf):
    made = room()
    assert shelf.open(made, DOCUMENT)
    assert shelf.get(made.code) == made
    assert shelf.document(made.code, "digest") == DOCUMENT


def test_a_code_that_is_taken_opens_no_other_room(shelf, opening):
    made = room()
    assert shelf.open(made, DOCUMENT)
    assert not shelf.open(replace(made, secret="another"), b"another")
    assert not opening().open(replace(made, secret="another"), b"another")
    assert shelf.get(made.code) == made
    assert shelf.document(made.code, "digest") == DOCUMENT


@pytest.mark.parametrize("code", ["222222", "", "x' OR 1", "学"])
def test_a_code_of_no_room_is_unknown(shelf, code):
    for ask in (shelf.get, lambda code: shelf.document(code, "digest"),
                lambda code: moved(shelf, code, 1)):  # fmt: skip
        with pytest.raises(Refused) as caught:
            ask(code)
        assert caught.value.code == "unknown_room"


def test_everything_that_a_room_knows_is_there_after_a_restart(shelf, opening):
    subject = Subject("grad", "t0", (0, 1))
    shape = Question(0, "shape", subject, 3, "Which?", ((1, 2), ()), 0.01, [1, 2], "open", NOW)
    number = Question(0, "number", subject, 3, None, None, 0.01, "nan", "open", NOW)
    offer = Offer("o", "b", "import torch\n", "Ada's", 7)
    view = View("2f0", Part(0, "0~4,9", (1, -2, 3, 4), 85))
    made = room()
    shelf.open(made, DOCUMENT)
    for message in (
        Joined("a", "Ada 学"), Joined("b", None),
        Moved(TEACHER, "digest", Spot(2.5, "t0", view=view), "tab", tells_view=True),
        Asked(shape, "digest"), Answered("a", 1, [1, 2]), Revealed(1), Asked(number, "digest"),
        Answered("b", 2, "nan"), Offered(offer), Steered(TEACHER, "a"),
    ):  # fmt: skip
        room_now = shelf.change(made.code, lambda room, m=message: after(room, m, NOW + 3))
    assert shelf.get(made.code) == room_now
    assert opening().get(made.code) == room_now
    assert opening().document(made.code, "digest") == DOCUMENT


def test_a_change_that_is_refused_changes_nothing(shelf, opening):
    made = room()
    shelf.open(made, DOCUMENT)
    with pytest.raises(Refused):
        moved(shelf, made.code, 11)
    assert shelf.get(made.code) == opening().get(made.code) == made


def test_an_answer_that_comes_again_as_it_is_stays(shelf, opening):
    """A proxy sends it again whose server was killed when it had written it."""
    question = Question(0, "yesno", None, 3, "Is it?", None, 0.01, True, "open", NOW)
    made = room()
    shelf.open(made, DOCUMENT)
    for message in (
        Joined("a", None), Asked(question, "digest"),
        Answered("a", 1, True), Answered("a", 1, True),
    ):  # fmt: skip
        room_now = shelf.change(made.code, lambda room, m=message: after(room, m, NOW + 3))
    assert opening().get(made.code) == room_now
    assert room_now.desk.answers[1]["a"].value is True


def test_no_change_is_lost_when_many_are_made_at_once(shelf):
    made = room()
    shelf.open(made, DOCUMENT)

    def join(i):
        joined = Joined(f"p{i}", None)
        return shelf.change(made.code, lambda room: after(room, joined, NOW))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(join, range(40)))
        list(pool.map(lambda i: moved(shelf, made.code, i), [1, 2, 3, 4] * 5))
    assert len(shelf.get(made.code).desk.people) == 40
    assert shelf.get(made.code).seq == made.seq + 20


def test_a_room_shows_one_run_and_says_so_to_who_asks_for_another(shelf, opening):
    made = room()
    shelf.open(made, DOCUMENT)
    showed = Showed(Shown("second", 4), Spot(1))
    shelf.change(made.code, lambda room: after(room, showed, NOW), {"document": b"another"})
    assert shelf.document(made.code, "second") == b"another"
    assert opening().document(made.code, "second") == b"another"
    with pytest.raises(Refused) as caught:
        shelf.document(made.code, "digest")
    assert caught.value.code == "other_run"


def until(wanted):
    """Wait for what another thread does."""
    for _ in range(1000):
        if wanted():
            return
        time.sleep(0.01)
    raise AssertionError("This never came true.")


def told_in(shelf):
    """What a shelf tells from here on."""
    news = []
    shelf.watch(news.append)
    if isinstance(shelf, FarRooms):
        until(lambda: None in news)  # what is told before it listens never comes
    return news


def test_who_watches_is_told_of_each_new_state_but_not_of_the_desk(shelf):
    made = room()
    shelf.open(made, DOCUMENT)
    news = told_in(shelf)
    shelf.change(made.code, lambda room: after(room, Joined("a", "Ada"), NOW))
    moved(shelf, made.code, 3)
    shelf.change(made.code, lambda room: after(room, Ended(), NOW))
    until(lambda: sum(each is not None for each in news) == 2)
    first, last = [each for each in news if each is not None]
    assert (first.room, first.seq, first.ended) == (made.code, 2, False)
    assert '"cursor":3' in first.event
    assert last.ended and last.seq > first.seq
    assert last.event.startswith("event: ended\n")


def test_nothing_that_opens_a_door_is_told(shelf):
    made = room(key="5ecret-key")
    shelf.open(made, DOCUMENT)
    news = told_in(shelf)
    shelf.change(made.code, lambda room: after(room, Joined("a", "Ada"), NOW))
    shelf.change(made.code, lambda room: after(room, Steered(TEACHER, "a"), NOW))
    until(lambda: any(news))
    told = next(each.event for each in news if each is not None)
    assert '"name":"Ada"' in told
    assert not any(word in told for word in (SECRET, made.secret, made.key))


def test_who_is_connected_is_present_until_it_goes_or_is_not_heard_of(shelf, clock):
    made = room()
    shelf.open(made, DOCUMENT)
    assert shelf.present(made.code) == set()
    shelf.seen(made.code, ["a", "b"])
    shelf.left(made.code, "a")
    assert shelf.present(made.code) == {"b"}
    clock.now += near.PRESENT_SECONDS + 1
    assert shelf.present(made.code) == set()


def test_only_so_many_rooms_are_open_at_a_time(opening, clock):
    shelf = opening(rooms=2)
    clock.now = NOW + 10 * HOURS * 3600  # what other tests opened is over
    later = clock.now + 60
    for _ in range(2):
        shelf.open(room(expires=later), DOCUMENT)
    with pytest.raises(Refused) as caught:
        shelf.open(room(expires=later), DOCUMENT)
    assert caught.value.code == "full"
    clock.now = later
    assert shelf.open(room(expires=later + 60), DOCUMENT)


def test_a_room_that_is_over_is_known_for_a_day(opening, clock):
    shelf, made = opening(), room()
    shelf.open(made, DOCUMENT)
    clock.now = made.expires + REMEMBERED_SECONDS - 10
    shelf.open(room(expires=clock.now + 60), DOCUMENT)
    assert shelf.get(made.code).code == made.code
    with pytest.raises(Refused) as caught:
        after(shelf.get(made.code), Ended(), clock.now)
    assert caught.value.code == "expired"
