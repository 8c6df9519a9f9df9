"""The table of rooms: where they are found again after the server was killed."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sql

from server.classroom.parts import (
    DOCUMENT, NAMES, OLD_DESK, changed, dropped, room_of, upgraded,
)  # fmt: skip
from server.classroom.room import Room
from server.database import Database, insert, metadata

# A row for each part (classroom/parts.py), so that a move or an answer does not write megabytes.
parts = sql.Table(
    "room_parts",
    metadata,
    sql.Column("room", sql.String(6), primary_key=True),
    sql.Column("part", sql.String(8), primary_key=True),
    sql.Column("expires", sql.BigInteger, nullable=False),
    sql.Column("content", sql.LargeBinary, nullable=False),
    sql.Index("room_parts_expires", "expires"),
)


class Attic:
    """Rooms in the database at `address`, an SQLAlchemy URL. Methods raise Down.

    What is written outlives the process, but not a power cut: a move need not wait for the disk.
    """

    def __init__(self, address: str | None = None):
        self.database = Database(address, durable=False)

    def add(self, room: Room, document: bytes, expires: float) -> bool:
        """Keep a new room; False when there is one of that code."""
        contents = changed(room, None) | {DOCUMENT: document}
        rows = [
            {"room": room.code, "part": part, "expires": int(expires), "content": content}
            for part, content in contents.items()
        ]
        with self.database.writing() as connection:
            taken = sql.select(parts.c.room).where(parts.c.room == room.code).limit(1)
            if connection.execute(taken).first():
                return False
            connection.execute(sql.insert(parts), rows)
        return True

    def write(
        self, room: Room, before: Room, attachments: Mapping[str, bytes], expires: float
    ) -> None:
        """Keep what of a room is another thing than `before`, which was written last."""
        contents = changed(room, before) | attachments
        with self.database.writing() as connection:
            replace(connection, room.code, contents, dropped(room, before), int(expires))

    def load(self, code: str) -> Room | None:
        """The room of a code, if it is here."""
        found = self.read(code)
        if OLD_DESK in found:
            self.upgrade(code, found[OLD_DESK])
            found = self.read(code)
        return room_of(found) if found else None

    def read(self, code: str) -> dict[str, bytes]:
        """The parts of a room that its teacher's page needs."""
        wanted = sql.select(parts.c.part, parts.c.content).where(
            parts.c.room == code, parts.c.part.in_((*NAMES, OLD_DESK))
        )
        with self.database.reading() as connection:
            return {part: content for part, content in connection.execute(wanted)}

    def upgrade(self, code: str, desk: bytes) -> None:
        """Write the desk of an earlier version in the parts of this one, if nobody has."""
        old = sql.delete(parts).where(parts.c.room == code, parts.c.part == OLD_DESK)
        ends = sql.select(parts.c.expires).where(parts.c.room == code).limit(1)
        with self.database.writing() as connection:
            if connection.execute(old).rowcount:
                expires = connection.execute(ends).scalar_one()
                replace(connection, code, upgraded(desk), [], expires)

    def attachment(self, code: str, part: str) -> bytes | None:
        """The run document of a room, or the code of an offer; None when it is not here."""
        wanted = sql.select(parts.c.content).where(parts.c.room == code, parts.c.part == part)
        with self.database.reading() as connection:
            return connection.execute(wanted).scalar_one_or_none()

    def sweep(self, now: float) -> None:
        """Forget what nobody remembers."""
        with self.database.writing() as connection:
            connection.execute(sql.delete(parts).where(parts.c.expires < int(now)))

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()


def replace(
    connection: sql.Connection, code: str, contents: Mapping[str, bytes], gone: list[str], ends: int
) -> None:
    """Write some parts of a room, and delete others."""
    for part, content in contents.items():
        row = {"room": code, "part": part, "expires": ends, "content": content}
        written = insert(connection, parts).values(row)
        connection.execute(
            written.on_conflict_do_update(
                index_elements=[parts.c.room, parts.c.part], set_={"content": content}
            )
        )
    if gone:
        connection.execute(
            sql.delete(parts).where(parts.c.room == code, parts.c.part.in_(gone))
        )
