"""Measure a class behind nginx with TLS and a prefix: `university.py ROUNDS`, JSON lines.

60 students behind one address follow their teacher, who moves each second, and each runs something
every 15 seconds, ROUNDS times. First one web process does all, then two with two workers, over
Redis and PostgreSQL; nginx, the clients and all of these share the processors. A delay is that of
a student: from pressing Run until the whole document is there, tries that were refused included.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator

from far_jobs import tell

from tests.university.campus import opened
from tests.university.lesson import Lesson, held

STUDENTS, EVERY_SECONDS, MOST_DELAY = 60, 15.0, 1000.0
# Begins what the first runs begin: twice what a server is asked for later.
WARM_SECONDS = 8.0


def quantile(values: list[float], part: float) -> float:
    """The value below which that part of all is."""
    return sorted(values)[int(part * len(values))]


def moves(lesson: Lesson, seconds: float) -> Iterator[float]:
    """Have the teacher move each second; the milliseconds until the last student has heard it."""
    began = time.monotonic()
    for number in range(int(seconds)):
        time.sleep(max(0.0, began + number - time.monotonic()))
        yield 1000 * lesson.move(number % 8)
    time.sleep(max(0.0, began + seconds - time.monotonic()))


def measure(name: str, lesson: Lesson, rounds: int) -> None:
    """Hold the lesson, and print who was answered and when."""
    with lesson.studying(WARM_SECONDS):
        time.sleep(WARM_SECONDS)
    with lesson.studying(EVERY_SECONDS) as replies:
        steps = list(moves(lesson, rounds * EVERY_SECONDS))
    delays = [1000 * seconds for reply, seconds in replies if reply.status == 200]
    tell(f"{name}: runs answered", len(delays), "runs", STUDENTS * rounds, False)
    tell(f"{name}: refused meanwhile", lesson.statuses()[429], "times", 0)
    tell(f"{name}: a run, p50", statistics.median(delays), "ms")
    tell(f"{name}: a run, p95", quantile(delays, 0.95), "ms", MOST_DELAY)
    tell(f"{name}: a step to all 60, p95", quantile(steps, 0.95), "ms")


def main() -> None:
    """Measure both ways of serving a class."""
    for name, webs, workers in (("one process", 1, 0), ("two and two workers", 2, 2)):
        with opened(webs, workers) as campus, held(campus, STUDENTS) as lesson:
            measure(f"{STUDENTS} behind nginx, {name}", lesson, int(sys.argv[1]))


if __name__ == "__main__":
    main()
