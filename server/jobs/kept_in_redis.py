"""Keep answers to jobs in Redis, for several processes."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import redis

from server.jobs.kept_answers import LARGEST
from server.storage.redis_client import connected

T = TypeVar("T")
# Longer than a class works on one program.
KEPT_SECONDS = 3600
# So long others wait for a process that died; while it lives it renews its claims.
CLAIM_SECONDS, RENEWAL_SECONDS = 3.0, 1.0
# Longer than anybody waits for a turn, a run and its drawing.
JOINED_SECONDS = 600
# Redis answers in a millisecond, or is no help; then it is left alone for a while.
PATIENCE_SECONDS, PAUSE_SECONDS = 0.5, 5.0
LOG_SECONDS = 60.0
ENTRY, CLAIM, JOINED = "tapescope:kept:", "tapescope:claim:", "tapescope:joined:"
# The keys by the time of their last use, with their sizes and the sum of these.
USED, SIZES, TOTAL = "tapescope:kept-used", "tapescope:kept-sizes", "tapescope:kept-total"
log = logging.getLogger(__name__)

FORGET = """
local function forget(key)
    local size = redis.call('HGET', KEYS[2], key)
    if size then redis.call('DECRBY', KEYS[3], size) end
    redis.call('HDEL', KEYS[2], key)
    redis.call('ZREM', KEYS[1], key)
    redis.call('DEL', ARGV[1] .. key)
end
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
"""
# entry prefix, key, entry, bound, seconds. The sum is right because entries that have expired are
# forgotten here, too.
PUT = FORGET + """
local key, most = ARGV[2], tonumber(ARGV[4])
forget(key)
for _, old in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[5])) do forget(old) end
redis.call('SET', ARGV[1] .. key, ARGV[3], 'EX', ARGV[5])
redis.call('ZADD', KEYS[1], now, key)
redis.call('HSET', KEYS[2], key, #ARGV[3])
local total = redis.call('INCRBY', KEYS[3], #ARGV[3])
while total > most do
    forget(redis.call('ZRANGE', KEYS[1], 0, 0)[1])
    total = tonumber(redis.call('GET', KEYS[3]))
end
"""
# entry prefix, key, seconds.
GET = FORGET + """
local entry = redis.call('GET', ARGV[1] .. ARGV[2])
if entry then
    redis.call('EXPIRE', ARGV[1] .. ARGV[2], ARGV[3])
    redis.call('ZADD', KEYS[1], 'XX', now, ARGV[2])
end
return entry
"""
# entry prefix, key.
DROP = FORGET + "forget(ARGV[2])"
# Only who has the claim may end or renew it. key, claim, milliseconds (0 ends it).
HOLD = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then return redis.call('DEL', KEYS[1]) end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""


class FarKept:
    """Entries in the Redis at `address`, `most` bytes in all; none while that does not answer."""

    def __init__(self, address: str, most: int):
        self._redis = connected(address, PATIENCE_SECONDS)
        self._most, self._owner = most, secrets.token_hex(8)
        self._put, self._get = map(self._redis.register_script, (PUT, GET))
        self._drop, self._hold = map(self._redis.register_script, (DROP, HOLD))
        self._claimed: dict[str, str] = {}
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._renewer: threading.Thread | None = None
        self._paused_until = 0.0
        self._logged = -LOG_SECONDS

    def get(self, key: str) -> bytes | None:
        return self._ask(lambda: self._script(self._get, key, KEPT_SECONDS), None)

    def put(self, key: str, entry: bytes) -> None:
        if len(entry) <= self._most // LARGEST:
            self._ask(lambda: self._script(self._put, key, entry, self._most, KEPT_SECONDS), None)

    def drop(self, key: str) -> None:
        self._ask(lambda: self._script(self._drop, key), None)

    def claim(self, key: str, ticket: str | None) -> bool:
        claim, milliseconds = f"{self._owner} {ticket or ''}", int(1000 * CLAIM_SECONDS)
        if not self._ask(
            lambda: self._redis.set(CLAIM + key, claim, nx=True, px=milliseconds), True
        ):
            return False
        with self._lock:
            self._claimed[key] = claim
            if self._renewer is None:
                self._renewer = threading.Thread(target=self._renew, daemon=True)
                self._renewer.start()
        return True

    def release(self, key: str) -> None:
        with self._lock:
            claim = self._claimed.pop(key, "")
        self._hold_on(key, claim, 0)

    def ticket_of(self, key: str) -> str | None:
        claim: Any = self._ask(lambda: self._redis.get(CLAIM + key), None)
        return (claim or b"").decode().partition(" ")[2] or None

    def join(self, ticket: str, of: str) -> None:
        self._ask(lambda: self._redis.set(JOINED + ticket, of, ex=JOINED_SECONDS), None)

    def joined(self, ticket: str) -> str | None:
        of: Any = self._ask(lambda: self._redis.get(JOINED + ticket), None)
        return None if of is None else of.decode()

    def part(self, ticket: str) -> None:
        self._ask(lambda: self._redis.delete(JOINED + ticket), None)

    def size(self) -> int:
        return int(self._ask(lambda: self._redis.get(TOTAL), None) or 0)

    def close(self) -> None:
        self._closed.set()
        if self._renewer is not None:
            self._renewer.join()
        self._redis.close()

    def _script(self, script: Any, key: str, *arguments: Any) -> Any:
        return script([USED, SIZES, TOTAL], [ENTRY, key, *arguments])

    def _hold_on(self, key: str, claim: str, milliseconds: int) -> None:
        """Keep a claim for so long; 0 ends it."""
        self._ask(lambda: self._hold([CLAIM + key], [claim, milliseconds]), None)

    def _renew(self) -> None:
        """Renew the claims of this process, until it closes."""
        milliseconds = int(1000 * CLAIM_SECONDS)
        while not self._closed.wait(RENEWAL_SECONDS):
            with self._lock:
                claimed = list(self._claimed.items())
            for key, claim in claimed:
                self._hold_on(key, claim, milliseconds)

    def _ask(self, act: Callable[[], T], otherwise: T) -> T:
        """Do something in Redis; `otherwise` while that does not answer."""
        now = time.monotonic()
        if now < self._paused_until:
            return otherwise
        try:
            return act()
        except redis.RedisError as error:
            self._paused_until = now + PAUSE_SECONDS
            if now - self._logged >= LOG_SECONDS:
                self._logged = now
                log.warning("Answers are not kept while Redis does not answer: %s", error)
            return otherwise
