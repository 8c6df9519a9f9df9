"""The timed fence, for machines without a better one: a fresh process for each run.

It limits time, memory and output, and protects the server's process from mistakes. It does not stop
malicious code; only the local user's own code may run in it.
"""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from .process_times import Times, of_process
from .python_process import FLAGS, bootstrap, environment
from .role import Role, snippets

if sys.platform != "win32":
    from . import rlimits

# What is added to the nice value of a long run.
_NICER = 10


class Timed:
    """Starts one process for each request. Threads may share one.

    Processes that draw load slowly: `waiting` of them are started in advance.
    """

    strength = "timed"

    def __init__(self, config, role: Role | None = None, waiting: int = 0):
        self._role = role or snippets(config)
        self._spare: deque[Process] = deque(Process(self._role) for _ in range(waiting))

    def start(self, request: Iterable[bytes], until: float) -> "Process":
        """Return a process that was sent `request`. Raises OSError if it cannot be started."""
        try:
            process = self._spare.popleft()
            self._spare.append(Process(self._role))
        except IndexError:
            process = Process(self._role)
        process.send(request)
        return process

    def close(self) -> None:
        """End the waiting processes."""
        while self._spare:
            self._spare.popleft().leave()


class Process:
    """One run's process, reached through its standard input and output."""

    def __init__(self, role: Role):
        program = bootstrap("server.sandbox.subprocess_runner")
        self._process = subprocess.Popen(
            [sys.executable, *FLAGS, "-c", program, json.dumps(asdict(role))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            cwd=Path(sys.executable).anchor,
        )
        self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, request: Iterable[bytes]) -> None:
        """Send the request."""
        try:
            self._process.stdin.writelines(request)
            self._process.stdin.close()
        except OSError:
            pass  # it died before reading, which its exit status shows

    def waits(self) -> bool:
        """Return False: the process cannot take another request."""
        return False

    def receive(self, until: float) -> bytes:
        """Return the next bytes, b"" after the last; TimeoutError at the monotonic time `until`."""
        try:
            return self._chunks.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise TimeoutError from None

    def step_back(self) -> None:
        """Lower the priority of this process, which runs for long."""
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                os.setpriority(os.PRIO_PROCESS, self._process.pid, _NICER)

    def interrupt(self) -> None:
        """Signal the process to send the rest of its tape and exit, or terminate it."""
        self._process.send_signal(getattr(signal, "SIGUSR1", signal.SIGTERM))

    def times(self) -> Times | None:
        """Return its seconds of computing and waiting; None where the system has no such times."""
        return of_process(self._process.pid)

    def leave(self) -> None:
        """Kill the process, which has sent its last frame or was never used."""
        self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def end(self, patience: float = 0.0) -> int | None:
        """Wait `patience` seconds for the process to exit, then kill it.

        Returns the number of the signal that ended it, None if it exited or was killed here.
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


def main() -> None:
    """In the child: detach the standard streams, apply limits, serve one request."""
    role = Role(**json.loads(sys.argv[1]))
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    sys.dont_write_bytecode = True
    ready = import_module(role.program).start(role.settings)
    ready.install()
    ready.wake()
    if sys.platform != "win32":
        rlimits.bound_memory(role.memory_bytes, role.memory)
        rlimits.bound_run(role.cpu_seconds)
    ready.serve(source, sink)
