"""The API: run a snippet, list the lessons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, g, jsonify, request
from werkzeug.exceptions import RequestEntityTooLarge

from server import examples
from server.config import Config
from server.document.link import MOST_NUMBER, number_of
from server.document.untrusted_text import has_lone_surrogate
from server.jobs import kinds
from server.jobs.job import Answer, Caller, Job, Jobs, TicketTaken
from server.sandbox import Busy, HungUp
from server.sandbox.scheduler import never
from server.web.views import runs
from server.web.views.clients import client
from server.web.views.errors import Refusal
from server.web.wsgi_bridge import IS_GONE
from server.workers.pool import Failed, Unable

OPENAPI = Path(__file__).parents[1] / "openapi.yaml"

blueprint = Blueprint("api", __name__)


@blueprint.post("/api/run")
@blueprint.post("/api/v1/run")
def run_snippet() -> Response:
    """Run `{"code": str, "seed": int?, "ticket": str?}`; answers with the run document."""
    config: Config = current_app.config["TAPESCOPE"]
    found = body(config)
    code, seed = code_of(found, config), seed_of(found)
    made = done(kinds.document(code, seed), ticket=runs.ticket_of(found))
    return Response(made.parts[0] + b"\n", mimetype="application/json")


@blueprint.get("/api/examples")
@blueprint.get("/api/v1/examples")
def list_examples() -> Response:
    """The lessons, in the order of the menu."""
    return jsonify(examples=examples.index())


@blueprint.get("/api/v1/openapi.yaml")
def openapi() -> Response:
    """The API, as OpenAPI tells it."""
    return Response(OPENAPI.read_text("utf-8"), mimetype="application/yaml")


def jobs() -> Jobs:
    """What has programs run for this app."""
    return current_app.extensions["jobs"]


def done(job: Job, ticket: str | None = None, queue: str = "open") -> Answer:
    """The answer to a job of whoever sent this request, or a Refusal."""
    who = client()
    queue = queue if who.room is None else "room"
    caller = Caller(who.path, queue, request.environ.get(IS_GONE, never), ticket)
    g.programs_run = kinds.MOST_PROGRAMS.get(job.kind, 1)  # if it does not end
    with refusing():
        answer = jobs().do(job, caller)
    g.programs_run = answer.programs
    return answer


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what keeps a run or its drawing from being made into a Refusal."""
    try:
        yield
    except Busy as error:
        g.programs_run = error.ran
        raise Refusal(
            429, "busy",
            "The server is running as many snippets as it can. Try again in a moment.",
            error.retry_after,
        ) from None
    except Unable as error:
        g.programs_run = 0
        raise Refusal(503, "not_started", str(error)) from None
    except Failed as error:
        raise Refusal(422, "not_made", str(error)) from None
    except TicketTaken:
        raise runs.bad_ticket() from None
    except RecursionError:
        raise Refusal(400, "bad_json", "The request is nested too deeply.") from None
    except HungUp:
        raise Refusal(499, "hung_up", "Nobody waited for the answer any more.") from None


def body(config: Config) -> dict[str, Any]:
    """The JSON object that was sent, with code in it, or a Refusal."""
    try:
        found = document()
    except RequestEntityTooLarge:
        raise too_long(config) from None
    if not isinstance(found.get("code"), str):
        raise Refusal(
            400, "bad_json", 'The request must be an object with a text "code": {"code": "..."}.'
        )
    return found


def document() -> dict[str, Any]:
    """The JSON object that was sent, or a Refusal; RequestEntityTooLarge for a long one."""
    if request.mimetype != "application/json":
        # Also what keeps another site's plain form from running code here.
        raise Refusal(
            415, "bad_json", "Send the request as JSON, with the content type application/json."
        )
    try:
        found = json.loads(
            request.get_data().decode("utf-8"), parse_float=number_of, parse_constant=no_number
        )
    except (ValueError, RecursionError):
        raise Refusal(
            400,
            "bad_json",
            "The request is not JSON in UTF-8, so nothing was done. JSON has no NaN and no "
            'Infinity, either: such an answer is the text "nan" or "inf".',
        ) from None
    if not isinstance(found, dict):
        raise Refusal(400, "bad_json", 'The request must be an object: {"code": "..."}.')
    check_texts(found)
    return found


def check_texts(found: dict[str, Any]) -> None:
    """Refuse a request with a text, at any depth, that UTF-8 cannot encode."""
    waiting: list[Any] = [found]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += (*value.keys(), *value.values())
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and has_lone_surrogate(value):
            raise Refusal(
                400,
                "bad_json",
                "A text in this request has half a character (a lone surrogate). Type it anew.",
            )


def no_number(word: str) -> float:
    """Refuse what Python reads as JSON and nobody else does."""
    raise ValueError(word)


def code_of(found: dict[str, Any], config: Config) -> str:
    """The code to run, or a Refusal."""
    code = found["code"]
    size = len(code.encode("utf-8"))
    if size > config.code_bytes:
        raise too_long(config)
    if not code.strip():
        raise Refusal(400, "empty", "There is no code to run. Write some, or open a lesson.")
    return code


def seed_of(found: dict[str, Any]) -> int | None:
    """The seed that was asked for, or None."""
    seed = found.get("seed")
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_NUMBER:
        raise Refusal(
            400, "bad_seed", f"The seed must be a whole number from 0 to {MOST_NUMBER}."
        )
    return seed


def too_long(config: Config) -> Refusal:
    return Refusal(
        413,
        "too_long",
        f"The code is longer than {config.code_bytes // 1024} KB. Cut it down to what you want to "
        "see: a snippet, not a program.",
    )
