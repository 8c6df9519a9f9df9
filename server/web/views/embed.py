"""Serve the page inside another page: `/embed#LINK`, `/embed/ID`, the oEmbed discovery."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Response,
    current_app,
    g,
    jsonify,
    make_response,
    render_template,
    request,
    url_for,
)

from server.export.render_types import CARD_HEIGHT, CARD_WIDTH
from server.storage.snippets import is_id
from server.web.views import share, short_links
from server.web.views.errors import Refusal

WIDTH, HEIGHT, LEAST = 800, 480, 240

blueprint = Blueprint("embed", __name__)


@blueprint.before_request
def allow_framing() -> None:
    """Say which sites may show us in a frame; anywhere else a browser shows nothing."""
    wanted = current_app.config["TAPESCOPE"].frame_ancestors
    if wanted is None:
        # A page that frames us can trick a viewer into pressing Run.
        wanted = "*" if current_app.extensions["jobs"].fence == "strong" else "'self'"
    g.frame_ancestors = wanted


@blueprint.get("/embed")
def stateless() -> Response:
    """The page for a link that is in the hash."""
    fence = current_app.extensions["jobs"].fence
    return framed({"place": "embed", "fence": fence}, "Tapescope")


@blueprint.get("/embed/<identity>")
def shared(identity: str) -> Response:
    """The page for a shared snippet."""
    found = share.of(identity)
    boot = short_links.boot_of(found, "embed") | {"shared": identity}
    return framed(boot, short_links.title_of(found.moment))


@blueprint.get("/oembed")
def oembed() -> Response:
    """How to frame a short link, as oEmbed 1.0 says it."""
    if request.args.get("format", "json") != "json":
        raise Refusal(501, "only_json", "This server speaks oEmbed only in JSON.")
    identity = identity_in(request.args.get("url", ""))
    title = short_links.title_of(share.of(identity).moment)
    width = size("maxwidth", WIDTH)
    height = size("maxheight", HEIGHT)
    address = url_for("embed.shared", identity=identity, _external=True)
    answer = {
        "type": "rich",
        "version": "1.0",
        "title": title,
        "provider_name": "Tapescope",
        "provider_url": url_for("page.index", _external=True),
        "html": frame(address, title, width, height),
        "width": width,
        "height": height,
    }
    if short_links.draws():
        answer["thumbnail_url"] = url_for("short.picture", identity=identity, _external=True)
        answer |= {"thumbnail_width": CARD_WIDTH, "thumbnail_height": CARD_HEIGHT}
    return share.revalidate(jsonify(answer))


def framed(boot: dict[str, Any], title: str) -> Response:
    """The page as it looks in a frame."""
    response = make_response(render_template("embed.html", boot=boot, title=title))
    response.headers["Cache-Control"] = "no-store"
    # A site that isolates itself frames only what allows it.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def identity_in(url: str) -> str:
    """The id in the address of a short link of ours, or a Refusal."""
    try:
        target = urlsplit(url)
    except ValueError:
        target = urlsplit("")
    identity = target.path.removeprefix(f"{request.script_root}/s/")
    if target.netloc != request.host or identity == target.path or not is_id(identity):
        raise Refusal(404, "unknown", "That is not the address of a snippet that is shared here.")
    return identity


def size(name: str, usual: int) -> int:
    """The usual size of a frame, or less where less was asked for."""
    return max(LEAST, min(usual, request.args.get(name, usual, type=int)))


def frame(address: str, title: str, width: int, height: int) -> str:
    """The HTML that shows an address in a frame."""
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)} · Tapescope" '
        f'width="{width}" height="{height}" style="border:0" loading="lazy"></iframe>'
    )
