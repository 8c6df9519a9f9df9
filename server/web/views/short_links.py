"""Short links: `/s/ID` serves a moment in the page, the snippet's file, or its full link."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, make_response, render_template, url_for

from server.document.link import Moment
from server.export import python_file
from server.jobs import kinds
from server.jobs.job import Answer
from server.storage.snippets import Shared
from server.web.views import share
from server.web.views.api import done, jobs
from server.web.views.errors import Refusal

MOST_DESCRIPTION = 200

blueprint = Blueprint("short", __name__)


@blueprint.get("/s/<identity>")
def page(identity: str) -> Response:
    """The page, opened at a shared moment; it runs when the viewer asks, or the fence holds."""
    shared = share.of(identity)
    boot = boot_of(shared, "page") | {"shared": identity}
    text = render_template("index.html", boot=boot, unfolded=unfolded(identity, shared))
    response = make_response(text)
    # Not to be revalidated: a kept page has the nonce of an earlier reply, which no style fits.
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/s/<identity>.json")
def document(identity: str) -> Response:
    """What is kept, as the API tells it."""
    return share.get(identity)


@blueprint.get("/s/<identity>.py")
def python(identity: str) -> Response:
    """A file for real torch."""
    moment = share.of(identity).moment
    text = python_file.python(moment.code, moment.seed, moment.title)
    return share.revalidate(Response(text, mimetype="text/x-python"))


@blueprint.get("/s/<identity>.png")
def picture(identity: str) -> Response:
    """A card with the graph of the moment."""
    shared = share.of(identity)
    if not draws():
        raise Refusal(404, "no_picture", "This server draws no pictures of what others shared.")
    [data] = drawn(shared.moment).parts
    response = Response(data, mimetype="image/png")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return share.revalidate(response)


def boot_of(shared: Shared, place: str) -> dict[str, Any]:
    """What the page must know of a shared moment when it comes up."""
    fence = jobs().fence
    return {
        "place": place,
        "fence": fence,
        "story": shared.story,
        "moment": asdict(shared.moment),
    }


def unfolded(identity: str, shared: Shared) -> dict[str, str | None]:
    """What sites show that unfold the link."""
    url = url_for("short.page", identity=identity, _external=True)
    return {
        "url": url,
        "title": title_of(shared.moment),
        "description": (shared.story or shared.moment.code)[:MOST_DESCRIPTION],
        "image": f"{url}.png" if draws() else None,
        "oembed": url_for("embed.oembed", url=url, format="json", _external=True),
    }


def title_of(moment: Moment) -> str:
    """What a moment is called: its title, else the first line that says something."""
    lines = (line.strip("#\"' \t") for line in moment.code.splitlines())
    return (moment.title or next(filter(None, lines), "A snippet"))[:MOST_DESCRIPTION]


def draws() -> bool:
    """A picture needs a run that nobody asked for, which only the strong fence allows."""
    return jobs().fence == "strong"


def drawn(moment: Moment) -> Answer:
    """The card of a moment, or a Refusal."""
    return done(kinds.card(moment.code, moment.seed, share.wish_of(moment)))
