"""Keep a job that several callers wait for, as each of them sees it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from server.jobs.job import Answer, Caller, Underway
from server.sandbox.progress import UNKNOWN, Progress


@dataclass(eq=False)
class Flight:
    """A job that is being done, for all who wait for its answer.

    `ticket` is that of whoever began it, in another process where it `is_far`.
    """

    ticket: str | None
    is_far: bool = False
    answer: Answer | None = None
    stopped_by: set[str] = field(default_factory=set)
    # Tickets of those who wait for the job of another ticket, of those who do not any more.
    joined: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    landed: threading.Event = field(default_factory=threading.Event)
    # Of all who wait, whoever began it included: how to know that one has left.
    waiting: list[Callable[[], bool]] = field(default_factory=list)

    def is_deserted(self) -> bool:
        """Whether nobody waits any more."""
        return all(is_gone() for is_gone in list(self.waiting))

    def is_deserted_after(self, seconds: float) -> bool:
        """Whether nobody waits any more when so many seconds are over."""
        self.landed.wait(seconds)
        return self.is_deserted()

    def suits(self, caller: Caller) -> bool:
        """Whether there is an answer that is also the caller's: another may have stopped the run.
        """
        if self.answer is None:
            return False
        return not self.stopped_by or caller.ticket in self.stopped_by


class Joined:
    """The progress of a job for one of those who wait for it, with a stop of their own.

    `phase` is told of one that is not known.
    """

    def __init__(self, job: Underway, phase: str, stop: Callable[[], None]):
        self._job, self._phase, self.stop = job, phase, stop

    def told(self) -> dict[str, Any]:
        """Return the JSON of `GET /api/v1/runs/<ticket>`."""
        told = self._job.told()
        return Progress(self._phase).told() if told["phase"] == UNKNOWN else told

    def opening(self, is_gone: Callable[[], bool]) -> bytes | None:
        """Wait for the document of the first pass, and return it; None where there is none."""
        return self._job.opening(is_gone)
