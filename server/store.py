"""Shared snippets: put, get, and delete by the author's token, in SQLite or PostgreSQL.

A snippet's id is the beginning of a hash of its content, so the same snippet has one link however
often it is shared. Who shares gets a token, of which only a hash is kept; a snippet is gone when
all who shared it have taken it back. `put` returns when what it wrote is on the disk.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from dataclasses import asdict, dataclass

import sqlalchemy as sql

from server.database import Database, insert, metadata
from server.link import Moment, repaired
from server.texts import has_lone_surrogate

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
)
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


class Store:
    """The shared snippets of one database, which is opened (and brought up to date) at first use.

    `address` is an SQLAlchemy URL, None for a file in the user's data directory. Threads may share
    one. Every method raises Down when the database does not answer.
    """

    def __init__(self, address: str | None = None):
        self.database = Database(address)

    def put(self, shared: Shared, token: str | None = None) -> Receipt:
        """Keep a snippet; the same content always has the same id. `token` is one given before."""
        content = written(shared)
        digest = hashlib.sha256(content.encode("ascii")).hexdigest()
        token = token or secrets.token_urlsafe(24)
        with self.database.writing() as connection:
            identity = self._kept(connection, digest, content)
            claim = {"snippet": identity, "token": hashed(token)}
            connection.execute(insert(connection, claims).values(claim).on_conflict_do_nothing())
        return Receipt(identity, token)

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
            if connection.execute(others).first():
                return False
            gone = sql.update(snippets).where(snippets.c.id == identity).values(content=None)
            connection.execute(gone)
        return True

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def _kept(self, connection: sql.Connection, digest: str, content: str) -> str:
        """The id of that content, which is in the table afterwards, locked."""
        same = sql.select(snippets.c.id, snippets.c.content).where(snippets.c.digest == digest)
        for length in range(SHORTEST_ID, len(digest)):
            row = connection.execute(same.with_for_update()).one_or_none()
            if row is not None:
                if row.content is None:
                    again = sql.update(snippets).where(snippets.c.id == row.id)
                    connection.execute(again.values(content=content))
                return row.id
            new = {"digest": digest, "content": content, "made": int(time.time())}
            new["id"] = named(digest)[:length]
            # Nothing happens when another content has that id: then a longer one is tried.
            connection.execute(insert(connection, snippets).values(new).on_conflict_do_nothing())
        raise AssertionError(f"Every id for the digest {digest} is taken.")


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


def is_id(text: str) -> bool:
    """Whether a text could be an id at all."""
    return SHORTEST_ID <= len(text) <= 64 and set(text) <= set(ALPHABET)


def named(digest: str) -> str:
    """A digest in the letters of an id."""
    number, letters = int(digest, 16), []
    while number:
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
