"""Store shared snippets in SQLite or PostgreSQL; the author's token deletes one.

A snippet's id is the beginning of a hash of its content, so the same snippet has one link however
often it is shared. Who shares gets a token, of which only a hash is kept; a snippet is gone when
all who shared it have taken it back. `put` returns when what it wrote is on the disk.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sql

from server.document.link import Moment, repaired
from server.document.untrusted_text import has_lone_surrogate
from server.storage import usage
from server.storage.database import Database, insert, metadata
from server.storage.usage import ROW_BYTES, Bounds, Full

# No 0 O 1 I l: ids are read aloud and copied from blackboards.
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
SHORTEST_ID = 8
MOST_STORY = 16 * 1024

snippets = sql.Table(
    "snippets",
    metadata,
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("digest", sql.String(64), nullable=False, unique=True),
    # None when it was deleted: whoever has the link learns that much.
    sql.Column("content", sql.Text),
    sql.Column("made", sql.BigInteger, nullable=False),
    # When it was opened (or shared) last, and how often it was opened (retention.py).
    sql.Column("opened", sql.BigInteger, nullable=False, server_default="0"),
    sql.Column("opens", sql.BigInteger, nullable=False, server_default="0"),
    sql.Index("snippets_opened", "opened"),
)
sql.Index(
    "snippets_deleted", snippets.c.id,
    sqlite_where=snippets.c.content.is_(None), postgresql_where=snippets.c.content.is_(None),
)  # fmt: skip
claims = sql.Table(
    "claims",
    metadata,
    sql.Column("snippet", sql.ForeignKey("snippets.id"), primary_key=True),
    sql.Column("token", sql.String(64), primary_key=True),
)


class Unknown(LookupError):
    """No snippet was ever shared under that id."""


class Deleted(LookupError):
    """Its authors have taken the snippet back."""


class NotYours(Exception):
    """The token is not that of somebody who shared the snippet."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What a short link keeps: a moment, and the author's story about it."""

    moment: Moment
    story: str | None = None

    def __post_init__(self) -> None:
        if self.story is not None and len(self.story) > MOST_STORY:
            raise ValueError(f"The story is longer than {MOST_STORY:,} characters.")
        if self.story is not None and has_lone_surrogate(self.story):
            raise ValueError("The story has half a character in it (a lone surrogate).")


@dataclass(frozen=True, slots=True)
class Receipt:
    """Where a snippet is, and the word by which its author may delete it."""

    id: str
    token: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A snippet as its administrator sees it; `made` and `opened` are seconds since the epoch."""

    id: str
    shared: Shared
    bytes: int
    made: int
    opened: int
    opens: int


class Store:
    """The shared snippets of one database, which is opened (and brought up to date) at first use.

    `address` is an SQLAlchemy URL, None for a file in the user's data directory. Threads may share
    one. Every method raises Down when the database does not answer.
    """

    def __init__(self, address: str | None = None, bounds: Bounds | None = None):
        self.database = Database(address)
        self._bounds = bounds or Bounds()

    def put(self, shared: Shared, token: str | None = None, client: str | None = None) -> Receipt:
        """Keep a snippet; the same content always has the same id.

        `token` is one given before; `client` names who is counted today, None counts nobody.
        Raises usage.Full or usage.Spent when there is no space.
        """
        content, token = written(shared), token or secrets.token_urlsafe(24)
        try:
            return self._put(content, token, client)
        except Full:
            if not self._sweep():
                raise
            return self._put(content, token, client)

    def get(self, identity: str) -> Shared:
        """The snippet of an id. Raises Unknown, or Deleted."""
        if not is_id(identity):
            raise Unknown(identity)
        with self.database.reading() as connection:
            row = connection.execute(
                sql.select(snippets.c.content).where(snippets.c.id == identity)
            ).one_or_none()
        if row is None:
            raise Unknown(identity)
        if row.content is None:
            raise Deleted(identity)
        return read(row.content)

    def delete(self, identity: str, token: str) -> bool:
        """Take a snippet back; False when others have shared it, too, so that it stays for them.

        Raises Unknown, Deleted or NotYours.
        """
        if not is_id(identity):
            raise Unknown(identity)
        mine = (claims.c.snippet == identity) & (claims.c.token == hashed(token))
        with self.database.writing() as connection:
            here = sql.select(snippets.c.content).where(snippets.c.id == identity)
            row = connection.execute(here.with_for_update()).one_or_none()
            if row is None:
                raise Unknown(identity)
            if row.content is None:
                raise Deleted(identity)
            if connection.execute(sql.delete(claims).where(mine)).rowcount == 0:
                raise NotYours(identity)
            others = sql.select(claims.c.snippet).where(claims.c.snippet == identity).limit(1)
            is_last = connection.execute(others).first() is None
            if is_last:
                gone = sql.update(snippets).where(snippets.c.id == identity).values(content=None)
                connection.execute(gone)
            usage.add(connection, -ROW_BYTES - (len(row.content) if is_last else 0))
        return is_last

    def listed(self, limit: int) -> list[Listed]:
        """The snippets that were opened last, those first; at most so many."""
        newest = sql.select(snippets).where(snippets.c.content.is_not(None))
        ordered = newest.order_by(snippets.c.opened.desc(), snippets.c.id).limit(limit)
        with self.database.reading() as connection:
            return [listed(row) for row in connection.execute(ordered)]

    def look(self, identity: str) -> Listed:
        """The snippet of an id, with what is known of it. Raises Unknown, or Deleted."""
        with self.database.reading() as connection:
            one = sql.select(snippets).where(snippets.c.id == identity)
            row = connection.execute(one).one_or_none()
        if row is None:
            raise Unknown(identity)
        if row.content is None:
            raise Deleted(identity)
        return listed(row)

    def taken(self) -> int:
        """Return the bytes that all snippets take."""
        with self.database.reading() as connection:
            return usage.taken(connection)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def _put(self, content: str, token: str, client: str | None) -> Receipt:
        """Keep a content and the claim of a token, as long as there is space for both."""
        digest = hashlib.sha256(content.encode("ascii")).hexdigest()
        with self.database.writing() as connection:
            identity, content_bytes = self._insert(connection, digest, content)
            claim = {"snippet": identity, "token": hashed(token)}
            is_new = insert_new(connection, claims, claim)
            added = content_bytes + (ROW_BYTES if is_new else 0)
            if added:
                # Last, since other writers wait for this row.
                taken, most = usage.add(connection, added), self._bounds.total
                # What is here already may be shared again when there is no space for new content.
                if taken > (most if content_bytes else most + most // 16):
                    raise Full
                if client is not None:
                    usage.charge(connection, client, added, self._bounds.a_day)
        return Receipt(identity, token)

    def _insert(self, connection: sql.Connection, digest: str, content: str) -> tuple[str, int]:
        """Insert a content that is not here yet; return its id, locked, and the bytes added."""
        same = sql.select(snippets.c.id, snippets.c.content).where(snippets.c.digest == digest)
        added, now = 0, int(time.time())
        for length in range(SHORTEST_ID, len(digest)):
            row = connection.execute(same.with_for_update()).one_or_none()
            if row is not None:
                again = sql.update(snippets).where(snippets.c.id == row.id)
                connection.execute(again.values(content=content, opened=now))
                if row.content is None:
                    added += len(content)
                return row.id, added
            new = {"digest": digest, "content": content, "made": now, "opened": now}
            new["id"] = named(digest)[:length]
            # Nothing happens when another content has that id: then a longer one is tried.
            if insert_new(connection, snippets, new):
                added += len(content) + ROW_BYTES
        raise AssertionError(f"Every id for the digest {digest} is taken.")

    def _sweep(self) -> int:
        """Forget which snippets were deleted, to make space; return how many."""
        deleted = sql.select(snippets.c.id).where(snippets.c.content.is_(None))
        locked = deleted.with_for_update(skip_locked=True)
        with self.database.writing() as connection:
            gone = connection.execute(sql.delete(snippets).where(snippets.c.id.in_(locked)))
            usage.add(connection, -ROW_BYTES * gone.rowcount)
        return gone.rowcount


def insert_new(connection: sql.Connection, table: sql.Table, row: Mapping[str, str | int]) -> bool:
    """Insert a row if none of its keys is there; return whether it was inserted."""
    new = insert(connection, table).values(row).on_conflict_do_nothing()
    # Not by rowcount, which PostgreSQL's driver does not tell of insertions.
    return connection.execute(new.returning(sql.literal(1))).first() is not None


def written(shared: Shared) -> str:
    """The content as text that is the same for the same content."""
    plain = {key: value for key, value in asdict(shared.moment).items() if value is not None}
    story = {"story": shared.story} if shared.story else {}
    return json.dumps(plain | story, sort_keys=True, separators=(",", ":"))


def read(content: str) -> Shared:
    """Read what `written` wrote; lone surrogates, which older versions kept, become U+FFFD."""
    found = {name: repaired(value) for name, value in json.loads(content).items()}
    story = found.pop("story", None)
    return Shared(Moment(**found), story)


def listed(row: sql.Row[Any]) -> Listed:
    """A row of the table as its administrator sees it."""
    return Listed(row.id, read(row.content), len(row.content), row.made, row.opened, row.opens)


def is_id(text: str) -> bool:
    """Whether a text could be an id at all."""
    return SHORTEST_ID <= len(text) <= 64 and set(text) <= set(ALPHABET)


def named(digest: str) -> str:
    """A digest in the letters of an id."""
    number = int(digest, 16)
    letters: list[str] = []
    while number:
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
