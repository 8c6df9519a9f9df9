"""Serve the page with the files it was built into."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template, send_from_directory

from server.web.views import assets

YEAR = 365 * 24 * 3600

blueprint = Blueprint("page", __name__)


@blueprint.get("/")
def index() -> Response:
    """The page; never kept, because it names the built files and carries a nonce."""
    config = current_app.config["TAPESCOPE"]
    fence = current_app.extensions["jobs"].fence
    boot = {"place": "page", "fence": fence, "code": config.code, "title": config.title}
    response = current_app.make_response(render_template("index.html", boot=boot))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/static/<path:name>")
def built(name: str) -> Response:
    """A built file; its name changes with its content, so a browser may keep it for good."""
    response = send_from_directory(assets.BUILD, name, max_age=YEAR)
    response.cache_control.immutable = True
    response.cache_control.public = True
    return response
