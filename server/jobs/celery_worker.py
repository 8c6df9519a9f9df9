"""A Celery worker: it does jobs from the queue behind its own fence."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import redis
from celery import Celery, bootsteps
from celery.apps import worker as celery_program
from celery.concurrency.thread import TaskPool
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
from celery.worker import state

from server.config import Config
from server.jobs import wire
from server.jobs.board import UNNAMED, Board, Entry, Member
from server.jobs.celery_app import TASK, app_of
from server.jobs.job import Caller
from server.jobs.local import LocalJobs
from server.jobs.version import version
from server.logs import REQUEST_ID, WELL_FORMED
from server.sandbox import Busy, HungUp
from server.sandbox.progress import Progress
from server.sandbox.scheduler import Place, Turns

# How often a worker says that it lives, and looks what is wanted of its jobs.
BEAT_SECONDS = 0.25
log = logging.getLogger(__name__)


class Lanes:
    """How many messages the worker takes: one for each of its slots, and for each long run one.

    A long run leaves its slot to the next, as in `Turns`.
    """

    def __init__(self, slots: int):
        self._slots, self._long = slots, 0
        self._lock = threading.Lock()
        self._consumer: Any = None

    def connect(self, consumer: Any) -> None:
        """Take messages of a consumer that has just connected to the broker."""
        self._consumer = consumer
        self.lengthen(0)

    def lengthen(self, runs: int) -> None:
        """Note that so many runs more are long."""
        with self._lock:
            self._long += runs
            if self._consumer is not None:
                qos = self._consumer.qos
                qos.value = self._slots + self._long
                self._consumer.hub.call_soon(qos.update)  # connections belong to its thread


class LanedTurns(Turns):
    """The turns of a worker, which tell its lanes what becomes long."""

    def __init__(self, config: Config, lanes: Lanes):
        super().__init__(config.slots, config.long_slots, config.queue_length)
        self._lanes = lanes

    def lengthen(self, place: Place) -> None:
        """Move a run to the lane for long runs, if that has room."""
        before = place.long
        super().lengthen(place)
        if place.long and not before:
            self._lanes.lengthen(1)

    def leave(self, place: Place) -> None:
        """Give a slot back, or leave the queue."""
        super().leave(place)
        if place.long:
            self._lanes.lengthen(-1)


class Pool(TaskPool):
    """Threads for all slots, of which Celery counts the short ones.

    The work is done in processes that the sandbox forks and kills, so that a thread only waits for
    them. Celery's own processes would have a zygote each.
    """

    def __init__(self, *given: Any, **named: Any):
        super().__init__(*given, **named)
        lanes = named["app"].conf.tapescope_threads
        self.executor = ThreadPoolExecutor(lanes, thread_name_prefix="job")


class Program(celery_program.Worker):
    """Celery's worker, with signals and logs of our own."""

    app: Any

    def install_platform_tweaks(self, worker: Any) -> None:
        """Hear signals: Celery would wait after the second as after the first."""
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, self.app.conf.tapescope_hear)

    def setup_logging(self, colorize: Any = None) -> bool:
        """Leave logs as they are."""
        return True


class Connected(bootsteps.StartStopStep):
    """Hands the consumer to the lanes as soon as it is connected."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        """Do so each time, as there is a new one after the broker was gone."""
        channel = parent.task_consumer.channel
        channel.Message = type("Message", (channel.Message,), {"ack_log_error": acknowledge})
        parent.app.conf.tapescope_lanes.connect(parent)


def acknowledge(message: Any, *_: Any) -> None:
    """Acknowledge a message, or let the consumer connect anew.

    Celery only logs that it could not. The message would then count as one that is worked on, and
    its slot get no other any more.
    """
    message.ack()


@contextmanager
def logging_for(request: str) -> Iterator[None]:
    """Give lines of the block the id of the request that a web process names, if it is one."""
    token = REQUEST_ID.set(request if WELL_FORMED.fullmatch(request) else "")
    try:
        yield
    finally:
        REQUEST_ID.reset(token)


class Told(Progress):
    """The progress of a job, whose opening goes to the board."""

    def __init__(self, board: Board, identity: str):
        super().__init__()
        self._board, self._identity = board, identity
        self.gone = threading.Event()

    def open(self, document: bytes | None) -> None:
        """Publish the document of the first pass."""
        if document:
            self._board.open(self._identity, document)


class Worker:
    """Does jobs, and says with each beat that it lives."""

    def __init__(self, config: Config):
        assert config.redis is not None
        lanes = Lanes(config.slots)
        self.jobs = LocalJobs(config, LanedTurns(config, lanes))
        name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.member = Member(name, version(config), config.slots)
        self.board = Board(config.redis)
        self.app = self._app(config, lanes)
        self._active: dict[str, Told] = {}
        self._ended = threading.Event()
        self._is_hurried = False

    def run(self) -> int:
        """Do jobs until SIGTERM, and then end what has begun; the exit status."""
        threading.Thread(target=self.jobs.warm, daemon=True).start()
        beating = threading.Thread(target=self._beat, daemon=True)
        beating.start()
        with warnings.catch_warnings():
            # What Celery will do otherwise in a version to come, we have set.
            warnings.simplefilter("ignore", CPendingDeprecationWarning)
            # It has root run no pickles; ours are JSON, and the sandbox gives rights up.
            warnings.simplefilter("ignore", SecurityWarning)
            worker = Program(
                app=self.app, hostname=self.member.name, quiet=True, without_gossip=True,
                without_mingle=True, without_heartbeat=True,
            )  # fmt: skip
            worker.start()
        self._ended.set()
        beating.join()
        self.board.close()
        self.jobs.close()
        return worker.exitcode or 0

    def do(self, identity: str) -> None:
        """Do a job, unless nobody waits for it, or another has begun it."""
        entry = self.board.claim(identity, self.member)
        if entry is None:
            return
        began = time.monotonic()
        with logging_for(entry.request):
            outcome, answer = self._answer(identity, entry)
            seconds = time.monotonic() - began
            log.info("%s %s %.1f ms", entry.job.kind, outcome, 1000 * seconds)
        self.board.finish(identity, answer, seconds)

    def _answer(self, identity: str, entry: Entry) -> tuple[str, bytes]:
        """How a job ends, in a word, with the answer to it."""
        with self._told(identity) as progress:
            # Admission was fair; here each job is a client of its own.
            ticket = None if identity.startswith(UNNAMED) else identity
            caller = Caller((identity,), entry.queue, progress.gone.is_set, ticket)
            try:
                answer = self.jobs.follow(entry.job, caller, progress)
                return answer.outcome, wire.answer_text(answer)
            except Exception as error:
                if self._is_hurried and isinstance(error, HungUp):
                    error = Busy()
                text = wire.error_text(error)
                if b'"Fault"' in text:
                    log.error("A job of the kind %s was not done.", entry.job.kind, exc_info=error)
                return type(error).__name__, text

    @contextmanager
    def _told(self, identity: str) -> Iterator[Told]:
        """Tell of a job while the block goes on."""
        progress = self._active[identity] = Told(self.board, identity)
        try:
            yield progress
        finally:
            del self._active[identity]

    def _beat(self) -> None:
        """Tell of all jobs, and do what is wanted of each, until the end."""
        while not self._ended.wait(BEAT_SECONDS):
            active = dict(self._active)
            try:
                wanted = self.board.beat(
                    self.member, {each: progress.told() for each, progress in active.items()}
                )
            except redis.RedisError:
                continue  # web processes take us for dead, and end their jobs
            for identity, what in wanted.items():
                if what == 0:
                    active[identity].gone.set()
                elif what == 2:
                    active[identity].stop()
        try:
            self.board.withdraw(self.member)
        except redis.RedisError:
            log.warning("Redis does not answer; the worker leaves without a word.")

    def hear(self, *_: Any) -> None:
        """Take no more jobs at the first signal, and end those that go on at the second."""
        shared: Any = state
        self._is_hurried = shared.should_stop is not None
        shared.should_stop = 0
        if self._is_hurried:
            for told in list(self._active.values()):
                told.gone.set()

    def _app(self, config: Config, lanes: Lanes) -> Celery:
        assert config.broker_url is not None
        app = app_of(config.broker_url, self.member.version)
        app.conf.update(
            worker_pool="server.jobs.celery_worker:Pool",
            worker_concurrency=config.slots,
            tapescope_threads=config.slots + config.long_slots,
            tapescope_lanes=lanes,
            tapescope_hear=self.hear,
        )
        steps: Any = app.steps
        steps["consumer"].add(Connected)
        app.task(self.do, name=TASK)
        return app
