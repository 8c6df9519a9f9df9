"""Bytes of shared snippets: bounded in all and by client, counted right, freed when deleted."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sql

from server.config import Config
from server.document.link import Moment
from server.storage import snippets, usage
from server.storage.snippets import Shared, Store
from server.storage.usage import ROW_BYTES, Bounds, Full, Spent
from server.web.app import close, create_app
from tests.web import postgresql
from tests.web.test_api import refusal

HERE = {"REMOTE_ADDR": "192.0.2.1"}


@pytest.fixture(scope="module")
def postgres():
    with postgresql.running() as address:
        yield address


@pytest.fixture(params=["memory", "file", "postgres"])
def opening(request, tmp_path):
    """Opens stores of one database, as several processes do."""
    if request.param == "postgres":
        address = request.getfixturevalue("postgres")
    else:
        address = "sqlite://" if request.param == "memory" else f"sqlite:///{tmp_path / 'x.db'}"
    opened = []

    def opening(total=2**30, a_day=2**30):
        one = opened[0].database if opened else None
        made = Store(address, Bounds(total, a_day))
        if address == "sqlite://" and one is not None:
            made.database = one  # in memory each connection has a database of its own
        opened.append(made)
        return made

    yield opening
    with opened[0].database.writing() as connection:
        for table in reversed(snippets.metadata.sorted_tables):
            connection.execute(sql.delete(table))
    for each in opened:
        each.close()


def snippet(number, size=1000):
    return Shared(Moment(f"{number:08} " + "x" * size))


def total(kept):
    """The total that is counted, which must be what is there."""
    with kept.database.reading() as connection:
        counted = connection.execute(sql.select(usage.totals.c.bytes)).scalar_one_or_none() or 0
        size, rows = connection.execute(sql.select(
            sql.func.coalesce(sql.func.sum(sql.func.length(snippets.snippets.c.content)), 0),
            sql.func.count(),
        ).select_from(snippets.snippets)).one()  # fmt: skip
        rows += connection.scalar(sql.select(sql.func.count()).select_from(snippets.claims))
    assert counted == size + rows * ROW_BYTES
    return counted


def test_the_same_content_takes_its_space_once(opening):
    kept = opening()
    first = kept.put(snippet(1))
    once = total(kept)
    kept.put(snippet(1), first.token)
    assert total(kept) == once
    kept.put(snippet(1))
    assert total(kept) == once + ROW_BYTES  # who may delete it


def test_what_is_deleted_takes_no_space(opening):
    kept = opening()
    receipts = [kept.put(snippet(1)), kept.put(snippet(1)), kept.put(snippet(2))]
    for receipt in receipts:
        kept.delete(receipt.id, receipt.token)
    assert total(kept) == 2 * ROW_BYTES  # that they were there
    again = kept.put(snippet(1))
    kept.delete(again.id, again.token)
    assert total(kept) == 2 * ROW_BYTES


def test_a_full_store_keeps_what_it_has_and_takes_new_content_when_there_is_space(opening):
    kept = opening(total=10_000)
    receipts = []
    with pytest.raises(Full):
        for number in range(100):
            receipts.append(kept.put(snippet(number)))
    assert 5 <= len(receipts) <= 9
    assert 8_000 < total(kept) <= 10_000
    assert all(kept.get(each.id) == snippet(i) for i, each in enumerate(receipts))
    assert kept.put(snippet(0)).id == receipts[0].id  # what is here takes next to nothing
    kept.delete(receipts[1].id, receipts[1].token)
    kept.delete(receipts[2].id, receipts[2].token)
    assert kept.get(kept.put(snippet(77)).id) == snippet(77)
    assert total(kept) <= 10_000 + 625


def test_a_full_store_forgets_what_was_deleted_before_it_refuses(opening):
    kept = opening(total=10_000)
    for number in range(100):  # that each was there takes 256 bytes
        receipt = kept.put(snippet(number))
        kept.delete(receipt.id, receipt.token)
    assert total(kept) <= 10_000


def test_claims_of_what_is_here_are_bounded_as_well(opening):
    kept = opening(total=10_000)
    with pytest.raises(Full):
        for _ in range(100):
            kept.put(snippet(1))
    assert total(kept) <= 10_000 + 10_000 // 16


def test_one_client_fills_only_its_own_share_of_a_day(opening, monkeypatch):
    kept = opening(a_day=5_000)
    with pytest.raises(Spent):
        for number in range(100):
            kept.put(snippet(number), client="one")
    before = total(kept)
    assert 3_000 < before <= 5_000
    with pytest.raises(Spent):
        opening(a_day=5_000).put(snippet(77), client="one")  # another process
    assert total(kept) == before
    kept.put(snippet(77), client="two")
    kept.put(snippet(78))
    monkeypatch.setattr(usage, "today", lambda: 1_000_000)
    kept.put(snippet(79), client="one")
    with kept.database.reading() as connection:
        assert [row.day for row in connection.execute(sql.select(usage.days))] == [1_000_000]


def test_who_deletes_has_not_shared_less_today(opening):
    kept = opening(a_day=5_000)
    with pytest.raises(Spent):
        for number in range(100):
            receipt = kept.put(snippet(number), client="one")
            kept.delete(receipt.id, receipt.token)
    assert total(kept) <= 4 * ROW_BYTES


def test_the_total_is_right_after_many_at_once_and_never_beyond_its_bound(opening):
    stores = [opening(total=40_000, a_day=25_000) for _ in range(3)]

    def work(number):
        kept = stores[number % 3]
        try:
            receipt = kept.put(snippet(number % 40), client=f"{number % 2}")
            if number % 4 == 0:
                kept.delete(receipt.id, receipt.token)
        except (Full, Spent) as refusal:
            return type(refusal)
        return total_of(kept)

    def total_of(kept):
        with kept.database.reading() as connection:
            return connection.execute(sql.select(usage.totals.c.bytes)).scalar_one()

    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(work, range(160)))
    assert Spent in seen or Full in seen
    assert max(each for each in seen if isinstance(each, int)) <= 42_500
    total(stores[0])
    with stores[0].database.reading() as connection:
        spent = connection.execute(sql.select(usage.days.c.bytes)).scalars().all()
    assert len(spent) == 2 and max(spent) <= 25_000


def test_what_an_earlier_version_stored_is_counted(tmp_path):
    path = tmp_path / "shared.db"
    first = Store(f"sqlite:///{path}")
    receipt = first.put(snippet(1))
    first.put(snippet(2))
    first.delete(receipt.id, receipt.token)
    before = total(first)
    first.close()
    with sqlite3.connect(path) as older:
        for statement in (
            "DROP TABLE totals", "DROP TABLE shared_days", "DROP INDEX snippets_deleted",
            "DROP INDEX room_parts_expires", "DROP INDEX snippets_opened",
            "ALTER TABLE snippets DROP COLUMN opens", "ALTER TABLE snippets DROP COLUMN opened",
            "UPDATE alembic_version SET version_num = '0002'",
        ):  # fmt: skip
            older.execute(statement)
    older.close()
    again = Store(f"sqlite:///{path}")
    assert again.get(again.put(snippet(2)).id) == snippet(2)
    assert total(again) == before + ROW_BYTES
    again.close()


@pytest.fixture
def serving():
    """Starts servers with bounds; `hosts=None` serves others."""
    apps = []

    def start(**settings):
        app = create_app(Config(database="sqlite://", share_rate="1000 per minute", **settings))
        apps.append(app)
        return app.test_client()

    yield start
    for app in apps:
        close(app)


def share(client, number, **more):
    return client.post("/api/v1/share", json={"code": f"x = {number}"}, **more)


def test_a_full_store_is_a_sentence_and_the_rest_goes_on(serving):
    client = serving(share_bytes=2000)
    receipt = share(client, 0).get_json()
    for number in range(10):
        reply = share(client, number)
    assert refusal(reply) == (507, "store_full")
    assert "long link contains everything" in reply.get_json()["error"]["sentence"]
    assert client.get(f"/s/{receipt['id']}.json").get_json()["code"] == "x = 0"
    assert client.post("/api/v1/run", json={"code": "1"}).status_code == 200


def test_an_address_that_has_shared_enough_is_told_so_and_others_are_not(serving):
    client = serving(share_bytes_a_day=2000, hosts=None)
    for number in range(10):
        reply = share(client, number, environ_base=HERE)
    assert refusal(reply) == (429, "shared_enough")
    assert 1 <= int(reply.headers["Retry-After"]) <= 24 * 3600
    assert share(client, 77, environ_base={"REMOTE_ADDR": "192.0.2.2"}).status_code == 201


def test_no_address_stands_in_the_database_and_one_of_ipv6_counts_with_its_network(serving):
    client = serving(hosts=None)
    for address in ("192.0.2.1", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"):
        assert share(client, f"{address!r}", environ_base={"REMOTE_ADDR": address})
    database = client.application.extensions["store"].database
    with database.reading() as connection:
        clients = connection.execute(sql.select(usage.days.c.client)).scalars().all()
    assert len(clients) == 3
    assert not [each for each in clients if "192" in each and "." in each or ":" in each]


def test_on_ones_own_machine_nobody_is_counted(serving):
    client = serving(share_bytes_a_day=1)
    assert share(client, 1).status_code == 201
    database = client.application.extensions["store"].database
    with database.reading() as connection:
        assert connection.execute(sql.select(usage.days)).all() == []
