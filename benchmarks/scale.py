"""How many runs a server answers: `python benchmarks/scale.py [--base COMMIT] [PART ...]`.

With `--base` the server of an older commit is started beside this one, from a checkout of its own,
and both take turns, so that what else the machine does meets both; figures then come as ratios.
Runs are those of all lessons, each with a seed that no run had before, but for the part `link`.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from checkouts import LESSONS, ROOT, Server, checkout, environment, served

LEAST_RATIO, MOST_START, MOST_CACHED = 1.5, 300.0, 5.0
# The students of a class that opens one link.
CLASS = 30
# Starts one zygote in a checkout, and prints the milliseconds until it is ready: by the clock, and
# of the processor.
START = """
import os, sys, time
sys.path.insert(0, os.getcwd())
from server.config import Config
from server.sandbox.zygote_pool import Strong
began = time.monotonic()
fence = Strong(Config())
wall = time.monotonic() - began
fence.close()
fence._zygote._process.wait()
print(1000 * wall, 1000 * sum(os.times()[2:4]))
"""


def show(what: str, figure: float, unit: str, goal: float | None = None, most: bool = True) -> None:
    """Print one figure; beside it its goal, which is a bound from above if `most`."""
    line = f"{what:<52} {figure:>8.2f} {unit:<6}"
    if goal is not None:
        holds = figure <= goal if most else figure >= goal
        line += f" goal {'<=' if most else '>='} {goal:g}  {'holds' if holds else 'MISSED'}"
    print(line, flush=True)


@contextlib.contextmanager
def all_served(places: dict[str, Path]) -> Iterator[list[Server]]:
    """The servers of all checkouts, warm, for as long as the block lasts."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(served(*place)) for place in places.items()]


def throughput(places: dict[str, Path], rounds: int) -> None:
    """Runs a second over HTTP with all processors busy, and what a run costs of them."""
    with all_served(places) as servers:
        rates: dict[str, list[float]] = {name: [] for name in places}
        costs: dict[str, list[float]] = {name: [] for name in places}
        for _ in range(rounds):
            for server in servers:
                rate, cost, _ = server.sweep()
                rates[server.name].append(rate)
                costs[server.name].append(cost)
    for name in places:
        show(f"{name}: runs a second, median of {rounds}", statistics.median(rates[name]), "runs/s")
        show(f"{name}: processor of a run, median", statistics.median(costs[name]), "ms")
    if "base" in places:
        show("runs a second, now : base", ratio(rates["now"], rates["base"]), "x",
             LEAST_RATIO, most=False)  # fmt: skip
        show("processor of a run, base : now", ratio(costs["base"], costs["now"]), "x",
             LEAST_RATIO, most=False)  # fmt: skip


def link(places: dict[str, Path], rounds: int) -> None:
    """Runs a second of a link that a class opens: the same program, with the link's seed.

    Who presses Run gets a seed of one's own; those runs are what `throughput` measures.
    """
    with all_served(places) as servers:
        rates: dict[str, list[float]] = {name: [] for name in places}
        for turn in range(rounds):
            for server in servers:
                # A comment makes a program that nobody has run before this class.
                code = f"{LESSONS[turn % len(LESSONS)]}\n# class {turn}\n"
                rates[server.name].append(server.sweep(runs=CLASS * [(code, 0)])[0])
    for name in places:
        what = f"{name}: runs a second of one link, {CLASS} students"
        show(what, statistics.median(rates[name]), "runs/s")
    if "base" in places:
        show("the same, now : base", ratio(rates["now"], rates["base"]), "x")


def ratio(above: list[float], below: list[float]) -> float:
    """The median of the ratios of figures that were taken one after the other."""
    return statistics.median(one / other for one, other in zip(above, below, strict=True))


def latency(places: dict[str, Path], rounds: int) -> None:
    """How long one run takes for one client, from the request to the whole document."""
    with all_served(places) as servers:
        delays: dict[str, list[float]] = {name: [] for name in places}
        for _ in range(rounds):
            for server in servers:
                delays[server.name].extend(server.sweep(clients=1)[2])
    for name, found in delays.items():
        show(f"{name}: a run, p50", statistics.median(found), "ms")
        show(f"{name}: a run, p95", sorted(found)[int(0.95 * len(found))], "ms")


def cached(places: dict[str, Path], rounds: int) -> None:
    """How long a run takes that was made before: a lesson whose link many open."""
    with all_served(places) as servers, contextlib.ExitStack() as stack:
        delays: dict[str, list[float]] = {name: [] for name in places}
        lines = [stack.enter_context(contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", server.port))) for server in servers]
        for _ in range(20 * rounds):
            for server, line in zip(servers, lines, strict=True):
                delays[server.name].append(server.run(line, LESSONS[0], 10**6))
    for name, found in delays.items():
        show(f"{name}: the same run again, p50", statistics.median(found), "ms",
             MOST_CACHED if name == "now" else None)  # fmt: skip


def start(places: dict[str, Path], rounds: int) -> None:
    """How long the process takes to be ready from which runs are forked."""
    walls: dict[str, list[float]] = {name: [] for name in places}
    costs: dict[str, list[float]] = {name: [] for name in places}
    for _ in range(rounds):
        for name, root in places.items():
            told = subprocess.run([sys.executable, "-c", START], cwd=root, env=environment(root),
                                  check=True, capture_output=True, text=True).stdout
            wall, cost = map(float, told.split())
            walls[name].append(wall)
            costs[name].append(cost)
    for name in places:
        show(f"{name}: start of a zygote, least of {rounds}", min(walls[name]), "ms",
             MOST_START if name == "now" else None)  # fmt: skip
        show(f"{name}: its processor time, median", statistics.median(costs[name]), "ms")
    if "base" in places:
        show("its processor time, base : now", ratio(costs["base"], costs["now"]), "x")


def told_by(script: str, rounds: int) -> None:
    """Show what another benchmark of this folder prints of this checkout alone."""
    command = [sys.executable, str(ROOT / "benchmarks" / script), str(rounds)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(ROOT), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            show(*json.loads(line))
    if process.returncode:
        raise SystemExit(f"{script} ended with {process.returncode}.")


def workers(_: dict[str, Path], rounds: int) -> None:
    """What Celery workers over Redis add to a run, and how many runs two of them do."""
    told_by("far_jobs.py", rounds)


def classroom(_: dict[str, Path], rounds: int) -> None:
    """A class of 60 behind one proxy, with TLS and a prefix: who is answered, and when."""
    told_by("university.py", min(rounds, 4))


# Each measures the checkouts in turn, so many times, and prints its figures.
PARTS: dict[str, Callable[[dict[str, Path], int], None]] = {
    "throughput": throughput,
    "link": link,
    "latency": latency,
    "cached": cached,
    "start": start,
    "workers": workers,
    "classroom": classroom,
}


def main() -> None:
    """Measure the parts that are asked for, and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", metavar="COMMIT", help="measure this commit beside this checkout")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    with contextlib.ExitStack() as stack:
        places = {"now": ROOT}
        if asked.base:
            places = {"base": stack.enter_context(checkout(asked.base)), **places}
        for name in asked.parts or PARTS:
            PARTS[name](places, asked.rounds)


if __name__ == "__main__":
    main()
