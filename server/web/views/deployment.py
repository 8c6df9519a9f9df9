"""Report to `tapescope check-deploy` how the server sees a request; strangers find nothing here."""

from __future__ import annotations

import hmac
import time
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for

from server.document import upgrade
from server.jobs.job import Jobs
from server.jobs.version import version
from server.web import readiness
from server.web.forwarded import IS_TRUSTED, PEER, TOLD
from server.web.views.health import clocks
from server.workers.pool import Unable

# How old a signature may be: the caller takes the time from a reply of ours.
SECONDS = 300
# Which headers of proxies came, by the names of WSGI.
HEADERS = {"HTTP_FORWARDED": "Forwarded"} | {
    f"HTTP_X_FORWARDED_{name.upper()}": f"X-Forwarded-{name}"
    for name in ("For", "Proto", "Host", "Port", "Prefix")
}

blueprint = Blueprint("deployment", __name__)


@blueprint.get("/deployment")
def report() -> Response:
    """How this request came, and how the server is, for who has the server's secret."""
    if not is_signed():
        abort(404)
    config, jobs = current_app.config["TAPESCOPE"], current_app.extensions["jobs"]
    response = jsonify(
        seen=seen(),
        user_header=config.user_header,
        versions={"document": upgrade.VERSION, "runs": version(config)},
        workers=workers(jobs),
        fence=jobs.fence,
        weakness=jobs.weakness,
        time=time.time(),
        clocks=clocks(current_app),
        checks=readiness.told(current_app.extensions["readiness"].found())["checks"],
        limits={"wall_seconds": config.wall_seconds, "code_bytes": config.code_bytes},
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def workers(jobs: Jobs) -> dict[str, int]:
    """How many workers of this version there are, and how many of others, which get nothing."""
    try:
        ours, others = jobs.count_workers()
    except Unable:  # which another check tells
        ours, others = 0, 0
    return {"ours": ours, "others": others}


def is_signed() -> bool:
    """Whether the request carries a time of a moment ago, signed with the server's secret."""
    given = request.authorization
    word = (given.token if given is not None and given.type == "bearer" else None) or ""
    stamp, _, signature = word.partition(".")
    if not (stamp.isascii() and stamp.isdigit() and len(stamp) < 16):
        return False
    wanted = current_app.extensions["secret"].derive_key("deployment", stamp)
    is_ours = hmac.compare_digest(wanted.encode(), signature.encode("utf-8", "replace"))
    return is_ours and abs(time.time() - int(stamp)) <= SECONDS


def seen() -> dict[str, Any]:
    """Who sent this request, and under which address."""
    environ = request.environ
    return {
        "peer": environ[PEER],
        "is_trusted": environ[IS_TRUSTED],
        "headers": [name for key, name in HEADERS.items() if environ.get(key)],
        "told": environ[TOLD].address is not None,
        "address": request.remote_addr,
        "user": request.headers.get(current_app.config["TAPESCOPE"].user_header or ""),
        "url": url_for("page.index", _external=True).rstrip("/"),
    }
