"""A backup is of one moment, restores into any database, and is refused when it is damaged."""

import sqlite3
import threading
from contextlib import closing

import pytest

from server.classroom.database_store import Attic
from server.document.link import Moment
from server.storage import backup
from server.storage.backup import Unusable
from server.storage.database import Database
from server.storage.snippets import Shared, Store, claims, snippets
from server.storage.usage import totals
from tests.web import postgresql
from tests.web.rooms import room

HOSTILE = Shared(Moment("x = '\0\x1b[31m'\n", title="\u202e=1+1\u4e2d\u6587"), "Look.")


@pytest.fixture(scope="module")
def postgres():
    with postgresql.running() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path):
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'shared.sqlite3'}"
        return
    address = request.getfixturevalue("postgres")
    empty(address)
    yield address


def empty(address):
    """Delete all rows of a database."""
    with closing(Database(address)) as database, database.writing() as connection:
        for table in reversed(backup.tables_of(connection)):
            connection.execute(table.delete())


@pytest.fixture
def filled(address):
    """A store with a snippet, one that was deleted, and a room."""
    with closing(Store(address)) as store:
        store.put(HOSTILE, "token", "client")
        gone = store.put(Shared(Moment("secret = 1")), "other")
        store.delete(gone.id, "other")
        with closing(Attic(address)) as attic:
            assert attic.add(room(code="ABCDEF"), b"\x1f\x8bdocument", 0.0)
        yield store


def rows_of(database):
    """All rows of a database, by table."""
    with database.reading() as connection:
        return {
            table.name: [row for rows in backup.batches(connection, table) for row in rows]
            for table in backup.tables_of(connection)
        }


def target_of(kind, tmp_path, request):
    """The address of a database to restore into."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'other.sqlite3'}"
    address = request.getfixturevalue("postgres")
    empty(address)
    return address


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_was_backed_up_is_restored_into_either_kind(filled, kind, tmp_path, request):
    before = rows_of(filled.database)
    assert {name: len(rows) for name, rows in before.items()} == {
        "claims": 1, "room_parts": 8, "shared_days": 1, "snippets": 2, "totals": 1,
    }  # fmt: skip
    about = backup.write(filled.database, tmp_path / "backup")
    assert about.rows == 13
    with closing(Database(target_of(kind, tmp_path, request))) as database:
        backup.restore(tmp_path / "backup", database)
        assert rows_of(database) == before


def test_a_backup_is_for_its_owner_only_and_has_nothing_that_was_deleted(filled, tmp_path):
    backup.write(filled.database, tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600
    assert b"secret = 1" not in (tmp_path / "backup").read_bytes()
    assert [each.name for each in tmp_path.iterdir() if "backup" in each.name] == ["backup"]


def test_a_backup_beside_writers_is_of_one_moment(address, tmp_path):
    with closing(Store(address)) as store:
        store.put(HOSTILE, "token")
        done = threading.Event()

        def share(name):
            number = 0
            while not done.is_set():
                store.put(Shared(Moment(f"{name} = {number}")), "token")
                number += 1

        writers = [threading.Thread(target=share, args=[name]) for name in "ab"]
        for writer in writers:
            writer.start()
        try:
            for number in range(3):
                backup.write(store.database, tmp_path / f"{number}")
        finally:
            done.set()
            for writer in writers:
                writer.join()
    for number in range(3):
        with closing(sqlite3.connect(tmp_path / f"{number}")) as found:
            [(size, count)] = found.execute("SELECT SUM(LENGTH(content)), COUNT(*) FROM snippets")
            assert found.execute("SELECT bytes FROM totals").fetchall() == [(size + 512 * count,)]
            assert found.execute("SELECT COUNT(*) FROM claims").fetchall() == [(count,)]


def test_a_restore_into_a_database_with_content_needs_to_be_told(filled, tmp_path):
    backup.write(filled.database, tmp_path / "backup")
    before = rows_of(filled.database)
    with pytest.raises(Unusable, match="not empty.*--replace"):
        backup.restore(tmp_path / "backup", filled.database)
    assert rows_of(filled.database) == before
    filled.put(Shared(Moment("later = 1")))
    backup.restore(tmp_path / "backup", filled.database, replace=True)
    assert rows_of(filled.database) == before


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_backup_that_was_damaged_is_refused(filled, tmp_path):
    path = tmp_path / "backup"
    backup.write(filled.database, path)
    whole = path.read_bytes()
    place = whole.index(b"Look.")
    damages = {
        "changed": whole[:place] + b"Took." + whole[place + 5 :],
        "cut": whole[: len(whole) // 2],
        "torn": whole[:4096] + bytes(4096) + whole[8192:],
    }
    with closing(Database(f"sqlite:///{tmp_path / 'other.sqlite3'}")) as database:
        for name, data in damages.items():
            path.write_bytes(data)
            with pytest.raises(Unusable, match="damaged"):
                backup.restore(path, database)
                pytest.fail(name)
        with database.reading() as connection:
            assert connection.execute(snippets.select()).all() == []
            assert connection.execute(totals.select()).all() == [("snippets", 0)]
            assert connection.execute(claims.select()).all() == []


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_other_files_are_neither_restored_nor_overwritten(filled, tmp_path):
    notes, other = tmp_path / "notes.txt", tmp_path / "other.db"
    notes.write_text("mine")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE mine (x)")
    for path in (notes, other):
        for act in (backup.write, lambda database, path: backup.restore(path, database)):
            with pytest.raises(Unusable, match="is no backup"):
                act(filled.database, path)
    assert notes.read_text() == "mine"
    with pytest.raises(Unusable, match="There is no file"):
        backup.restore(tmp_path / "nothing", filled.database)
    with pytest.raises(Unusable, match="cannot be written: No such file"):
        backup.write(filled.database, tmp_path / "nowhere" / "backup")


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_backup_of_a_later_version_is_refused(filled, tmp_path):
    path = tmp_path / "backup"
    backup.write(filled.database, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE tapescope_backup SET value = '9999' WHERE name = 'tables'")
    with pytest.raises(Unusable, match="later version"):
        backup.restore(path, filled.database, replace=True)


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_full_disk_is_told_and_leaves_no_file(filled, tmp_path, monkeypatch):
    def fill_up(engine, draft):
        with closing(sqlite3.connect(draft)) as connection:
            connection.execute("PRAGMA max_page_count=1")
            connection.execute("CREATE TABLE x (y)")

    monkeypatch.setattr(backup, "copy_sqlite", fill_up)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(Unusable, match="cannot be written: No space left"):
        backup.write(filled.database, tmp_path / "backup")
    assert sorted(tmp_path.iterdir()) == before
