"""Limits on open rooms: their number, their bytes, the order of eviction.

A room that is over keeps its code and its end for a day, and nothing of what was in it.
"""

from __future__ import annotations

from dataclasses import dataclass

# For so long after its end a room's code says that it is over.
REMEMBERED_SECONDS = 24 * 3600
# Of the rooms that are over so many are remembered, about a kilobyte each; the oldest go first.
MOST_REMEMBERED = 10_000
# The part that names who opened a room, as a keyed hash.
CLIENT = "client"
# The other parts of a room that is over.
EMPTY = {"people": b"{}", "origins": b"{}", "past": b"[]", "offers": b"[]"}
KEPT = ("room", "door", *EMPTY)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many rooms may be open, in all and of one client, and the bytes of all rooms."""

    rooms: int = 1000
    of_client: int = 100
    total: int = 2**30


def over_until(now: float) -> int:
    """Return the time until which rooms are forgotten that are over now."""
    return int(now + REMEMBERED_SECONDS)
