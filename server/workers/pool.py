"""Hand tasks to workers in fair turns, within limits; return their answers."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

import orjson

from server.config import Config
from server.export.render_types import TOO_LARGE
from server.sandbox.outcome import HungUp
from server.sandbox.role import DATA, Role
from server.sandbox.scheduler import CHECK_SECONDS, PATIENCE_SECONDS, Turns, never
from server.sandbox.subprocess_runner import Timed
from server.workers import message

if sys.platform == "linux":
    from server.sandbox import zygote_pool

# What a worker may answer: the reply of a run at its largest, or a file that has it inside.
MOST_ANSWER = 96 * 2**20
# The first part of it: why the task was not done.
MOST_STATUS = 4096
# A task is given so long at first, among others that are soon done. One that takes longer is begun
# again among those that take long, so that a small picture never waits for ten large ones.
SHORT_SECONDS = 2.0
# What is larger begins there.
SHORT_BYTES = 2**20
# Drawing is Python that looks at data, and a worker does it so often: it remembers layouts
# (server/layout/recent_layouts.py), which a new one does not. Rendering is machine code of others
# (V8, resvg): each picture has a process of its own.
DRAWINGS = 400
# Where systems keep fonts: the words of a picture are written in what is read there.
FONTS = (
    "/usr/share/fonts", "/usr/local/share/fonts", os.path.expanduser("~/.local/share/fonts"),
)  # fmt: skip
# Of the clock, for each second of the processor that a task may take: others compute, too.
CLOCK_PER_SECOND = 3.0

Gone = Callable[[], bool]
# Takes what is done of an answer before the rest.
Early = Callable[[bytes], None]


def unread(_: bytes) -> None:
    """Take what is done early, and do nothing with it."""


class Failed(Exception):
    """The task was not done; the text is a sentence for the user."""


class Unable(Failed):
    """Nothing could be started that would do the task; it may be in a moment."""


class Ended(Exception):
    """The worker was ended, by us or by the kernel, before it had an answer."""


@dataclass(frozen=True)
class Pool:
    """Workers of one kind: their role, turns for short tasks and for others, and who is free.

    A worker may do several short tasks, so that not each of them waits for a process.
    """

    role: Role
    short: Turns
    long: Turns
    free: deque[Any] = field(default_factory=deque)

    @classmethod
    def of(cls, role: Role, places: int, waiting: int) -> Pool:
        """`places` workers at a time, a third of them for tasks that take long."""
        if places == 1:
            only = Turns(1, 0, waiting)
            return cls(role, only, only)
        most = max(1, places // 3)
        return cls(role, Turns(places - most, 0, waiting), Turns(most, 0, waiting))


class Workers:
    """Does tasks (tasks.py) in processes of their own. Threads may share one.

    Processes are started when they are needed. Where `is_strong` they have the strong fence or are
    not started; elsewhere the code that they draw is one's own.
    """

    def __init__(self, config: Config, is_strong: Callable[[], bool] = lambda: False):
        self._is_strong = is_strong
        numbers = {each.name: getattr(config, each.name) for each in fields(config)}
        known = {name: value for name, value in numbers.items() if isinstance(value, int | float)}
        self._pools = {
            renders: Pool.of(role, places, config.worker_line)
            for renders, role, places in (
                (False, drawing(config, known), config.draw_workers),
                (True, rendering(config, known), config.render_workers),
            )
        }
        self._locks = {renders: threading.Lock() for renders in self._pools}
        self._fences: dict[bool, Any] = {}

    def do(
        self,
        task: dict[str, Any],
        parts: list[bytes],
        renders: bool = False,
        client: Hashable = None,
        is_gone: Gone = never,
        early: Early = unread,
    ) -> list[bytes]:
        """What a task makes of byte strings.

        `renders` says that it needs the JavaScript engine; `early` is given what a task has done
        before the rest. Raises Failed, in a sentence; Busy when too many wait; HungUp when
        `is_gone` tells that nobody waits for it any more.
        """
        pool = self._pools[renders]
        request = [json.dumps(task).encode("ascii"), *parts]  # whole numbers of any size
        most = CLOCK_PER_SECOND * pool.role.cpu_seconds
        if sum(map(len, parts)) <= SHORT_BYTES:
            with pool.short.place(client, is_gone):
                try:
                    return self._answer(renders, request, SHORT_SECONDS, is_gone, early, pool.free)
                except Ended:
                    pass
        with pool.long.place(client, is_gone):
            try:
                return self._answer(renders, request, most, is_gone, early)
            except Ended:
                raise Failed(TOO_LARGE) from None

    def warm(self) -> None:
        """Start what draws, so that the first run need not wait for it."""
        self._fence(False)

    def close(self) -> None:
        """Let go of the processes that wait for tasks."""
        for lock in self._locks.values():
            lock.acquire()
        try:
            for pool in self._pools.values():
                while pool.free:
                    pool.free.pop().leave()
            while self._fences:
                self._fences.popitem()[1].close()
        finally:
            for lock in self._locks.values():
                lock.release()

    def _answer(
        self,
        renders: bool,
        request: list[bytes],
        seconds: float,
        is_gone: Gone,
        early: Early,
        free: deque[Any] | None = None,
    ) -> list[bytes]:
        """The answer of a worker within `seconds`: of one that is `free`, and will be so again, or
        of one that is used once. Raises Ended, Failed or HungUp.
        """
        with starting():
            self._fence(renders)  # what takes long the first time is not the task's
        until = time.monotonic() + seconds
        worker = self._asked(renders, message.chunks(request), until, free)
        is_kept = False
        try:
            receiver = Receiver(worker, until, is_gone)
            data = bytearray()
            status, *parts = message.received(receiver.receive, MOST_ANSWER, data)
            if status == message.OPENING:
                early(b"".join(parts))
                status, *parts = message.received(receiver.receive, MOST_ANSWER, data)
            if len(status) > MOST_STATUS:
                raise Ended
            error, is_last = orjson.loads(status)
            is_kept = free is not None and not (is_last or receiver.has_stepped_back)
        except (TimeoutError, TypeError, ValueError, message.Broken):
            raise Ended from None
        finally:
            if is_kept:
                free.append(worker)
            else:
                worker.leave()
        if error is not None:
            raise Failed(str(error))
        if not parts:
            raise Ended
        return parts

    def _asked(
        self, renders: bool, request: Iterator[bytes], until: float, free: deque[Any] | None
    ) -> Any:
        """A worker that has the request. Raises Failed when there can be none."""
        with contextlib.suppress(IndexError):
            while free:
                worker = free.pop()
                if worker.waits():
                    worker.send(request, until)
                    return worker
                worker.leave()
        with starting():
            return self._fence(renders).start(request, until)

    def _fence(self, renders: bool) -> Any:
        """What workers are born from."""
        with self._locks[renders]:
            if renders not in self._fences:
                self._fences[renders] = fence(self._pools[renders].role, self._is_strong())
            return self._fences[renders]


class Receiver:
    """Waits for what a worker sends, up to a time, and for as long as somebody waits for it."""

    def __init__(self, worker: Any, until: float, is_gone: Gone):
        self._worker, self._until, self._is_gone = worker, until, is_gone
        self._began = time.monotonic()
        self.has_stepped_back = False

    def receive(self) -> bytes:
        """The next bytes, b"" after the last. Raises TimeoutError, or HungUp."""
        while True:
            if self._is_gone():
                raise HungUp
            wait = CHECK_SECONDS if self.has_stepped_back else PATIENCE_SECONDS
            try:
                return self._worker.receive(min(self._until, time.monotonic() + wait))
            except TimeoutError:
                if time.monotonic() >= self._until:
                    raise
            if not self.has_stepped_back:
                self.has_stepped_back = True
                self._worker.step_back()


def drawing(config: Config, known: dict[str, Any]) -> Role:
    """The role of a worker that reads and draws; `known` are the server's numbers."""
    return Role(
        "server.workers.process",
        config.draw_memory_bytes,
        round(config.draw_seconds) + 6,
        {"config": known, "renders": False, "tasks": DRAWINGS, "cpu_seconds": config.draw_seconds},
    )


def rendering(config: Config, known: dict[str, Any]) -> Role:
    """The role of a worker that makes pictures and sentences as well."""
    return Role(
        "server.workers.process",
        config.render_memory_bytes,
        round(config.draw_seconds + config.render_seconds),
        {"config": known, "renders": True, "tasks": 1, "cpu_seconds": 0.0},
        DATA,
        FONTS,
    )


@contextlib.contextmanager
def starting() -> Iterator[None]:
    """Raise Unable, in a sentence, when the body raises OSError."""
    try:
        yield
    except OSError:
        raise Unable(UNABLE) from None


def fence(role: Role, is_strong: bool) -> Any:
    """The best fence that this machine has for a role.

    Raises OSError where `is_strong` asks more.
    """
    if sys.platform == "linux":
        try:
            return zygote_pool.Strong(None, role=role)
        except zygote_pool.Unfenced as error:
            if is_strong:
                raise OSError(str(error)) from None
    return Timed(None, role, waiting=1)


UNABLE = "The server could not start a process that draws. Try again in a moment."
