"""What a change of a room is to the streams: a few bytes, rendered once for all who watch."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from server.classroom.errors import Refused
from server.classroom.room import Room, check_open, state

# A browser that lost the line comes back after this time.
RETRY = "retry: 1000\n\n"
ALIVE = ":\n\n"


@dataclass(frozen=True, slots=True)
class Told:
    """A room's state as an event; of two, the one with the higher `seq` is the room."""

    room: str
    seq: int
    expires: float
    ended: bool
    event: str


def told(room: Room, now: float) -> Told:
    """A room, ready to be sent; one that is over counts as one change more."""
    try:
        check_open(room, now)
    except Refused as refused:
        last = {"code": refused.code, "sentence": refused.sentence}
        return Told(room.code, room.seq + 1, room.expires, True, event("ended", last))
    text = event("state", state(room, now), room.seq)
    return Told(room.code, room.seq, room.expires, False, text)


def event(name: str, data: dict[str, Any], seq: int | None = None) -> str:
    text = json.dumps(data, separators=(",", ":"))
    number = "" if seq is None else f"id: {seq}\n"
    return f"{number}event: {name}\ndata: {text}\n\n"


def to_json(thing: Told) -> str:
    """For another process."""
    return json.dumps(asdict(thing))


def from_json(text: str | bytes) -> Told:
    """What another process wrote."""
    return Told(**json.loads(text))
