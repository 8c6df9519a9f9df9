"""Links that nobody opens any more are deleted; opening one costs no write of its own."""

from contextlib import closing

import pytest
import sqlalchemy

from server.document.link import Moment
from server.storage import backup, retention
from server.storage.database import Down
from server.storage.retention import DAY_SECONDS, Openings, Swept
from server.storage.snippets import Deleted, Shared, Store, claims, snippets
from tests.web import postgresql

NOW = 2_000_000_000


@pytest.fixture(scope="module")
def postgres():
    with postgresql.running() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    if request.param == "sqlite":
        with closing(Store(f"sqlite:///{tmp_path / 'shared.sqlite3'}")) as opened:
            yield opened
        return
    with closing(Store(request.getfixturevalue("postgres"))) as opened:
        yield opened
        with opened.database.writing() as connection:
            for table in reversed(backup.tables_of(connection)):
                connection.execute(table.delete())


def opened_at(store, name, seconds):
    """Share a snippet that was opened last at a time; its id."""
    identity = store.put(Shared(Moment(f"{name} = 1")), "token").id
    with store.database.writing() as connection:
        here = sqlalchemy.update(snippets).where(snippets.c.id == identity)
        connection.execute(here.values(opened=seconds))
    return identity


def test_what_nobody_opened_for_so_long_is_deleted_and_its_space_is_free(store, monkeypatch):
    monkeypatch.setattr(retention, "BATCH", 2)
    old = [opened_at(store, f"old{n}", NOW - 31 * DAY_SECONDS) for n in range(retention.BATCH + 1)]
    new = opened_at(store, "new", NOW - 29 * DAY_SECONDS)
    before = store.taken()
    swept = retention.sweep(store.database, 30, NOW)
    assert swept.snippets == len(old)
    assert store.taken() == before - swept.bytes
    assert store.get(new).moment.code == "new = 1"
    with pytest.raises(Deleted):
        store.get(old[0])
    with store.database.reading() as connection:
        assert len(connection.execute(claims.select()).all()) == 1
    assert retention.sweep(store.database, 30, NOW) == Swept(0, 0)
    # Whoever shares it again has it again, with the same link.
    assert store.put(Shared(Moment("old0 = 1"))).id == old[0]
    assert store.get(old[0]).moment.code == "old0 = 1"


def test_openings_are_counted_and_written_together(store):
    identity = opened_at(store, "x", NOW)
    openings = Openings()
    for _ in range(3):
        openings.count(identity)
    assert store.look(identity).opens == 0
    openings.write(store.database)
    openings.count(identity)
    openings.write(store.database)
    assert store.look(identity).opens == 4
    assert store.look(identity).opened < NOW


def test_openings_are_kept_for_later_while_the_database_is_down(store, monkeypatch):
    identity = opened_at(store, "x", 0)
    openings = Openings()
    openings.count(identity)

    def fail(*_):
        raise Down

    with monkeypatch.context() as broken:
        broken.setattr(retention, "write_openings", fail)
        with pytest.raises(Down):
            openings.write(store.database)
    openings.write(store.database)
    assert store.look(identity).opens == 1


def test_who_opens_or_shares_a_link_again_keeps_it(store):
    opened, shared = opened_at(store, "opened", 0), opened_at(store, "shared", 0)
    openings = Openings()
    openings.count(opened)
    openings.write(store.database)
    store.put(Shared(Moment("shared = 1")), "token")
    assert retention.sweep(store.database, 1) == Swept(0, 0)
    assert [each.id for each in store.listed(5)] == sorted([opened, shared])
