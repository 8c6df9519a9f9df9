"""Limit how often one client may run or share, where strangers are clients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from server.classroom.rate_window import network_of
from server.workers.fixes import MOST_FIXES

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
# What counts as several: a request that may run so many programs.
COSTS = {"fixes.offer": 1 + MOST_FIXES}
SENTENCE = "You have asked for this very often in the last minute. Wait a little, then ask again."


def init_app(app: Flask) -> None:
    """Bound the views of BOUNDED for each address; on one's own machine nobody is counted."""
    config = app.config["TAPESCOPE"]
    if config.hosts is not None:
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
        rate, cost = getattr(config, setting), COSTS.get(endpoint, 1)
        bounded = limiter.limit(rate, error_message=SENTENCE, cost=cost)
        view: Callable[..., Any] = app.view_functions[endpoint]
        app.view_functions[endpoint] = bounded(view)


def client() -> str:
    """Who asks, as clients are counted."""
    return network_of(get_remote_address())


def storage(redis: str | None) -> str:
    """Where the counts are, as the library wants it: its scheme for a socket is another."""
    if redis is None:
        return "memory://"
    return redis.replace("unix://", "redis+unix://", 1)
