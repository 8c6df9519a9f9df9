"""Seats of a room: join, set the door, remove. docs/classroom.md is the contract."""

from __future__ import annotations

import unicodedata

from flask import Blueprint, Response, current_app, jsonify, request

from server.classroom.credentials import (
    PARTICIPANT_LENGTH, PROVING_LENGTH, drawn, listening, token,
)  # fmt: skip
from server.classroom.errors import Refused
from server.classroom.rate_window import Pace
from server.classroom.room import Room
from server.classroom.seats import DoorSet, Joined, NameHidden, Removed, alike, origin_of
from server.web.views.clients import counted_network, key_of, shelf
from server.web.views.room_auth import SMALL, open_room_of, small, taught, tell, text_in

# The longest word for a door.
MOST_TYPED = 400
# What joins or marks the letters of some scripts and the parts of an emoji, and the tags of flags.
# Other characters without a picture of their own turn the direction of what stands after them, or
# make two names look alike.
JOINING = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}
# These show nothing, though they count as letters or symbols.
BLANKS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
INVISIBLE = {"Cf", "Me", "Mn", "Zl", "Zp", "Zs"}

blueprint = Blueprint("seats", __name__)


@blueprint.post("/api/v1/rooms/<room>/join")
def join(room: str) -> tuple[Response, int]:
    """Give a participant a seat and a token; `name` may be left out."""
    found, asked = open_room_of(room), small()
    name = plain_name(text_in(asked, "name", SMALL))
    participant = drawn(PROVING_LENGTH if asked.get("listens") is True else PARTICIPANT_LENGTH)
    tell(found, Joined(participant, name, counted_origin(found)))
    key = key_of(found)
    words = {"token": token(key, participant), "listen": listening(key, participant)}
    return jsonify(participant=participant, **words, name=name), 201


@blueprint.put("/api/v1/rooms/<room>/door")
def set_door(room: str) -> Response:
    """Open or close the door."""
    found, word = taught(room), text_in(small(), "door", MOST_TYPED)
    return jsonify(door=tell(found, DoorSet(word or "")).desk.door.word)


@blueprint.delete("/api/v1/rooms/<room>/people/<participant>")
def remove(room: str, participant: str) -> Response:
    """Remove a participant, and keep out for a while who comes from the same network.

    With `alike=1` all go who joined from there.
    """
    found, gone = taught(room), (participant,)
    if request.args.get("alike") == "1":
        gone = alike(found, participant)
    tell(found, Removed(gone))
    return jsonify(removed=len(gone))


@blueprint.delete("/api/v1/rooms/<room>/people/<participant>/name")
def hide_name(room: str, participant: str) -> Response:
    """Take a participant's name away, on every screen and in the results."""
    tell(taught(room), NameHidden(participant))
    return jsonify(participant=participant)


@blueprint.delete("/api/v1/rooms/<room>/people")
def remove_absent(room: str) -> Response:
    """Free the seats of all who are not connected; they may join again."""
    found = taught(room)
    absent = tuple(found.desk.people.keys() - shelf().present(found.code))
    if absent:
        tell(found, Removed(absent, is_barring=False))
    return jsonify(removed=len(absent))


def counted_origin(room: Room) -> str | None:
    """Where a participant joins from, counted once more; None on one's own machine."""
    network = counted_network()
    if network is None:
        return None
    pace: Pace = current_app.extensions["joins"]
    name = f"{room.code} {network}"
    if pace.is_over(name):
        raise Refused("joining", retry_after=pace.seconds_left(name))
    pace.count(name)
    return origin_of(key_of(room), network)


def plain_name(name: str | None) -> str | None:
    """A name in one line, without characters that would disturb what stands beside it.

    None for one that shows nothing.
    """
    shown = ""
    for letter in unicodedata.normalize("NFC", name or ""):
        kind = unicodedata.category(letter)
        if kind != "Cf" or letter in JOINING:
            shown += " " if kind == "Cc" else letter
    is_blank = all(
        letter in BLANKS or unicodedata.category(letter) in INVISIBLE for letter in shown
    )
    return None if is_blank else " ".join(shown.split())
