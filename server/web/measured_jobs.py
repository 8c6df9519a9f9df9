"""Measure jobs while they are done; take none while the server drains."""

from __future__ import annotations

import time

from server.jobs.job import Answer, Caller, DelegatedJobs, Job, Jobs, TicketTaken
from server.sandbox import Busy, HungUp
from server.web.draining import Draining
from server.web.metrics import Metrics
from server.workers.pool import Failed, Unable

# How a run ends that has no answer.
ENDINGS: dict[type[BaseException], str] = {
    Busy: "busy", HungUp: "hung_up", Failed: "not_made", Unable: "not_started",
    TicketTaken: "bad_ticket",
}  # fmt: skip


class MeasuredJobs(DelegatedJobs):
    """The jobs of `jobs`, as metrics see them. Threads may share one."""

    def __init__(self, jobs: Jobs, metrics: Metrics, draining: Draining):
        super().__init__(jobs)
        self._metrics, self._draining = metrics, draining

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
