"""Measure jobs while they are done; take none while the server drains."""

from __future__ import annotations

import time

from server.jobs.job import Answer, Caller, Job, Jobs, TicketTaken, Underway
from server.sandbox import Busy, HungUp
from server.web.draining import Draining
from server.web.metrics import Metrics
from server.workers.pool import Failed

# How a run ends that has no answer.
ENDINGS: dict[type[BaseException], str] = {
    Busy: "busy", HungUp: "hung_up", Failed: "not_made", TicketTaken: "bad_ticket",
}  # fmt: skip


class MeasuredJobs:
    """The jobs of `jobs`, as metrics see them. Threads may share one."""

    def __init__(self, jobs: Jobs, metrics: Metrics, draining: Draining):
        self.jobs = jobs
        self._metrics, self._draining = metrics, draining

    @property
    def fence(self) -> str:
        """The strength of the fence that programs run behind."""
        return self.jobs.fence

    @property
    def weakness(self) -> str | None:
        """The reason why that is not strong; None if it is."""
        return self.jobs.weakness

    def do(self, job: Job, caller: Caller = Caller()) -> Answer:
        """Do a job, as `Jobs` says; raises Busy also while the server drains."""
        began, metrics = time.perf_counter(), self._metrics
        try:
            with self._draining.work():
                answer = self.jobs.do(job, caller)
        except BaseException as error:
            metrics.runs.labels(job.kind, ENDINGS.get(type(error), "error")).inc()
            raise
        metrics.runs.labels(job.kind, answer.outcome).inc()
        metrics.job_seconds.labels(job.kind).observe(time.perf_counter() - began)
        for name, seconds in answer.spans.items():
            metrics.spans[name].observe(seconds)
        return answer

    def find(self, ticket: str) -> Underway:
        """Return the progress of the job that has this ticket."""
        return self.jobs.find(ticket)

    def load(self) -> tuple[int, int]:
        """Return how many runs go on, and how many wait for their turn."""
        return self.jobs.load()

    def missing(self) -> str | None:
        """Return what is missing for jobs to be done; None if nothing is."""
        return self.jobs.missing()

    def warm(self) -> None:
        """Start what the first job would wait for."""
        self.jobs.warm()

    def close(self) -> None:
        """End the processes that are kept between jobs."""
        self.jobs.close()
