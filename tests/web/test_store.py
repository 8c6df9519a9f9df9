"""What every store promises: in memory, in a file, and in a PostgreSQL of the test's own."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given
from hypothesis import strategies as st

from server.classroom import database_store  # noqa: F401  (its table is one of the database)
from server.document.link import Moment
from server.storage import database, snippets
from server.storage.database import Down
from server.storage.snippets import Deleted, NotYours, Shared, Store, Unknown
from tests.faults.line import line_to
from tests.page.test_link import moments
from tests.sampling import examples
from tests.web import postgresql

LESSON = Shared(Moment("x = 1\n", title="One", step=3, seed=7), "Look at the *plus*.")


@pytest.fixture(scope="module")
def postgres():
    with postgresql.running() as address:
        yield address


@pytest.fixture(params=["memory", "file", "postgres"])
def address(request, tmp_path):
    if request.param == "postgres":
        return request.getfixturevalue("postgres")
    return "sqlite://" if request.param == "memory" else f"sqlite:///{tmp_path / 'shared.db'}"


@pytest.fixture
def kept(address):
    opened = Store(address)
    yield opened
    with opened.database.opened().begin() as connection:
        for table in reversed(snippets.metadata.sorted_tables):
            connection.execute(sqlalchemy.delete(table))
    opened.close()


def test_what_was_put_is_what_one_gets(kept):
    assert kept.get(kept.put(LESSON).id) == LESSON


def test_every_character_is_kept_by_every_database(kept):
    wild = "".join(map(chr, [*range(0x20), 0x7F, 0x85, 0x2028, 0xFFFF, 0x10FFFF]))
    shared = Shared(Moment(wild, wild, selection=wild, engine="\0", digest="\0"), wild)
    assert kept.get(kept.put(shared, wild).id) == shared


def test_the_same_snippet_has_one_id_and_another_moment_another(kept):
    first, second = kept.put(LESSON), kept.put(LESSON)
    assert first.id == second.id
    assert first.token != second.token
    assert kept.put(Shared(Moment("x = 1\n", title="One", step=4, seed=7))).id != first.id


def test_an_id_is_short_and_has_no_letters_that_look_alike(kept):
    identity = kept.put(LESSON).id
    assert len(identity) == 8
    assert not set(identity) & set("0O1Il")


def test_an_id_that_is_taken_by_another_content_gets_longer(kept, monkeypatch):
    whole = "2" * 8 + "3" * 40
    monkeypatch.setattr(snippets, "named", lambda digest: whole)
    first, second = kept.put(LESSON), kept.put(Shared(Moment("another")))
    assert (first.id, second.id) == (whole[:8], whole[:9])
    assert kept.get(first.id) == LESSON
    assert kept.get(second.id) == Shared(Moment("another"))


def test_an_id_that_nobody_shared_is_unknown(kept):
    for identity in ("22222222", "", "no id at all", "\0", "x" * 5000):
        with pytest.raises(Unknown):
            kept.get(identity)
        with pytest.raises(Unknown):
            kept.delete(identity, "token")


def test_the_author_takes_a_snippet_back(kept):
    receipt = kept.put(LESSON)
    assert kept.delete(receipt.id, receipt.token) is True
    with pytest.raises(Deleted):
        kept.get(receipt.id)
    with pytest.raises(Deleted):
        kept.delete(receipt.id, receipt.token)


def test_nobody_else_takes_it_back(kept):
    receipt = kept.put(LESSON)
    other = kept.put(Shared(Moment("other")))
    for token in ("", "x", other.token, receipt.token + "x", "\ud800"):
        with pytest.raises(NotYours):
            kept.delete(receipt.id, token)
    assert kept.get(receipt.id) == LESSON


def test_a_snippet_that_two_have_shared_stays_until_both_take_it_back(kept):
    one, two = kept.put(LESSON), kept.put(LESSON)
    assert kept.delete(one.id, one.token) is False
    assert kept.get(one.id) == LESSON
    assert kept.delete(two.id, two.token) is True


def test_sharing_again_with_ones_token_needs_one_deletion(kept):
    one = kept.put(LESSON)
    assert kept.put(LESSON, one.token) == one
    assert kept.delete(one.id, one.token) is True


def test_a_deleted_snippet_comes_back_when_it_is_shared_again(kept):
    one = kept.put(LESSON)
    kept.delete(one.id, one.token)
    two = kept.put(LESSON)
    assert two.id == one.id
    assert kept.get(two.id) == LESSON
    with pytest.raises(NotYours):
        kept.delete(one.id, one.token)


def test_no_token_stands_in_the_database(kept):
    receipt = kept.put(LESSON)
    with kept.database.opened().connect() as connection:
        for table in snippets.metadata.sorted_tables:
            for row in connection.execute(sqlalchemy.select(table)):
                assert receipt.token not in map(str, row)


def test_many_authors_at_once_get_one_snippet_and_a_claim_each(kept):
    with ThreadPoolExecutor(8) as pool:
        receipts = list(pool.map(lambda _: kept.put(LESSON), range(40)))
    assert len({receipt.id for receipt in receipts}) == 1
    with ThreadPoolExecutor(8) as pool:
        last = list(pool.map(lambda receipt: kept.delete(receipt.id, receipt.token), receipts))
    assert last.count(True) == 1


def test_what_is_shared_while_others_take_it_back_is_never_lost(kept):
    first = kept.put(LESSON)
    for _ in range(20):
        with ThreadPoolExecutor(2) as pool:
            gone = pool.submit(kept.delete, first.id, first.token)
            new = pool.submit(kept.put, LESSON)
        gone.result()
        first = new.result()
        assert kept.get(first.id) == LESSON


def test_the_migrations_make_the_tables_that_the_store_uses(kept):
    with kept.database.opened().connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), snippets.metadata) == []


def test_a_database_that_is_there_is_opened_as_it_is(address, kept):
    receipt = kept.put(LESSON)
    if address != "sqlite://":
        again = Store(address)
        assert again.get(receipt.id) == LESSON
        again.close()


def test_processes_that_start_at_once_bring_the_tables_up_to_date_once(tmp_path):
    stores = [Store(f"sqlite:///{tmp_path / 'shared.db'}") for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        receipts = list(pool.map(lambda each: each.put(LESSON), stores))
    assert len({receipt.id for receipt in receipts}) == 1
    for each in stores:
        each.close()


@examples(60)
@given(moments, st.none() | st.text(min_size=1, max_size=300))
def test_every_moment_and_story_comes_back(moment, story):
    assert snippets.read(snippets.written(Shared(moment, story))) == Shared(moment, story)


def test_a_story_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="16,384 characters"):
        Shared(Moment(""), "x" * (snippets.MOST_STORY + 1))


@pytest.mark.parametrize(
    "address",
    ["sqlite:////nowhere/at/all.db", "postgresql://u@127.0.0.1:1/x", "oracle+nothing://x"],
)
def test_a_database_that_does_not_answer_is_down(address):
    closed = Store(address)
    with pytest.raises(Down):
        closed.put(LESSON)
    with pytest.raises(Down):
        closed.get("22222222")


def test_a_database_of_a_later_version_is_left_alone(tmp_path):
    path = tmp_path / "shared.db"
    first = Store(f"sqlite:///{path}")
    receipt = first.put(LESSON)
    first.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(Down):
        Store(f"sqlite:///{path}").get(receipt.id)


def test_what_is_acknowledged_is_on_the_disk(tmp_path):
    kept = Store(f"sqlite:///{tmp_path / 'shared.db'}")
    with kept.database.opened().connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    kept.close()


def test_a_database_that_hangs_is_down_and_comes_back(postgres, monkeypatch):
    monkeypatch.setattr(database, "GREETING_SECONDS", 2)  # the least that the driver takes
    monkeypatch.setattr(database, "PATIENCE_MS", 100)
    with line_to(postgres) as (line, address):
        kept = Store(address)
        receipt = kept.put(LESSON)
        with pytest.raises(Down), kept.database.writing() as connection:
            line.held = True
            connection.execute(sqlalchemy.text("SELECT 1"))
        with pytest.raises(Down):
            kept.get(receipt.id)
        line.mend()
        assert kept.get(receipt.id) == LESSON
        kept.close()


def test_without_an_address_snippets_go_to_the_users_data_directory(tmp_path, monkeypatch):
    monkeypatch.setattr(
        database.platformdirs, "user_data_path", lambda name, appauthor: tmp_path / name
    )
    own = Store()
    own.put(LESSON)
    own.close()
    assert (tmp_path / "tapescope" / "shared.sqlite3").is_file()
    assert Path(database.own_file().removeprefix("sqlite:///")).parent == tmp_path / "tapescope"
