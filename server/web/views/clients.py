"""Who a request counts as: a member of a room by a signed word, anybody else by the address.

Rates, turns and lines, seats, streams and stored bytes count by what stands here. Whoever shows a
word that opens nothing (forged, of a room that is over, of somebody removed) is counted by the
address, and not told.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask import current_app, g, request

from server.classroom.credentials import PARTICIPANT_LENGTH, bearer, code_in, opens, proves
from server.classroom.errors import Refused
from server.classroom.memory_store import Shelf
from server.classroom.rate_window import network_of
from server.classroom.room import TEACHER, Room, check_open
from server.storage.database import Down

# The code of the room whose word a request carries as `Authorization: Bearer WORD`.
ROOM_HEADER = "Tapescope-Room"
# The second name of those who are in no room, which no room has.
NO_ROOM = ""


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks: a network, and a member of a room if that is proven."""

    network: str
    room: str | None = None
    member: str | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The name of the client, widest first, as turns and lines have it."""
        if self.room is None or self.member is None:
            return (self.network, NO_ROOM)
        return (self.network, self.room, self.member)


def client() -> Client:
    """Who sent this request."""
    if "client" not in g:
        g.client = Client(network(), *proven_member())
    return g.client


def network() -> str:
    """Where this request comes from: an IPv4 address, or the /64 of an IPv6 address."""
    return network_of(request.remote_addr or "")


def counted_network() -> str | None:
    """Where it comes from, for what is counted; None on one's own machine, where nothing is."""
    if not current_app.config["TAPESCOPE"].is_public:
        return None
    return network()


def proven_member() -> tuple[str, str | None] | tuple[()]:
    """The room and the member whose word came with the request; nothing if that proves nobody."""
    code = (request.view_args or {}).get("room") or request.headers.get(ROOM_HEADER)
    if not code or word() is None:
        return ()
    try:
        room = shelf().get(code_in(code))
        check_open(room, time.time())
    except (Refused, Down):
        return ()
    who = who_in(room)
    return (room.code, who) if who == TEACHER or who in room.desk.people else ()


def word() -> str | None:
    """The word that came with this request, which opens a door or nothing."""
    given = request.authorization
    return (given.token or None) if given is not None and given.type == "bearer" else None


def who_in(room: Room) -> str | None:
    """The teacher or the participant whose word came with the request."""
    given = word()
    if given is None:
        return None
    return TEACHER if opens(given, room.secret) else bearer(key_of(room), given)


def listener(room: Room) -> str | None:
    """Who listens with this request, if that is proven; anybody else is only counted."""
    named, given = request.args.get("participant"), request.args.get("listen", "")
    if named is None or (named != TEACHER and named not in room.desk.people):
        return None
    if len(named) == PARTICIPANT_LENGTH or proves(key_of(room), named, given):
        return named
    return None


def key_of(room: Room) -> str:
    """Derive what signs the words of a room's participants; the room keeps only its own half."""
    return current_app.extensions["secret"].derive_key("room", room.code, room.key)


def shelf() -> Shelf:
    """Where the rooms are."""
    return current_app.extensions["rooms"]
