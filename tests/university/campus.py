"""A university: the proxy, web processes, workers, PostgreSQL and Redis, each the real one.

Settings come as docs/deploying.md has them: a file for all processes, secrets by the environment.
"""

from __future__ import annotations

import contextlib
import os
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.deploy import proxies
from tests.web import postgresql, redis_server
from tests.web.nginx import free_ports

ROOT = Path(__file__).parents[2]
# The browsers of the tests find no other name.
SITE = "localhost"
SETTINGS = (proxies.DEPLOY / "tapescope.toml").read_text("utf-8")
START_SECONDS = 60.0
Opening = contextlib.AbstractContextManager[int]


@dataclass
class Service:
    """A command `tapescope ...` that goes on; `port` is None for a worker."""

    arguments: list[str]
    environment: dict[str, str]
    log: Path
    port: int | None = None
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        """Start it, with its log behind what it wrote before."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "server", *self.arguments], cwd=ROOT, stdout=log,
                stderr=log, stdin=subprocess.DEVNULL, env=os.environ | self.environment,
            )  # fmt: skip

    def wait(self) -> None:
        """Until it is there: a web process is ready, a worker says so."""
        if self.port is None:
            self.until(lambda: b"jobs at a time" in self.log.read_bytes())
        else:
            self.until(self.is_ready)

    def is_ready(self) -> bool:
        """Whether /readyz says so."""
        with contextlib.suppress(OSError):
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5):
                return True
        return False

    def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for what must come to be while the process lives."""
        end = time.monotonic() + START_SECONDS
        while not is_so():
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def end(self) -> int:
        """End it with SIGTERM, as systemd and Kubernetes do; its status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(START_SECONDS)

    def kill(self) -> None:
        """Kill it in the middle of what it does."""
        self.process.kill()
        self.process.wait()

    def renew(self) -> None:
        """Start it again after its end, and wait until it is there."""
        self.log.write_bytes(b"")
        self.start()
        self.wait()


@dataclass
class Campus:
    """What runs, and where students find it."""

    folder: Path
    port: int
    # What those must trust who come.
    certificate: Path
    environment: dict[str, str]
    webs: list[Service]
    workers: list[Service]
    proxy: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @property
    def url(self) -> str:
        """The public URL, without a slash at its end."""
        return f"https://{SITE}:{self.port}/tapescope"

    @property
    def trust(self) -> ssl.SSLContext:
        """What clients trust that are no browsers."""
        return ssl.create_default_context(cafile=str(self.certificate))

    @property
    def services(self) -> list[Service]:
        """All processes of ours."""
        return [*self.workers, *self.webs]

    def nginx(self, ports: Sequence[int] = (), **spoiled: str) -> Opening:
        """nginx before all web processes, or those at other ports, with lines that are wrong."""
        ports = ports or [each.port for each in self.webs if each.port is not None]
        return proxies.nginx(ports, self.folder, SITE, self.port, spoiled)

    @contextlib.contextmanager
    def behind(self, other: Callable[[], Opening], certificate: Path) -> Iterator[None]:
        """Have another proxy in the place of the usual one while the block goes on."""
        usual, self.certificate = self.certificate, certificate
        self.proxy.close()
        try:
            with other():
                yield
        finally:
            self.certificate = usual
            self.proxy.enter_context(self.nginx())


def web(port: int, folder: Path, environment: dict[str, str]) -> Service:
    """A web process at a port, which is not started."""
    log = folder / f"web-{port}.log"
    return Service(["--no-browser", "--port", str(port)], environment, log, port)


@contextlib.contextmanager
def opened(webs: int = 2, workers: int = 2) -> Iterator[Campus]:
    """A university with so many processes; without workers, runs are done by web processes."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="campus")))
        redis = stack.enter_context(redis_server.running())
        port, *ports = free_ports(1 + webs)
        settings = SETTINGS.replace(proxies.SITE, f"{SITE}:{port}")
        (folder / "tapescope.toml").write_text(settings, "utf-8")
        environment = {
            "TAPESCOPE_CONFIG": str(folder / "tapescope.toml"),
            "TAPESCOPE_SECRET": "of the university, and of nothing else",
            "DATABASE_URL": stack.enter_context(postgresql.running()), "REDIS_URL": redis,
        }  # fmt: skip
        if workers:
            broker = redis.replace("unix://", "redis+socket://")
            environment["TAPESCOPE_BROKER_URL"] = broker
        campus = Campus(
            folder, port, folder / "fullchain.pem", environment,
            [web(each, folder, environment) for each in ports],
            [Service(["worker"], environment, folder / f"worker-{each}.log")
             for each in range(workers)],
        )  # fmt: skip
        stack.callback(end_all, campus)
        stack.enter_context(campus.proxy)
        for service in campus.services:
            service.start()
        campus.proxy.enter_context(campus.nginx())
        for service in campus.services:
            service.wait()
        yield campus


def end_all(campus: Campus) -> None:
    """End all processes of ours, together."""
    started = [each for each in campus.services if hasattr(each, "process")]
    for service in started:
        service.process.terminate()
    for service in started:
        with contextlib.suppress(subprocess.TimeoutExpired):
            service.process.wait(10)
        service.process.kill()
        service.process.wait()
