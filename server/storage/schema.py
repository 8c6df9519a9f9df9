"""The version of the tables: which one this code needs, how a database gets there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import sqlalchemy as sql
from alembic import command
from alembic.config import Config as Migrations
from alembic.script import ScriptDirectory
from alembic.util import CommandError


class Later(Exception):
    """The tables are those of a later version."""


def upgrade(connection: sql.Connection) -> None:
    """Bring the tables up to date. Raises Later."""
    migrations = migrations_here()
    migrations.attributes["connection"] = connection
    try:
        command.upgrade(migrations, "head")
    except CommandError as error:
        raise Later from error


@cache
def newest_version() -> str:
    """Return the version of the tables that this code needs, as the migrations number it."""
    return ScriptDirectory.from_config(migrations_here()).get_current_head() or ""


def migrations_here() -> Migrations:
    """Return alembic's settings for the migrations of this version."""
    migrations = Migrations()
    migrations.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return migrations
