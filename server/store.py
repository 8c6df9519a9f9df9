"""Shared snippets: put, get, and delete by the author's token, in SQLite or PostgreSQL.

A snippet's id is the beginning of a hash of its content, so the same snippet has one link however
often it is shared. Who shares gets a token, of which only a hash is kept; a snippet is gone when
all who shared it have taken it back. `put` returns when what it wrote is on the disk.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs
import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from server.link import Moment

# No 0 O 1 I l: ids are read aloud and copied from blackboards.
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
SHORTEST_ID = 8
MOST_STORY = 16 * 1024
# How long a writer waits for another one, in milliseconds.
PATIENCE_MS = 10_000
# Any number that nobody else locks in the same database.
MIGRATION_LOCK = int.from_bytes(b"tapes")
PRAGMAS = (f"busy_timeout={PATIENCE_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")

metadata = sql.MetaData()
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
INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class Unknown(LookupError):
    """No snippet was ever shared under that id."""


class Deleted(LookupError):
    """Its authors have taken the snippet back."""


class NotYours(Exception):
    """The token is not that of somebody who shared the snippet."""


class Down(Exception):
    """The database does not answer; nothing was written."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What a short link keeps: a moment, and the author's story about it."""

    moment: Moment
    story: str | None = None

    def __post_init__(self) -> None:
        if self.story is not None and len(self.story) > MOST_STORY:
            raise ValueError(f"The story is longer than {MOST_STORY:,} characters.")


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
        self._address = address
        self._engine: sql.Engine | None = None
        self._opening = threading.Lock()

    def put(self, shared: Shared, token: str | None = None) -> Receipt:
        """Keep a snippet; the same content always has the same id. `token` is one given before."""
        content = written(shared)
        digest = hashlib.sha256(content.encode("ascii")).hexdigest()
        token = token or secrets.token_urlsafe(24)
        with self._writing() as connection:
            identity = self._kept(connection, digest, content)
            claim = {"snippet": identity, "token": hashed(token)}
            insert = INSERTS[connection.dialect.name]
            connection.execute(insert(claims).values(claim).on_conflict_do_nothing())
        return Receipt(identity, token)

    def get(self, identity: str) -> Shared:
        """The snippet of an id. Raises Unknown, or Deleted."""
        if not is_id(identity):
            raise Unknown(identity)
        with self._reading() as connection:
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
        with self._writing() as connection:
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
        if self._engine is not None:
            self._engine.dispose()

    def _kept(self, connection: sql.Connection, digest: str, content: str) -> str:
        """The id of that content, which is in the table afterwards, locked."""
        same = sql.select(snippets.c.id, snippets.c.content).where(snippets.c.digest == digest)
        insert = INSERTS[connection.dialect.name]
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
            connection.execute(insert(snippets).values(new).on_conflict_do_nothing())
        raise AssertionError(f"Every id for the digest {digest} is taken.")

    @contextmanager
    def _reading(self) -> Iterator[sql.Connection]:
        try:
            with self._opened().connect() as connection:
                yield connection
        except sql.exc.SQLAlchemyError as error:
            raise Down from error

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        """A transaction; it is on the disk when the block is over."""
        try:
            with self._opened().begin() as connection:
                yield connection
        except sql.exc.SQLAlchemyError as error:
            raise Down from error

    def _opened(self) -> sql.Engine:
        with self._opening:
            if self._engine is None:
                try:
                    self._engine = opened(self._address or own_file())
                except (OSError, ImportError) as error:
                    raise Down from error
            return self._engine


def own_file() -> str:
    """The address of the file in the user's data directory; the directory is made."""
    folder = Path(platformdirs.user_data_path("tapescope", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'shared.sqlite3'}"


def opened(address: str) -> sql.Engine:
    """An engine for a database that has all tables of this version."""
    # SQLAlchemy's name for the driver that we bring; hosts of PostgreSQL give the plain one.
    scheme, _, rest = address.partition("://")
    if scheme in ("postgres", "postgresql"):
        address = f"postgresql+psycopg://{rest}"
    if address == "sqlite://":
        # In memory every connection has a database of its own, so there is one, for all in turn.
        single = {"pool_size": 1, "max_overflow": 0, "connect_args": {"check_same_thread": False}}
        engine = sql.create_engine(address, poolclass=sql.QueuePool, **single)
    elif address.startswith("postgresql"):
        waiting = {"connect_timeout": PATIENCE_MS // 1000}
        engine = sql.create_engine(address, pool_pre_ping=True, connect_args=waiting)
    else:
        engine = sql.create_engine(address)
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", prepare)
        sql.event.listen(engine, "begin", lock)
    migrate(engine)
    return engine


def prepare(connection, _record) -> None:
    """Make SQLite keep what it has acknowledged, also when the power fails."""
    connection.isolation_level = None  # transactions begin where we say
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def lock(connection: sql.Connection) -> None:
    """Begin as a writer at once: a reader that turns into a writer may fail half-way."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate(engine: sql.Engine) -> None:
    """Bring the tables up to date, one process at a time; Down when they are of a later version."""
    # Only here: a server that nobody shares with need not wait for it.
    from alembic import command
    from alembic.config import Config as Migrations
    from alembic.util import CommandError

    migrations = Migrations()
    migrations.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        migrations.attributes["connection"] = connection
        try:
            command.upgrade(migrations, "head")
        except CommandError as error:
            raise Down from error


def written(shared: Shared) -> str:
    """The content as text that is the same for the same content."""
    plain = {key: value for key, value in asdict(shared.moment).items() if value is not None}
    story = {"story": shared.story} if shared.story else {}
    return json.dumps(plain | story, sort_keys=True, separators=(",", ":"))


def read(content: str) -> Shared:
    """What `written` wrote."""
    found = json.loads(content)
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
