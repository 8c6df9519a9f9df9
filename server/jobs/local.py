"""Do jobs in this process: its sandbox runs, its workers draw."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

import orjson

from server.config import Config
from server.export.render_types import Wish
from server.jobs.job import UNDRAWN, Answer, Caller, Job, TicketTaken
from server.sandbox import Busy, RawRun, Sandbox
from server.sandbox.outcome import LOST, UNABLE
from server.sandbox.progress import UNKNOWN, Progress
from server.sandbox.protocol import sought_of
from server.sandbox.scheduler import Turns
from server.workers.client import Client
from server.workers.fixes import offers
from server.workers.pool import Failed, Unable, Workers


class LocalJobs:
    """Jobs of one process, which knows their tickets, too."""

    def __init__(self, config: Config, turns: Turns | None = None):
        self.config = config
        self.sandbox = Sandbox(config, turns)
        self.workers = Workers(config, lambda: self.sandbox.fence == "strong")
        self._lock = threading.Lock()
        self._underway: dict[str, Progress] = {}

    @property
    def fence(self) -> str:
        """The strength of the sandbox's fence."""
        return self.sandbox.fence

    @property
    def weakness(self) -> str | None:
        """The reason why the sandbox's fence is not strong; None if it is."""
        return self.sandbox.weakness

    def do(self, job: Job, caller: Caller = Caller()) -> Answer:
        """Do a job, in the caller's turn, as `Jobs` says."""
        with self._run(caller.ticket) as progress:
            return self.follow(job, caller, progress)

    def follow(self, job: Job, caller: Caller, progress: Progress) -> Answer:
        """Do a job whose progress is published to `progress`."""
        do = KINDS[job.kind]
        return replace(do(Doing(self, job, caller, progress)), spans=progress.spans())

    def find(self, ticket: str) -> Progress:
        """The progress of the job that has this ticket; of none here, an unknown one."""
        with self._lock:
            return self._underway.get(ticket) or Progress(UNKNOWN)

    def load(self) -> tuple[int, int]:
        """How many runs go on, and how many wait for their turn."""
        return self.sandbox.load()

    def missing(self) -> str | None:
        """Nothing is missing: processes are started when they are needed."""
        return None

    def count_workers(self) -> tuple[int, int]:
        """None: what draws is of this process."""
        return 0, 0

    def warm(self) -> None:
        """Start what draws."""
        self.workers.warm()

    def close(self) -> None:
        """End the processes of the sandbox and of the workers."""
        self.sandbox.close()
        self.workers.close()

    @contextmanager
    def _run(self, ticket: str | None) -> Iterator[Progress]:
        """Keep the progress of a ticket while the block goes on. Raises TicketTaken."""
        progress = Progress()
        if ticket is None:
            yield progress
            return
        with self._lock:
            if self._underway.setdefault(ticket, progress) is not progress:
                raise TicketTaken
        try:
            yield progress
        finally:
            progress.open(None)
            with self._lock:
                del self._underway[ticket]


class Doing:
    """One job that is being done."""

    def __init__(self, jobs: LocalJobs, job: Job, caller: Caller, progress: Progress):
        self.job, self.asked = job, job.asked
        self.client = Client(jobs.workers, caller.name, caller.is_gone)
        self._jobs, self._caller, self._progress = jobs, caller, progress

    @property
    def early(self) -> Callable[[bytes], None] | None:
        """Takes the document of the first pass; None where nobody can ask for it."""
        return None if self._caller.ticket is None else self._progress.open

    def recorded(self, make: Callable[[RawRun], tuple[bytes, ...]]) -> Answer:
        """Run the program, and answer with what is made of the run while it has its turn."""
        return self.answered(lambda raw: Answer(make(raw), raw.kind))

    def answered(self, make: Callable[[RawRun], Answer]) -> Answer:
        """Run the program, and answer as `make` does of the run while it has its turn."""
        return self.record(self.job.code, self.job.seed, make, self._progress)

    def record(
        self, code: str, seed: int | None, then: Callable[[RawRun], Any],
        progress: Progress | None = None,
    ) -> Any:  # fmt: skip
        """Run any program; return `then` of the run."""
        caller = self._caller
        return self._jobs.sandbox.record(code, seed, then, caller.name, caller.is_gone, progress)

    def part(self) -> Answer:
        """Run the program as far as what is wanted, and answer with that."""
        wanted = sought_of(list(self.asked["wanted"]))
        assert self.job.seed is not None
        told, sentence = self._jobs.sandbox.cut(
            self.job.code, self.job.seed, wanted, lambda text: self.client.region(text, wanted),
            self._caller.name, self._caller.is_gone,
        )  # fmt: skip
        parts = told or b"null", orjson.dumps(sentence)
        return Answer(parts, "finished" if sentence is None else "stopped")

    def fixes(self) -> Answer:
        """Run the program, then each fix of the finding; answer with those that work."""
        finding = tuple(self.asked["finding"])
        raw, found = self.record(
            self.job.code, self.job.seed,
            lambda raw: (raw, self.client.fixes(ended_by_itself(raw), finding)),
        )  # fmt: skip
        ran = 1

        def record(code: str, then: Callable[[RawRun], Any]) -> Any:
            nonlocal ran
            made = self.record(code, raw.seed, lambda raw: then(ended_by_itself(raw)))
            ran += 1
            return made

        most = self._jobs.config.code_bytes
        try:
            made = [asdict(offer) for each in found["findings"][:1]
                    for offer in offers(found, each, self.client, record, most)]
        except Busy as error:
            raise Busy(error.retry_after, error.place, ran) from None
        return Answer((orjson.dumps(made),), raw.kind, ran)

    def question(self) -> Answer:
        """Check the question against the run of the room."""
        told = self.client.question(self.job.subject or b"", **self.asked)
        return Answer((told,), programs=0)


def ended_by_itself(raw: RawRun) -> RawRun:
    """A run that says something about its code. Raises Unable if it is the server that failed."""
    if raw.kind == "died" and raw.sentence in (LOST, UNABLE):
        raise Unable(raw.sentence)
    return raw


def document(doing: Doing) -> Answer:
    """The run document as JSON; of a large run, before it that of its first pass.

    Of a run that could not be drawn within the limits, the one without pictures.
    """

    def make(raw: RawRun) -> Answer:
        try:
            return Answer((doing.client.document(raw, doing.early),), raw.kind)
        except Failed:
            return Answer((doing.client.undrawn(raw),), UNDRAWN)

    return doing.answered(make)


def export(doing: Doing) -> Answer:
    """The run as a file."""
    asked = doing.asked
    form, wish = asked["form"], Wish(**asked["wish"])
    return doing.recorded(
        lambda raw: (doing.client.export(raw, form, wish, asked["title"], asked["story"]),)
    )


def card(doing: Doing) -> Answer:
    """The moment as a card, in PNG."""
    return doing.recorded(lambda raw: (doing.client.card(raw, Wish(**doing.asked["wish"])),))


def sketch(doing: Doing) -> Answer:
    """The run as a sketch, in SVG."""
    return doing.recorded(lambda raw: (doing.client.sketch(raw),))


def for_room(doing: Doing) -> Answer:
    """The digest of the run's events, with their number, and its document, compressed."""
    return doing.recorded(lambda raw: doing.client.for_room(raw))


# How a job of each kind is done.
KINDS: dict[str, Callable[[Doing], Answer]] = {
    "document": document,
    "export": export,
    "card": card,
    "sketch": sketch,
    "room": for_room,
    "fixes": Doing.fixes,
    "part": Doing.part,
    "question": Doing.question,
}
