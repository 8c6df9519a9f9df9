"""Open the database, SQLite or PostgreSQL; upgrade its schema at first use.

snippets.py keeps shared snippets in it, classroom/database_store.py rooms.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from server.storage.private_files import make_file, make_folder, restrict

# How long a writer waits for another one, in milliseconds; and anybody for an answer.
PATIENCE_MS = 10_000
# A connection that is made or taken up again answers within this time, or the database is down.
GREETING_SECONDS = 3
# Who finds all connections in use waits so long for one: where a database is slow, no longer.
TURN_SECONDS = 3.0
# Any number that nobody else locks in the same database.
MIGRATION_LOCK = int.from_bytes(b"tapes")
PRAGMAS = (f"busy_timeout={PATIENCE_MS}", "foreign_keys=ON")
# Errors are logged, and what strangers stored does not belong in a log.
QUIET = {"hide_parameters": True}
POOL: dict[str, Any] = {"pool_timeout": TURN_SECONDS, **QUIET}
INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}

metadata = sql.MetaData()


class Down(Exception):
    """The database does not answer; nothing that was to be written counts."""


class Database:
    """A database by its SQLAlchemy URL, None for a file in the user's data directory.

    Threads may share one. What `writing` acknowledged outlives this process; where `durable`, also
    a power cut. Both blocks raise Down when the database does not answer.
    """

    def __init__(self, address: str | None = None, durable: bool = True):
        self._address, self._durable = address, durable
        self._engine: sql.Engine | None = None
        self._opening = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        """A connection to read with."""
        try:
            with self.opened().connect() as connection:
                yield connection
        except sql.exc.SQLAlchemyError as error:
            raise Down from error

    @contextmanager
    def writing(self) -> Iterator[sql.Connection]:
        """A transaction; it is written when the block is over."""
        try:
            with self.opened().begin() as connection:
                yield connection
        except sql.exc.SQLAlchemyError as error:
            raise Down from error

    def opened(self) -> sql.Engine:
        """The engine; tables are brought up to date when it is asked for first."""
        with self._opening:
            if self._engine is None:
                try:
                    self._engine = opened(self._address or own_file(), self._durable)
                except (OSError, ImportError) as error:
                    raise Down from error
            return self._engine

    def clock(self) -> float | None:
        """The seconds since 1970 by the database's clock; None where it has our own."""
        with self.reading() as connection:
            if connection.dialect.name == "sqlite":
                return None
            asked = sql.text("SELECT extract(epoch FROM clock_timestamp())")
            return float(connection.scalar(asked))

    def is_current(self) -> bool:
        """Whether the tables are those of this version; a later one may have changed them."""
        from server.storage import schema

        with self.reading() as connection:
            found = connection.execute(sql.text("SELECT version_num FROM alembic_version"))
            return found.scalar_one() == schema.newest_version()

    def close(self) -> None:
        """Let go of the database."""
        if self._engine is not None:
            self._engine.dispose()


def insert(connection: sql.Connection, table: sql.Table) -> sqlite.Insert | postgresql.Insert:
    """An insertion that knows what to do on a conflict, in the connection's own dialect."""
    return INSERTS[connection.dialect.name](table)


def own_file() -> str:
    """The address of the file in the user's data directory; the directory is made."""
    folder = Path(platformdirs.user_data_path("tapescope", appauthor=False))
    make_folder(folder)
    return f"sqlite:///{folder / 'shared.sqlite3'}"


def make_private(url: sql.URL) -> None:
    """Make SQLite's file, or the one that is there, readable by its owner only.

    SQLite gives the files of its write-ahead log the mode of the database; those of an earlier
    version are changed here.
    """
    if url.get_backend_name() != "sqlite" or not url.database or url.database.startswith("file:"):
        return
    path = Path(url.database)
    make_file(path)
    for end in ("-wal", "-shm"):
        restrict(path.with_name(path.name + end), 0o600)


def opened(address: str, durable: bool) -> sql.Engine:
    """An engine for a database that has all tables of this version."""
    # SQLAlchemy's name for the driver that we bring; hosts of PostgreSQL give the plain one.
    scheme, _, rest = address.partition("://")
    if scheme in ("postgres", "postgresql"):
        address = f"postgresql+psycopg://{rest}"
    if address == "sqlite://":
        # In memory every connection has a database of its own, so there is one, for all in turn.
        single = {"pool_size": 1, "max_overflow": 0, "connect_args": {"check_same_thread": False}}
        engine = sql.create_engine(address, poolclass=sql.QueuePool, **POOL, **single)
    elif address.startswith("postgresql"):
        return opened_postgresql(address, durable)
    else:
        engine = sql.create_engine(address, **POOL)
        make_private(engine.url)
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", partial(prepare, durable=durable))
        sql.event.listen(engine, "begin", lock)
    migrate(engine)
    return engine


def opened_postgresql(address: str, durable: bool) -> sql.Engine:
    """An engine for a PostgreSQL that has all tables; no answer is waited for without end."""
    waiting: dict[str, Any] = {"connect_timeout": GREETING_SECONDS}
    if not durable:
        waiting["options"] = "-c synchronous_commit=off"
    engine = sql.create_engine(address, pool_pre_ping=True, connect_args=waiting, **POOL)
    migrate(engine)  # which may take long, with many rows
    engine.dispose()
    patient = import_module("server.storage.patient_postgresql")  # psycopg is optional
    patient.listen(engine, GREETING_SECONDS, PATIENCE_MS / 1000)
    return engine


def prepare(connection: sqlite3.Connection, _record: Any, durable: bool) -> None:
    """Make SQLite keep what it has acknowledged: when we are killed, or also without power."""
    connection.isolation_level = None  # transactions begin where we say
    for pragma in (*PRAGMAS, f"synchronous={'FULL' if durable else 'NORMAL'}"):
        connection.execute(f"PRAGMA {pragma}")
    turn_to_wal(connection)


def turn_to_wal(connection: sqlite3.Connection) -> None:
    """Keep a write-ahead log; SQLite itself does not wait while another connection turns to it."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


def lock(connection: sql.Connection) -> None:
    """Begin as a writer at once: a reader that turns into a writer may fail half-way."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def lock_until_commit(connection: sql.Connection, number: int) -> None:
    """Wait for other transactions that hold the lock of that number; SQLite has one writer."""
    if connection.dialect.name == "postgresql":
        connection.execute(sql.select(sql.func.pg_advisory_xact_lock(number)))


def migrate(engine: sql.Engine) -> None:
    """Bring the tables up to date, one process at a time; Down when they are of a later version."""
    # Only here: a server that nobody shares with need not wait for it.
    from server.storage import schema

    with engine.begin() as connection:
        lock_until_commit(connection, MIGRATION_LOCK)
        try:
            schema.upgrade(connection)
        except schema.Later as error:
            raise Down from error
