"""Have jobs done by Celery workers, on this machine or others."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Any

from kombu.exceptions import OperationalError

from server.config import Config
from server.jobs.board import PATIENCE_SECONDS, UNNAMED, Board, Bounds, Entry, reaching
from server.jobs.celery_app import app_of, send
from server.jobs.job import Answer, Caller, Job
from server.jobs.version import version
from server.jobs.wire import answer_of
from server.logs import REQUEST_ID
from server.sandbox import Busy, HungUp
from server.sandbox.progress import UNKNOWN, WAITING, Progress
from server.sandbox.scheduler import CHECK_SECONDS
from server.sandbox.waiting_line import path_of
from server.workers.pool import Unable

# How often a web process says that it waits, and looks whether its worker lives.
RENEWAL_SECONDS = 1.0
# A job is given up that nobody begins for so long while there is a worker with room for it: its
# message was lost with the broker, or with the worker that had it. Also where there is no worker.
LOST_SECONDS = 5.0
# For so long a web process believes what it knows of the workers.
KNOWN_SECONDS = 1.0
NO_BROKER = (
    "The server cannot reach the queue in which runs wait for workers. Try again in a moment."
)
NO_WORKER = "No worker of this server is there to run anything. Try again in a moment."
OTHER_VERSION = (
    "The workers that are there belong to another version of this server, or have other limits of "
    "runs. They are being changed; try again in a moment."
)


class CeleryJobs:
    """Jobs of a web process that runs nothing itself. Threads may share one.

    `count_death` is called for each job whose worker died in the middle of it.
    """

    # A worker does not start without it.
    fence, weakness = "strong", None

    def __init__(self, config: Config, count_death: Callable[[], None] = lambda: None):
        assert config.broker_url is not None and config.redis is not None
        self.version = version(config)
        self.board = Board(config.redis)
        self.app = app_of(config.broker_url, self.version)
        self._queue_length = config.queue_length
        self._known: tuple[float, Bounds] | None = None
        self._count_death = count_death

    def do(self, job: Job, caller: Caller = Caller()) -> Answer:
        """Have a job done, in the caller's turn, as `Jobs` says."""
        identity = caller.ticket or f"{UNNAMED}{uuid.uuid4().hex}"
        entry = Entry(job, caller.queue, self.version, REQUEST_ID.get())
        with reaching():
            priority = self.board.admit(
                identity, entry, path_of(caller.name), self.bounds(), PATIENCE_SECONDS
            )
            try:
                self._send(identity, priority)
                return answer_of(self._wait(identity, caller))
            finally:
                self.board.leave(identity)

    def find(self, ticket: str) -> Far | Progress:
        """The progress of the job that has this ticket, whichever web process waits for it."""
        with reaching():
            return Far(self.board, ticket) if self.board.exists(ticket) else Progress(UNKNOWN)

    def bounds(self) -> Bounds:
        """How many jobs there may be, by the workers that live."""
        now = time.monotonic()
        if self._known is None or now > self._known[0] + KNOWN_SECONDS:
            slots = sum(each.slots for each in self.board.workers()
                        if each.version == self.version)
            self._known = now, Bounds(self._queue_length + slots, slots)
        return self._known[1]

    def load(self) -> tuple[int, int]:
        """Return how many jobs workers do, and how many wait, of all web processes."""
        with reaching():
            return self.board.load()

    def missing(self) -> str | None:
        """Return that Redis, the broker or a worker of this version is not there; else None."""
        try:
            with reaching():
                versions = {each.version for each in self.board.workers()}
        except Unable as error:
            return str(error)
        with self.app.connection_for_write() as connection:
            try:
                connection.channel().close()
            except (*connection.connection_errors, *connection.channel_errors):
                return NO_BROKER
        if self.version in versions:
            return None
        return OTHER_VERSION if versions else NO_WORKER

    def count_workers(self) -> tuple[int, int]:
        """Return how many workers of this version live, and how many others."""
        with reaching():
            versions = [each.version for each in self.board.workers()]
        ours = versions.count(self.version)
        return ours, len(versions) - ours

    def warm(self) -> None:
        """Nothing is kept here; the workers warm themselves."""

    def close(self) -> None:
        """Close the connections."""
        self.app.close()
        self.board.close()

    def _send(self, identity: str, priority: int) -> None:
        try:
            send(self.app, identity, priority)
        except (OperationalError, OSError):
            raise Unable(NO_BROKER) from None

    def _wait(self, identity: str, caller: Caller) -> bytes:
        """The answer to a job. Raises HungUp, Busy when its worker died, and Unable."""
        began = renewed = heard = time.monotonic()
        claims = -1
        while True:
            answer = self.board.answer(identity, CHECK_SECONDS)
            if answer is not None:
                return answer
            if caller.is_gone():
                raise HungUp
            now = time.monotonic()
            if now < renewed + RENEWAL_SECONDS:
                continue
            state, renewed = self.board.renew(identity), now
            if state.is_claimed:
                if not state.has_worker:
                    self._count_death()
                    raise Busy
                continue
            slots = self.bounds().slots
            if state.claims != claims or (slots and state.running >= slots):
                claims, heard = state.claims, now
            if now > heard + LOST_SECONDS:
                raise self._why_lost(slots)
            if now > began + PATIENCE_SECONDS:
                raise Busy

    def _why_lost(self, slots: int) -> Exception:
        """The error for a job that nobody begins."""
        if slots:
            return Busy()
        return Unable(OTHER_VERSION if self.board.workers() else NO_WORKER)


class Far:
    """The progress of a job that a worker does, as it was last told."""

    def __init__(self, board: Board, identity: str):
        self._board, self._identity = board, identity

    def told(self) -> dict[str, Any]:
        """Return the JSON of `GET /api/v1/runs/<ticket>`."""
        with reaching():
            told, place = self._board.look(self._identity)
        return (told or Progress(WAITING).told()) | {"place": place}

    def stop(self) -> None:
        """Request the end of the run."""
        with reaching():
            self._board.stop(self._identity)

    def opening(self, is_gone: Callable[[], bool]) -> bytes | None:
        """Wait for the document of the first pass, and return it; None where there is none."""
        with reaching():
            while self._board.exists(self._identity) and not is_gone():
                document = self._board.opening(self._identity, CHECK_SECONDS)
                if document is not None:
                    return document or None
        return None
