"""Count how often snippets are opened; delete those that nobody opens any more.

An opening costs no write of its own: the counts of a process are written together, once a minute.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sql

from server.storage import usage
from server.storage.database import Database
from server.storage.snippets import claims, snippets
from server.storage.usage import ROW_BYTES

# So many are deleted in one transaction, so that nobody who shares waits long.
BATCH = 200
DAY_SECONDS = 24 * 3600


class Openings:
    """The openings of snippets in this process that are not written yet. Threads may share one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    def count(self, identity: str) -> None:
        """Somebody opened a snippet."""
        with self._lock:
            self._counts[identity] += 1

    def write(self, database: Database) -> None:
        """Write the counts; they are kept for the next time when the database raises Down."""
        with self._lock:
            counts, self._counts = self._counts, Counter()
        try:
            write_openings(database, counts, int(time.time()))
        except BaseException:
            with self._lock:
                self._counts += counts
            raise


def write_openings(database: Database, counts: Counter[str], now: int) -> None:
    """Add counts to those of the snippets."""
    identities = sorted(counts)
    for start in range(0, len(identities), BATCH):
        with database.writing() as connection:
            for identity in identities[start : start + BATCH]:
                opened = sql.update(snippets).where(snippets.c.id == identity)
                more = snippets.c.opens + counts[identity]
                connection.execute(opened.values(opened=now, opens=more))


@dataclass(frozen=True, slots=True)
class Swept:
    """How many snippets were deleted, and the bytes that they took."""

    snippets: int
    bytes: int


def sweep(database: Database, days: float, now: float | None = None) -> Swept:
    """Delete the snippets that nobody has opened for so many days; return what was deleted."""
    oldest = int((time.time() if now is None else now) - days * DAY_SECONDS)
    is_old = snippets.c.content.is_not(None) & (snippets.c.opened < oldest)
    total = Swept(0, 0)
    while True:
        with database.writing() as connection:
            here = sql.select(snippets.c.id).where(is_old).order_by(snippets.c.opened).limit(BATCH)
            found = connection.execute(here.with_for_update(skip_locked=True)).scalars().all()
            swept = delete(connection, found)
        total = Swept(total.snippets + swept.snippets, total.bytes + swept.bytes)
        if len(found) < BATCH:
            return total


def delete(connection: sql.Connection, identities: Iterable[str]) -> Swept:
    """Delete snippets, whoever shared them: their links tell from now on that they were deleted."""
    is_chosen = snippets.c.id.in_(list(identities)) & snippets.c.content.is_not(None)
    sized = sql.select(snippets.c.id, sql.func.length(snippets.c.content).label("size"))
    found = connection.execute(sized.where(is_chosen).with_for_update()).all()
    if not found:
        return Swept(0, 0)
    here = [row.id for row in found]
    emptied = sql.update(snippets).where(snippets.c.id.in_(here))
    connection.execute(emptied.values(content=None))
    claimed = connection.execute(sql.delete(claims).where(claims.c.snippet.in_(here))).rowcount
    freed = sum(row.size for row in found) + ROW_BYTES * claimed
    usage.add(connection, -freed)
    return Swept(len(found), freed)
