"""Limit how often one client may run or share, where strangers are clients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, g
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from server.classroom.rate_window import network_of

# What costs the server work or room -> the setting that bounds it.
BOUNDED = {
    "api.run_snippet": "run_rate",
    "slices.cut": "run_rate",
    "checks.compare": "run_rate",
    "fixes.offer": "run_rate",
    "files.export": "run_rate",
    "short.picture": "run_rate",
    "share.put": "share_rate",
    "share.delete": "share_rate",
    "room.open_room": "room_rate",
    "room.show": "run_rate",
    "predict.ask": "run_rate",
    "offers.accept": "run_rate",
}
# What may run several programs counts as so many, once it is known how many these were.
SEVERAL = {"fixes.offer"}
SENTENCE = "You have asked for this very often in the last minute. Wait a little, then ask again."


def init_app(app: Flask) -> None:
    """Bound the views of BOUNDED for each address; on one's own machine nobody is counted."""
    config = app.config["TAPESCOPE"]
    if not config.is_public:
        return
    limiter = Limiter(
        client,
        app=app,
        # Several processes count together, and each by itself while Redis does not answer.
        storage_uri=storage(config.redis),
        in_memory_fallback_enabled=config.redis is not None,
        headers_enabled=True,
    )
    for endpoint, setting in BOUNDED.items():
        rate = getattr(config, setting)
        if endpoint in SEVERAL:
            bounded = limiter.limit(
                rate, error_message=SENTENCE, cost=programs_run, deduct_when=lambda _: True
            )
        else:
            bounded = limiter.limit(rate, error_message=SENTENCE)
        view: Callable[..., Any] = app.view_functions[endpoint]
        app.view_functions[endpoint] = bounded(view)


def programs_run() -> int:
    """How many programs this request has run, at least one."""
    return max(1, g.get("programs_run", 0))


def client() -> str:
    """Who asks, as clients are counted."""
    return network_of(get_remote_address())


def storage(redis: str | None) -> str:
    """Where the counts are, as the library wants it: its scheme for a socket is another."""
    if redis is None:
        return "memory://"
    return redis.replace("unix://", "redis+unix://", 1)
