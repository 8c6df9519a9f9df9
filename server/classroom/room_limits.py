"""Limits on open rooms: their number, their bytes, the order of eviction.

A room that is over keeps its code and its end for a day, and nothing of what was in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from server.classroom.room import Room

# For so long after its end a room's code says that it is over.
REMEMBERED_SECONDS = 24 * 3600
# Of the rooms that are over so many are remembered, about a kilobyte each; the oldest go first.
MOST_REMEMBERED = 10_000
# The part that names who opened a room, as a keyed hash.
CLIENT = "client"
# The part that asks the process of a room to end it.
END = "end"
# The other parts of a room that is over.
EMPTY = {"people": b"{}", "origins": b"{}", "past": b"[]", "offers": b"[]", "sent": b"{}"}
KEPT = ("room", "door", *EMPTY)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many rooms may be open, in all and of one client, and the bytes of all rooms."""

    rooms: int = 1000
    of_client: int = 100
    total: int = 2**30


@dataclass(frozen=True, slots=True)
class Listed:
    """An open room as its administrator sees it."""

    code: str
    title: str | None
    opened: float
    expires: float
    people: int
    bytes: int


def listed(rooms: Iterable[tuple[Room, int]]) -> list[Listed]:
    """List rooms with the bytes that they take, the newest first."""
    found = [
        Listed(room.code, room.shown.title, room.opened, room.expires, len(room.desk.people), size)
        for room, size in rooms
    ]
    return sorted(found, key=lambda each: -each.opened)


def over_until(now: float) -> int:
    """Return the time until which rooms are forgotten that are over now."""
    return int(now + REMEMBERED_SECONDS)
