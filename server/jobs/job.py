"""The interface of jobs: what is wanted, who asks, what is answered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

# The classes of callers, in the order in which they are served: rooms come first, because a whole
# class waits for what their teacher shows.
QUEUES = ("room", "open")


@dataclass(frozen=True, slots=True)
class Job:
    """What is wanted, as JSON has it: kinds.py makes one for each kind.

    `subject` has the bytes that it is about where these are not a program.
    """

    kind: str
    code: str = ""
    seed: int | None = None
    asked: Mapping[str, Any] = field(default_factory=dict)
    subject: bytes | None = None


# The outcome of a run whose document has no pictures: the machine may have been slow.
UNDRAWN = "undrawn"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a job: the byte strings of its kind, and how its program ended.

    `outcome` is the kind of an `Outcome` (server/sandbox/outcome.py), or UNDRAWN; a job without a
    program has "finished". `programs` is how many were run (none for an answer that was there),
    `spans` how long one run took: wait, run, draw.
    """

    parts: tuple[bytes, ...]
    outcome: str = "finished"
    programs: int = 1
    spans: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """Whether the code ran to its own end, so that the job would have this answer again."""
        return self.outcome in ("finished", "failed")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who has a job done: its name for fair turns, its queue, and how to know that it left.

    Whoever knows the `ticket` sees the progress of the job, and may stop it.
    """

    name: Hashable = None
    queue: str = QUEUES[-1]
    is_gone: Callable[[], bool] = lambda: False
    ticket: str | None = None


class TicketTaken(Exception):
    """Raised for a job under a ticket that another one has."""


class Underway(Protocol):
    """The progress of a job that is under way."""

    def told(self) -> dict[str, Any]:
        """Return the JSON of `GET /api/v1/runs/<ticket>` (docs/run-document.md)."""

    def stop(self) -> None:
        """Request the end of the run; what it has recorded is kept."""

    def opening(self, is_gone: Callable[[], bool]) -> bytes | None:
        """Wait for the document of the first pass, and return it; None where there is none."""


class Jobs(Protocol):
    """Does jobs. Threads may share one."""

    @property
    def fence(self) -> str:
        """The strength of the fence that programs run behind: "strong", or "timed"."""

    @property
    def weakness(self) -> str | None:
        """The reason why the fence is not strong, as a sentence; None if it is."""

    def do(self, job: Job, caller: Caller = ...) -> Answer:
        """Do a job, in the caller's turn.

        Raises Busy when too many wait, HungUp when nobody waits for the answer any more, Failed
        with a sentence, and TicketTaken.
        """

    def find(self, ticket: str) -> Underway:
        """Return the progress of the job that has this ticket; of none, an unknown one."""

    def load(self) -> tuple[int, int]:
        """Return how many runs go on, and how many wait for their turn."""

    def missing(self) -> str | None:
        """Return what is missing for jobs to be done, as a sentence; None if nothing is."""

    def count_workers(self) -> tuple[int, int]:
        """Return how many workers of this version live on other machines, and how many others."""

    def warm(self) -> None:
        """Start what the first job would wait for."""

    def close(self) -> None:
        """End the processes that are kept between jobs."""


class DelegatedJobs:
    """Jobs that `jobs` does; a subclass overrides what it does otherwise."""

    def __init__(self, jobs: Jobs):
        self.jobs = jobs

    @property
    def fence(self) -> str:
        """The strength of the fence that programs run behind."""
        return self.jobs.fence

    @property
    def weakness(self) -> str | None:
        """The reason why that is not strong; None if it is."""
        return self.jobs.weakness

    def do(self, job: Job, caller: Caller = Caller()) -> Answer:
        """Do a job, in the caller's turn, as `Jobs` says."""
        return self.jobs.do(job, caller)

    def find(self, ticket: str) -> Underway:
        """Return the progress of the job that has this ticket."""
        return self.jobs.find(ticket)

    def load(self) -> tuple[int, int]:
        """Return how many runs go on, and how many wait for their turn."""
        return self.jobs.load()

    def missing(self) -> str | None:
        """Return what is missing for jobs to be done; None if nothing is."""
        return self.jobs.missing()

    def count_workers(self) -> tuple[int, int]:
        """Return how many workers of this version live on other machines, and how many others."""
        return self.jobs.count_workers()

    def warm(self) -> None:
        """Start what the first job would wait for."""
        self.jobs.warm()

    def close(self) -> None:
        """End the processes that are kept between jobs."""
        self.jobs.close()
