"""Runs in progress over HTTP: their state, the request to stop one.

A page names its run by a ticket, 128 random bits of its own. Who does not know it can neither see
nor stop the run. The process that runs the code answers; nothing is kept after the run.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from server.sandbox.progress import UNKNOWN, Progress
from server.sandbox.scheduler import never
from server.web.views.errors import Refusal
from server.web.wsgi_bridge import IS_GONE

TICKET = re.compile(r"[0-9a-f]{32}", re.ASCII)

blueprint = Blueprint("runs", __name__)


class Underway:
    """The runs of this process that are under way, by their tickets. Threads may share one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: dict[str, Progress] = {}

    @contextmanager
    def run(self, ticket: str | None) -> Iterator[Progress]:
        """Keep the run of a ticket while the block goes on. Raises Refusal for one in use."""
        progress = Progress()
        if ticket is None:
            yield progress
            return
        with self._lock:
            if self._runs.setdefault(ticket, progress) is not progress:
                raise bad_ticket()
        try:
            yield progress
        finally:
            progress.open(None)
            with self._lock:
                del self._runs[ticket]

    def find(self, ticket: str) -> Progress:
        """The run of a ticket; one that is unknown when none is under way here.

        Raises Refusal for what is no ticket.
        """
        if not TICKET.fullmatch(ticket):
            raise bad_ticket()
        with self._lock:
            return self._runs.get(ticket) or Progress(UNKNOWN)


@blueprint.get("/api/v1/runs/<ticket>")
def look(ticket: str) -> Response:
    """Where a run is: `{"phase", "place", "seconds", "line", "events", "output"}`."""
    response = jsonify(underway().find(ticket).told())
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/api/v1/runs/<ticket>/opening")
def look_at_opening(ticket: str) -> Response:
    """The run document of a large run's first pass, as soon as it is drawn; 204 of others."""
    document = underway().find(ticket).opening(request.environ.get(IS_GONE, never))
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
    progress = underway().find(ticket)
    progress.stop()
    return jsonify(progress.told())


def underway() -> Underway:
    """The runs of this process that are under way."""
    return current_app.extensions["underway"]


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
