"""Connect to Redis: a connection for each thread, no answer waited for without end."""

from __future__ import annotations

from typing import Any

import redis

# More than there are threads. The library's own bound is 100, from where on it would say that Redis
# does not answer: as many runs may wait for workers, with a connection each.
MOST_CONNECTIONS = 10_000


def options(patience: float) -> dict[str, Any]:
    """How a client connects that waits so many seconds for an answer."""
    return {
        "socket_timeout": patience, "socket_connect_timeout": patience,
        "max_connections": MOST_CONNECTIONS,
    }  # fmt: skip


def connected(address: str, patience: float, **more: Any) -> redis.Redis:
    """A client of the Redis at an address; `more` are options. Threads may share one."""
    return redis.Redis.from_url(address, **options(patience), **more)
