"""Authenticate requests to a room: check codes or passwords, count wrong guesses, refuse."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from server.classroom.credentials import code_in
from server.classroom.errors import Refused
from server.classroom.events import Message, after
from server.classroom.memory_store import NONE, Change
from server.classroom.rate_window import Pace
from server.classroom.room import TEACHER, Room, check_open
from server.classroom.room_parts import DOCUMENT
from server.storage.database import Down
from server.web.views import errors
from server.web.views.api import document
from server.web.views.clients import counted_network, shelf, who_in
from server.web.views.errors import Refusal

# Whoever tries 60 codes a minute finds one of 300 rooms among 2^30 codes in about 40 days; a class
# behind one address may mistype as often.
GUESSES, GUESS_SECONDS = 60, 60.0
MOVES, MOVE_SECONDS = 60, 1.0
# A lecture of 300 behind one address joins at once; who goes and comes all the time does not.
JOINS, JOIN_SECONDS = 300, 60.0
# What is not code is short.
SMALL = 8 * 1024
# What time alone ends is 429, with the time; what somebody has to do something about is not.
STATUS = {
    "bad_code": 400, "bad_name": 400, "bad_move": 400, "bad_question": 400, "bad_answer": 400,
    "bad_offer": 400, "bad_door": 400, "not_teacher": 403, "not_joined": 403, "not_driving": 403,
    "closed_door": 403, "barred": 403, "removed": 403,
    "unknown_room": 404, "unknown_participant": 404, "unknown_question": 404,
    "unknown_offer": 404, "other_run": 409, "revealed": 409, "closed": 409, "full_room": 409,
    "crowded": 409, "full_questions": 409, "full_offers": 409, "many_rooms": 409,
    "expired": 410, "ended": 410, "gone": 410, "too_large": 413, "guessing": 429, "too_fast": 429,
    "joining": 429, "full": 507, "rooms_full": 507,
    "second_process": 503,
}  # fmt: skip


def init_app(app: Flask) -> None:
    """Count wrong guesses, and turn what a room refuses into replies."""
    app.extensions["guesses"] = Pace(GUESSES, GUESS_SECONDS)
    app.extensions["joins"] = Pace(JOINS, JOIN_SECONDS)
    app.extensions["moves"] = Pace(MOVES, MOVE_SECONDS)
    app.register_error_handler(Refused, refused)
    app.register_error_handler(Down, down)


def refused(refusal: Refused) -> tuple[Response | str, int]:
    """A room's refusal as a reply."""
    status = STATUS[refusal.code]
    return errors.refused(Refusal(status, refusal.code, refusal.sentence, refusal.retry_after))


def down(error: Down) -> tuple[Response | str, int]:
    """The reply when rooms cannot be reached."""
    current_app.logger.error("The rooms cannot be reached: %s", error.__cause__)
    sentence = "The server cannot reach its rooms at the moment. The page keeps what it has."
    return errors.refused(Refusal(503, "rooms_down", sentence))


def room_of(text: str) -> Room:
    """The room of a code, as somebody typed it; it may be over."""
    code, client = code_in(text), counted_network()
    guesses: Pace = current_app.extensions["guesses"]
    is_over = client is not None and guesses.is_over(client)
    try:
        room = shelf().get(code)
    except Refused:
        if is_over:
            raise Refused("guessing", retry_after=guesses.seconds_left(client or "")) from None
        if client is not None:
            guesses.count(client)
        raise
    if is_over and not is_known(room):
        raise Refused("guessing", retry_after=guesses.seconds_left(client or ""))
    return room


def is_known(room: Room) -> bool:
    """Whether who asks has been in the room: one who mistypes must not shut out a class."""
    known = {TEACHER, *room.desk.people}
    if who_in(room) in known or request.args.get("participant") in room.desk.people:
        return True
    return (request.view_args or {}).get("digest") == room.shown.digest


def open_room_of(text: str) -> Room:
    """The room of a code; Refused when it is over."""
    room = room_of(text)
    check_open(room, time.time())
    return room


def taught(text: str) -> Room:
    """The room of a code, for its teacher only."""
    room = open_room_of(text)
    if who_in(room) != TEACHER:
        raise Refused("not_teacher")
    return room


def remembered(text: str) -> Room:
    """The room of a code, which may have been ended before its time, for its teacher only."""
    room = room_of(text)
    if who_in(room) != TEACHER:
        raise Refused("not_teacher")
    check_open(replace(room, ended=False), time.time())
    return room


def attended(text: str) -> tuple[Room, str]:
    """The room of a code, and the participant who asks."""
    room = open_room_of(text)
    who = who_in(room)
    if who is None or who == TEACHER:
        raise Refused("not_joined")
    check_seat(room, who)
    return room, who


def entered(text: str) -> tuple[Room, str]:
    """The room of a code, and who asks: the teacher or a participant."""
    room = open_room_of(text)
    who = who_in(room)
    if who is None:
        raise Refused("not_joined")
    check_seat(room, who)
    return room, who


def check_seat(room: Room, who: str) -> None:
    """Refused when the teacher has removed that participant, whose token is still signed."""
    if who != TEACHER and who not in room.desk.people:
        raise Refused("removed")


def tell(
    room: Room, *messages: Message, document: bytes | None = None,
    attachments: Mapping[str, bytes] = NONE,
) -> Room:  # fmt: skip
    """The room after these messages, which happen together or not at all."""
    now = time.time()
    if document is not None:
        attachments = {**attachments, DOCUMENT: document}

    def change(before: Room) -> Room:
        for message in messages:
            before = after(before, message, now)
        return before

    wanted: Change = change
    return shelf().change(room.code, wanted, attachments)


def small() -> dict[str, Any]:
    """The JSON object of a short request, or a Refusal."""
    request.max_content_length = SMALL
    try:
        return document()
    except RequestEntityTooLarge:
        sentence = f"This request is longer than {SMALL // 1024} KB. No name, move or answer is."
        raise Refusal(413, "too_long", sentence) from None


def text_in(found: dict[str, Any], name: str, most: int) -> str | None:
    """A text that may be left out, or a Refusal."""
    text = found.get(name)
    if text is not None and (not isinstance(text, str) or len(text) > most):
        sentence = f"The {name} must be a text of at most {most} characters."
        raise Refusal(400, "bad_request", sentence)
    return text or None
