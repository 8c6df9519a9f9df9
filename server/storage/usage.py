"""Count the bytes of stored snippets, in all or by client today.

The counts stand in the database and change in the transaction that stores or deletes, so they are
right after a restart, and for several processes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import sqlalchemy as sql

from server.storage.database import insert, metadata

DAY_SECONDS = 24 * 3600
# What a row takes besides its content, with its entries in the indexes.
ROW_BYTES = 256
SNIPPETS = "snippets"

totals = sql.Table(
    "totals",
    metadata,
    sql.Column("name", sql.String(16), primary_key=True),
    sql.Column("bytes", sql.BigInteger, nullable=False),
)
# `client` is a hash of an address under a key of its day; rows of earlier days are deleted.
days = sql.Table(
    "shared_days",
    metadata,
    sql.Column("day", sql.Integer, primary_key=True),
    sql.Column("client", sql.String(64), primary_key=True),
    sql.Column("bytes", sql.BigInteger, nullable=False),
)


class Full(Exception):
    """The store takes as many bytes as it may; nothing was written."""


class Spent(Exception):
    """The client has stored as many bytes today as it may; nothing was written."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many bytes may be stored in all, and by one client a day."""

    total: int = 2**30
    a_day: int = 2**24


def add(connection: sql.Connection, change: int) -> int:
    """Change the total by so many bytes, and return it; the row stays locked until the commit."""
    new = insert(connection, totals).values(name=SNIPPETS, bytes=change)
    counted = new.on_conflict_do_update(
        index_elements=[totals.c.name], set_={"bytes": totals.c.bytes + change}
    )
    return connection.execute(counted.returning(totals.c.bytes)).scalar_one()


def taken(connection: sql.Connection) -> int:
    """Return the bytes that all snippets take."""
    here = sql.select(totals.c.bytes).where(totals.c.name == SNIPPETS)
    return connection.execute(here).scalar_one_or_none() or 0


def charge(connection: sql.Connection, client: str, change: int, most: int) -> None:
    """Count bytes as those of a client today. Raises Spent."""
    day = today()
    connection.execute(sql.delete(days).where(days.c.day < day))
    new = insert(connection, days).values(day=day, client=client, bytes=change)
    counted = new.on_conflict_do_update(
        index_elements=[days.c.day, days.c.client], set_={"bytes": days.c.bytes + change}
    )
    if connection.execute(counted.returning(days.c.bytes)).scalar_one() > most:
        raise Spent


def today() -> int:
    """Return the number of the day, by UTC."""
    return int(time.time() // DAY_SECONDS)


def seconds_to_tomorrow() -> float:
    """Return the seconds until the next day begins, by UTC."""
    return DAY_SECONDS - time.time() % DAY_SECONDS
