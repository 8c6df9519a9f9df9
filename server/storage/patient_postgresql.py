"""Connect to PostgreSQL so that no answer is waited for longer than it should take.

The server's own limits (statement_timeout) end what it still works on, not what a network or a
machine that hangs never brings.
"""

from __future__ import annotations

from typing import Any

import psycopg
import sqlalchemy as sql
from psycopg import errors


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is closed when an answer takes longer than `patience` seconds."""

    patience: float | None = None

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer. Raises OperationalError."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except errors._WaitTimeout:
            self.close()  # it would take the late answer for that to the next question
            raise psycopg.OperationalError(
                f"No answer came within {self.patience:g} seconds."
            ) from None


def listen(engine: sql.Engine, greeting: float, patience: float) -> None:
    """Have an engine wait so many seconds for a greeting, and for any other answer."""

    @sql.event.listens_for(engine, "do_connect")
    def connect(
        _dialect: Any, _record: Any, given: list[Any], named: dict[str, Any]
    ) -> PatientConnection:
        made = PatientConnection.connect(*given, **named)
        made.patience = greeting
        return made

    @sql.event.listens_for(engine, "checkout")
    def take(connection: Any, _record: Any, _proxy: Any) -> None:
        connection.patience = patience

    @sql.event.listens_for(engine, "checkin")
    def give_back(connection: Any, _record: Any) -> None:
        if connection is not None:  # None of one that was given up
            connection.patience = greeting
