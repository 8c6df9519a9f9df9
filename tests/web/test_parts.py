"""What of a room is written when it changes, in memory over a database and in Redis."""

import json
from dataclasses import replace

import pytest
import redis
import sqlalchemy as sql

from server.classroom import events
from server.classroom.database_store import Attic, parts
from server.classroom.errors import Refused
from server.classroom.events import (
    Answered, Asked, Moved, Offered, Returned, Withdrawn, after,
)  # fmt: skip
from server.classroom.memory_store import Rooms
from server.classroom.questions import Question, Subject
from server.classroom.redis_store import FarRooms, key
from server.classroom.room import TEACHER, Offer, Spot
from server.classroom.room_parts import changed, fields_of, room_of, to_json
from server.classroom.seats import DoorSet, Joined, Removed
from server.storage.database import Down
from tests.web import redis_server
from tests.web.rooms import DOCUMENT, NOW, room

SHAPE = Question(0, "shape", Subject("grad", "t0", (0, 1)), 3, "Which?", ((1, 2), ()), 0.01,
                 [1, 2], "open", NOW)  # fmt: skip
CODE = "x = 1\n" + "y = 2  # 学\n" * 3000


def told(made, *changes):
    for message in changes:
        made = after(made, message, NOW)
    return made


def offer(identity, who="a", code=CODE):
    return Offer(identity, who, "mine", 7, code.count("\n") + 1, len(code.encode()))


@pytest.fixture(scope="module")
def redis_address():
    with redis_server.running() as address:
        yield address


@pytest.fixture(params=["file", "redis"])
def address(request, tmp_path):
    if request.param == "redis":
        return request.getfixturevalue("redis_address")
    return f"sqlite:///{tmp_path / 'rooms.db'}"


@pytest.fixture
def opening(address):
    """Opens the shelf, as a process does that begins."""
    opened = []

    def opening():
        is_far = not address.startswith("sqlite")
        opened.append(FarRooms(address, lambda: NOW) if is_far
                      else Rooms(Attic(address), lambda: NOW))  # fmt: skip
        return opened[-1]

    yield opening
    for shelf in opened:
        shelf.close()


def change(shelf, code, *changes, **attached):
    return shelf.change(code, lambda room: told(room, *changes), **attached)


def kept(address, code):
    """All that is written of a room, by part."""
    if address.startswith("sqlite"):
        engine = sql.create_engine(address)
        with engine.connect() as connection:
            rows = connection.execute(sql.select(parts).where(parts.c.room == code)).all()
        engine.dispose()
        return {row.part: row.content for row in rows}
    with redis.Redis.from_url(address) as client:
        return {name.decode(): text for name, text in client.hgetall(key(code)).items()}


@pytest.mark.parametrize(
    ("message", "names"),
    [
        (Moved(TEACHER, "digest", Spot(3), None), {"room"}),
        (Joined("b", None, "there"), {"room", "people", "origins"}),
        (Answered("a", 2, [1]), {"room", "given2"}),
        (Offered(Offer("q", "a")), {"room", "offers", "sent"}),
        (DoorSet("closed"), {"room", "door"}),
        (Withdrawn(2), {"room", "past"}),
    ],
)
def test_a_change_writes_its_own_parts_and_no_others(message, names):
    many = [Joined(f"p{i}", None) for i in range(100)]
    waiting = [Offered(offer(f"o{i}", f"p{i}", "x")) for i in range(99)]
    made = told(room(), *many, Joined("a", "Ada"), Asked(SHAPE, "digest"), *waiting,
                Answered("a", 1, [2]), Asked(SHAPE, "digest"))  # fmt: skip
    written = changed(told(made, message), made)
    assert set(written) == names


def test_parts_are_the_room_again():
    made = told(room(), Joined("a", "Ada 学", "here"), Joined("b", None), Asked(SHAPE, "digest"),
                Answered("a", 1, [1, 2]), Asked(SHAPE, "digest"), Offered(offer("o")),
                Removed(("b",)), DoorSet("closed"))  # fmt: skip
    assert room_of(changed(made, None)) == made


def test_the_code_of_an_offer_is_there_for_as_long_as_it_waits(opening, address):
    shelf, made = opening(), room()
    shelf.open(made, DOCUMENT)
    change(shelf, made.code, Joined("a", None), Joined("b", None))
    for identity, who in (("first", "a"), ("second", "a"), ("third", "b")):
        attached = {identity: CODE.encode()}
        change(shelf, made.code, Offered(offer(identity, who)), attachments=attached)
    for each in (shelf, opening()):
        assert each.offered(made.code, "second") == CODE
        with pytest.raises(Refused) as caught:
            each.offered(made.code, "first")
        assert caught.value.code == "unknown_offer"
    assert {"second", "third"} < set(kept(address, made.code))
    change(shelf, made.code, Returned(TEACHER, "second"))
    change(shelf, made.code, Removed(("b",)))
    assert not {"first", "second", "third"} & set(kept(address, made.code))
    assert opening().document(made.code, "digest") == DOCUMENT


def test_only_so_much_code_waits_in_a_room(monkeypatch):
    made = told(room(), *(Joined(who, None) for who in "abc"))
    monkeypatch.setattr(events, "MOST_OFFERS", 2)
    full = told(made, Offered(offer("o", "a")), Offered(offer("p", "b")))
    with pytest.raises(Refused) as caught:
        told(full, Offered(offer("q", "c")))
    assert caught.value.code == "full_offers"
    assert told(full, Offered(offer("q", "a"))).desk.offers[-1].id == "q"  # in place of one's own
    monkeypatch.setattr(events, "MOST_OFFERED_BYTES", 100)
    half = told(made, Offered(Offer("o", "a", size=60)))
    with pytest.raises(Refused):
        told(half, Offered(Offer("p", "b", size=41)))
    assert len(told(half, Offered(Offer("p", "b", size=40))).desk.offers) == 2


def old_form(made, codes):
    """A room as earlier versions wrote it: the desk in one part, with the code of offers."""
    desk = {name: part for name, part in fields_of(made.desk).items()
            if name not in ("origins", "door")}  # fmt: skip
    desk["offers"] = [
        {"id": each.id, "participant": each.participant, "code": codes[each.id],
         "title": each.title, "seed": each.seed}
        for each in made.desk.offers
    ]  # fmt: skip
    bare = json.loads(to_json(made))
    del bare["spot"]["view"]
    return {"room": to_json(bare), "desk": to_json(desk), "document": DOCUMENT}


def write(address, code, contents):
    """Put parts where a shelf finds them."""
    if not address.startswith("sqlite"):
        with redis.Redis.from_url(address) as client:
            client.hset(key(code), mapping=contents)
        return
    attic = Attic(address)
    with attic.database.writing() as connection:
        for part, content in contents.items():
            row = {"room": code, "part": part, "expires": int(NOW) + 999, "content": content}
            connection.execute(sql.insert(parts), row)
    attic.close()


@pytest.mark.parametrize("is_changed_first", [False, True])
def test_a_room_of_an_earlier_version_goes_on(opening, address, is_changed_first):
    made = told(room(), Joined("a", "Ada"), Joined("b", None), Asked(SHAPE, "digest"),
                Answered("a", 1, [1, 2]), Asked(SHAPE, "digest"), Answered("b", 2, []),
                Offered(offer("o")))  # fmt: skip
    made = replace(made, desk=replace(made.desk, sent={}))  # earlier versions did not keep it
    write(address, made.code, old_form(made, {"o": CODE}))
    shelf = opening()
    if not is_changed_first:
        assert shelf.get(made.code) == made
    after_move = change(shelf, made.code, Moved(TEACHER, "digest", Spot(2), None))
    for each in (shelf, opening()):
        assert each.get(made.code) == after_move
        assert each.get(made.code).desk == made.desk
        assert each.offered(made.code, "o") == CODE
        assert each.document(made.code, "digest") == DOCUMENT
    assert "desk" not in kept(address, made.code)
    assert json.loads(kept(address, made.code)["people"]) == {"a": "Ada", "b": None}


def test_what_was_not_written_is_written_with_the_next_change(tmp_path, monkeypatch):
    address = f"sqlite:///{tmp_path / 'rooms.db'}"
    shelf, made = Rooms(Attic(address), lambda: NOW), room()
    shelf.open(made, DOCUMENT)

    def fail(*_):
        raise Down

    with monkeypatch.context() as broken:
        broken.setattr(Attic, "write", fail)
        change(shelf, made.code, Joined("a", "Ada"))
        with pytest.raises(Down):
            attached = {"o": CODE.encode()}
            change(shelf, made.code, Offered(offer("o")), attachments=attached)
    last = change(shelf, made.code, Moved(TEACHER, "digest", Spot(5), None))
    shelf.close()
    again = Rooms(Attic(address), lambda: NOW)
    assert again.get(made.code) == last
    assert again.get(made.code).desk.people == {"a": "Ada"}
    again.close()
