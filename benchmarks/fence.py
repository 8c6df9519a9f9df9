"""What the fence costs: `python benchmarks/fence.py [--runs 5000]` prints each figure and its goal.

Times are of a whole run as the server sees it, from the call to the first line of the user's code.
Each is the median of several repeats. Other programs spoil them all the same, so the last figures
of speed are of processor time: what a lesson costs server, zygote and run together.
"""

import argparse
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.config import Config
from server.sandbox import Sandbox
from server.sandbox.zygote_pool import Strong

FIRST_LINE = "import time\nprint(time.monotonic())"
LESSON = (Path(__file__).parents[1] / "server/examples/01_accumulate.py").read_text("utf-8")
LOOP = "while True: pass"
REPEATS = 5


def delay(place: Sandbox) -> float:
    """Milliseconds from the request to the first line of the code."""
    asked = time.monotonic()
    outcome = place.run(FIRST_LINE, client="bench")
    return 1000 * (float(outcome.events[0]["text"]) - asked)


def delays(place: Sandbox, count: int) -> list[float]:
    """Sorted delays of `count` runs, one after another."""
    return sorted(delay(place) for _ in range(count))


def start_time(config: Config) -> float:
    """Milliseconds until a zygote is ready."""
    began = time.monotonic()
    fence = Strong(config)
    took = 1000 * (time.monotonic() - began)
    fence.close()
    return took


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


def processor_time(place: Sandbox, runs: int) -> float:
    """Milliseconds of processor that a lesson costs all processes together."""

    def spent() -> float:
        own = sum(os.times()[:2])
        line = Path(f"/proc/{bearer(place)}/stat").read_text("ascii").rpartition(")")[2].split()
        return own + sum(map(int, line[11:15])) / os.sysconf("SC_CLK_TCK")

    before = spent()
    for _ in range(runs):
        place.run(LESSON, seed=0)
    return 1000 * (spent() - before) / runs


def bearer(place: Sandbox) -> int:
    """The process that runs are forked from: below the one that waits for it, where there is."""
    fence = place._choice[0]
    first = fence._zygote._process.pid
    if fence.layers["namespaces"] is not None:
        return first
    return int(Path(f"/proc/{first}/task/{first}/children").read_text("ascii").split()[0])


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


def growth(place: Sandbox, runs: int) -> tuple[int, int, int]:
    """What `runs` runs leave behind, after a first hundred.

    KB that the server gained, KB that its zygote did (or the one that took over), descriptors.
    """
    for _ in range(100):
        place.run(LESSON, seed=0)
    (server, descriptors), (zygote, _) = held(), held(bearer(place))
    for _ in range(runs):
        place.run(LESSON, seed=0)
    (more_server, more), (more_zygote, _) = held(), held(bearer(place))
    return more_server - server, more_zygote - zygote, more - descriptors


def show(what: str, figure: float, goal: float, unit: str, better: Callable) -> None:
    """One line of the table."""
    verdict = "holds" if better(figure, goal) else "MISSED"
    print(f"{what:<48} {figure:>9.1f} {unit:<8} goal {goal:.3g} {unit:<8} {verdict}")


def most(figure: float, goal: float) -> bool:
    return figure <= goal


def least(figure: float, goal: float) -> bool:
    return figure >= goal


def speed(place: Sandbox, config: Config) -> None:
    """How fast runs are."""
    delays(place, 50)  # warm
    starts = [start_time(config) for _ in range(REPEATS)]
    show("start of a zygote", statistics.median(starts), 300, "ms", most)
    alone = [delays(place, 300) for _ in range(REPEATS)]
    middle = statistics.median(map(statistics.median, alone))
    show("request to user code, p50", middle, 3, "ms", most)
    last = statistics.median(each[int(0.99 * len(each))] for each in alone)
    show("request to user code, p99", last, 10, "ms", most)
    with loops(place, 4):
        beside = statistics.median(delays(place, 200))
        show("the same p50 beside four loops", beside, 10, "ms", most)
    rates = [rate(place, 3, config.slots) for _ in range(REPEATS)]
    show("seed lessons a second", statistics.median(rates), 300, "runs/s", least)
    cost = statistics.median(processor_time(place, 100) for _ in range(REPEATS))
    show("processor time of a seed lesson", cost, 2000 / 300, "ms", most)


def soak(place: Sandbox, runs: int) -> None:
    """What many runs leave behind."""
    server, zygote, descriptors = growth(place, runs)
    show(f"server's memory gained over {runs} runs", server / 1024, 5, "MB", most)
    show(f"zygote's memory gained over {runs} runs", zygote / 1024, 5, "MB", most)
    show(f"descriptors gained over {runs} runs", descriptors, 0, "", most)


def main() -> None:
    """Measure everything, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5_000, help="runs of the soak")
    runs = parser.parse_args().runs
    config = Config()
    place = Sandbox(config)
    print(f"fence: {place.fence}")
    speed(place, config)
    soak(place, runs)
    place.close()


if __name__ == "__main__":
    main()
