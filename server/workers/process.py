"""The program of a worker, which does tasks in a process of its own, behind the fence."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import orjson

from server.config import Config
from server.export.page_renderer import Press
from server.workers import message, warm_up
from server.workers.tasks import Work, done

if sys.platform != "win32":
    import resource

# A tape at its largest, and a document that was made of one.
MOST_REQUEST = 256 * 2**20
# Of a sentence about what went wrong.
MOST_SENTENCE = 1000
# A worker that has taken more memory for a task than this is not asked again.
MOST_GROWTH = 64 * 2**20


class Worker:
    """A process that does tasks, one after the other. One that renders has a JavaScript engine.

    It ends before it has grown, or has used up the time that it has for all of them.
    """

    def __init__(self, config: Config, renders: bool, tasks: int, cpu_seconds: float):
        self._config, self._renders = config, renders
        self._left, self._cpu_seconds = tasks, cpu_seconds
        self._press = Press()

    def install(self) -> None:
        """Nothing needs to be changed."""

    def wake(self) -> None:
        """Start the JavaScript engine, whose threads must be there before the limits are."""
        if self._renders:
            self._press.start()

    def serve(self, source: int, sink: int) -> None:
        """Read tasks, do them, write the answers, leave."""
        most = MOST_GROWTH + resident()
        is_last = False
        while not is_last:
            try:
                asked, *parts = message.read_from(source, MOST_REQUEST)
            except message.Broken:
                break  # nobody has anything more to do
            work = Work(json.loads(asked), parts, self._config, self._press, sender(sink))
            error, made = done(work)
            self._left -= 1
            has_time = time.process_time() < self._cpu_seconds
            is_last = not (self._left > 0 and has_time and resident() < most)
            status = orjson.dumps([error and error[:MOST_SENTENCE], is_last])
            message.write_to(sink, [status, *made])
            del asked, parts, made
        os._exit(0)


def sender(sink: int) -> Callable[[bytes], None]:
    """A function that sends what is done before the rest of an answer, at most once."""
    sent: list[bytes] = []

    def send(opening: bytes) -> None:
        if not sent:
            sent.append(opening)
            message.write_to(sink, [message.OPENING, opening])

    return send


def resident() -> int:
    """The most bytes of memory that this process has held at a time."""
    if sys.platform == "win32":
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def start(settings: dict[str, Any]) -> Worker:
    """The worker of these settings: `config`, the server's numbers; the others are Worker's."""
    return Worker(**settings | {"config": Config(**settings["config"])})


def prepare(settings: dict[str, Any]) -> Worker:
    """The same, with all that it needs read from files, for a process that will have none."""
    made = start(settings)
    warm_up.run(Config(**settings["config"]), settings["renders"])
    return made
