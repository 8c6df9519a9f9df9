"""Limit how often one client may run or share, where strangers are clients.

A request is counted before it is worked on, so that many at a time count, too; what was refused
before anything ran is counted no more.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TypeVar

from flask import Flask, Response, current_app, g, request
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage, Storage

from server.config import Config
from server.web.views.clients import Client, client
from server.web.views.errors import Refusal

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
# Statuses of refusals that cost nothing where no program was run: bad input, and what is full.
FREE = {400, 413, 415, 429, 503, 507}
SENTENCE = "You have asked for this very often in the last minute. Wait a little, then ask again."
# Redis is left alone for so long when it did not answer; each process counts by itself meanwhile.
REDIS_PAUSE_SECONDS = 5.0
# It counts in microseconds, or is down.
REDIS_PATIENCE_SECONDS = 1.0

Answer = TypeVar("Answer")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a request has taken of the allowance of its client, and when."""

    levels: tuple[tuple[RateLimitItem, str], ...]
    at: float


class Rates:
    """Counts what clients do in windows that begin with the first request. Threads may share one.

    Several processes count together in Redis, and each by itself while that does not answer.
    """

    def __init__(self, config: Config):
        self._items = {name: parse(getattr(config, name)) for name in set(BOUNDED.values())}
        self._crowd = config.crowd
        self._near: Storage = MemoryStorage()
        self._far = None if config.redis is None else far_storage(config.redis)
        self._far_from = 0.0

    def take(self, setting: str, who: Client) -> Taken:
        """Count one request of a client. Raises a Refusal if that, or its crowd, has no more."""
        taken = Taken(self._levels(setting, who), time.time())
        over = [level for level in taken.levels if not self._hit(level)]
        if over:
            self.give_back(taken)
            raise Refusal(429, "too_often", SENTENCE, max(map(self._seconds_left, over)))
        return taken

    def add(self, taken: Taken, count: int) -> None:
        """Count so many more, also beyond what is allowed."""
        self._do(lambda storage: [
            storage.incr(name, item.get_expiry(), amount=count) for item, name in taken.levels
        ])  # fmt: skip

    def give_back(self, taken: Taken) -> None:
        """Count what was taken no more, if its window still lasts."""

        def give(storage: Storage) -> None:
            for item, name in taken.levels:
                began = storage.get_expiry(name) - item.get_expiry()
                if storage.get(name) > 0 and taken.at >= began - 1:
                    storage.incr(name, item.get_expiry(), amount=-1)

        self._do(give)

    def close(self) -> None:
        """Let go of the connections to Redis."""
        if self._far is not None:
            self._far.storage.close()

    def _levels(self, setting: str, who: Client) -> tuple[tuple[RateLimitItem, str], ...]:
        """The allowances that a request takes from, with their names."""
        one = self._items[setting]
        many = type(one)(one.amount * self._crowd, one.multiples)
        levels: list[tuple[RateLimitItem, tuple[str, ...]]] = [(many, ("network", who.network))]
        if who.room is None or who.member is None:
            levels.append((one, ("nobody", who.network)))
        else:
            levels.append((many, ("room", who.room)))
            levels.append((one, ("member", who.room, who.member)))
        return tuple((item, item.key_for(setting, *path)) for item, path in levels)

    def _hit(self, level: tuple[RateLimitItem, str]) -> bool:
        """Count one request; whether it is allowed."""
        item, name = level
        return self._do(lambda storage: storage.incr(name, item.get_expiry())) <= item.amount

    def _seconds_left(self, level: tuple[RateLimitItem, str]) -> float:
        """The seconds until the window ends. Redis tells them rounded."""
        _, name = level
        end = self._do(lambda storage: storage.get_expiry(name))
        return math.floor(max(0.0, end - time.time())) + 1

    def _do(self, act: Callable[[Storage], Answer]) -> Answer:
        """Do something where the counts are now."""
        if self._far is not None and time.monotonic() >= self._far_from:
            try:
                return act(self._far)
            except StorageError as error:
                self._far_from = time.monotonic() + REDIS_PAUSE_SECONDS
                log.warning("Rates are counted without Redis for a while: %s", error.__cause__)
        return act(self._near)


def init_app(app: Flask) -> None:
    """Bound the views of BOUNDED for each client; on one's own machine nobody is counted."""
    config: Config = app.config["TAPESCOPE"]
    if not config.is_public:
        return
    app.extensions["rates"] = Rates(config)
    app.before_request(take)
    app.after_request(settle)


def take() -> None:
    """Count this request, or refuse it."""
    setting = BOUNDED.get(request.endpoint or "")
    if setting is not None:
        g.taken = rates().take(setting, client())


def settle(response: Response) -> Response:
    """Count the request as the programs that it has run, or no more if it did nothing."""
    taken: Taken | None = g.pop("taken", None)
    if taken is not None:
        programs = g.get("programs_run", 0)
        if programs > 1:
            rates().add(taken, programs - 1)
        elif programs == 0 and response.status_code in FREE:
            rates().give_back(taken)
    return response


def rates() -> Rates:
    """What counts the requests of this app."""
    return current_app.extensions["rates"]


def far_storage(redis: str) -> RedisStorage:
    """Where several processes count. The library has its own scheme for a socket."""
    client = import_module("server.storage.redis_client")  # redis is optional
    address = redis.replace("unix://", "redis+unix://", 1)
    return RedisStorage(address, wrap_exceptions=True, **client.options(REDIS_PATIENCE_SECONDS))
