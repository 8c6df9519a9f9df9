"""The commands that look after a store: `tapescope admin`, `backup` and `restore`."""

import json
import threading
import time
from contextlib import closing

import pytest

from server.__main__ import main
from server.classroom.database_store import Attic
from server.classroom.errors import Refused
from server.classroom.memory_store import Rooms
from server.classroom.redis_store import FarRooms
from server.document.link import Moment
from server.storage.snippets import Deleted, Shared, Store
from server.terminal_table import width
from server.web.upkeep import Upkeep
from tests.web import redis_server
from tests.web.rooms import room

HOSTILE = "\x1b]0;owned\x07 \u202ecod.exe\nID"


@pytest.fixture
def address(tmp_path):
    return f"sqlite:///{tmp_path / 'shared.sqlite3'}"


@pytest.fixture
def store(address):
    with closing(Store(address)) as opened:
        yield opened


@pytest.fixture
def call(address, capsys):
    """Calls the command on the store; its status, and what it said on both streams."""

    def call(*arguments):
        status = main([*map(str, arguments), "--database", address])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def open_room(**changes):
    now = time.time()
    return room(opened=now, expires=now + 3600, **changes)


def test_links_are_listed_those_first_that_were_opened_last(store, call):
    old = store.put(Shared(Moment("x = 1\n", title="Kettenregel 链式法则"))).id
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE snippets SET opened = 0, made = 0, opens = 1234")
    new = store.put(Shared(Moment("\n# A loop\n"))).id
    status, said, _ = call("admin", "list")
    heads, first, second = said.splitlines()
    assert status == 0
    assert heads.split() == ["ID", "OPENED", "OPENS", "BYTES", "MADE", "TITLE"]
    assert first.split()[0] == new
    assert first.endswith("# A loop")
    assert second.split()[:3] == [old, "1970-01-01T00:00Z", "1,234"]
    assert len({width(line.rpartition("Z  ")[0]) for line in (first, second)}) == 1
    assert len(call("admin", "list", "--limit", 1)[1].splitlines()) == 2
    listed = json.loads(call("admin", "list", "--json")[1])
    assert [each["id"] for each in listed] == [new, old]
    assert (listed[1]["title"], listed[1]["opens"]) == ("Kettenregel 链式法则", 1234)


def test_a_hostile_title_steers_no_terminal_and_breaks_no_line(store, call):
    identity = store.put(Shared(Moment(f"print({HOSTILE!r})\n# \x1b[2J", title=HOSTILE))).id
    for arguments in (["list"], ["show", identity]):
        _, said, _ = call("admin", *arguments)
        assert "\\x1b]0;owned\\x07 \\u202ecod.exe" in said
        assert not {"\x1b", "\x07", "\u202e"} & set(said)
    assert len(call("admin", "list")[1].splitlines()) == 2


def test_a_link_is_shown_with_its_code(store, call):
    identity = store.put(Shared(Moment("x = 1\n", title="One"))).id
    _, said, _ = call("admin", "show", identity)
    assert said.endswith("\n\nx = 1\n\n")
    assert json.loads(call("admin", "show", identity, "--json")[1])[0]["code"] == "x = 1\n"
    assert call("admin", "show", "22222222") == (
        2, "", "tapescope: The link 22222222 was never shared.\n",
    )  # fmt: skip


def test_a_link_is_deleted_only_by_who_says_yes(store, call):
    identity = store.put(Shared(Moment("x = 1\n")), "token").id
    assert call("admin", "delete", identity) == (
        2, "", "tapescope: Nobody can be asked here; say --yes.\n",
    )  # fmt: skip
    assert store.get(identity).moment.code == "x = 1\n"
    status, said, _ = call("admin", "delete", identity, "--yes")
    assert (status, said.split()[:2]) == (0, ["Deleted", "1"])
    with pytest.raises(Deleted):
        store.get(identity)
    assert call("admin", "delete", identity, "--yes")[2].endswith("has been deleted.\n")


def test_links_are_swept_by_the_days_of_the_settings_only(store, call):
    store.put(Shared(Moment("x = 1\n")))
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE snippets SET opened = 0")
    assert call("admin", "sweep")[2] == (
        "tapescope: Say with --retention-days which links are deleted; none is set.\n"
    )
    assert call("admin", "sweep", "--retention-days", 30)[1].startswith("Deleted 1 of ")
    assert call("admin", "sweep", "--retention-days", 30)[1].startswith("Deleted 0 of ")


def test_a_store_is_backed_up_and_restored(store, call, tmp_path, capsys):
    identity = store.put(Shared(Moment("x = 1\n"))).id
    assert call("backup", tmp_path / "backup")[0] == 0
    assert "not empty" in call("restore", tmp_path / "backup")[2]
    other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    assert main(["restore", str(tmp_path / "backup"), "--database", other]) == 0
    with closing(Store(other)) as restored:
        assert restored.get(identity) == store.get(identity)
    (tmp_path / "backup").write_bytes(b"\x1b")
    capsys.readouterr()
    assert call("restore", tmp_path / "backup")[2].endswith("is no backup of Tapescope.\n")


def test_a_database_that_does_not_answer_is_a_sentence(tmp_path, capsys):
    address = f"sqlite:///{tmp_path}"
    for command in (["backup", str(tmp_path / "backup")], ["admin", "list"], ["admin", "rooms"]):
        assert main([*command, "--database", address]) == 2
        said = capsys.readouterr().err
        assert said.startswith("tapescope: The database does not answer, so nothing was done.")
        assert str(tmp_path) not in said


def test_a_room_is_listed_and_its_server_ends_it(address, store, call):
    shelf = Rooms(Attic(address))
    opened, told = open_room(), []
    try:
        assert shelf.open(opened, b"document")
        shelf.watch(told.append)
        _, said, _ = call("admin", "rooms")
        assert said.splitlines()[1].split()[0] == opened.code
        assert json.loads(call("admin", "rooms", "--json")[1])[0]["title"] == "a title"
        status, said, _ = call("admin", "end", opened.code.lower())
        assert (status, opened.code in said) == (0, True)
        Upkeep(store, shelf, None).end_rooms()
        assert shelf.get(opened.code).ended
        assert told[-1].ended
        assert call("admin", "rooms")[1].splitlines()[1:] == []
        assert call("admin", "end", opened.code)[0] == 2
        assert call("admin", "end", "no such code")[0] == 2
    finally:
        shelf.close()


def test_a_room_in_redis_is_ended_by_the_command_itself(call):
    with redis_server.running() as redis, closing(FarRooms(redis)) as shelf:
        opened = open_room()
        shelf.open(opened, b"document")
        _, said, _ = call("admin", "rooms", "--redis", redis)
        assert said.splitlines()[1].split()[0] == opened.code
        assert call("admin", "end", opened.code, "--redis", redis)[0] == 0
        assert shelf.get(opened.code).ended
        assert call("admin", "rooms", "--redis", redis)[1].splitlines()[1:] == []


def test_the_upkeep_of_a_server_sweeps_and_survives_a_broken_store(store, monkeypatch):
    identity = store.put(Shared(Moment("x = 1\n"))).id
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE snippets SET opened = 0")
    asked, went_on = [], threading.Event()

    class Broken:
        def end_asked(self):
            asked.append(1)
            if len(asked) > 1:
                went_on.set()
            raise Refused("unknown_room")

    monkeypatch.setattr("server.web.upkeep.TICK_SECONDS", 0.01)
    monkeypatch.setattr("server.web.upkeep.OPENINGS_SECONDS", 0.0)
    upkeep = Upkeep(store, Broken(), 30)
    upkeep.start()
    assert went_on.wait(60)
    upkeep.close()
    with pytest.raises(Deleted):
        store.get(identity)
