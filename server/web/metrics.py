"""Measure what one server process does, in the form that Prometheus reads."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from prometheus_client import (
    CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics,
)  # fmt: skip
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import generate_latest

# From a kept document to a run at its limits, in seconds.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
log = logging.getLogger(__name__)
# When a series began: as many numbers again, which nobody asks for.
disable_created_metrics()


class Metrics:
    """The counts, durations and readings of one process. Threads may share one.

    What happens is counted when it happens; what is (`read`) is looked at only when somebody asks.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._readings: dict[str, tuple[str, Callable[[], float]]] = {}
        self.runs = self._counter("runs", "Runs by what for and how they ended.", "kind", "outcome")
        self.requests = self._counter(
            "requests", "Requests by route, method and status.", "route", "method", "status"
        )
        self.refusals = self._counter("refusals", "Requests that were refused, by code.", "code")
        self.dead_workers = self._counter("dead_workers", "Runs whose worker died in the middle.")
        self.request_seconds = self._histogram(
            "request_seconds", "How long requests took, by route.", "route"
        )
        self.job_seconds = self._histogram(
            "job_seconds", "How long runs took with all that was made of them, by what for.", "kind"
        )
        self.spans = {
            "wait": self._histogram("wait_seconds", "How long runs waited for a turn."),
            "run": self._histogram("run_seconds", "How long the code of runs ran."),
            "draw": self._histogram("draw_seconds", "How long runs were drawn or made files of."),
        }
        self.registry.register(self)
        ProcessCollector(registry=self.registry)

    def read(self, name: str, words: str, reading: Callable[[], float]) -> None:
        """Have a number read whenever somebody looks; one that cannot be read is left out."""
        self._readings[f"tapescope_{name}"] = (words, reading)

    def text(self) -> bytes:
        """Return all numbers as Prometheus reads them."""
        return generate_latest(self.registry)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Read the numbers of `read`; the registry calls this."""
        for name, (words, reading) in self._readings.items():
            try:
                value = reading()
            except Exception as error:  # a store that is down must not hide all else
                log.warning("The metric %s cannot be read: %s", name, type(error).__name__)
                continue
            yield GaugeMetricFamily(name, words, value)

    def describe(self) -> list[GaugeMetricFamily]:
        """Name nothing in advance, so that registering reads nothing."""
        return []

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"tapescope_{name}", words, labels, registry=self.registry)

    def _histogram(self, name: str, words: str, *labels: str) -> Histogram:
        return Histogram(
            f"tapescope_{name}", words, labels, registry=self.registry, buckets=SECONDS
        )
