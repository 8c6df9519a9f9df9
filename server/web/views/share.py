"""Shared snippets over HTTP: put, get, delete."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any, TypeVar

from flask import Blueprint, Response, current_app, jsonify, request, url_for

from server.document.link import Moment
from server.export.render_types import Wish
from server.storage.database import Down
from server.storage.snippets import Deleted, NotYours, Shared, Store, Unknown
from server.storage.usage import Full, Spent, seconds_to_tomorrow, today
from server.web.views.access import check_access
from server.web.views.api import body, code_of
from server.web.views.clients import counted_network
from server.web.views.errors import Refusal

Answer = TypeVar("Answer")
FIELDS = [field.name for field in fields(Moment)]

blueprint = Blueprint("share", __name__)


@blueprint.post("/api/v1/share")
def put() -> tuple[Response, int]:
    """Keep a snippet: the fields of a moment, `story`, and the `token` of an earlier sharing."""
    check_access(current_app.config["TAPESCOPE"].who_shares)
    found = body(current_app.config["TAPESCOPE"])
    code_of(found, current_app.config["TAPESCOPE"])
    shared, token = shared_of(found), text_of(found, "token")
    client = client_today()
    receipt = ask(lambda store: store.put(shared, token, client))
    reply = jsonify(
        id=receipt.id,
        token=receipt.token,
        url=url_for("short.page", identity=receipt.id, _external=True),
        embed=url_for("embed.shared", identity=receipt.id, _external=True),
    )
    return reply, 201


@blueprint.get("/api/v1/share/<identity>")
def get(identity: str) -> Response:
    """A shared snippet: the fields of its moment, and its story."""
    shared = of(identity)
    url = url_for("short.page", identity=identity, _external=True)
    told = jsonify(id=identity, url=url, story=shared.story, **asdict(shared.moment))
    return revalidate(told)


@blueprint.delete("/api/v1/share/<identity>")
def delete(identity: str) -> Response:
    """Take a snippet back, with its token: `Authorization: Bearer TOKEN`.

    `deleted` is false when others have shared the same snippet, so that it stays for them.
    """
    given = request.authorization
    token = given.token if given is not None and given.type == "bearer" else None
    gone = ask(lambda store: store.delete(identity, token or ""))
    return jsonify(id=identity, deleted=gone)


def revalidate(response: Response) -> Response:
    """Let caches keep a reply, but ask each time: the author may have taken the snippet back."""
    # Weak: compression makes other bytes of the same reply.
    response.add_etag(weak=True)
    response.cache_control.no_cache = True
    response.make_conditional(request)
    return response


def of(identity: str) -> Shared:
    """The snippet of an id, or a Refusal."""
    shared = ask(lambda store: store.get(identity))
    current_app.extensions["upkeep"].openings.count(identity)
    return shared


def ask(question: Callable[[Store], Answer]) -> Answer:
    """What the store answers, or a Refusal."""
    try:
        return question(current_app.extensions["store"])
    except Unknown:
        raise Refusal(
            404, "unknown", "Nothing was ever shared under this link. Check it letter by letter."
        ) from None
    except Deleted:
        raise Refusal(410, "deleted", "This snippet has been deleted.") from None
    except NotYours:
        raise Refusal(
            403, "not_yours",
            "A snippet can be deleted only with the token that came when it was shared."
        ) from None
    except Full:
        raise Refusal(
            507,
            "store_full",
            "This server has no space for more short links. The long link contains everything "
            "itself and needs no server.",
        ) from None
    except Spent:
        raise Refusal(
            429,
            "shared_enough",
            "Your network has shared as much today as this server allows for one network. The "
            "long link contains everything itself and needs no server.",
            retry_after=seconds_to_tomorrow(),
        ) from None
    except Down as error:
        current_app.logger.error("The store does not answer: %s", error.__cause__)
        raise Refusal(
            503,
            "store_down",
            "Short links do not work at the moment. The long link contains everything itself "
            "and needs no server.",
        ) from None


def client_today() -> str | None:
    """Name who asks, in a form that nobody can turn back into an address, and only today."""
    network = counted_network()
    if network is None:
        return None
    return current_app.extensions["secret"].derive_key("share", str(today()), network)


def moment_of(found: dict[str, Any]) -> Moment:
    """The moment in a request's body, or a Refusal."""
    try:
        return Moment(**{name: found[name] for name in FIELDS if name in found})
    except (TypeError, ValueError) as error:
        raise Refusal(400, "bad_moment", str(error)) from None


def wish_of(moment: Moment) -> Wish:
    """How a moment is to be shown in a file or a picture."""
    return Wish(**{field.name: getattr(moment, field.name) for field in fields(Wish)})


def shared_of(found: dict[str, Any]) -> Shared:
    """The moment and the story that a body tells, or a Refusal."""
    moment, story = moment_of(found), text_of(found, "story")
    try:
        return Shared(moment, story)
    except ValueError as error:
        raise Refusal(400, "bad_moment", str(error)) from None


def text_of(found: dict[str, Any], name: str) -> str | None:
    """A text that may be left out, or a Refusal."""
    text = found.get(name)
    if text is not None and not isinstance(text, str):
        raise Refusal(400, "bad_moment", f"The {name} must be text.")
    return text or None
