"""What a change of a room is to the streams: a few bytes, rendered once for all who watch."""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass
from typing import Any

from server.classroom.errors import Refused
from server.classroom.room import Room, check_open, state

# A browser that lost the line comes back after this time.
RETRY = "retry: 1000\n\n"
ALIVE = ":\n\n"
# The rooms cannot be reached; or what follows counts, though its number may be lower than before.
LATE = "event: late\ndata: {}\n\n"


# Whether the teacher's page is gone, told to those who listen when it changes.
AWAY = {away: f"event: away\ndata: {json.dumps(away)}\n\n" for away in (False, True)}


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
    shown = state(room, now)
    text = event("state", shown, f"{room.seq}.{check_sum(shown)}")
    return Told(room.code, room.seq, room.expires, False, text)


def told_gone(room: str, seq: int) -> Told:
    """Return the last event of a room that its shelf has lost, of which `seq` was told."""
    gone = Refused("gone")
    last = {"code": gone.code, "sentence": gone.sentence}
    return Told(room, seq + 1, 0.0, True, event("ended", last))


def check_sum(shown: dict[str, Any]) -> int:
    """Tell a state from others of the same `seq`, of which a restored Redis may have several."""
    return zlib.crc32(json.dumps(shown | {"now": None}).encode())


def is_other(news: Told, known: Told) -> bool:
    """Whether two states of one number differ, as when Redis comes back as it was before."""
    return news.seq == known.seq and identity_of(news) != identity_of(known)


def identity_of(news: Told) -> str:
    """Return the line of an event that tells its state from all others."""
    return news.event.partition("\n")[0]


def is_known(news: Told, identity: str | None) -> bool:
    """Whether a browser that has seen the event of that id has seen this one."""
    return news.event.startswith(f"id: {identity}\n")


def event(name: str, data: dict[str, Any], identity: str | None = None) -> str:
    text = json.dumps(data, separators=(",", ":"))
    number = "" if identity is None else f"id: {identity}\n"
    return f"{number}event: {name}\ndata: {text}\n\n"


def to_json(thing: Told) -> str:
    """For another process."""
    return json.dumps(asdict(thing))


def from_json(text: str | bytes) -> Told:
    """What another process wrote."""
    return Told(**json.loads(text))
