"""The fixes of a finding, each of which is tried in the sandbox before it is offered."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, current_app

from server.config import Config
from server.jobs import kinds
from server.web.views import api
from server.web.views.errors import Refusal

KIND = re.compile(r"[a-z][a-z-]{0,39}", re.ASCII)
MOST_EVENTS = 10**9
blueprint = Blueprint("fixes", __name__)


@blueprint.post("/api/v1/fixes")
def offer() -> Response:
    """Run `{"code", "seed", "finding": {"kind", "at"}}` again, and each fix of that finding.

    The answer has those that run to their end, end the finding, and bring no other; none where the
    run does not have that finding again.
    """
    config: Config = current_app.config["TAPESCOPE"]
    found = api.body(config)
    code, seed = api.code_of(found, config), api.seed_of(found)
    made = api.done(kinds.fixes(code, seed, finding_of(found)))
    return Response(b'{"fixes":%b}\n' % made.parts[0], mimetype="application/json")


def finding_of(found: dict[str, Any]) -> tuple[str, int]:
    """The kind of the finding, and the event at which it comes to light, or a Refusal."""
    finding = found.get("finding")
    kind, at = (finding.get("kind"), finding.get("at")) if isinstance(finding, dict) else (0, 0)
    is_event = isinstance(at, int) and not isinstance(at, bool) and 0 <= at < MOST_EVENTS
    if not (isinstance(kind, str) and KIND.fullmatch(kind) and is_event):
        raise Refusal(
            400, "bad_request",
            "The finding must be an object with its kind and its event, as the run document has "
            'them: {"kind": "cut", "at": 12}.',
        )  # fmt: skip
    return kind, at
