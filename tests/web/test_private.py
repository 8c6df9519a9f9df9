"""What nobody else on the machine reads: the database's files, and the secret that signs."""

import logging
import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.classroom import credentials
from server.config import Config
from server.document.link import Moment
from server.storage import database, private_files
from server.storage.snippets import Shared, Store
from server.web.app import close, create_app
from server.web.secret_key import Secret
from tests.web.rooms import Class
from tests.web.test_api import refusal

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
        private_files.restrict(path, 0o600)
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


def test_the_secret_is_made_once_for_all_processes_and_readable_by_nobody_else(user, umask):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: Secret().derive_key("room", "X"), range(16)))
    assert len(keys) == 1
    folder = user / "config" / "tapescope"
    assert [path.name for path in folder.iterdir()] == ["secret"]
    assert (mode(folder), mode(folder / "secret")) == (0o700, 0o600)


def test_each_room_purpose_and_secret_has_its_own_key():
    one, other = Secret("a secret of 16 characters"), Secret("another secret of that kind")
    keys = [
        each.derive_key(*words)
        for each in (one, other)
        for words in (("room", "A"), ("room", "B"), ("day", "A"), ("room", "A", ""), ("roomA",))
    ]
    assert len(set(keys)) == len(keys)
    assert one.derive_key("room", "A") == keys[0]


@pytest.mark.parametrize("text", ["", "short", "\ufeff\u5b66" * 20])
def test_a_secret_that_is_damaged_is_not_used(user, caplog, text):
    folder = user / "config" / "tapescope"
    folder.mkdir(parents=True)
    (folder / "secret").write_text(text, "utf-8")
    assert Secret().derive_key("room") != Secret().derive_key("room")
    assert "TAPESCOPE_SECRET" in caplog.text


def test_without_a_place_for_the_secret_the_server_works_until_it_ends(user, caplog):
    (user / "config").write_text("in the way")
    secret = Secret()
    assert secret.derive_key("room") == secret.derive_key("room")
    assert "TAPESCOPE_SECRET" in caplog.text


def test_a_secret_that_can_be_guessed_is_refused():
    with pytest.raises(ValueError, match="secret must be 16 characters"):
        Config(secret="123456")
    assert "long enough to be one" not in repr(Config(secret="long enough to be one"))


@pytest.fixture
def serving(tmp_path):
    """Starts servers over one database; each is a process as far as its rooms know."""
    apps = []

    def start(secret):
        app = create_app(Config(database=f"sqlite:///{tmp_path / 'rooms.db'}", secret=secret))
        apps.append(app)
        return app

    yield start
    for app in apps:
        close(app)


def test_who_reads_the_database_can_sign_nothing_with_it(serving):
    app = serving("the secret of this server")
    lesson = Class(app.test_client())
    ada, hers = lesson.join("Ada")
    room = app.extensions["rooms"].get(lesson.opened["room"])
    forged = {"Authorization": f"Bearer {credentials.token(room.key, ada)}"}
    sent = {"code": "1"}
    assert refusal(lesson.ask("POST", "/offers", sent, forged)) == (403, "not_joined")
    assert lesson.ask("POST", "/offers", sent, hers).status_code == 201


def test_a_room_outlives_its_server_and_tokens_do_where_the_secret_is_the_same(serving):
    lesson = Class(serving("the secret of this server").test_client())
    hers = lesson.join("Ada")[1]
    close(lesson.client.application)
    lesson.client = serving("the secret of this server").test_client()
    assert lesson.ask("POST", "/offers", {"code": "1"}, hers).status_code == 201
    close(lesson.client.application)
    lesson.client = serving("the secret of another one").test_client()
    assert refusal(lesson.ask("POST", "/offers", {"code": "1"}, hers)) == (403, "not_joined")
    assert lesson.ask("POST", "/offers", {"code": "1"}, lesson.join()[1]).status_code == 201
    assert lesson.ask("GET", "/desk", who=lesson.teacher).status_code == 200
