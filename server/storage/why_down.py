"""Explain in a sentence why a database does not open, for whoever starts the server."""

from __future__ import annotations

import sqlalchemy as sql

from server.storage.database import Database, Down


def check_database(database: Database) -> None:
    """Open a database. Raises ValueError whose text is a sentence; it has no password in it."""
    try:
        with database.reading():
            pass
    except Down as down:
        raise ValueError(sentence(down.__cause__)) from None


def sentence(error: BaseException | None) -> str:
    """What is wrong with the setting database, or with what it names."""
    match error:
        case ImportError():
            return (
                f"The setting database needs the package {error.name or 'psycopg'}, which is not "
                "here: pip install 'tapescope[postgres]'."
            )
        case sql.exc.NoSuchModuleError() | sql.exc.ArgumentError():
            return (
                "The setting database must be an URL of SQLite or PostgreSQL, as "
                "sqlite:////var/lib/tapescope/shared.db or "
                "postgresql://tapescope@localhost/tapescope."
            )
        case OSError():
            return f"The database cannot be opened: {error.strerror}: {error.filename}."
        case sql.exc.DBAPIError():
            why = " ".join(str(error.orig).split()).rstrip(".")
            return f"The database that the setting database names does not answer: {why}."
        case _:
            return "The database is of a later version of Tapescope: upgrade this one."
