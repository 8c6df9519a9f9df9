"""A worker in a process of its own: `python -m tests.web.far_worker SETTINGS`, as JSON."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.config import Config
from server.jobs.board import Board

ROOT = Path(__file__).parents[2]
START_SECONDS = 60


@contextmanager
def working(**settings: object) -> Iterator[subprocess.Popen[bytes]]:
    """A worker that is there, with some settings."""
    program = [sys.executable, "-m", "tests.web.far_worker", json.dumps(settings)]
    with subprocess.Popen(program, cwd=ROOT, stdin=subprocess.DEVNULL) as process:
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


if __name__ == "__main__":
    from server.jobs.celery_worker import Worker

    sys.exit(Worker(Config(**json.loads(sys.argv[1]))).run())
