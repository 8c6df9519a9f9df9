"""What workers cost: `python benchmarks/workers.py [--rounds 200]` prints each figure and its goal.

A lesson is run once; then its tape is drawn here and by a worker in turn, and its picture is made.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from server import examples, pipeline
from server.config import Config
from server.document import run
from server.export.render_types import PLAIN
from server.sandbox import Sandbox
from server.sandbox.raw_run import RawRun, read
from server.workers.client import Client
from server.workers.pool import Workers

PAUSE = 0.02  # between requests, as people leave it


def took(work: Callable[[], object]) -> float:
    """Milliseconds that `work` takes."""
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def resident() -> float:
    """MB of memory that this process holds."""
    status = Path("/proc/self/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def show(what: str, figure: float, goal: float, unit: str) -> None:
    """One line of the table."""
    verdict = "holds" if figure <= goal else "MISSED"
    print(f"{what:<52} {figure:>8.1f} {unit:<4} goal {goal:.3g} {unit:<4} {verdict}")


def lesson(sandbox: Sandbox) -> RawRun:
    """A lesson as it was sent."""
    return sandbox.record(examples.index()[0]["code"], 0, lambda raw: raw)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    rounds = parser.parse_args().rounds
    config = Config()
    sandbox, workers = Sandbox(config), Workers(config)
    client, raw = Client(workers), lesson(sandbox)

    def here() -> bytes:
        return run.text_of(pipeline.document(raw.code, read(raw, config), config))

    for _ in range(20):  # warm
        assert client.document(raw) == here()
    added, drawn = [], []
    for _ in range(rounds):
        drawn.append(took(here))
        added.append(took(lambda: client.document(raw)) - drawn[-1])
        time.sleep(PAUSE)
    print(f"drawing a lesson in one's own process: {statistics.median(drawn):.1f} ms")
    show("what the worker adds to it, p50", statistics.median(added), 3, "ms")
    client.export(raw, "png", PLAIN, None, None)
    before, pictures = resident(), []
    for _ in range(max(5, rounds // 5)):
        pictures.append(took(lambda: client.export(raw, "png", PLAIN, None, None)))
        time.sleep(PAUSE)
    show("a lesson's picture in PNG, p50", statistics.median(pictures), 250, "ms")
    show(f"memory gained by {len(pictures)} pictures", resident() - before, 5, "MB")
    workers.close()
    sandbox.close()


if __name__ == "__main__":
    main()
