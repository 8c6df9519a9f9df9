"""How many runs a server answers: `python benchmarks/scale.py [--base COMMIT] [PART ...]`.

With `--base` the server of an older commit is started beside this one, from a checkout of its own,
and both take turns, so that what else the machine does meets both; figures then come as ratios.
Runs are those of all lessons, each with a seed that no run had before.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LESSONS = [path.read_text("utf-8") for path in sorted(ROOT.glob("server/examples/[0-9]*.py"))]
# As many as a server has slots on two cores.
CLIENTS = 4
LEAST_RATIO, MOST_START = 1.5, 300.0
# A class behind one address: each of its students runs something so often.
STUDENTS, EVERY_SECONDS, MOST_DELAY = 60, 15.0, 1000.0
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


@dataclass
class Server:
    """A server of one checkout that goes on: its process, its port, the cost of its runs."""

    name: str
    root: Path
    process: subprocess.Popen
    port: int
    seeds: Iterator[int] = field(default_factory=count)

    def run(
        self, connection: http.client.HTTPConnection, code: str, seed: int,
        member: dict[str, str] | None = None,
    ) -> float:  # fmt: skip
        """Have `code` run; return the milliseconds until the whole document is there."""
        began = time.perf_counter()
        body = json.dumps({"code": code, "seed": seed})
        headers = {"Content-Type": "application/json", **(member or {})}
        connection.request("POST", "/api/v1/run", body, headers)
        reply = connection.getresponse()
        text = reply.read()
        if reply.status != 200:
            raise RuntimeError(f"The server of {self.name} answered {reply.status}: {text!r}")
        return 1000 * (time.perf_counter() - began)

    def sweep(self, clients: int = CLIENTS) -> tuple[float, float, list[float]]:
        """Run every lesson once, for several clients at a time.

        Returns runs a second, milliseconds of processor for each, and the sorted delays.
        """
        todo, delays = iter(LESSONS), []
        lock = threading.Lock()

        def ask() -> None:
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port)) as line:
                while True:
                    with lock:
                        code, seed = next(todo, None), next(self.seeds)
                    if code is None:
                        return
                    delays.append(self.run(line, code, seed))

        askers = [threading.Thread(target=ask) for _ in range(clients)]
        before, began = processor_time(self.process.pid), time.perf_counter()
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        took = time.perf_counter() - began
        spent = processor_time(self.process.pid) - before
        return len(LESSONS) / took, spent / len(LESSONS), sorted(delays)


def processor_time(process: int) -> float:
    """Milliseconds of processor that a process and all below it took, those that ended too."""
    found: dict[int, tuple[int, int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            found[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    below = {process}
    while more := {pid for pid, (parent, _) in found.items() if parent in below} - below:
        below |= more
    return 1000 * sum(found[pid][1] for pid in below) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def served(name: str, root: Path, *more: str) -> Iterator[Server]:
    """The server of a checkout, warm, for as long as the block lasts; `more` are arguments."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "server", "--no-browser", "--port", "0", *more], cwd=root,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment(root) | {"DATABASE_URL": f"sqlite:///{folder}/scale.db"},
        )  # fmt: skip
        try:
            found = re.search(r"http://[^ ]*:(\d+)/", process.stdout.readline())
            if found is None:
                raise RuntimeError(f"The server of {name} did not start.")
            server = Server(name, root, process, int(found[1]))
            server.sweep()
            yield server
        finally:
            process.terminate()
            process.wait(30)


@contextlib.contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """A checkout of `commit` in a folder of its own, which is removed after the block."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "base")
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(place), commit], check=True)
        try:
            yield place
        finally:
            subprocess.run([*git, "remove", "--force", str(place)], check=True)


def environment(root: Path) -> dict[str, str]:
    """The environment of a process that imports the packages of a checkout."""
    return os.environ | {"PYTHONPATH": str(root)}


def show(what: str, figure: float, unit: str, goal: float | None = None, most: bool = True) -> None:
    """Print one figure; beside it its goal, which is a bound from above if `most`."""
    line = f"{what:<52} {figure:>8.2f} {unit:<6}"
    if goal is not None:
        holds = figure <= goal if most else figure >= goal
        line += f" goal {'<=' if most else '>='} {goal:g}  {'holds' if holds else 'MISSED'}"
    print(line, flush=True)


def throughput(places: dict[str, Path], rounds: int) -> None:
    """Runs a second over HTTP with all processors busy, and what a run costs of them."""
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(served(*place)) for place in places.items()]
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


def ratio(above: list[float], below: list[float]) -> float:
    """The median of the ratios of figures that were taken one after the other."""
    return statistics.median(one / other for one, other in zip(above, below, strict=True))


def latency(places: dict[str, Path], rounds: int) -> None:
    """How long one run takes for one client, from the request to the whole document."""
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(served(*place)) for place in places.items()]
        delays: dict[str, list[float]] = {name: [] for name in places}
        for _ in range(rounds):
            for server in servers:
                delays[server.name].extend(server.sweep(clients=1)[2])
    for name, found in delays.items():
        show(f"{name}: a run, p50", statistics.median(found), "ms")
        show(f"{name}: a run, p95", sorted(found)[int(0.95 * len(found))], "ms")


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


def workers(_: dict[str, Path], rounds: int) -> None:
    """What Celery workers over Redis add to a run, and how many runs two of them do."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "far_jobs.py"), str(rounds)], cwd=ROOT,
        env=environment(ROOT), check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    for told in map(json.loads, done.splitlines()):
        show(*told)


def members(server: Server) -> list[dict[str, str]]:
    """Open a room at a server, and return the headers of each student in it."""
    def post(path: str, body: dict[str, str | None]) -> dict[str, str]:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port)) as line:
            line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            return json.loads(line.getresponse().read())

    room = post("/api/v1/rooms", {"code": LESSONS[0]})["room"]
    tokens = [post(f"/api/v1/rooms/{room}/join", {"name": None})["token"] for _ in range(STUDENTS)]
    return [{"Tapescope-Room": room, "Authorization": f"Bearer {each}"} for each in tokens]


def classroom(places: dict[str, Path], rounds: int) -> None:
    """A class behind one address, at a server that counts clients: who is answered, and when."""
    delays: list[float] = []
    runs = min(rounds, 4)

    def study(server: Server, number: int, member: dict[str, str]) -> None:
        began = time.monotonic() + number * EVERY_SECONDS / STUDENTS
        for i in range(runs):
            time.sleep(max(0.0, began + i * EVERY_SECONDS - time.monotonic()))
            code = LESSONS[(number + i) % len(LESSONS)]
            # The server closes a connection that is idle for so long.
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port)) as line:
                with contextlib.suppress(OSError, RuntimeError):  # refused, or lost
                    delays.append(server.run(line, code, 1000 * number + i, member))

    with served("now", places["now"], "--host", "0.0.0.0") as server:
        students = [
            threading.Thread(target=study, args=(server, number, member))
            for number, member in enumerate(members(server))
        ]
        for student in students:
            student.start()
        for student in students:
            student.join()
    show("a class: runs that were answered", len(delays), "runs", STUDENTS * runs, most=False)
    show("a class: a run, p50", statistics.median(delays), "ms")
    show("a class: a run, p95", sorted(delays)[int(0.95 * len(delays))], "ms", MOST_DELAY)


# Each measures the checkouts in turn, so many times, and prints its figures.
PARTS: dict[str, Callable[[dict[str, Path], int], None]] = {
    "throughput": throughput,
    "latency": latency,
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
