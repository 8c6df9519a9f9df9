"""The server under attack: how long `/healthz` takes while four clients do their worst.

`python benchmarks/under_attack.py` starts a server of its own on this machine, has it attacked for
a minute (hostile_clients.py), requests `/healthz` twenty times a second, and prints the delays, the
memory of the server and of its children, and how every attack was answered. Delays are those of
clients that come at fixed times: while one request waits, those that would have come in the
meantime wait as well, and count. A request that fails counts as one that is never answered.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.hostile_clients import ATTACKS, HOST, PATIENCE_SECONDS

ROOT = Path(__file__).parents[1]
CLIENTS = 4
INTERVAL_SECONDS = 0.05
# Until a request to /healthz counts as never answered.
HEALTH_SECONDS = 10.0
# The server is ended beyond this, so that an attack cannot take down the machine.
MOST_MEGABYTES = 8_000
# In seconds, of /healthz at p99.
MOST_DELAY = 0.050


@dataclass
class Measured:
    """How a server fared: delays of /healthz in seconds, memory in MB (server, its children).

    Of pages that processes share, each has its share.
    """

    delays: list[float] = field(default_factory=list)
    before: tuple[float, float] = (0.0, 0.0)
    peak: tuple[float, float] = (0.0, 0.0)
    after: tuple[float, float] = (0.0, 0.0)
    seconds: float = 0.0
    ended: str | None = None  # why the server was not there at the end
    answers: dict[str, dict] = field(default_factory=dict)

    def quantile(self, part: float) -> float:
        """Return the delay that a `part` of all requests did not exceed, in seconds."""
        ordered = sorted(self.delays)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


@contextlib.contextmanager
def serve(folder: str) -> Iterator[tuple[subprocess.Popen, int]]:
    """Start a server with nothing stored; yields the process and its port."""
    log = Path(folder, "stderr")
    with log.open("w") as errors, subprocess.Popen(
        [sys.executable, "-m", "server", "--no-browser", "--port", "0"], cwd=ROOT, text=True,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{folder}/attacked.db"},
        stdout=subprocess.PIPE, stderr=errors,
    ) as server:  # fmt: skip
        try:
            found = re.search(r"http://[^ ]*:(\d+)/", server.stdout.readline())
            if found is None:
                raise RuntimeError(f"The server did not start: {log.read_text()}")
            yield server, int(found[1])
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


def ask_health(port: int) -> float:
    """Request /healthz on a new connection; return the delay in seconds, infinite for none."""
    began = time.monotonic()
    connection = http.client.HTTPConnection(HOST, port, timeout=HEALTH_SECONDS)
    with contextlib.closing(connection):
        try:
            connection.request("GET", "/healthz")
            is_well = connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            is_well = False
    return time.monotonic() - began if is_well else math.inf


def measure_memory(server: int) -> tuple[float, float]:
    """Return the memory of a server and of all its descendants, in MB; shared pages count once."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
    below = {server}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    return share_of(server), sum(share_of(pid) for pid in below - {server})


def share_of(process: int) -> float:
    """Return the MB that a process holds; of pages that several have, its share."""
    with contextlib.suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024
    return 0.0


def start_clients(port: int, seconds: float, attacks: list[str]) -> list[subprocess.Popen]:
    """Start the clients, which end by themselves."""
    program = [sys.executable, "benchmarks/hostile_clients.py", str(port), str(seconds)]
    return [
        subprocess.Popen([*program, str(i), *attacks], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for i in range(CLIENTS)
    ]


def watch_server(measured: Measured, server: subprocess.Popen, port: int, seconds: float) -> None:
    """Ask /healthz at fixed times until the time is over or the server is gone."""
    began = looked = time.monotonic()
    while (now := time.monotonic()) < began + seconds and measured.ended is None:
        delay = ask_health(port)
        late = delay if delay < math.inf else time.monotonic() - now
        measured.delays.append(delay)
        # Those that would have come in the meantime.
        missed = int(late / INTERVAL_SECONDS)
        measured.delays += [delay - i * INTERVAL_SECONDS for i in range(1, missed + 1)]
        if time.monotonic() - looked > 0.25:
            looked, memory = time.monotonic(), measure_memory(server.pid)
            measured.peak = tuple(map(max, measured.peak, memory))
            if sum(memory) > MOST_MEGABYTES:
                server.kill()
                measured.ended = f"ended by us, at more than {MOST_MEGABYTES} MB"
        if server.poll() is not None:
            measured.ended = measured.ended or f"died with status {server.returncode}"
        time.sleep(max(0.0, INTERVAL_SECONDS - (time.monotonic() - now)))
    measured.seconds = time.monotonic() - began


def gather_answers(clients: list[subprocess.Popen]) -> dict[str, dict]:
    """Wait for the clients and add up, for each attack, how it was answered."""
    total: dict[str, dict] = {}
    for client in clients:
        try:
            output, _ = client.communicate(timeout=3 * PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            client.kill()
            output, _ = client.communicate()
        for name, answer in json.loads(output or "{}").items():
            known = total.setdefault(name, {"counts": {}, "longest": 0.0, "largest": 0})
            for status, count in answer["counts"].items():
                known["counts"][status] = known["counts"].get(status, 0) + count
            for figure in ("longest", "largest"):
                known[figure] = max(known[figure], answer[figure])
    return total


def measure(seconds: float, attacks: list[str] | None = None) -> Measured:
    """Have a new server attacked for so many seconds and return how it fared."""
    measured = Measured()
    with tempfile.TemporaryDirectory() as folder, serve(folder) as (server, port):
        for _ in range(20):
            ask_health(port)
        measured.before = measured.peak = measure_memory(server.pid)
        clients = start_clients(port, seconds, list(attacks or ATTACKS))
        try:
            watch_server(measured, server, port, seconds)
            measured.answers = gather_answers(clients)
        finally:
            for client in clients:
                client.kill()
                client.wait()
        if server.poll() is None:
            time.sleep(2)  # for what is still being ended
            measured.after = measure_memory(server.pid)
    return measured


def report(measured: Measured) -> str:
    """Write the figures out."""
    delays = "  ".join(
        f"{name} {1000 * measured.quantile(part):.1f} ms"
        for name, part in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("most", 1.0))
    )
    never = sum(delay == math.inf for delay in measured.delays)
    lines = [
        f"server: {measured.ended or 'alive'} after {measured.seconds:.1f} s",
        f"/healthz: {delays}  ({len(measured.delays)}, {never} never answered)",
        "memory in MB, server + children: " + ", ".join(
            f"{name} {own:.0f} + {children:.0f}" for name, (own, children) in (
                ("before", measured.before), ("peak", measured.peak), ("after", measured.after),
            )
        ),
        f"load of the machine: {os.getloadavg()[0]:.1f}",
    ]  # fmt: skip
    for name, answer in measured.answers.items():
        counts = ", ".join(f"{key}: {count}" for key, count in sorted(answer["counts"].items()))
        lines.append(f"{name:24} longest {answer['longest']:5.1f} s, largest "
                     f"{answer['largest'] / 1e6:6.1f} MB; {counts}")  # fmt: skip
    return "\n".join(lines)


def main() -> int:
    """Attack, print the figures; 1 where the server is gone or p99 is beyond the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of attack (%(default)s)")
    parser.add_argument("attacks", nargs="*", help=f"of {', '.join(ATTACKS)}; all if left out")
    asked = parser.parse_args()
    if unknown := set(asked.attacks) - set(ATTACKS):
        parser.error(f"no attack is called {', '.join(sorted(unknown))}")
    measured = measure(asked.seconds, asked.attacks)
    print(report(measured))
    return 0 if measured.ended is None and measured.quantile(0.99) <= MOST_DELAY else 1


if __name__ == "__main__":
    sys.exit(main())
