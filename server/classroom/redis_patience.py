"""Bound the wait for Redis, which is silent, or keeps those busy who come first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import redis

from server.storage.database import Down


@contextmanager
def answering() -> Iterator[None]:
    """Down when Redis does not answer."""
    try:
        yield
    except redis.RedisError as error:
        raise Down from error


@contextmanager
def taking_turns(lock: Lock, patience: float) -> Iterator[None]:
    """Hold a lock; Down when those who wait for Redis hold it longer than that."""
    if not lock.acquire(timeout=patience):
        raise Down
    try:
        yield
    finally:
        lock.release()
