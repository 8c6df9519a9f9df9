"""Tell whether another process serves from the same database, by a lock that ends with a process.

Without Redis each process has rooms and rates of its own, so that two give wrong answers.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import IO

import sqlalchemy as sql

from server.storage.database import Database, Down
from server.storage.private_files import make_file

try:
    import fcntl
except ImportError:  # Windows, which serves nobody else
    fcntl = None

# Any number that nobody else locks in the same database.
SERVING_LOCK = int.from_bytes(b"serve")


class SoleProcess:
    """The lock of the process that serves from a database. Threads may share one."""

    def __init__(self, database: Database):
        self._database = database
        self._lock = threading.Lock()
        self._file: IO[bytes] | None = None
        self._connection: sql.Connection | None = None

    def is_sole(self) -> bool:
        """Whether no other process serves; takes the lock, and keeps it. Raises Down."""
        with self._lock:
            try:
                engine = self._database.opened()
                if engine.dialect.name == "postgresql":
                    return self._holds_advisory(engine)
            except sql.exc.SQLAlchemyError as error:
                raise Down from error
            name = engine.url.database
            return not name or name == ":memory:" or self._holds_file(Path(name))

    def close(self) -> None:
        """Let another process serve."""
        with self._lock:
            if self._file is not None:
                self._file.close()
            if self._connection is not None:
                self._connection.close()
            self._file = self._connection = None

    def _holds_file(self, database: Path) -> bool:
        if self._file is not None or fcntl is None:
            return True
        path = database.with_name(f"{database.name}.serving")
        try:
            make_file(path)
            file = path.open("r+b")
        except OSError as error:
            raise Down from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return False
        self._file = file
        return True

    def _holds_advisory(self, engine: sql.Engine) -> bool:
        """Lock for a connection of its own; when that is lost, the lock is lost as well."""
        if self._connection is not None:
            try:
                self._connection.execute(sql.text("SELECT 1"))
                return True
            except sql.exc.SQLAlchemyError:
                self._connection.close()
                self._connection = None
        connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        asked = sql.select(sql.func.pg_try_advisory_lock(SERVING_LOCK))
        try:
            held = bool(connection.scalar(asked))
        except sql.exc.SQLAlchemyError:
            connection.close()
            raise
        if held:
            connection.detach()  # the pool would give it to others
            self._connection = connection
        else:
            connection.close()
        return held
