"""The numeric check of one node of a run: its backward beside differences of its forward."""

from __future__ import annotations

import re

import orjson
from flask import Blueprint, Response, current_app

from server.config import Config
from server.jobs import kinds
from server.sandbox import NodeCheck
from server.web.views import api
from server.web.views.errors import Refusal

NODE = re.compile(r"n[0-9]{1,9}", re.ASCII)
blueprint = Blueprint("checks", __name__)


@blueprint.post("/api/v1/check-gradient")
def compare() -> Response:
    """Run `{"code", "seed"}` again as far as the op that makes the `node`, and check its backward.

    The answer has `check` (autograd/recording/gradient_check.py), null where the node did not come
    again, and then `sentence`, if the run was ended before.
    """
    config: Config = current_app.config["TAPESCOPE"]
    found = api.body(config)
    code, seed, node = api.code_of(found, config), api.seed_of(found), found.get("node")
    if seed is None:
        raise Refusal(400, "bad_seed", "Say with which seed the run began: it is run again.")
    if not isinstance(node, str) or not NODE.fullmatch(node):
        raise Refusal(400, "bad_request", "The node is the id of a node of the run, such as n3.")
    wanted = NodeCheck(node)
    told, sentence = map(orjson.Fragment, api.done(kinds.part(code, seed, wanted)).parts)
    answer = {"check": told, "sentence": sentence}
    return Response(orjson.dumps(answer) + b"\n", mimetype="application/json")
