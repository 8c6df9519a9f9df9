"""The plain fence, for machines that have no better one: a fresh process for each run.

It bounds time, memory and output, and keeps the server's process out of reach of mistakes. It does
not stop code that means harm; only the local user's own code belongs here.
"""

import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

from .launch import FLAGS, bootstrap, environment

# How far a long run steps behind the others.
_NICER = 10


class Timed:
    """Starts one process for each run."""

    strength = "timed"

    def __init__(self, config):
        self._config = config

    def start(self, request: bytes) -> "Process":
        """A process that has `request`. Raises OSError when there can be none."""
        process = Process(self._config)
        process.send(request)
        return process

    def close(self) -> None:
        """Nothing is kept between runs."""


class Process:
    """One run's process, reached through its standard input and output."""

    def __init__(self, config):
        self._process = subprocess.Popen(
            [sys.executable, *FLAGS, "-c", bootstrap("server.sandbox.timed"), *_arguments(config)],
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

    def step_back(self) -> None:
        """Let other processes go before this one, which takes long."""
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, _NICER)

    def leave(self) -> None:
        """Be done with a process that has said its last word."""
        self._process.kill()
        self._process.wait()

    def end(self, patience: float = 0.0) -> int | None:
        """Let it end by itself for `patience` seconds, then end it.

        The number of the signal that ended it, if that was not ours.
        """
        try:
            code = self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self.leave()
            return None
        return -code if code < 0 else None

    def _read(self) -> None:
        with self._process.stdout as stdout:
            while chunk := os.read(stdout.fileno(), 2**16):
                self._chunks.put(chunk)
        self._chunks.put(b"")


def _arguments(config) -> list[str]:
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
    sys.dont_write_bytecode = True
    if sys.platform != "win32":
        from . import rlimits

        rlimits.bound_memory(memory)
        rlimits.bound_run(cpu)
    ready = program.Program(program.Limits(events, output))
    ready.install()
    ready.serve(source, sink)
