"""Exports: a moment as a file of any form."""

from __future__ import annotations

import re

from flask import Blueprint, Response, current_app

from server.export import formats
from server.jobs import kinds
from server.web.views.api import body, code_of, done
from server.web.views.errors import Refusal
from server.web.views.share import shared_of, wish_of

blueprint = Blueprint("files", __name__)


@blueprint.post("/api/v1/export/<form>")
def export(form: str) -> Response:
    """Run a moment (the fields of a link, and `story`) and answer with it as a file."""
    if form not in formats.FORMATS:
        forms = ", ".join(formats.FORMATS)
        raise Refusal(404, "unknown_form", f"There is no such form. There are: {forms}.")
    config = current_app.config["TAPESCOPE"]
    found = body(config)
    code_of(found, config)
    shared = shared_of(found)
    moment = shared.moment
    answer = done(kinds.export(
        moment.code, moment.seed, form, wish_of(moment), moment.title, shared.story
    ))  # fmt: skip
    kind = formats.FORMATS[form]
    response = Response(answer.parts[0], mimetype=kind.mimetype)
    name = file_name(moment.title) + kind.endings[0]
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def file_name(title: str | None) -> str:
    """A title as a name that every file system takes."""
    name = re.sub(r"\W+", "-", (title or "").removesuffix(".py")).strip("-")[:60]
    return name or "tapescope"
