"""Check who may open rooms or share: anybody, who has the class token, whom a proxy names."""

from __future__ import annotations

import hmac

from flask import current_app, request

from server.classroom.errors import Refused
from server.classroom.rate_window import Pace
from server.config import Config
from server.config.serving import Allowed
from server.web.forwarded import IS_TRUSTED
from server.web.views.clients import counted_network
from server.web.views.errors import Refusal

TOKEN_HEADER = "Tapescope-Class-Token"
NEEDS_TOKEN = "needs_token", (
    "Here only those who have the class token may open rooms or make short links. Ask your teacher "
    "for it."
)
WRONG_TOKEN = "wrong_token", "This is not the class token. Type it again."
NOT_LET_IN = "not_let_in", (
    "Here only those who have signed in may open rooms or make short links. Sign in, then try "
    "again."
)


def check_access(allowed: Allowed) -> None:
    """Refuse a request whose sender may not do this; `allowed` is the setting of what it does."""
    config: Config = current_app.config["TAPESCOPE"]
    if allowed == "class-token":
        check_token(config.class_token or "")
    elif allowed == "proxy-header" and not (request.environ[IS_TRUSTED] and names_user(config)):
        raise Refusal(401, *NOT_LET_IN)


def check_token(token: str) -> None:
    """Refuse a request without the class token; who guesses is counted as with rooms' codes."""
    given = request.headers.get(TOKEN_HEADER, "").strip()
    if not given:
        raise Refusal(401, *NEEDS_TOKEN)
    guesses: Pace = current_app.extensions["guesses"]
    client = counted_network()
    if client is not None and guesses.is_over(client):
        raise Refused("guessing", retry_after=guesses.seconds_left(client))
    # WSGI has the bytes of a header as Latin-1; the page sends those of UTF-8.
    if hmac.compare_digest(given.encode("latin-1", "replace"), token.encode("utf-8")):
        return
    if client is not None:
        guesses.count(client)
    raise Refusal(403, *WRONG_TOKEN)


def names_user(config: Config) -> bool:
    """Whether the header of an authenticating proxy has a name in it; anybody could send one."""
    return bool(request.headers.get(config.user_header or "", "").strip())
