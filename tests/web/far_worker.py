"""A worker in a process of its own: the command `tapescope worker`, with some settings."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.config.setting import variable_of
from server.jobs.board import Board

ROOT = Path(__file__).parents[2]
START_SECONDS = 60


@contextmanager
def working(log: int | None = None, **settings: object) -> Iterator[subprocess.Popen[bytes]]:
    """A worker that is there, with some settings; `log` is the file that gets its log."""
    given = {variable_of(name): str(value) for name, value in settings.items()}
    program = [sys.executable, "-m", "server", "worker"]
    with subprocess.Popen(
        program, cwd=ROOT, env=os.environ | given, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=log,
    ) as process:  # fmt: skip
        try:
            board = Board(str(settings["redis"]))
            wait_until(lambda: any(f":{process.pid}:" in each.name for each in board.workers()))
            board.close()
            yield process
        finally:
            process.kill()


def wait_until(is_so, seconds: float = START_SECONDS) -> None:
    """Wait for what must come to be."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)
