"""A part of one large value of a run, which the run document only has in outline."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Blueprint, Response, current_app

from server.config import Config
from server.jobs import kinds
from server.sandbox import Wanted
from server.web.views import api
from server.web.views.errors import Refusal

MOST_AXES = 64
MOST_VALUES = 10**9
blueprint = Blueprint("slices", __name__)


@blueprint.post("/api/v1/slice")
def cut() -> Response:
    """Run `{"code", "seed"}` again as far as the value of number `value`, and answer its `region`.

    The region has `[start, size]` for each axis. The answer has `slice`, null where the value did
    not come again, and then `sentence`, if the run was ended before.
    """
    config: Config = current_app.config["TAPESCOPE"]
    found = api.body(config)
    code, seed = api.code_of(found, config), api.seed_of(found)
    if seed is None:
        raise Refusal(400, "bad_seed", "Say with which seed the run began: it is run again.")
    wanted = wanted_of(found)
    told, sentence = map(orjson.Fragment, api.done(kinds.part(code, seed, wanted)).parts)
    answer = {"slice": told, "sentence": sentence}
    return Response(orjson.dumps(answer) + b"\n", mimetype="application/json")


def wanted_of(found: dict[str, Any]) -> Wanted:
    """What is wanted, or a Refusal."""
    value, region = found.get("value"), found.get("region")
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < MOST_VALUES:
        raise Refusal(400, "bad_request", "The value is the number of a large value of the run.")
    if not isinstance(region, list) or len(region) > MOST_AXES or not all(map(is_span, region)):
        raise Refusal(
            400, "bad_request", "The region must have [start, size] for each axis of the value."
        )
    return Wanted(value, tuple((start, size) for start, size in region))


def is_span(span: object) -> bool:
    """Whether it is `[start, size]` of at least one entry."""
    if not isinstance(span, list) or len(span) != 2 or not all(map(is_whole, span)):
        return False
    return 0 <= span[0] < 2**63 and 0 < span[1] < 2**63


def is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
