"""Measure jobs done by Celery workers beside those done here: `far_jobs.py ROUNDS`, JSON lines.

Both take turns, so that what else the machine does meets both. The workers share the processors
with this process, as they do where one machine has all.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count

from server import examples
from server.config import Config
from server.jobs import kinds
from server.jobs.celery_jobs import CeleryJobs
from server.jobs.job import Caller, Jobs
from server.jobs.local import LocalJobs
from tests.web import redis_server
from tests.web.far_worker import working

CODES = [examples.named(each["id"])["code"] for each in examples.index()]
MOST_ADDED, LEAST_SHARE = 15.0, 0.8
CLIENTS = 8
seeds = count(1)


def delays(jobs: Jobs) -> list[float]:
    """The milliseconds of each lesson, one after the other."""
    found = []
    for code in CODES:
        began = time.perf_counter()
        jobs.do(kinds.document(code, next(seeds)))
        found.append(1000 * (time.perf_counter() - began))
    return found


def rate(jobs: Jobs) -> float:
    """Lessons a second, of several clients at a time."""
    began = time.perf_counter()

    def do(number: int) -> None:
        jobs.do(kinds.document(CODES[number], next(seeds)), Caller((f"{number % CLIENTS}",)))

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(do, range(len(CODES))))
    return len(CODES) / (time.perf_counter() - began)


def tell(what: str, figure: float, unit: str, *goal: object) -> None:
    """Print the arguments of `show` in scale.py."""
    print(json.dumps([what, figure, unit, *goal]), flush=True)


def main() -> None:
    """Measure what one worker adds to a run, then the throughput of two."""
    rounds, here = int(sys.argv[1]), Config()
    with ExitStack() as stack:
        address = stack.enter_context(redis_server.running())
        own = {"redis": address, "broker_url": address.replace("unix://", "redis+socket://")}
        half = {"slots": max(1, here.slots // 2), "long_slots": max(1, here.long_slots // 2)}
        near = stack.enter_context(closing(LocalJobs(here)))
        far = stack.enter_context(closing(CeleryJobs(Config(**own))))
        stack.enter_context(working(**own, **half))
        delays(near), delays(far)  # what the first runs start
        pairs = [(delays(near), delays(far)) for _ in range(rounds)]
        middles = [[statistics.median(each) for each in pair] for pair in pairs]
        tell("here: a run, p50", statistics.median(each[0] for each in middles), "ms")
        added = statistics.median(there - near for near, there in middles)
        tell("a worker adds to a run, p50", added, "ms", MOST_ADDED)
        stack.enter_context(working(**own, **half))
        rate(near), rate(far)
        shares = [(rate(near), rate(far)) for _ in range(rounds)]
        share = statistics.median(there / near for near, there in shares)
        tell("two workers : here, runs a second", share, "x", LEAST_SHARE, False)


if __name__ == "__main__":
    sys.path.insert(0, os.getcwd())
    main()
