"""The table of rooms: where they are found again after the server was killed."""

from __future__ import annotations

import sqlalchemy as sql

from server.classroom.refused import Refused
from server.classroom.room import Room, from_json, to_json
from server.database import Database, insert, metadata

# The parts of a room change at different times: the state with each move, the desk with each
# answer, the document with each run. A row for each keeps a move from writing megabytes.
parts = sql.Table(
    "room_parts",
    metadata,
    sql.Column("room", sql.String(6), primary_key=True),
    sql.Column("part", sql.String(8), primary_key=True),
    sql.Column("expires", sql.BigInteger, nullable=False),
    sql.Column("content", sql.LargeBinary, nullable=False),
)


class Attic:
    """Rooms in the database at `address`, an SQLAlchemy URL. Methods raise Down.

    What is written outlives the process, but not a power cut: a move need not wait for the disk.
    """

    def __init__(self, address: str | None = None):
        self.database = Database(address, durable=False)

    def add(self, room: Room, document: bytes, expires: float) -> bool:
        """Keep a new room; False when there is one of that code."""
        rows = [
            {"room": room.code, "part": part, "expires": int(expires), "content": content}
            for part, content in contents(room, document).items()
        ]
        with self.database.writing() as connection:
            taken = sql.select(parts.c.room).where(parts.c.room == room.code).limit(1)
            if connection.execute(taken).first():
                return False
            connection.execute(sql.insert(parts), rows)
        return True

    def write(self, room: Room, before: Room, document: bytes | None, expires: float) -> None:
        """Keep what of a room is another thing than before."""
        found = contents(room, document)
        if room.desk is before.desk:
            del found["desk"]
        with self.database.writing() as connection:
            for part, content in found.items():
                row = {"room": room.code, "part": part, "expires": int(expires)}
                written = insert(connection, parts).values(row | {"content": content})
                connection.execute(
                    written.on_conflict_do_update(
                        index_elements=[parts.c.room, parts.c.part], set_={"content": content}
                    )
                )

    def load(self, code: str) -> Room | None:
        """The room of a code, if it is here."""
        wanted = sql.select(parts.c.part, parts.c.content).where(
            parts.c.room == code, parts.c.part.in_(("room", "desk"))
        )
        with self.database.reading() as connection:
            found = {part: content for part, content in connection.execute(wanted)}
        return from_json(found["room"], found["desk"]) if found else None

    def document(self, code: str) -> bytes:
        """The run document of a room; Refused when the room is not here any more."""
        wanted = sql.select(parts.c.content).where(
            parts.c.room == code, parts.c.part == "document"
        )
        with self.database.reading() as connection:
            found = connection.execute(wanted).scalar_one_or_none()
        if found is None:
            raise Refused("unknown_room")
        return found

    def sweep(self, now: float) -> None:
        """Forget what nobody remembers."""
        with self.database.writing() as connection:
            connection.execute(sql.delete(parts).where(parts.c.expires < int(now)))

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()


def contents(room: Room, document: bytes | None) -> dict[str, bytes]:
    """The parts of a room as they are written."""
    found = {"room": to_json(room).encode(), "desk": to_json(room.desk).encode()}
    return found if document is None else found | {"document": document}
