"""Back up the database into one portable file, from which any database is restored.

A backup is an SQLite file of the tables, whatever the database is, with a table that says what it
is and has a digest of all rows. It is of one moment, also while servers write. Secrets are not in
it: they do not stand in the database.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from server.storage import usage
from server.storage.database import Database, Down, migrate
from server.storage.schema import newest_version

FORMAT = 1
ABOUT = "tapescope_backup"
# The migrations' own table is no content.
VERSION_TABLE = "alembic_version"
# What an empty database may have: the counts of what was there.
COUNTS = {usage.totals.name, usage.days.name}
# A room has documents of megabytes.
ROWS = 50


class Unusable(Exception):
    """There is no backup to be read, or no place to write it; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class About:
    """What a backup says of itself: `tables` is the version of the tables, `made` a time."""

    format: int
    tables: str
    made: int
    rows: int
    digest: str


def write(database: Database, path: Path) -> About:
    """Write a backup of the database as it is at this moment. Raises Unusable, or Down."""
    if path.exists():
        about_of(path)  # another file is not overwritten
    with placed(path) as draft, answering():
        engine = database.opened()
        if engine.dialect.name == "sqlite":
            copy_sqlite(engine, draft)
        else:
            copy_rows(engine, draft)
        return stamp(draft)


def restore(path: Path, database: Database, replace: bool = False) -> About:
    """Write what a backup has into a database, which must be empty unless `replace`.

    All of it is written, or nothing. Raises Unusable, or Down.
    """
    about = checked(path)
    with copied(path) as draft:
        source = sql.create_engine(f"sqlite:///{draft}")
        try:
            migrate(source)
            with source.connect() as found, database.writing() as connection:
                fill(found, connection, replace)
        finally:
            source.dispose()
    return about


def copy_sqlite(engine: sql.Engine, draft: Path) -> None:
    """Copy an SQLite database: of one moment, without what was deleted from it."""
    connection = engine.raw_connection()
    try:
        # A reader of its own, which keeps no writer waiting (database.lock would).
        connection.cursor().execute("VACUUM INTO ?", (str(draft),))
    finally:
        connection.close()


def copy_rows(engine: sql.Engine, draft: Path) -> None:
    """Copy the rows of another database, as one transaction sees them."""
    target = sql.create_engine(f"sqlite:///{draft}")
    try:
        migrate(target)
        whole = engine.connect().execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        with whole as source, target.begin() as connection:
            fill(source, connection, replace=True)
    finally:
        target.dispose()


def fill(source: sql.Connection, target: sql.Connection, replace: bool) -> None:
    """Copy all rows from one database into another, whose tables are of the same version."""
    tables = tables_of(target)
    content = [table for table in tables if table.name not in COUNTS]
    if not replace and any(target.execute(sql.select(each).limit(1)).first() for each in content):
        raise Unusable(
            "The database is not empty. Restore into an empty one, or replace all that is in it "
            "with --replace."
        )
    for table in reversed(tables):
        target.execute(sql.delete(table))
    for table in tables:
        for rows in batches(source, table):
            target.execute(sql.insert(table), rows)


def tables_of(connection: sql.Connection) -> list[sql.Table]:
    """Return the tables that have content, those that others refer to first."""
    metadata = sql.MetaData()
    metadata.reflect(connection, only=lambda name, _: name not in (VERSION_TABLE, ABOUT))
    return metadata.sorted_tables


def batches(connection: sql.Connection, table: sql.Table) -> Iterator[list[dict[str, Any]]]:
    """Iterate over the rows of a table in the order of its key, some at a time."""
    ordered = sql.select(table).order_by(*table.primary_key.columns)
    found = connection.execution_options(yield_per=ROWS).execute(ordered)
    for rows in found.mappings().partitions():
        yield [dict(row) for row in rows]


def digest_of(engine: sql.Engine) -> tuple[str, int]:
    """Return the digest of all rows, and how many there are."""
    digest, count = hashlib.sha256(), 0
    with engine.connect() as connection:
        for table in tables_of(connection):
            digest.update(table.name.encode())
            for rows in batches(connection, table):
                count += len(rows)
                for row in rows:
                    digest.update(json.dumps(list(map(plain, row.values()))).encode())
    return digest.hexdigest(), count


def plain(value: object) -> object:
    """Return a value of a row as JSON has it."""
    return ["bytes", hashlib.sha256(value).hexdigest()] if isinstance(value, bytes) else value


def stamp(draft: Path) -> About:
    """Write into a backup what it is."""
    engine = sql.create_engine(f"sqlite:///{draft}")
    try:
        digest, rows = digest_of(engine)
        with engine.begin() as connection:
            version = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}")
            about = About(FORMAT, version.scalar_one(), int(time.time()), rows, digest)
            connection.exec_driver_sql(f"CREATE TABLE {ABOUT} (name TEXT PRIMARY KEY, value)")
            for pair in asdict(about).items():
                connection.exec_driver_sql(f"INSERT INTO {ABOUT} VALUES (?, ?)", pair)
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        return about
    finally:
        engine.dispose()


def about_of(path: Path) -> About:
    """Return what a file says of itself. Raises Unusable for what is no backup."""
    try:
        with open(path, "rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                raise Unusable(f"The file {path} is no backup of Tapescope.")
        with closed(path) as connection:
            known = dict(connection.execute(f"SELECT name, value FROM {ABOUT}").fetchall())
            return About(**{each.name: known[each.name] for each in fields(About)})
    except FileNotFoundError:
        raise Unusable(f"There is no file {path}.") from None
    except OSError as error:
        raise Unusable(f"The file {path} cannot be read: {error.strerror}.") from None
    except (sqlite3.Error, KeyError):
        raise Unusable(
            f"The file {path} is no backup of Tapescope, or it is damaged."
        ) from None


def checked(path: Path) -> About:
    """Return what a backup says of itself, if it is whole and of a version that we read."""
    about = about_of(path)
    if about.format > FORMAT or about.tables > newest_version():
        raise Unusable(
            f"The backup {path} was made by a later version of Tapescope. Install that first."
        )
    engine = sql.create_engine(f"sqlite:///file:{path}?mode=ro&uri=true")
    try:
        with closed(path) as connection:
            is_sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if is_sound and digest_of(engine) == (about.digest, about.rows):
            return about
    except (sqlite3.Error, sql.exc.SQLAlchemyError, ValueError):
        pass
    finally:
        engine.dispose()
    raise Unusable(f"The backup {path} is damaged; nothing was restored.")


@contextmanager
def answering() -> Iterator[None]:
    """Raise Down for what a database says, and OSError where the disk is full."""
    try:
        yield
    except (sqlite3.Error, sql.exc.SQLAlchemyError) as error:
        cause = getattr(error, "orig", error)
        if getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
        raise Down from error


@contextmanager
def closed(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, closed at the end of the block."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def placed(path: Path) -> Iterator[Path]:
    """A file to write, which takes the place of `path` when it is whole; only its owner reads it.

    Raises Unusable when it cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        os.close(handle)
        try:
            yield Path(name)
            os.replace(name, path)
        finally:
            for end in ("", "-wal", "-shm", "-journal"):
                with suppress(FileNotFoundError):
                    os.unlink(name + end)
    except OSError as error:
        raise Unusable(f"The backup {path} cannot be written: {error.strerror}.") from None


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of a backup, which may be changed: tables of an earlier version are upgraded."""
    with tempfile.TemporaryDirectory(prefix="tapescope") as folder:
        draft = Path(folder) / "backup"
        shutil.copyfile(path, draft)
        yield draft
