"""What nobody else on the machine reads: the database's files, and the secret that signs."""

import logging
import os
import sqlite3
import stat
import subprocess
import sys

import pytest

from server import database
from server.link import Moment
from server.store import Shared, Store

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes.")
LESSON = Shared(Moment("x = 1\n"))


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o077])
def umask(request):
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def user(tmp_path, monkeypatch):
    """The folders of a user who has none yet."""
    for kind in ("data", "config"):
        monkeypatch.setattr(
            f"platformdirs.user_{kind}_path",
            lambda name, appauthor, kind=kind: tmp_path / kind / name,
        )
    return tmp_path


def test_the_database_of_a_user_is_readable_by_nobody_else(user, umask):
    store = Store()
    store.put(LESSON)
    folder = user / "data" / "tapescope"
    assert mode(folder) == 0o700
    files = sorted(folder.iterdir())
    assert [path.name for path in files] == [
        "shared.sqlite3", "shared.sqlite3-shm", "shared.sqlite3-wal",
    ]  # fmt: skip
    assert {mode(path) for path in files} == {0o600}
    store.close()


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path, umask):
    path = tmp_path / "shared.db"
    older = sqlite3.connect(path)
    older.execute("PRAGMA journal_mode=WAL")
    older.execute("CREATE TABLE other (x)")
    older.commit()
    files = [path, tmp_path / "shared.db-wal", tmp_path / "shared.db-shm"]
    for each in files:
        each.chmod(0o666)
    store = Store(f"sqlite:///{path}")
    store.put(LESSON)
    assert {mode(each) for each in files} == {0o600}
    store.close()
    older.close()


def test_a_folder_that_others_could_read_is_closed_to_them(user):
    folder = user / "data" / "tapescope"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    database.own_file()
    assert mode(folder) == 0o700


def test_the_rights_of_a_folder_that_is_not_ours_stay(tmp_path):
    tmp_path.chmod(0o755)
    store = Store(f"sqlite:///{tmp_path / 'shared.db'}")
    store.put(LESSON)
    store.close()
    assert mode(tmp_path) == 0o755
    assert mode(tmp_path / "shared.db") == 0o600


def test_a_file_of_another_user_is_said_to_be_open(tmp_path, caplog, monkeypatch):
    path = tmp_path / "shared.db"
    path.touch(0o666)
    path.chmod(0o666)

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(type(path), "chmod", refuse)
    with caplog.at_level(logging.WARNING):
        database.restrict(path, 0o600)
    assert "belongs to another user" in caplog.text


def test_an_error_of_the_database_tells_nothing_of_what_is_stored(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'shared.db'}")
    store.put(LESSON)
    with store.database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE snippets RENAME TO gone")
    with pytest.raises(database.Down) as caught:
        store.put(Shared(Moment("a private thing")))
    assert "private" not in str(caught.value.__cause__)
    store.close()
