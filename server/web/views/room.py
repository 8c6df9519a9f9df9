"""Rooms: open, watch, move, hand the wheel over, end. docs/classroom.md is the contract."""

from __future__ import annotations

import gzip
import json
import secrets
import socket
import time
from dataclasses import asdict, replace
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for

from server.classroom.credentials import drawn, hashed, listening
from server.classroom.errors import Refused
from server.classroom.events import Ended, Moved, Showed, Steered, check_spot
from server.classroom.line import Hold
from server.classroom.room import TEACHER, Room, Shown, Spot, state
from server.classroom.sse_message import RETRY, is_known, told
from server.classroom.streams import HOLD
from server.classroom.view import view_in
from server.config import Config
from server.config.machine import MEGABYTE
from server.document.link import MOST_NAME
from server.jobs import kinds
from server.web.views import api, runs
from server.web.views.access import check_access
from server.web.views.clients import counted_network, key_of, listener, shelf
from server.web.views.errors import Refusal
from server.web.views.room_auth import entered, open_room_of, room_of, small, taught, tell, text_in

MOST_DOCUMENT = 4 * MEGABYTE
# What is unpacked here for the few programs that take no gzip.
MOST_UNPACKED = 4 * MEGABYTE
LOOPBACK = ("localhost", "127.0.0.1", "::1")

blueprint = Blueprint("room", __name__)


@blueprint.post("/api/v1/rooms")
def open_room() -> tuple[Response, int]:
    """Run a snippet and open a room for it; the answer has the teacher's secret."""
    config: Config = current_app.config["TAPESCOPE"]
    check_access(config.who_opens_rooms)
    found = api.body(config)
    shown, document = recorded(found, config, ticket=runs.ticket_of(found))
    secret, now, client = secrets.token_urlsafe(24), time.time(), opener()
    while True:
        code = drawn()
        room = Room(
            code=code, secret=hashed(secret), key=secrets.token_hex(16), url=home(code),
            opened=now, expires=now + config.room_hours * 3600, shown=shown,
            spot=within(spot_in(found), shown),
        )  # fmt: skip
        if shelf().open(room, document, client):
            break
    told_once = {"secret": secret, "listen": listening(key_of(room), TEACHER)}
    return jsonify(room=code, **told_once, url=room.url, state=state(room, now)), 201


@blueprint.get("/api/v1/rooms/<room>")
def look(room: str) -> Response:
    """The state of a room."""
    found = open_room_of(room)
    response = jsonify(state=state(found, time.time()))
    response.set_etag(str(found.seq))
    response.cache_control.no_cache = True
    response.make_conditional(request)
    return response


@blueprint.get("/api/v1/rooms/<room>/events")
def events(room: str) -> Response:
    """The states of a room as they come: this reply has the present one, and asks to be held."""
    found = room_of(room)
    news = told(found, time.time())
    once = request.args.get("once") == "1"
    seen = request.headers.get("Last-Event-ID") or request.args.get("after")
    is_new = not is_known(news, seen)
    response = Response(RETRY + (news.event if is_new else ""), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would keep events back
    if not (news.ended or (once and is_new)):
        # A page that polls is told of the teacher's absence if it says what it knows of that.
        away = request.args["away"] == "1" if "away" in request.args else None if once else False
        hold = Hold(found.code, found.seq, listener(found), once, counted_network(), away)
        response.headers[HOLD] = json.dumps(asdict(hold))
    return response


@blueprint.get("/api/v1/rooms/<room>/runs/<digest>")
def document(room: str, digest: str) -> Response:
    """The run document of a room, the same bytes for all."""
    found = open_room_of(room)
    data = shelf().document(found.code, digest)
    is_packed = request.accept_encodings["gzip"] > 0
    if not is_packed and unpacked_size(data) > MOST_UNPACKED:
        sentence = "The run of this room is too large to be sent unpacked. Accept gzip."
        raise Refusal(406, "only_gzip", sentence)
    response = Response(data if is_packed else gzip.decompress(data), mimetype="application/json")
    response.headers["Vary"] = "Accept-Encoding"
    response.cache_control.private = True
    response.cache_control.max_age = 3600
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


def unpacked_size(data: bytes) -> int:
    """How many bytes a gzip file of ours has inside: its last four bytes."""
    return int.from_bytes(data[-4:], "little")


@blueprint.post("/api/v1/rooms/<room>/moves")
def move(room: str) -> Response:
    """Take the class to another moment."""
    found, who = entered(room)
    pace = current_app.extensions["moves"]
    if pace.is_over(found.code):
        raise Refused("too_fast", retry_after=pace.seconds_left(found.code))
    pace.count(found.code)
    asked = small()
    digest, tab = asked.get("digest"), text_in(asked, "tab", MOST_NAME)
    if not isinstance(digest, str):
        raise Refused("bad_move", what="A move names the digest of the run that it is about.")
    spot = replace(spot_in(asked), view=view_in(asked.get("view")))
    moved = tell(found, Moved(who, digest, spot, tab, tells_view="view" in asked))
    return jsonify(seq=moved.seq)


@blueprint.put("/api/v1/rooms/<room>/run")
def show(room: str) -> Response:
    """Put another run on the screens."""
    config: Config = current_app.config["TAPESCOPE"]
    found, asked = taught(room), api.body(config)
    shown, document = recorded(asked, config, ticket=runs.ticket_of(asked))
    showed = Showed(shown, within(spot_in(asked), shown))
    return told_to_teacher(tell(found, showed, document=document))


@blueprint.post("/api/v1/rooms/<room>/wheel")
def steer(room: str) -> Response:
    """Hand the wheel to a participant, or back (None)."""
    found, who = entered(room)
    return told_to_teacher(tell(found, Steered(who, text_in(small(), "to", MOST_NAME))))


@blueprint.delete("/api/v1/rooms/<room>")
def end(room: str) -> Response:
    """Close the room for all."""
    return jsonify(room=tell(taught(room), Ended()).code)


@blueprint.get("/r")
@blueprint.get("/r/<room>")
def page(room: str | None = None) -> Response:
    """The page in a room, for the teacher and the class alike; without a code it asks for one."""
    code = None if room is None else room_of(room).code
    fence = api.jobs().fence
    boot = {"place": "page", "fence": fence, "joining": True, "room": code}
    response = current_app.make_response(render_template("index.html", boot=boot))
    response.headers["Cache-Control"] = "no-store"
    return response


def opener() -> str | None:
    """Name who opens a room, in a form that nobody can turn back into an address."""
    network = counted_network()
    if network is None:
        return None
    return current_app.extensions["secret"].derive_key("opener", network)


def told_to_teacher(room: Room) -> Response:
    return jsonify(state=state(room, time.time()))


def recorded(
    found: dict[str, Any], config: Config, author: str | None = None,
    ticket: str | None = None,
) -> tuple[Shown, bytes]:  # fmt: skip
    """What a room shows of a snippet, after it was run: `(Shown, compressed run document)`."""
    title = text_in(found, "title", MOST_NAME)
    job = kinds.for_room(api.code_of(found, config), api.seed_of(found))
    digest, events, document = kinds.room_run_of(api.done(job, ticket, "room"))
    if len(document) > MOST_DOCUMENT:
        raise Refused("too_large")
    return Shown(digest, events, title, author), document


def spot_in(found: dict[str, Any]) -> Spot:
    """The moment in a request's body."""
    cursor, stride = found.get("cursor", 0), found.get("stride", "lesson")
    if isinstance(cursor, bool) or not isinstance(cursor, int | float):
        raise Refused("bad_move", what="The cursor is a number: how many events have happened.")
    if not isinstance(stride, str):
        raise Refused("bad_move", what="The stride is lesson, line or event.")
    # Beyond the range of a float the run has no steps either.
    near = max(-1.0, min(cursor, 2.0**53)) if cursor == cursor else cursor
    return Spot(near, text_in(found, "selection", MOST_NAME), stride)


def within(spot: Spot, shown: Shown) -> Spot:
    """The same moment of a run that may be shorter than that in the teacher's browser was."""
    near = replace(spot, cursor=min(spot.cursor, shown.events))
    check_spot(near, shown)
    return near


def home(code: str) -> str:
    """Where the class finds the room: not under a name that means each one's own machine."""
    url = url_for("room.page", room=code, _external=True)
    if current_app.config["TAPESCOPE"].public_url is not None:
        return url
    here = urlsplit(url)
    if not current_app.config["TAPESCOPE"].is_public or here.hostname not in LOOPBACK:
        return url
    port = f":{here.port}" if here.port else ""
    return here._replace(netloc=f"{own_address()}{port}").geturl()


def own_address() -> str:
    """This machine's address in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, behind any router
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
