"""Check every request, set the headers of every reply, so that no other page can misuse us."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import BadRequest, Forbidden

from server.web.forwarded import ASKED_HOST

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; font-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors {ancestors}"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def init_app(app: Flask) -> None:
    """Check the sender of each request, and mark each reply."""
    app.before_request(check_host)
    app.before_request(check_origin)
    app.after_request(mark)
    app.context_processor(lambda: {"csp_nonce": csp_nonce})


def check_host() -> None:
    """Refuse a name that is not ours: another site's name may point here (DNS rebinding)."""
    allowed = current_app.config["TAPESCOPE"].allowed_hosts
    if allowed is None:
        return
    name = urlsplit(f"//{request.environ.get(ASKED_HOST, request.host)}").hostname
    if name not in allowed:
        raise BadRequest(
            "This server answers only under its own names. Open it as http://127.0.0.1 or "
            "http://localhost, with its port."
        )


def check_origin() -> None:
    """Refuse to run code for a page of another site."""
    origin = request.headers.get("Origin")
    # A page at the public URL is ours, by whatever name its proxy calls us.
    ours = (request.environ.get(ASKED_HOST), request.host)
    if origin is not None and site_of(origin) not in ours:
        raise Forbidden("A page of another site may not ask this server to do anything.")


def site_of(origin: str) -> str | None:
    """Return the host and port of an origin, None for what is no origin."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def mark(response: Response) -> Response:
    """Put the security headers on a reply."""
    ancestors = g.get("frame_ancestors", "'none'")
    policy = POLICY.format(nonce=csp_nonce(), ancestors=ancestors)
    response.headers["Content-Security-Policy"] = policy
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def csp_nonce() -> str:
    """The word by which this reply's own style elements are known."""
    if "csp_nonce" not in g:
        g.csp_nonce = secrets.token_urlsafe(16)
    return g.csp_nonce
