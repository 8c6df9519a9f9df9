"""The table of rooms: where they are found again after the server was killed."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sql

from server.classroom.errors import Refused
from server.classroom.results import results_of
from server.classroom.room import Room, check_open
from server.classroom.room_limits import (
    CLIENT, EMPTY, END, KEPT, MOST_REMEMBERED, Bounds, Listed, listed, over_until,
)  # fmt: skip
from server.classroom.room_parts import (
    DOCUMENT, NAMES, OLD_DESK, changed, dropped, room_of, upgraded,
)  # fmt: skip
from server.storage.database import Database, insert, lock_until_commit, metadata

# Any number that nobody else locks in the same database.
SPACE_LOCK = int.from_bytes(b"rooms")
# A row for each part (room_parts.py), so that a move or an answer does not write megabytes.
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

    def __init__(self, address: str | None = None, bounds: Bounds | None = None):
        self.database = Database(address, durable=False)
        self._bounds = bounds or Bounds()

    def add(self, room: Room, document: bytes, now: float, client: str | None = None) -> bool:
        """Keep a new room; False when there is one of that code. Raises Refused without space."""
        contents = changed(room, None) | {DOCUMENT: document}
        if client is not None:
            contents[CLIENT] = client.encode("ascii")
        with self.database.writing() as connection:
            lock_until_commit(connection, SPACE_LOCK)
            taken = sql.select(parts.c.room).where(parts.c.room == room.code).limit(1)
            if connection.execute(taken).first():
                return False
            self._check_count(connection, now, client)
            write_parts(connection, room.code, contents, [], ends_of(room, now))
            self._check_space(connection, now)
        return True

    def write(
        self, room: Room, before: Room, attachments: Mapping[str, bytes], now: float,
        repairs: Mapping[str, bytes | None] | None = None,
    ) -> None:  # fmt: skip
        """Keep what of a room is another thing than `before`, which was written last.

        `repairs` are given when more may have been written since: attachments to put back as they
        were, or to delete (None); then all other parts are written anew. Raises Refused when there
        is no space for the attachments. Of a room that is over, its results are kept until its time
        is up.
        """
        contents = {**changed(room, None if repairs is not None else before), **attachments}
        gone = dropped(room, before)
        for name, data in (repairs or {}).items():
            if data is None:
                gone.append(name)
            else:
                contents[name] = data
        with self.database.writing() as connection:
            if room.ended:
                connection.execute(sql.delete(parts).where(parts.c.room == room.code))
                contents, kept = split_results(changed(results_of(room), None))
                write_parts(connection, room.code, kept, [], over_until(room.expires))
            elif attachments:
                lock_until_commit(connection, SPACE_LOCK)
            write_parts(connection, room.code, contents, gone, ends_of(room, now))
            if attachments:
                self._check_space(connection, now)

    def ask_to_end(self, code: str, now: float) -> None:
        """Have the process that serves a room end it. Raises Refused when it is not open."""
        room = self.load(code)
        if room is None:
            raise Refused("unknown_room")
        check_open(room, now)
        with self.database.writing() as connection:
            write_parts(connection, code, {END: b"{}"}, [], ends_of(room, now))

    def asked_to_end(self) -> list[str]:
        """The codes of rooms that somebody has asked to end."""
        with self.database.reading() as connection:
            found = connection.execute(sql.select(parts.c.room).where(parts.c.part == END))
            return list(found.scalars())

    def listed(self, now: float) -> list[Listed]:
        """The rooms that are open, the newest first."""
        is_open = (parts.c.part == "room") & (parts.c.expires > over_until(now))
        codes = sql.select(parts.c.room).where(is_open)
        size = sql.select(parts.c.room, sql.func.sum(sql.func.length(parts.c.content)))
        sized = size.where(parts.c.room.in_(codes)).group_by(parts.c.room)
        with self.database.reading() as connection:
            sizes = dict(connection.execute(sized).all())
        rooms = [(room, sizes[code]) for code in sizes if (room := self.load(code))]
        return listed(rooms)

    def count_open(self, now: float) -> int:
        """Return how many rooms are open."""
        is_open = (parts.c.part == "room") & (parts.c.expires > over_until(now))
        with self.database.reading() as connection:
            counted = sql.select(sql.func.count()).select_from(parts).where(is_open)
            return connection.execute(counted).scalar_one()

    def _check_count(self, connection: sql.Connection, now: float, client: str | None) -> None:
        """Refuse one room more than may be open, in all or of a client."""
        is_open = parts.c.expires > over_until(now)
        rooms = sql.select(sql.func.count()).where(parts.c.part == "room", is_open)
        if connection.execute(rooms).scalar_one() >= self._bounds.rooms:
            raise Refused("full")
        if client is not None:
            is_theirs = parts.c.content == client.encode("ascii")
            theirs = sql.select(sql.func.count()).where(parts.c.part == CLIENT, is_theirs, is_open)
            if connection.execute(theirs).scalar_one() >= self._bounds.of_client:
                raise Refused("many_rooms")

    def _check_space(self, connection: sql.Connection, now: float) -> None:
        """Forget all rooms that are over when there is no space, and refuse if that is too little.

        The sum is as cheap as a count: a database knows lengths without reading contents.
        """
        size = sql.select(sql.func.coalesce(sql.func.sum(sql.func.length(parts.c.content)), 0))
        if connection.execute(size).scalar_one() <= self._bounds.total:
            return
        is_over = (parts.c.part == "room") & (parts.c.expires <= over_until(now))
        over = sql.select(parts.c.room).where(is_over)
        connection.execute(sql.delete(parts).where(parts.c.room.in_(over)))
        if connection.execute(size).scalar_one() > self._bounds.total:
            raise Refused("rooms_full")

    def load(self, code: str) -> Room | None:
        """The room of a code, if it is here."""
        found = self.read(code)
        if OLD_DESK in found:
            self.upgrade(code, found[OLD_DESK])
            found = self.read(code)
        return room_of(found) if "room" in found else None

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
                write_parts(connection, code, upgraded(desk), [], expires)

    def attachment(self, code: str, part: str) -> bytes | None:
        """The run document of a room, or the code of an offer; None when it is not here."""
        wanted = sql.select(parts.c.content).where(parts.c.room == code, parts.c.part == part)
        with self.database.reading() as connection:
            return connection.execute(wanted).scalar_one_or_none()

    def sweep(self, now: float) -> None:
        """Delete what was in rooms that are over, and those of which nobody is told any more."""
        is_over = parts.c.expires <= over_until(now)
        oldest = (
            sql.select(parts.c.room).where(parts.c.part == "room", is_over)
            .order_by(parts.c.expires.desc()).offset(MOST_REMEMBERED)
        )  # fmt: skip
        with self.database.writing() as connection:
            connection.execute(sql.delete(parts).where(parts.c.expires < int(now)))
            connection.execute(sql.delete(parts).where(parts.c.room.in_(oldest)))
            # An old desk goes with its room: without it the room could not be read.
            is_bulky = parts.c.part.not_in((*KEPT, OLD_DESK))
            connection.execute(sql.delete(parts).where(is_over, is_bulky))
            for part, empty in EMPTY.items():
                is_full = (parts.c.part == part) & (parts.c.content != empty)
                cleared = sql.update(parts).where(is_over, is_full).values(content=empty)
                connection.execute(cleared)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()


def ends_of(room: Room, now: float) -> int:
    """Return until when a room is remembered: for a day after its end."""
    return over_until(min(now, room.expires) if room.ended else room.expires)


def split_results(
    contents: Mapping[str, bytes],
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the parts that tell that a room is over, and those with its results."""
    kept = {
        part: content for part, content in contents.items()
        if part not in ("room", "door") and content != EMPTY.get(part)
    }  # fmt: skip
    return {part: contents[part] for part in contents if part not in kept}, kept


def write_parts(
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
