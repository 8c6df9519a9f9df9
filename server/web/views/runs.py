"""Runs in progress over HTTP: their state, the request to stop one.

A page names its run by a ticket, 128 random bits of its own. Who does not know it can neither see
nor stop the run. Nothing is kept after the run.
"""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from server.jobs.job import Underway
from server.sandbox.scheduler import never
from server.web.views.errors import Refusal
from server.web.wsgi_bridge import IS_GONE

TICKET = re.compile(r"[0-9a-f]{32}", re.ASCII)

blueprint = Blueprint("runs", __name__)


@blueprint.get("/api/v1/runs/<ticket>")
def look(ticket: str) -> Response:
    """Where a run is: `{"phase", "place", "seconds", "line", "events", "output"}`."""
    response = jsonify(underway(ticket).told())
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/api/v1/runs/<ticket>/opening")
def look_at_opening(ticket: str) -> Response:
    """The run document of a large run's first pass, as soon as it is drawn; 204 of others."""
    document = underway(ticket).opening(request.environ.get(IS_GONE, never))
    response = (
        Response(status=204)
        if document is None
        else Response(document + b"\n", mimetype="application/json")
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/api/v1/runs/<ticket>/stop")
def stop(ticket: str) -> Response:
    """End a run; whoever began it gets the document of what was recorded."""
    progress = underway(ticket)
    progress.stop()
    return jsonify(progress.told())


def underway(ticket: str) -> Underway:
    """The job of a ticket; an unknown one when none is under way.

    Raises Refusal for what is no ticket.
    """
    if not TICKET.fullmatch(ticket):
        raise bad_ticket()
    return current_app.extensions["jobs"].find(ticket)


def ticket_of(found: dict[str, Any]) -> str | None:
    """The ticket in a request's body, or None. Raises Refusal for one that can be guessed."""
    ticket = found.get("ticket")
    if ticket is None:
        return None
    if not isinstance(ticket, str) or not TICKET.fullmatch(ticket):
        raise bad_ticket()
    return ticket


def bad_ticket() -> Refusal:
    sentence = "A ticket is 32 random hexadecimal digits that no other run has."
    return Refusal(400, "bad_ticket", sentence)
