"""The plain fence, for machines that have no better one: a fresh process for each run.

It bounds time, memory and output, and keeps the server's process out of reach of mistakes. It does
not stop code that means harm; only the local user's own code belongs here.
"""

import importlib.util
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

# `-S -s -P` and a clean environment: nothing of the user's shell or site changes a run.
FLAGS = ["-S", "-s", "-P", "-B"]
ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
}
PACKAGES = ("autograd", "numpy", "server")


class Timed:
    """Starts one process for each run."""

    strength = "timed"

    def __init__(self, config):
        self._config = config

    def start(self) -> "Process":
        """A process that waits for its request. Raises OSError when there can be none."""
        return Process(self._config)

    def close(self) -> None:
        """Nothing is kept between runs."""


class Process:
    """One run's process, reached through its standard input and output."""

    def __init__(self, config):
        self._process = subprocess.Popen(
            [sys.executable, *FLAGS, "-c", bootstrap("server.sandbox.timed"), *arguments(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            cwd=Path(sys.executable).anchor,
        )
        self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, data: bytes) -> None:
        """Hand over the request."""
        try:
            self._process.stdin.write(data)
            self._process.stdin.close()
        except OSError:
            pass  # it died before reading; its exit says so

    def receive(self, until: float) -> bytes:
        """The next bytes, b"" after the last. TimeoutError at the monotonic time `until`."""
        try:
            return self._chunks.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise TimeoutError from None

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def wait(self) -> int | None:
        """Wait for the end; the number of the signal that ended it, if one did."""
        code = self._process.wait()
        return -code if code < 0 else None

    def _read(self) -> None:
        with self._process.stdout as stdout:
            while chunk := os.read(stdout.fileno(), 2**16):
                self._chunks.put(chunk)
        self._chunks.put(b"")


def environment() -> dict[str, str]:
    """The environment of a confined process; Windows cannot start a program without its root."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return ENVIRONMENT | kept


def bootstrap(module: str) -> str:
    """Python code that finds our packages where this process finds them and calls `module.main`."""
    roots = dict.fromkeys(
        str(Path(importlib.util.find_spec(name).origin).parents[1]) for name in PACKAGES
    )
    return f"import sys; sys.path += {list(roots)!r}\nfrom {module} import main; main()"


def arguments(config) -> list[str]:
    """The limits that a process sets for itself, as text."""
    return [
        str(value)
        for value in (
            config.event_limit,
            config.output_bytes,
            config.memory_bytes,
            max(1, round(config.cpu_seconds)),
        )
    ]


def main() -> None:
    """In the child: take its limits, leave its standard streams to the run, and serve one run."""
    from . import program

    events, output, memory, cpu = map(int, sys.argv[1:])
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    if sys.platform != "win32":
        from . import rlimits

        rlimits.apply(memory, cpu)
    program.serve(source, sink, program.Limits(events, output))
