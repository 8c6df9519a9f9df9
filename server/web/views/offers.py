"""Students' code on its way to the teacher's screen. docs/classroom.md is the contract."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, current_app, jsonify

from server.classroom.credentials import ALPHABET, PARTICIPANT_LENGTH, drawn
from server.classroom.events import Offered, Returned, Showed, offer_of
from server.classroom.room import TEACHER, Offer, Spot, named
from server.classroom.room_parts import lines_of
from server.config import Config
from server.document.link import MOST_NAME
from server.web.views import api
from server.web.views.clients import shelf
from server.web.views.room import recorded, told_to_teacher
from server.web.views.room_auth import attended, entered, taught, tell, text_in

blueprint = Blueprint("offers", __name__)


@blueprint.post("/api/v1/rooms/<room>/offers")
def offer(room: str) -> tuple[Response, int]:
    """Send a snippet to the teacher; it is not run until it is accepted.

    Under the same `key` it counts once, however often it comes.
    """
    config: Config = current_app.config["TAPESCOPE"]
    found, who = attended(room)
    sent = api.body(config)
    code = api.code_of(sent, config)
    identity = identity_of(found.key, who, text_in(sent, "key", MOST_NAME))
    if found.desk.sent.get(who) == identity:
        return jsonify(offer=identity), 201
    made = Offer(
        identity, who, text_in(sent, "title", MOST_NAME), api.seed_of(sent),
        lines_of(code), len(code.encode()),
    )  # fmt: skip
    tell(found, Offered(made), attachments={made.id: code.encode()})
    return jsonify(offer=made.id), 201


def identity_of(room_key: str, who: str, key: str | None) -> str:
    """Return the id of a snippet that a participant sends under a key; None draws one."""
    if key is None:
        return drawn(PARTICIPANT_LENGTH)
    digest = hashlib.sha256(f"{room_key} {who} {key}".encode("utf-8", "replace")).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:PARTICIPANT_LENGTH])


@blueprint.get("/api/v1/rooms/<room>/offers/<identity>")
def read(room: str, identity: str) -> Response:
    """A snippet that waits, for the teacher to read."""
    found = taught(room)
    waiting = offer_of(found, identity)
    return jsonify(
        offer=waiting.id, **(named(found, waiting.participant) or {}), title=waiting.title,
        code=shelf().offered(found.code, identity), seed=waiting.seed,
    )  # fmt: skip


@blueprint.post("/api/v1/rooms/<room>/offers/<identity>/accept")
def accept(room: str, identity: str) -> Response:
    """Run a student's snippet behind the fence and put it on the screens."""
    found = taught(room)
    waiting = offer_of(found, identity)
    code = shelf().offered(found.code, identity)
    asked = {"code": code, "seed": waiting.seed, "title": waiting.title}
    shown, document = recorded(asked, current_app.config["TAPESCOPE"], waiting.participant)
    messages = (Returned(TEACHER, identity), Showed(shown, Spot()))
    return told_to_teacher(tell(found, *messages, document=document))


@blueprint.delete("/api/v1/rooms/<room>/offers/<identity>")
def send_back(room: str, identity: str) -> Response:
    """A snippet waits no more; its author may say so, too."""
    found, who = entered(room)
    tell(found, Returned(who, identity))
    return jsonify(offer=identity)
