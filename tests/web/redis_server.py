"""A Redis that a test starts for itself, reached by a socket in a folder of its own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
import redis


@contextmanager
def folder() -> Iterator[Path]:
    """A folder whose path is short, as that of a socket must be: not pytest's own."""
    with tempfile.TemporaryDirectory(prefix="redis") as name:
        yield Path(name)


@contextmanager
def running(place: Path | None = None) -> Iterator[str]:
    """An empty server, in a folder if one is given; answers with its address, as REDIS_URL has it.
    """
    program = shutil.which("redis-server")
    if program is None:
        assert os.environ.get("CI") != "true", "CI must have Redis."
        pytest.skip("There is no Redis on this machine.")
    with nullcontext(place) if place else folder() as inside:
        path = inside / "socket"
        with subprocess.Popen(
            [program, "--port", "0", "--unixsocket", path, "--save", "", "--dir", inside],
            stdout=subprocess.DEVNULL,
        ) as server:
            try:
                wait_for(path)
                yield f"unix://{path}"
            finally:
                server.terminate()


def wait_for(path: Path) -> None:
    """Until the server answers; it says so within a fraction of a second."""
    patient = redis.retry.Retry(redis.backoff.ConstantBackoff(0.05), 400)
    errors = [redis.ConnectionError, FileNotFoundError]
    with redis.Redis(unix_socket_path=str(path), retry=patient, retry_on_error=errors) as client:
        client.ping()
