"""What the fence costs: `python benchmarks/fence.py [--runs 5000]` prints each figure and its goal.

Times are of a whole run as the server sees it, from the call to the first line of the user's code.
"""

import argparse
import statistics
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

from server.config import Config
from server.sandbox import Sandbox
from server.sandbox.strong import Strong

FIRST_LINE = "import time\nprint(time.monotonic())"
LESSON = (Path(__file__).parents[1] / "server/examples/01_accumulate.py").read_text("utf-8")
LOOP = "while True: pass"


def delay(place: Sandbox) -> float:
    """Milliseconds from the request to the first line of the code."""
    asked = time.monotonic()
    outcome = place.run(FIRST_LINE, client="bench")
    return 1000 * (float(outcome.events[0]["text"]) - asked)


def delays(place: Sandbox, count: int) -> list[float]:
    """Sorted delays of `count` runs, one after another."""
    return sorted(delay(place) for _ in range(count))


def start_time(config: Config) -> float:
    """Milliseconds until a zygote is ready, the best of three."""

    def once() -> float:
        began = time.monotonic()
        fence = Strong(config)
        took = 1000 * (time.monotonic() - began)
        fence.close()
        return took

    return min(once() for _ in range(3))


def rate(place: Sandbox, seconds: float, threads: int) -> float:
    """Lessons a second when `threads` clients ask without pause."""
    until = time.monotonic() + seconds
    counts = []

    def ask(client: int) -> None:
        count = 0
        while time.monotonic() < until:
            assert place.run(LESSON, seed=0, client=client).kind == "finished"
            count += 1
        counts.append(count)

    askers = [threading.Thread(target=ask, args=[i]) for i in range(threads)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    return sum(counts) / seconds


@contextmanager
def loops(place: Sandbox, count: int):
    """`count` endless loops, each of a client of its own, for as long as the block lasts."""
    over = threading.Event()

    def loop(client: str) -> None:
        while not over.is_set():
            place.run(LOOP, client=client)

    running = [threading.Thread(target=loop, args=[f"loop {i}"]) for i in range(count)]
    for each in running:
        each.start()
    time.sleep(0.5)  # until they step aside
    yield
    over.set()
    for each in running:
        each.join()


def held(process: int | str = "self") -> tuple[int, int]:
    """KB of resident memory, and open descriptors, of a process."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(resident.split()[1]), len(list(Path(f"/proc/{process}/fd").iterdir()))


def growth(place: Sandbox, runs: int) -> tuple[int, int]:
    """KB and descriptors that the server gained over `runs` runs, after a first hundred."""
    for _ in range(100):
        place.run(LESSON, seed=0)
    before = held()
    for _ in range(runs):
        place.run(LESSON, seed=0)
    return tuple(after - first for after, first in zip(held(), before, strict=True))


def show(what: str, figure: float, goal: float, unit: str, better: Callable) -> None:
    """One line of the table."""
    verdict = "holds" if better(figure, goal) else "MISSED"
    print(f"{what:<48} {figure:>9.1f} {unit:<8} goal {goal:g} {unit:<8} {verdict}")


def main() -> None:
    """Measure everything, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5_000, help="runs of the soak")
    runs = parser.parse_args().runs
    config = Config()
    place = Sandbox(config)
    print(f"fence: {place.fence}")

    def most(figure, goal):
        return figure <= goal

    def least(figure, goal):
        return figure >= goal

    delays(place, 50)  # warm
    show("start of a zygote", start_time(config), 300, "ms", most)
    alone = delays(place, 500)
    show("request to user code, p50", statistics.median(alone), 3, "ms", most)
    show("request to user code, p99", alone[int(0.99 * len(alone))], 10, "ms", most)
    show("seed lessons a second", rate(place, 5, config.slots), 300, "runs/s", least)
    with loops(place, 4):
        beside = statistics.median(delays(place, 200))
        show("the same p50 beside four loops", beside, 10, "ms", most)
    memory, descriptors = growth(place, runs)
    show(f"memory gained over {runs} runs", memory / 1024, 5, "MB", most)
    show(f"descriptors gained over {runs} runs", descriptors, 0, "", most)
    place.close()


if __name__ == "__main__":
    main()
