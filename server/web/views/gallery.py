"""The gallery: a small picture of each lesson, made from the lesson's own run."""

from __future__ import annotations

from flask import Blueprint, Response

from server import examples
from server.jobs import kinds
from server.web.views import api
from server.web.views.errors import Refusal

blueprint = Blueprint("gallery", __name__)

# The pictures change only with the server.
KEPT_SECONDS = 3600


@blueprint.get("/api/examples/<identity>.svg")
@blueprint.get("/api/v1/examples/<identity>.svg")
def picture(identity: str) -> Response:
    """The lesson as a sketch."""
    lesson = examples.named(identity)
    if lesson is None:
        raise Refusal(404, "unknown_lesson", "There is no such lesson.")
    answer = api.done(kinds.sketch(lesson["code"], 0))
    response = Response(answer.parts[0], mimetype="image/svg+xml")
    if answer.is_whole:
        response.cache_control.max_age = KEPT_SECONDS
    else:  # the next who asks may have it drawn again
        response.cache_control.no_store = True
    return response
