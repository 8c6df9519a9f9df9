"""A RabbitMQ that tests start for themselves, with ports and folders of its own."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from kombu import Connection

# Debian's own; the one on the path changes to another user.
PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
START_SECONDS = 90


class Broker:
    """A server that may be ended, and started again with what it had written."""

    def __init__(self, folder: Path):
        self.port, distribution, epmd = free_ports(3)
        self.address = f"amqp://guest:guest@127.0.0.1:{self.port}//"
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),  # of the cookie
            "ERL_EPMD_PORT": str(epmd),
            "ERL_EPMD_RELAXED_COMMAND_CHECK": "1",  # it may be ended while it knows a dead node
            "RABBITMQ_NODENAME": f"tapescope{secrets.token_hex(4)}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(distribution),
            "RABBITMQ_MNESIA_BASE": str(folder / "data"),
            "RABBITMQ_LOG_BASE": str(folder / "log"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            # Two schedulers, and no thread that spins, on a machine of two cores.
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 2:2 +sbwt none +sbwtdcpu none",
        }
        (folder / "plugins").write_text("[].\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            [PROGRAM], env=self._environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            with suppress(OSError), Connection(self.address, connect_timeout=2) as connection:
                connection.connect()
                return
            time.sleep(0.1)
        raise AssertionError("RabbitMQ did not start.")

    def stop(self) -> None:
        """End it at once, as when its machine loses power."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """End it, with the process that knows its name."""
        self.stop()
        epmd = ["epmd", "-port", self._environment["ERL_EPMD_PORT"], "-kill"]
        subprocess.run(epmd, capture_output=True, check=False)


@contextmanager
def running() -> Iterator[Broker]:
    """A server without any queue."""
    if not PROGRAM.exists() or shutil.which("epmd") is None:
        assert os.environ.get("CI") != "true", "CI must have RabbitMQ."
        pytest.skip("There is no RabbitMQ on this machine.")
    with tempfile.TemporaryDirectory(prefix="rabbit", ignore_cleanup_errors=True) as folder:
        broker = Broker(Path(folder))
        try:
            broker.start()
            yield broker
        finally:
            broker.close()


def free_ports(count: int) -> list[int]:
    """Ports that nobody has, at this moment."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
