"""Jobs that count themselves, for what stands before them; threads that wait for them."""

import threading
from dataclasses import dataclass, field

from server.jobs import kinds
from server.jobs.cached_jobs import CachedJobs
from server.jobs.job import Answer, Caller, Job
from server.jobs.kept_answers import NearKept
from server.sandbox import HungUp
from server.sandbox.progress import UNKNOWN, Progress

JOB = kinds.document("x = 1", 7)
MOST = 2**20


@dataclass
class Counted:
    """Jobs that answer with their number, when they are let."""

    outcome: str = "finished"
    error: Exception | None = None
    size: int = 0
    done: list[Job] = field(default_factory=list)
    may_end: threading.Event = field(default_factory=threading.Event)
    began: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    underway: dict[str | None, Progress] = field(default_factory=dict)
    fence, weakness = "strong", None

    def __post_init__(self):
        self.may_end.set()

    def do(self, job, caller=Caller()):
        progress = self.underway[caller.ticket] = Progress()
        self.done.append(job)
        number = len(self.done)
        self.began.release()
        try:
            while not self.may_end.wait(0.01):
                if caller.is_gone():
                    raise HungUp
                if progress.is_stopped:
                    return Answer((b"stopped %d" % number,), "stopped")
        finally:
            del self.underway[caller.ticket]
        if self.error:
            raise self.error
        return Answer((b"answer %d" % number + bytes(self.size),), self.outcome)

    def find(self, ticket):
        return self.underway.get(ticket) or Progress(UNKNOWN)

    def load(self):
        return len(self.underway), 0

    def missing(self):
        return None

    def count_workers(self):
        return 0, 0

    def warm(self):
        pass

    def close(self):
        pass


def cached(jobs, kept, version="1", most_waiting=100):
    return CachedJobs(jobs, kept, version, most_waiting)


def text(answer):
    return answer.parts[0]


def waiters(jobs, count, job=JOB, callers=None):
    """Threads that ask for a job, and the list that gets what each was answered."""
    answers = []

    def ask(caller):
        try:
            answers.append(jobs.do(job, caller))
        except Exception as error:
            answers.append(error)

    threads = [threading.Thread(target=ask, args=[caller])
               for caller in callers or [Caller()] * count]
    for each in threads:
        each.start()
    return threads, answers


def until(condition):
    """Wait for another thread."""
    for _ in range(1000):
        if condition():
            return
        threading.Event().wait(0.01)
    raise AssertionError("It never came.")


def waiting(jobs, count):
    """Wait until so many callers wait for one job."""
    until(lambda: [len(each.waiting) for each in jobs._flights.values()] == [count])


def key_of(jobs, job):
    """The key under which an answer is kept."""
    seen = []

    class Seen(NearKept):
        def get(self, key):
            seen.append(key)

    CachedJobs(Counted(), Seen(MOST), jobs._version, 1).do(job)
    return seen[0]
