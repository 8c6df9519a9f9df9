"""The board in Redis: the state of each job, for web processes, for workers."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import redis

from server.jobs import board_scripts as scripts
from server.jobs.job import QUEUES, Job, TicketTaken
from server.jobs.wire import error_text, job_of, job_text
from server.sandbox import Busy, HungUp
from server.sandbox.waiting_line import Path, levels, share
from server.storage.redis_client import connected
from server.workers.pool import Unable

# Whoever waits for a job renews its entries within this time, or the job is over.
LEASE_SECONDS = 10.0
# A worker from which nothing was heard for so long is dead, and its runs with it.
BEAT_SECONDS = 5.0
# For an answer that its web process does not fetch: it has gone.
KEPT_SECONDS = 60
WAIT_SECONDS = 5.0
# Nobody waits longer than this for a turn.
PATIENCE_SECONDS = 120.0
# From the first to be served to the last: a room before the others, and in each class who has
# little under way before those who have much.
LEVELS = 5
MOST_PRIORITY = LEVELS * len(QUEUES) - 1
# Begins the name of a job without a ticket, which no ticket can have.
UNNAMED = "-"
UNREACHED = (
    "The server cannot reach Redis, through which it has programs run. Try again in a moment."
)


@dataclass(frozen=True, slots=True)
class Member:
    """A worker that lives: its name, the version that it does jobs of, how many at a time."""

    name: str
    version: str
    slots: int

    def text(self) -> str:
        """The worker as JSON."""
        return json.dumps([self.name, self.version, self.slots])


@dataclass(frozen=True, slots=True)
class Entry:
    """A job on the board: its queue, the version that may do it, the id of the request for it."""

    job: Job
    queue: str
    version: str
    request: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many jobs may wait or run in all, and how many of them run at a time."""

    most: int
    slots: int


@dataclass(frozen=True, slots=True)
class State:
    """What a web process sees of its job."""

    is_claimed: bool
    has_worker: bool
    running: int
    claims: int


@contextmanager
def reaching() -> Iterator[None]:
    """Raise Unable, in a sentence, when Redis does not answer."""
    try:
        yield
    except redis.RedisError:
        raise Unable(UNREACHED) from None


class Board:
    """The jobs in the Redis at `address`. Threads may share one."""

    def __init__(self, address: str):
        self.redis = connected(address, WAIT_SECONDS)
        self._scripts = {
            name: self.redis.register_script(getattr(scripts, name))
            for name in ("ADMIT", "RENEW", "LEAVE", "STOP", "CLAIM", "BEAT", "FINISH")
        }

    def _do(self, script: str, *arguments: Any) -> Any:
        return self._scripts[script](args=arguments)

    # What web processes do.

    def admit(
        self, identity: str, entry: Entry, path: Path, bounds: Bounds,
        seconds: float = PATIENCE_SECONDS,
    ) -> int:  # fmt: skip
        """Note a job that waits, and is to be begun within some seconds; return its priority.

        Of two priorities the larger is served first. Raises Busy where there is no room, and
        TicketTaken where there is such a job.
        """
        shares = [text for each in levels(path)
                  for text in (level_name(each), share(bounds.most, each))]
        told, *numbers = self._do(
            "ADMIT", identity, LEASE_SECONDS, bounds.most, bounds.slots,
            LEVELS * QUEUES[::-1].index(entry.queue), LEVELS - 1, seconds, job_text(entry.job),
            entry.job.subject or b"", entry.version, entry.queue, entry.request, *shares,
        )  # fmt: skip
        if told == b"taken":
            raise TicketTaken
        if told == b"busy":
            raise Busy(numbers[1], numbers[0])
        return numbers[0]

    def renew(self, identity: str) -> State:
        """Say that somebody waits for a job; return how far it is."""
        claimed, lives, running, claims = self._do("RENEW", identity, LEASE_SECONDS)
        return State(bool(claimed), bool(lives), running, claims)

    def answer(self, identity: str, seconds: float) -> bytes | None:
        """Wait so long for the answer to a job, which is handed out once."""
        found: Any = self.redis.blpop([f"{record(identity)}:answer"], seconds)
        return found and found[1]

    def leave(self, identity: str) -> None:
        """Wait no more for a job, which is ended if it still goes on."""
        self._do("LEAVE", identity)

    def stop(self, identity: str) -> bool:
        """Request the end of a run; return whether it was not begun, so that it is over."""
        is_over = bool(self._do("STOP", identity))
        if is_over:
            key = f"{record(identity)}:answer"
            with self.redis.pipeline() as pipe:
                pipe.rpush(key, error_text(HungUp()))
                pipe.expire(key, KEPT_SECONDS)
                pipe.execute()
        return is_over

    def look(self, identity: str) -> tuple[dict[str, Any] | None, int | None]:
        """Return the progress that a job has told, and its place among those that wait.

        None where it has told nothing, and where it does not wait.
        """
        pipe = self.redis.pipeline(transaction=False)
        pipe.hget(record(identity), "told")
        pipe.zrank("tapescope:jobs:waiting", identity)
        told, rank = pipe.execute()
        return told and json.loads(told), None if rank is None else rank + 1

    def exists(self, identity: str) -> bool:
        """Whether somebody waits for such a job."""
        return bool(self.redis.exists(record(identity)))

    def opening(self, identity: str, seconds: float) -> bytes | None:
        """Wait so long for the document of the first pass; b"" says that there will be none.

        It stays there for all who ask.
        """
        key = f"{record(identity)}:opening"
        found: Any = self.redis.blmove(key, key, seconds, "LEFT", "LEFT")  # pyrefly: ignore
        return found

    def load(self) -> tuple[int, int]:
        """Return how many jobs are being done, and how many wait."""
        pipe = self.redis.pipeline(transaction=False)
        pipe.zcard("tapescope:jobs:admitted")
        pipe.zcard("tapescope:jobs:waiting")
        admitted, waiting = pipe.execute()
        return max(0, admitted - waiting), waiting

    def workers(self) -> list[Member]:
        """The workers that live."""
        seconds, micros = self._time()
        found: Any = self.redis.zrangebyscore(
            "tapescope:workers", seconds + micros / 1e6, math.inf
        )
        return [Member(*json.loads(each)) for each in found]

    def _time(self) -> tuple[int, int]:
        found: Any = self.redis.time()
        return found

    # What workers do.

    def claim(self, identity: str, member: Member) -> Entry | None:
        """Begin a job; None where it is not to be done here, or not any more.

        Of all who try, one gets it: a job is done once at most.
        """
        found = self._do("CLAIM", identity, member.name, member.version, milliseconds(BEAT_SECONDS))
        if not found:
            return None
        text, subject, *words = found
        queue, request = (each.decode() for each in words)
        return Entry(job_of(text, subject or None), queue, member.version, request)

    def beat(self, member: Member, told: Mapping[str, dict[str, Any]]) -> dict[str, int]:
        """Say that a worker lives, with the progress of its jobs; return what is wanted of each.

        0 is the end because nobody waits any more, 1 to go on, 2 the end at the user's request.
        """
        pairs = [text for each in told for text in (each, json.dumps(told[each]))]
        wanted = self._do(
            "BEAT", member.text(), BEAT_SECONDS, milliseconds(BEAT_SECONDS), *pairs
        )
        return dict(zip(told, wanted, strict=True))

    def open(self, identity: str, document: bytes) -> None:
        """Publish the document of the first pass."""
        key = f"{record(identity)}:opening"
        with self.redis.pipeline() as pipe:
            pipe.rpush(key, document)
            pipe.expire(key, KEPT_SECONDS)
            pipe.execute()

    def finish(self, identity: str, answer: bytes, seconds: float) -> None:
        """Hand over the answer to a job."""
        self._do("FINISH", identity, answer, round(seconds, 4), KEPT_SECONDS)

    def withdraw(self, member: Member) -> None:
        """Say that a worker leaves."""
        self.redis.zrem("tapescope:workers", member.text())

    def close(self) -> None:
        """Close the connections."""
        self.redis.close()


def record(identity: str) -> str:
    return f"tapescope:job:{identity}"


def level_name(level: Path) -> str:
    """A level of a client's name, which nobody can turn back into an address."""
    text = json.dumps(level, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def milliseconds(seconds: float) -> int:
    return round(1000 * seconds)
