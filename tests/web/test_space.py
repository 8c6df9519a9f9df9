"""Space for rooms: bounded in number and bytes, in the database and in Redis; what goes first."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import redis
import sqlalchemy as sql

from server.classroom import database_store, redis_usage, room_limits
from server.classroom.errors import Refused
from server.classroom.events import Ended, Offered, Showed, after
from server.classroom.memory_store import Rooms
from server.classroom.redis_store import FarRooms
from server.classroom.room import Offer, Shown, Spot
from server.classroom.room_limits import Bounds
from server.classroom.seats import Joined
from server.config import Config
from server.web.app import close, create_app
from tests.web import postgresql, redis_server
from tests.web.rooms import NOW, Class, room
from tests.web.test_api import refusal
from tests.web.test_rooms import Clock

RUN = b"x" * 10_000


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
    """Opens an empty shelf with bounds, as each of several processes does."""
    opened, address = [], f"sqlite:///{tmp_path / 'rooms.db'}"
    if request.param == "redis":
        address = request.getfixturevalue("redis_address")
        with redis.Redis.from_url(address) as client:
            client.flushall()
    elif request.param == "postgres":
        address = request.getfixturevalue("postgres")

    def opening(**bounds):
        if request.param == "redis":
            made = FarRooms(address, clock, Bounds(**bounds))
        else:
            made = Rooms(database_store.Attic(address, Bounds(**bounds)), clock)
        opened.append(made)
        return made

    yield opening
    if request.param != "redis":
        with opened[0]._attic.database.writing() as connection:
            connection.execute(sql.delete(database_store.parts))
    for shelf in opened:
        shelf.close()


def taken(shelf):
    """The bytes that are kept, counted by looking at all of them."""
    if isinstance(shelf, Rooms):
        with shelf._attic.database.reading() as connection:
            contents = connection.execute(sql.select(database_store.parts.c.content)).scalars()
            return sum(map(len, contents))
    keys = shelf._redis.keys("tapescope:room:*")
    return sum(len(value) for each in keys for value in shelf._redis.hvals(each))


def code_of(refused):
    return refused.value.code


def fill(shelf, most=50, **more):
    """Open rooms until there is no space; the rooms, and why no other was opened."""
    rooms = []
    with pytest.raises(Refused) as refused:
        for _ in range(most):
            made = room()
            assert shelf.open(made, RUN, **more)
            rooms.append(made)
    return rooms, code_of(refused)


def end(shelf, made, now=NOW):
    return shelf.change(made.code, lambda before: after(before, Ended(), now))


def show(shelf, made, digest, run):
    showed = Showed(Shown(digest, 4), Spot(1))
    return shelf.change(made.code, lambda before: after(before, showed, NOW), {"document": run})


def test_rooms_take_no_more_bytes_than_they_may_and_those_that_are_open_stay(opening):
    shelf = opening(total=50_000)
    rooms, why = fill(shelf)
    assert why == "rooms_full"
    assert len(rooms) == 4
    assert 40_000 < taken(shelf) <= 50_000
    assert all(shelf.document(each.code, "digest") == RUN for each in rooms)
    with pytest.raises(Refused):
        opening(total=50_000).open(room(), RUN)  # another process


def test_a_room_that_has_ended_makes_space_at_once_and_still_says_so(opening):
    shelf = opening(total=50_000)
    first, second, *_ = fill(shelf)[0]
    shelf.change(first.code, lambda before: after(before, Joined("a", "Ada"), NOW))
    end(shelf, first)
    kept = shelf.get(first.code)
    assert kept.ended
    again = opening(total=50_000).get(first.code)
    assert again.ended and again.desk.people == {}
    assert shelf.open(room(), RUN)
    with pytest.raises(Refused):
        shelf.open(room(), RUN)
    assert shelf.document(second.code, "digest") == RUN


def test_rooms_whose_time_is_up_make_space_and_are_remembered(opening, clock):
    shelf = opening(total=50_000)
    old = fill(shelf)[0]
    shelf.change(old[0].code, lambda before: after(before, Joined("a", "Ada"), NOW))
    clock.now = old[0].expires + 1
    assert shelf.open(room(opened=clock.now, expires=clock.now + 60), RUN)
    assert taken(shelf) < 20_000
    kept = opening(total=50_000).get(old[0].code)
    assert (kept.expires, kept.desk.people) == (old[0].expires, {})


def test_a_new_run_finds_space_or_the_old_one_stays(opening):
    shelf = opening(total=50_000)
    first = fill(shelf)[0][0]
    with pytest.raises(Refused) as refused:
        show(shelf, first, "second", b"y" * 30_000)
    assert code_of(refused) == "rooms_full"
    for each in (shelf, opening(total=50_000)):
        assert each.get(first.code).shown.digest == "digest"
        assert each.document(first.code, "digest") == RUN
    show(shelf, first, "small", b"z")  # it takes less than what it replaces
    assert shelf.document(first.code, "small") == b"z"
    assert shelf.open(room(), RUN)


def test_an_offer_finds_space_or_is_refused(opening):
    shelf = opening(total=50_000)
    first = fill(shelf)[0][0]
    shelf.change(first.code, lambda before: after(before, Joined("a", "Ada"), NOW))

    def offer(size):
        made = Offer(f"o{size}", "a", size=size)
        message, code = Offered(made), {made.id: b"x" * size}
        return shelf.change(first.code, lambda before: after(before, message, NOW), code)

    with pytest.raises(Refused) as refused:
        offer(9_000)
    assert code_of(refused) == "rooms_full"
    assert shelf.get(first.code).desk.offers == ()
    offer(100)
    assert shelf.offered(first.code, "o100") == "x" * 100


def test_a_client_opens_so_many_rooms_and_others_theirs(opening):
    shelf = opening(of_client=3)
    rooms, why = fill(shelf, client="one")
    assert (len(rooms), why) == (3, "many_rooms")
    with pytest.raises(Refused):
        opening(of_client=3).open(room(), RUN, "one")
    assert shelf.open(room(), RUN, "two")
    assert shelf.open(room(), RUN)
    end(shelf, rooms[0])
    assert shelf.open(room(), RUN, "one")
    assert fill(shelf, client="one")[0] == []


def test_rooms_are_counted_also_by_a_process_that_has_not_opened_them(opening):
    assert opening(rooms=2).open(room(), RUN)
    assert opening(rooms=2).open(room(), RUN)
    assert fill(opening(rooms=2)) == ([], "full")


def test_many_who_open_at_once_do_not_share_the_same_space(opening):
    shelves = [opening(total=50_000, of_client=7) for _ in range(3)]

    def work(number):
        try:
            return shelves[number % 3].open(room(), RUN, f"{number % 2}")
        except Refused as refused:
            return refused.code

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(work, range(24)))
    assert told.count(True) == 4
    assert told.count("rooms_full") == 20
    assert taken(shelves[0]) <= 50_000


def test_only_so_many_rooms_that_are_over_are_remembered(opening, clock, monkeypatch):
    for module in (database_store, redis_usage):
        monkeypatch.setattr(module, "MOST_REMEMBERED", 3)
    shelf, old = opening(), [room() for _ in range(6)]
    for made in old:
        assert shelf.open(made, RUN)
        clock.now += 10
        end(shelf, made, clock.now)
    shelf.open(room(), RUN)
    there = opening()
    for made in old[:2]:
        with pytest.raises(Refused):
            there.get(made.code)
    assert there.get(old[5].code).ended


def test_a_room_that_is_ended_keeps_nothing_of_its_class(tmp_path):
    attic = database_store.Attic(f"sqlite:///{tmp_path / 'rooms.db'}")
    shelf, made = Rooms(attic, lambda: NOW), room()
    shelf.open(made, RUN, "client")
    shelf.change(made.code, lambda before: after(before, Joined("a", "Ada Lovelace"), NOW))
    end(shelf, made)
    with shelf._attic.database.reading() as connection:
        rows = connection.execute(sql.select(database_store.parts)).all()
    assert {row.part for row in rows} == {*room_limits.KEPT}
    assert not [row for row in rows if b"Ada" in row.content]
    assert {row.expires for row in rows} == {NOW + room_limits.REMEMBERED_SECONDS}
    shelf.close()


@pytest.fixture
def serving():
    apps = []

    def start(**settings):
        app = create_app(Config(database="sqlite://", room_rate="1000 per minute", **settings))
        apps.append(app)
        return app.test_client()

    yield start
    for app in apps:
        close(app)


def test_a_server_without_space_for_rooms_says_so_and_goes_on(serving):
    client = serving(room_bytes=20_000)
    lesson = Class(client)
    for _ in range(20):
        reply = client.post("/api/v1/rooms", json={"code": "import torch\nx = torch.ones(9)"})
    assert refusal(reply) == (507, "rooms_full")
    assert lesson.ask("GET", "").status_code == 200
    shown = {"code": "import torch\n" + "torch.rand(9)\n" * 900}
    assert refusal(lesson.ask("PUT", "/run", shown, lesson.teacher)) == (507, "rooms_full")
    assert lesson.state()["digest"] == lesson.digest


def test_rooms_of_an_address_are_bounded_where_others_are_served(serving):
    client = serving(address_rooms=2, hosts=None)
    here, there = ({"REMOTE_ADDR": f"192.0.2.{i}"} for i in (1, 2))
    made = [client.post("/api/v1/rooms", json={"code": "1"}, environ_base=here) for _ in range(3)]
    assert [reply.status_code for reply in made] == [201, 201, 409]
    assert refusal(made[2]) == (409, "many_rooms")
    assert client.post("/api/v1/rooms", json={"code": "1"}, environ_base=there).status_code == 201
    client = serving(address_rooms=1)
    made = [client.post("/api/v1/rooms", json={"code": "1"}).status_code for _ in range(3)]
    assert made == [201, 201, 201]


def test_the_code_of_a_room_is_not_taken_while_it_is_remembered(opening):
    shelf = opening()
    made = room()
    shelf.open(made, RUN)
    end(shelf, made)
    assert not shelf.open(replace(made, secret="another"), RUN)
