"""Measure what one server process does, in the form that Prometheus reads."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import (
    CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics,
)  # fmt: skip
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import generate_latest

from server.web.readiness import Check, begun

# From a kept document to a run at its limits, in seconds.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
# Longer than all checks of readiness together, and less than the ten seconds after which Prometheus
# has no numbers at all: those of a server whose store hangs are the ones that are needed.
PATIENCE_SECONDS = 3.0
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
log = logging.getLogger(__name__)
# When a series began: as many numbers again, which nobody asks for.
disable_created_metrics()


class Metrics:
    """The counts, durations and readings of one process. Threads may share one.

    What happens is counted when it happens; what is (`read`) is looked at only when somebody asks,
    for `patience` seconds at most.
    """

    def __init__(self, patience: float = PATIENCE_SECONDS) -> None:
        self.registry, self.patience = CollectorRegistry(), patience
        self._readings: dict[str, tuple[str, str, Check]] = {}
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
        self.read_all(name, words, "", lambda: {"": reading()})

    def read_all(
        self, name: str, words: str, label: str, reading: Callable[[], Mapping[str, float]]
    ) -> None:
        """Have numbers read that differ in a label, by its values."""
        self._readings[f"tapescope_{name}"] = (words, label, Check(reading))

    def text(self) -> bytes:
        """Return all numbers as Prometheus reads them."""
        return generate_latest(self.registry)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Read the numbers of `read`; the registry calls this."""
        until = time.monotonic() + self.patience
        looks = {name: begun(check) for name, (_, _, check) in self._readings.items()}
        for name, (words, label, _) in self._readings.items():
            family = GaugeMetricFamily(name, words, labels=[label] if label else [])
            try:
                values = looks[name].result(max(0.0, until - time.monotonic()))
            except Exception as error:  # a store that is down must not hide all else
                log.warning("The metric %s cannot be read: %s", name, type(error).__name__)
                continue
            for each, value in values.items():
                family.add_metric([each] if label else [], value)
            yield family

    def describe(self) -> list[GaugeMetricFamily]:
        """Name nothing in advance, so that registering reads nothing."""
        return []

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"tapescope_{name}", words, labels, registry=self.registry)

    def _histogram(self, name: str, words: str, *labels: str) -> Histogram:
        return Histogram(
            f"tapescope_{name}", words, labels, registry=self.registry, buckets=SECONDS
        )
