"""The names that the editor completes, asked of the engine once for each server."""

from __future__ import annotations

from threading import Lock

from flask import Blueprint, Response, current_app, request

from server.document.completion import NoNames, catalogue
from server.web.views.errors import Refusal

blueprint = Blueprint("names", __name__)

# They change only with the server.
KEPT_SECONDS = 3600
_asking = Lock()


@blueprint.get("/api/v1/names")
def names() -> Response:
    """By module, what a snippet can name: kind, signature, a sentence."""
    with _asking:
        told = current_app.extensions.get("names")
        if told is None:
            told = current_app.extensions["names"] = ask()
    response = Response(told, mimetype="application/json")
    response.cache_control.max_age = KEPT_SECONDS
    response.add_etag()
    response.make_conditional(request)
    return response


def ask() -> bytes:
    """The catalogue, or a Refusal."""
    try:
        return catalogue()
    except NoNames as error:
        current_app.logger.warning("%s", error)
        raise Refusal(
            503, "no_names", "The engine did not tell its names; the editor completes none."
        ) from None
