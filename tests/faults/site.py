"""A site as a university has it: web processes and workers by their commands, lines to services."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

from tests.faults.line import Line, line_to
from tests.web import postgresql, redis_server

ROOT = Path(__file__).parents[2]
READY = re.compile(r"http://[^ ]*:(\d+)/|This worker does")
SECRET = "a secret of the servers of a test"
# All clients have one address.
MANY = "100000 per minute"
# A client that gives up: no answer is to take so long.
PATIENCE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered: status 0 where it did not."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def json(self) -> Any:
        """The body as JSON; {} of another kind."""
        is_json = self.headers.get("content-type", "").startswith("application/json")
        return json.loads(self.body) if is_json else {}

    @property
    def error(self) -> dict[str, str]:
        """The code and the sentence of a refusal."""
        return self.json.get("error", {}) if self.status >= 400 else {}


class Process:
    """A command of ours that goes on; what it logs goes to `log`.

    `program` are arguments of Python that stand in the place of `-m server`.
    """

    def __init__(
        self, command: list[str], settings: Mapping[str, str], log: IO[str],
        program: tuple[str, ...] = (),
    ):  # fmt: skip
        self._command = [*(program or ("-m", "server")), *command]
        self._settings, self._log = settings, log
        self.start()

    def start(self) -> None:
        """Start it, and wait until it is there."""
        self.process = subprocess.Popen(
            [sys.executable, *self._command], cwd=ROOT, text=True,
            env=os.environ | self._settings, stdout=subprocess.PIPE, stderr=self._log,
        )  # fmt: skip
        output: Any = self.process.stdout
        found = None
        while found is None:
            said = output.readline()
            assert said, f"The command {self._command} did not start."
            found = READY.search(said)
        self.port = int(found[1] or 0)

    def close(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.communicate()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """The reply to a request on a connection of its own."""
        sent = None if body is None else json.dumps(body)
        if sent is not None:
            headers["Content-Type"] = "application/json"
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        with closing(line):
            try:
                line.request(method, path, sent, headers)
                found = line.getresponse()
                names = {name.lower(): value for name, value in found.getheaders()}
                return Reply(found.status, names, found.read())
            except (OSError, http.client.HTTPException):
                return Reply(0)

    def numbers(self) -> dict[str, float]:
        """The numbers of /metrics, by name and labels."""
        text = self.ask("GET", "/metrics").body.decode()
        lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, _, value in lines}


@dataclass(slots=True)
class Site:
    """The processes, and the lines by which they reach each service.

    `another_web` starts one more web process, for as long as its block lasts.
    """

    web: Process
    workers: list[Process]
    lines: dict[str, Line]
    # The services' own addresses, not by the lines.
    addresses: dict[str, str]
    log: Path
    another_web: Callable[..., AbstractContextManager[Process]]


@contextmanager
def running(folder: Path, workers: int = 1, **more: str) -> Iterator[Site]:
    """A site with PostgreSQL, Redis, and Celery over another Redis; `more` are settings."""
    with ExitStack() as stack:
        addresses = {
            "database": stack.enter_context(postgresql.running()),
            "redis": stack.enter_context(redis_server.running()),
            "broker": stack.enter_context(redis_server.running()),
        }
        by_line = {name: stack.enter_context(line_to(each)) for name, each in addresses.items()}
        settings = {
            "DATABASE_URL": by_line["database"][1], "REDIS_URL": by_line["redis"][1],
            "TAPESCOPE_BROKER_URL": by_line["broker"][1],
            "TAPESCOPE_SECRET": SECRET, "TAPESCOPE_SLOTS": "2",
            "TAPESCOPE_RUN_RATE": MANY, "TAPESCOPE_SHARE_RATE": MANY,
        } | more  # fmt: skip
        log = stack.enter_context((folder / "log").open("a"))
        at_work = [stack.enter_context(closing(Process(["worker"], settings, log)))
                   for _ in range(workers)]  # fmt: skip
        web = stack.enter_context(one_web(settings, log))
        lines = {name: line for name, (line, _) in by_line.items()}
        another = partial(one_web, settings, log)
        yield Site(web, at_work, lines, addresses, folder / "log", another)


@contextmanager
def alone(folder: Path) -> Iterator[Site]:
    """A server without any service: SQLite in the folder, runs in the process itself."""
    settings = {
        "DATABASE_URL": f"sqlite:///{folder / 'shared.db'}", "TAPESCOPE_SLOTS": "2",
        "TAPESCOPE_SECRET": SECRET,
        "TAPESCOPE_RUN_RATE": MANY, "TAPESCOPE_SHARE_RATE": MANY,
    }  # fmt: skip
    with (folder / "log").open("a") as log, one_web(settings, log) as web:
        yield Site(web, [], {}, {}, folder / "log", partial(one_web, settings, log))


@contextmanager
def one_web(settings: Mapping[str, str], log: IO[str], *program: str) -> Iterator[Process]:
    """A web process; strangers are counted."""
    command = ["--host", "0.0.0.0", "--port", "0", "--no-browser"]
    with closing(Process(command, settings, log, program)) as web:
        yield web
