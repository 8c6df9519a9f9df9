"""Compute equal jobs once: keep their answers, join those that are asked for at the same time."""

from __future__ import annotations

import hashlib
import re
import threading
from dataclasses import dataclass, replace
from itertools import count

from server.jobs.flight import Flight, Joined
from server.jobs.job import Answer, Caller, DelegatedJobs, Job, Jobs, TicketTaken, Underway
from server.jobs.kept_answers import Kept
from server.jobs.wire import answer_of, answer_text, job_text
from server.sandbox import Busy, HungUp
from server.sandbox.progress import UNKNOWN, WAITING
from server.sandbox.scheduler import CHECK_SECONDS
from server.workers.message import Broken

# Who presses Run without a seed wants new random numbers. A picture in passing may be an old one.
KINDS, PICTURES = ("document", "export", "room"), ("card", "sketch")
# What a program may read besides its code and its seed. Whoever runs such a program again wants to
# see the clock of now, so that its answer is shared with those who wait, and not kept.
OUTSIDE = re.compile(
    r"\b(?:import|from)\b[^\n]*\b(?:time|timeit|datetime|secrets|uuid|gc|resource|tracemalloc)\b"
    r"|\burandom\b|\bSystemRandom\b|\bid\(|\benable_timing\b"
)
# Others wait so long for a run under way that they were not let in to wait for.
AGAIN_SECONDS = 1.0
# What stands for the ticket of a job that has none; what says that a caller waits no more.
UNNAMED, LEFT = "-", ""
DIGEST_BYTES = 32


@dataclass
class Counts:
    """How jobs were answered, for metrics."""

    hits: int = 0
    joined: int = 0
    misses: int = 0
    poisoned: int = 0


class CachedJobs(DelegatedJobs):
    """The jobs of `jobs`, equal ones of which are done once. Threads may share one.

    `version` names all that decides an answer besides the job; at most `most_waiting` callers wait
    for jobs of others.
    """

    def __init__(self, jobs: Jobs, kept: Kept, version: str, most_waiting: int):
        super().__init__(jobs)
        self.kept, self.counts = kept, Counts()
        self._version, self._places = version, threading.BoundedSemaphore(most_waiting)
        self._flights: dict[str, Flight] = {}
        self._tickets: dict[str, Flight] = {}
        self._lock = threading.Lock()

    def do(self, job: Job, caller: Caller = Caller()) -> Answer:
        """Return the answer to a job, as `Jobs` says; it ran no program if that was there."""
        if not (job.kind in PICTURES or job.kind in KINDS and job.seed is not None):
            return self.jobs.do(job, caller)
        key = hashlib.sha256(self._version.encode("ascii") + job_text(job)).hexdigest()
        if (answer := self._find(key)) is not None:
            self.counts.hits += 1
            return answer
        flight, is_new = self._board(key, caller)
        try:
            if is_new:
                self._fly(key, flight, job, caller)
            else:
                self._wait(flight, caller)
        finally:
            self._leave(flight, caller)
        if flight.answer is None and flight.left:
            return self.do(job, caller)  # who asked for all of us has left
        if not flight.suits(caller):
            return self.jobs.do(job, caller)
        assert flight.answer is not None
        if is_new:
            return flight.answer
        self.counts.joined += 1
        return without_run(flight.answer)

    def find(self, ticket: str) -> Underway:
        """Return the progress of the job that has this ticket, or joined one, here or elsewhere."""
        with self._lock:
            flight = self._tickets.get(ticket)
        if flight is not None:
            job = self.jobs.find(flight.ticket or UNNAMED)
            return Joined(job, WAITING, lambda: self._stop(flight, ticket))
        of = self.kept.joined(ticket)
        if of is not None:
            return Joined(self.jobs.find(of), WAITING, lambda: self.kept.join(ticket, LEFT))
        job = self.jobs.find(ticket)

        def stop() -> None:
            if job.told()["phase"] != UNKNOWN:
                self.kept.join(ticket, LEFT)  # its process does not hear of it otherwise
            job.stop()

        return Joined(job, UNKNOWN, stop)

    def close(self) -> None:
        """End the processes that are kept between jobs, with the connections."""
        super().close()
        self.kept.close()

    def _find(self, key: str) -> Answer | None:
        """The answer that is kept; one that was damaged is dropped."""
        entry = self.kept.get(key)
        if entry is None:
            return None
        try:
            if digest(key, entry[DIGEST_BYTES:]) != entry[:DIGEST_BYTES]:
                raise Broken
            return without_run(answer_of(entry[DIGEST_BYTES:]))
        except (Broken, ValueError, TypeError):
            self.counts.poisoned += 1
            self.kept.drop(key)
            return None

    def _board(self, key: str, caller: Caller) -> tuple[Flight, bool]:
        """The flight of a job, and whether the caller is the one to do it. Raises TicketTaken."""
        with self._lock:
            if caller.ticket in self._tickets:
                raise TicketTaken
            flight = self._flights.get(key)
            is_new = flight is None
            if flight is None:
                flight = self._flights[key] = Flight(caller.ticket)
            elif not self._places.acquire(blocking=False):
                raise Busy(AGAIN_SECONDS)
            flight.waiting.append(caller.is_gone)
            if caller.ticket is not None:
                self._tickets[caller.ticket] = flight
        return flight, is_new

    def _leave(self, flight: Flight, caller: Caller) -> None:
        """Forget the ticket of a caller who has waited."""
        if caller.ticket is not None:
            with self._lock:
                del self._tickets[caller.ticket]
            self._part(flight, caller)

    def _part(self, flight: Flight, caller: Caller) -> None:
        """Forget for whose job a caller waited."""
        if caller.ticket is not None and caller.ticket in flight.joined:
            flight.joined.discard(caller.ticket)
            self.kept.part(caller.ticket)

    def _stop(self, flight: Flight, ticket: str) -> None:
        """End the run. The others, who wanted it to go on, get runs of their own.

        What another process does goes on for those who wait there.
        """
        if flight.is_far:
            flight.left.add(ticket)
            return
        flight.stopped_by.add(ticket)
        if flight.ticket is not None:
            self.jobs.find(flight.ticket).stop()

    def _join(self, flight: Flight, ticket: str | None) -> None:
        """Tell all processes for whose job somebody waits."""
        if ticket is not None:
            flight.joined.add(ticket)
            self.kept.join(ticket, flight.ticket or UNNAMED)

    def _follow(self, key: str, flight: Flight, caller: Caller, is_ours: bool) -> None:
        """Note whose job a flight is, for all who wait for it, in whichever process they ask."""
        before, flight.is_far = flight.ticket, not is_ours
        flight.ticket = caller.ticket if is_ours else self.kept.ticket_of(key)
        if flight.ticket == before:
            return
        if is_ours:
            self._part(flight, caller)
        elif caller.ticket is not None:
            flight.joined.add(caller.ticket)
        for each in list(flight.joined):
            self._join(flight, each)

    def _was_stopped(self, flight: Flight, caller: Caller) -> bool:
        """Whether a caller asked, here or elsewhere, to wait no more for another's job."""
        if caller.ticket in flight.left:
            return True
        return caller.ticket in flight.joined and self.kept.joined(caller.ticket or "") == LEFT

    def _fly(self, key: str, flight: Flight, job: Job, caller: Caller) -> None:
        """Do a job for all who wait, as long as one does; its answer is then the flight's."""
        try:
            while flight.answer is None:
                is_ours = self.kept.claim(key, caller.ticket)
                self._follow(key, flight, caller, is_ours)
                try:
                    flight.answer = self._find(key)  # another process may have put it there
                    if flight.answer is None and is_ours:
                        flight.answer = self._compute(key, flight, job, caller)
                        return
                finally:
                    if is_ours:
                        self.kept.release(key)
                if flight.answer is None and (
                    flight.is_deserted_after(CHECK_SECONDS) or self._was_stopped(flight, caller)
                ):
                    raise HungUp
            self.counts.joined += 1
        finally:
            with self._lock:
                del self._flights[key]
            flight.landed.set()

    def _compute(self, key: str, flight: Flight, job: Job, caller: Caller) -> Answer:
        """Do a job, and keep the answer if the same job would have the same one again."""
        self.counts.misses += 1
        answer = self.jobs.do(job, replace(caller, is_gone=flight.is_deserted))
        if caller.ticket is not None and self.kept.joined(caller.ticket) == LEFT:
            flight.stopped_by.add(caller.ticket)
            self.kept.part(caller.ticket)
        if is_kept(job, answer):
            body = answer_text(answer)
            self.kept.put(key, digest(key, body) + body)
        return answer

    def _wait(self, flight: Flight, caller: Caller) -> None:
        """Wait until a job is done that another caller began. Raises HungUp."""
        self._join(flight, caller.ticket)
        try:
            for tick in count(1):
                if flight.landed.wait(CHECK_SECONDS):
                    return
                if caller.is_gone() or caller.ticket in flight.left:
                    raise HungUp
                if tick % 4 == 0 and self._was_stopped(flight, caller):
                    raise HungUp
        finally:
            self._places.release()


def without_run(answer: Answer) -> Answer:
    """The answer for one more who asks, for whom nothing was run."""
    return replace(answer, programs=0, spans={})


def is_kept(job: Job, answer: Answer) -> bool:
    """Whether the same job may have that answer again."""
    if job.kind in PICTURES:
        # Those of a program that its limits stop are the dearest, and many sites ask for them.
        return answer.outcome != "died"
    return answer.is_whole and not OUTSIDE.search(job.code)


def digest(key: str, body: bytes) -> bytes:
    """What tells whether an entry is the one of its key, and whole."""
    return hashlib.sha256(key.encode("ascii") + body).digest()
