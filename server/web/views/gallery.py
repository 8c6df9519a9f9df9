"""The gallery: a small picture of each lesson, made from the lesson's own run."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

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
    """The lesson as a sketch; each is made once, when it is first asked for."""
    lesson = examples.named(identity)
    if lesson is None:
        raise Refusal(404, "unknown_lesson", "There is no such lesson.")
    made = current_app.extensions.setdefault("sketches", {})
    if identity not in made:
        answer = api.done(kinds.sketch(lesson["code"], 0))
        [drawn] = answer.parts
        if not answer.is_whole:  # the next who asks has it drawn again
            return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})
        made[identity] = drawn
    response = Response(made[identity], mimetype="image/svg+xml")
    response.cache_control.max_age = KEPT_SECONDS
    return response
