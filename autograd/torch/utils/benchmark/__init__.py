"""`torch.utils.benchmark`: timing of statements by Python's `timeit`.

The times are those of this engine, not of torch.
"""

from __future__ import annotations

import statistics
import timeit as _timeit
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


__all__ = ["Measurement", "Timer", "timer"]

timer = _timeit.default_timer
UNITS = (("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9))
LEAST_TIME_RATIO = 1_000  # of a block's time to the time of reading the clock


@dataclass(repr=False)
class Measurement:
    """The times of repeated runs of one statement, in seconds."""

    number_per_run: int
    raw_times: list[float]
    summary: str
    num_threads: int = 1

    @property
    def times(self) -> list[float]:
        """The time of one run, for each measurement."""
        return [time / self.number_per_run for time in self.raw_times]

    @property
    def mean(self) -> float:
        """The mean of the times."""
        return statistics.fmean(self.times)

    @property
    def median(self) -> float:
        """The median of the times."""
        return statistics.median(self.times)

    @property
    def iqr(self) -> float:
        """The interquartile range of the times."""
        low, high = self._quartiles()
        return high - low

    def _quartiles(self) -> tuple[float, float]:
        """Return the first and the third quartile."""
        if len(self.raw_times) == 1:
            return (self.times[0],) * 2
        low, _, high = statistics.quantiles(self.times, n=4, method="inclusive")
        return low, high

    def __repr__(self):
        unit, scale = next((each for each in UNITS if self.median >= each[1]), UNITS[-1])
        n, (low, high) = len(self.raw_times), self._quartiles()
        many, threads = "s" if n > 1 else "", "s" if self.num_threads > 1 else ""
        lines = [object.__repr__(self).replace(
            f"{__name__}.Measurement", "torch.utils.benchmark.utils.common.Measurement")]
        lines.append(self.summary)
        lines.append(f"  {'Median: ' if many else ''}{self.median / scale:.2f} {unit}")
        if n >= 4:
            lines.append(f"  IQR:    {self.iqr / scale:.2f} {unit} "
                         f"({low / scale:.2f} to {high / scale:.2f})")
        lines.append(
            f"  {n} measurement{many}, {self.number_per_run} runs "
            f"{'per measurement,' if many else ','} {self.num_threads} thread{threads}")
        return "\n".join(lines)


class Timer:
    """Measures a statement, given as text, after one run to warm up."""

    def __init__(self, stmt="pass", setup="pass", global_setup="", timer=timer, globals=None,
                 label=None, sub_label=None, description=None, env=None, num_threads=1,
                 language="python"):
        self._timer = _timeit.Timer(stmt, setup, timer, dict(globals or {}))
        self._threads = num_threads
        title = label or stmt
        parts = (f"{title}: {sub_label}" if sub_label else title, description,
                 "" if setup == "pass" else f"setup: {setup}")
        self._summary = "\n".join(part for part in parts if part)

    def timeit(self, number: int = 1_000_000) -> Measurement:
        """Return one measurement of `number` runs."""
        self._timer.timeit(max(number // 100, 2))
        return self._make_measurement(number, [self._timer.timeit(number)])

    def blocked_autorange(
            self, callback: Callable[..., Any] | None = None, min_run_time: float = 0.2
    ) -> Measurement:
        """Return measurements of blocks long enough for the overhead of the clock to be
        negligible."""
        number, overhead = 1, max(_timeit.timeit(number=1_000) / 1_000, 1e-7)
        while (time := self._timer.timeit(number)) < min(LEAST_TIME_RATIO * overhead, min_run_time):
            number *= 10
        times = []
        while not times or sum(times) < min_run_time:
            times.append(time := self._timer.timeit(number))
            if callback is not None:
                callback(number, time)
        return self._make_measurement(number, times)

    def adaptive_autorange(
            self, threshold: float = 0.1, *, min_run_time: float = 0.01, max_run_time: float = 10.0,
            callback: Callable[..., Any] | None = None) -> Measurement:
        """Return `blocked_autorange`; it does not wait until the times are stable."""
        return self.blocked_autorange(callback, min_run_time)

    def _make_measurement(self, number: int, times: list[float]) -> Measurement:
        """Return a measurement of these times for `number` runs each."""
        return Measurement(number, times, self._summary, self._threads)
