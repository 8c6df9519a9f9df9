"""Store rooms in Redis, so that several processes serve one room."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from server.classroom import redis_usage
from server.classroom import sse_message as telling
from server.classroom.errors import Refused
from server.classroom.events import offer_of
from server.classroom.memory_store import NONE, PRESENT_SECONDS, Change, Tell
from server.classroom.redis_patience import answering, taking_turns
from server.classroom.redis_usage import key
from server.classroom.results import results_of
from server.classroom.room import Room
from server.classroom.room_limits import REMEMBERED_SECONDS, Bounds, Listed, listed
from server.classroom.room_parts import (
    DOCUMENT, NAMES, OLD_DESK, changed, dropped, room_of, upgraded,
)  # fmt: skip
from server.classroom.sse_message import told
from server.storage.database import Down
from server.storage.redis_client import connected

CHANNEL = "tapescope:told"
# How often we look by how much the clock of Redis is ahead of ours.
AHEAD_SECONDS = 60.0
# Of processes that change one room in the same instant all but one try again.
MOST_TRIES = 100
WAIT_SECONDS = 2.0
# So long a change is known to have been made, for who did not hear of it.
DONE_SECONDS = 10
LOCKS = 64


class FarRooms:
    """The shelf of many processes, in the Redis at `address`.

    `clock` gives seconds since the epoch, `steady` seconds that nobody sets back or forward.
    """

    def __init__(
        self, address: str, clock: Callable[[], float] = time.time, bounds: Bounds | None = None,
        steady: Callable[[], float] = time.monotonic,
    ):  # fmt: skip
        # Once again where a connection was lost, as all are when Redis starts again.
        once = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))
        self._redis = connected(address, WAIT_SECONDS, retry=once)
        self._clock, self._bounds, self._steady = clock, bounds or Bounds(), steady
        # So that the threads of one process do not make each other try again.
        self._locks = [threading.Lock() for _ in range(LOCKS)]
        self._watching: list[Tell] = []
        # By how many seconds the clock of Redis is ahead of ours, and when we look again.
        self._ahead, self._ahead_until = 0.0, -math.inf
        self._closed = threading.Event()
        self._listener: threading.Thread | None = None

    def open(self, room: Room, document: bytes, client: str | None = None) -> bool:
        contents = changed(room, None) | {DOCUMENT: document}
        remains = room.expires - self._clock() + REMEMBERED_SECONDS
        with answering(), self._redis.pipeline() as pipe:
            redis_usage.sweep(self._redis, self._clock())
            for _ in range(MOST_TRIES):
                pipe.watch(key(room.code), redis_usage.CHANGES)
                [taken] = fields_of(pipe, room.code, "room")
                if taken is not None:  # our own, when Redis was lost before it could say so
                    return taken == contents["room"]
                redis_usage.check_count(pipe, self._bounds, client)
                sizes = redis_usage.sizes_of(room, contents)
                redis_usage.check_space(pipe, self._bounds, sizes)
                pipe.multi()
                pipe.hset(key(room.code), mapping={**contents})
                pipe.expire(key(room.code), int(remains))
                redis_usage.add_room(pipe, room, sizes, client)
                try:
                    pipe.execute()
                except redis.WatchError:
                    continue
                return True
        raise Down

    def get(self, code: str) -> Room:
        return self._read(code)[0]

    def change(self, code: str, change: Change, attachments: Mapping[str, bytes] = NONE) -> Room:
        mark = f"tapescope:done:{secrets.token_hex(8)}"
        turn = taking_turns(self._locks[hash(code) % LOCKS], WAIT_SECONDS)
        with answering(), turn, self._redis.pipeline() as pipe:
            if attachments:
                redis_usage.sweep(self._redis, self._clock())
            for _ in range(MOST_TRIES):
                pipe.watch(key(code), *([redis_usage.CHANGES] if attachments else []))
                *found, old = fields_of(pipe, code, *NAMES, OLD_DESK)
                if old is not None:
                    self._upgrade(code)
                    continue
                before = read(found)
                room = change(before)
                contents = {**changed(room, before), **attachments}
                sizes = redis_usage.sizes_of(room, found_parts(found) | contents)
                if attachments:
                    redis_usage.check_space(pipe, self._bounds, sizes)
                pipe.multi()
                self._write(pipe, room, before, contents)
                if contents.keys() - {"room"}:
                    redis_usage.set_sizes(pipe, room, sizes, bool(attachments))
                if room.seq != before.seq:
                    pipe.publish(CHANNEL, telling.to_json(told(room, self._clock())))
                pipe.set(mark, "", ex=DONE_SECONDS)
                try:
                    pipe.execute()
                except redis.WatchError:
                    # Also when the line was lost: then it may have been done.
                    if self._redis.exists(mark):
                        return room
                    continue
                return room
        raise Down

    def document(self, code: str, digest: str) -> bytes:
        room, [document] = self._read(code, DOCUMENT)
        if room.shown.digest != digest:
            raise Refused("other_run")
        return document

    def offered(self, code: str, offer: str) -> str:
        room, [snippet] = self._read(code, offer)
        offer_of(room, offer)
        return snippet.decode()

    def watch(self, tell: Tell) -> None:
        self._watching.append(tell)
        if self._listener is None:
            self._listener = threading.Thread(target=self._listen, daemon=True)
            self._listener.start()

    def seen(self, code: str, participants: Iterable[str]) -> None:
        now = self._common_time()
        times = dict.fromkeys(participants, now)
        if not times:
            return
        with answering():
            pipe = self._redis.pipeline(transaction=False)
            pipe.zadd(present_key(code), times)
            pipe.zremrangebyscore(present_key(code), "-inf", now - PRESENT_SECONDS)
            pipe.expire(present_key(code), int(PRESENT_SECONDS))
            pipe.execute()

    def left(self, code: str, participant: str) -> None:
        with answering():
            self._redis.zrem(present_key(code), participant)

    def present(self, code: str) -> set[str]:
        since = self._common_time() - PRESENT_SECONDS
        with answering():
            found: list[Any] = self._redis.zrangebyscore(present_key(code), since, "+inf")
        return {who.decode() for who in found}

    def clock(self) -> float | None:
        with answering():
            seconds, micros = self._redis.time()
        return seconds + micros / 1e6

    def listed(self) -> list[Listed]:
        """The rooms that are open, the newest first."""
        rooms: list[tuple[Room, int]] = []
        with answering():
            for code, size in redis_usage.open_rooms(self._redis, self._clock()):
                with suppress(Refused):  # it has ended meanwhile
                    rooms.append((self.get(code), size))
        return listed(rooms)

    def end_asked(self) -> None:
        pass  # the command ends rooms that it finds in Redis

    def count_unwritten(self) -> int:
        return 0

    def write_unwritten(self) -> None:
        pass  # what Redis does not take is refused

    def count_open(self) -> int:
        with answering():
            return redis_usage.count_open(self._redis, self._clock())

    def close(self) -> None:
        self._closed.set()
        if self._listener is not None:
            self._listener.join()
        self._redis.close()

    def _common_time(self) -> float:
        """The time that all processes agree on, whose own clocks may differ: that of Redis."""
        now = time.monotonic()
        if now >= self._ahead_until:
            self._ahead = (self.clock() or 0.0) - self._steady()
            self._ahead_until = now + AHEAD_SECONDS
        return self._steady() + self._ahead

    def _write(
        self, pipe: redis.client.Pipeline, room: Room, before: Room, contents: dict[str, bytes]
    ) -> None:
        """Write what is another thing than before; of a room that is over, its results."""
        if room.ended:
            over = results_of(room)
            kept = changed(over, None)
            pipe.delete(key(room.code))
            pipe.hset(key(room.code), mapping={**kept})
            pipe.expire(key(room.code), REMEMBERED_SECONDS)
            redis_usage.end_room(pipe, room.code, self._clock())
            if room.asked:
                redis_usage.keep_results(pipe, over, kept)
            return
        if contents:  # an answer may be the one that is there
            pipe.hset(key(room.code), mapping={**contents})
        if gone := dropped(room, before):
            pipe.hdel(key(room.code), *gone)

    def _read(self, code: str, *attached: str) -> tuple[Room, list[Any]]:
        """A room, and things that are kept with it, of the same moment."""
        with answering():
            found = fields_of(self._redis, code, *NAMES, OLD_DESK, *attached)
            if found[len(NAMES)] is not None:
                self._upgrade(code)
                return self._read(code, *attached)
        return read(found[: len(NAMES)]), found[len(NAMES) + 1 :]

    def _upgrade(self, code: str) -> None:
        """Write the desk of an earlier version in the parts of this one."""
        with self._redis.pipeline() as pipe:
            pipe.watch(key(code))
            [old] = fields_of(pipe, code, OLD_DESK)
            if old is None:
                return
            pipe.multi()
            pipe.hset(key(code), mapping={**upgraded(old)})
            pipe.hdel(key(code), OLD_DESK)
            with suppress(redis.WatchError):  # another process has done it
                pipe.execute()

    def _listen(self) -> None:
        """Hand on what any process tells, for as long as we live."""
        while not self._closed.is_set():
            try:
                with self._redis.pubsub() as listening:
                    listening.subscribe(CHANNEL)
                    while not self._closed.is_set():
                        self._hand_on(listening.get_message(timeout=0.2))
            except redis.RedisError:
                for tell in self._watching:
                    tell(None)
                self._closed.wait(0.3)

    def _hand_on(self, message: dict[str, Any] | None) -> None:
        if message is None:
            return
        # A new subscription may have missed something while there was none.
        news = None if message["type"] == "subscribe" else telling.from_json(message["data"])
        for tell in self._watching:
            tell(news)


def present_key(code: str) -> str:
    return f"tapescope:present:{code}"


def fields_of(client: redis.Redis, code: str, *names: str) -> list[Any]:
    """Return fields of a room as bytes, and None for each that is not there."""
    return client.hmget(key(code), *names)


def found_parts(texts: list[bytes | None]) -> dict[str, bytes]:
    """Name the fields of NAMES that were found."""
    return {name: text for name, text in zip(NAMES, texts, strict=True) if text is not None}


def read(texts: list[bytes | None]) -> Room:
    """The room of the fields of NAMES, or Refused."""
    found = found_parts(texts)
    if not found:
        raise Refused("unknown_room")
    return room_of(found)
