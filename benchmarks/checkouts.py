"""Servers of several checkouts, which a benchmark asks in turn."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LESSONS = [path.read_text("utf-8") for path in sorted(ROOT.glob("server/examples/[0-9]*.py"))]
# As many as a server has slots on two cores.
CLIENTS = 4


@dataclass
class Server:
    """A server of one checkout that goes on: its process, its port, the cost of its runs."""

    name: str
    root: Path
    process: subprocess.Popen
    port: int
    seeds: Iterator[int] = field(default_factory=count)

    def run(self, connection: http.client.HTTPConnection, code: str, seed: int) -> float:
        """Have `code` run; return the milliseconds until the whole document is there."""
        began = time.perf_counter()
        body = json.dumps({"code": code, "seed": seed})
        headers = {"Content-Type": "application/json"}
        connection.request("POST", "/api/v1/run", body, headers)
        reply = connection.getresponse()
        text = reply.read()
        if reply.status != 200:
            raise RuntimeError(f"The server of {self.name} answered {reply.status}: {text!r}")
        return 1000 * (time.perf_counter() - began)

    def sweep(
        self, clients: int = CLIENTS, runs: list[tuple[str, int]] | None = None
    ) -> tuple[float, float, list[float]]:
        """Run programs with their seeds, for several clients at a time.

        Without `runs` these are all lessons, with seeds that were not used yet. Returns runs a
        second, milliseconds of processor for each, and the sorted delays.
        """
        runs = runs or list(zip(LESSONS, self.seeds, strict=False))
        todo, delays = iter(runs), []
        lock = threading.Lock()

        def ask() -> None:
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port)) as line:
                while True:
                    with lock:
                        run = next(todo, None)
                    if run is None:
                        return
                    delays.append(self.run(line, *run))

        askers = [threading.Thread(target=ask) for _ in range(clients)]
        before, began = processor_time(self.process.pid), time.perf_counter()
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        took = time.perf_counter() - began
        spent = processor_time(self.process.pid) - before
        return len(runs) / took, spent / len(runs), sorted(delays)


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
