"""A server that is told to end: its runs end, its streams go on elsewhere, its files are closed."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from server.sandbox.outcome import Busy
from server.web.draining import Draining
from server.web.serving import Ending
from tests.web import redis_server

ROOT = Path(__file__).parents[2]
CODE = "import torch\nx = torch.tensor(2., requires_grad=True)\n(x * x).backward()\n"
SLOW = "import time\nprint('begun')\ntime.sleep({})\n"
TICKET = "0123456789abcdef" * 2


class Served:
    """A server in a process of its own; `folder` has its database."""

    def __init__(self, folder, redis, **settings):
        self.folder = folder
        folder.mkdir()
        environment = os.environ | {
            "DATABASE_URL": f"sqlite:///{folder / 'shared.sqlite3'}", "REDIS_URL": redis,
            "TAPESCOPE_SECRET": "a secret of these servers", **settings,
        }  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, "-m", "server", "--port", "0", "--no-browser"],
            cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        output: Any = self.process.stdout
        said = output.readline()
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/", said)):
            said = output.readline()
            assert said, "The server did not start."
        self.port = int(found[1])

    def ask(self, method, path, body=None, **headers):
        """A request; its status, its body as JSON and its headers."""
        kind = {"Content-Type": "application/json"} if body is not None else {}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            line.request(method, path, body and json.dumps(body), headers | kind)
            reply = line.getresponse()
            is_json = reply.headers["Content-Type"] == "application/json"
            text: Any = reply.read()
            return reply.status, json.loads(text) if is_json else text, reply.headers

    def follow(self, room, seen=""):
        """The lines of a room's stream, as they come."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            headers = {"Last-Event-ID": seen} if seen else {}
            line.request("GET", f"/api/v1/rooms/{room}/events", headers=headers)
            with line.getresponse() as reply:
                while text := reply.readline():
                    yield text.decode()

    def begin(self, code):
        """Begin a run in a thread; where its reply will be, once the code runs."""
        found: dict[str, Any] = {}

        def run():
            body = {"code": code, "ticket": TICKET}
            found["status"], found["body"], _ = self.ask("POST", "/api/v1/run", body)

        thread = threading.Thread(target=run)
        thread.start()
        while self.ask("GET", f"/api/v1/runs/{TICKET}")[1]["output"] != "begun\n":
            assert thread.is_alive()
        return thread, found


@contextmanager
def served(folder, redis="", **settings):
    server = Served(folder, redis, **settings)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


def states(lines):
    """The states that a stream tells, with what says when to come back."""
    for line in lines:
        if line.startswith("data: "):
            yield json.loads(line[6:])
        elif line.startswith("retry: "):
            yield int(line[7:])


def test_a_server_that_ends_lets_runs_end_and_sends_followers_to_another(tmp_path):
    with ExitStack() as stack:
        redis = stack.enter_context(redis_server.running())
        first, second = (stack.enter_context(served(tmp_path / each, redis)) for each in "ab")
        _, opened, _ = first.ask("POST", "/api/v1/rooms", {"code": CODE})
        assert first.ask("POST", "/api/v1/share", {"code": CODE})[0] == 201
        room, wheel = opened["room"], {"Authorization": f"Bearer {opened['secret']}"}
        digest = opened["state"]["digest"]
        told = states(first.follow(room))
        assert next(told) == 1000  # how soon to come back, at the beginning of each stream
        assert next(told)["seq"] == 1
        thread, found = first.begin(SLOW.format(2))

        first.process.send_signal(signal.SIGTERM)
        assert 200 <= next(told) <= 2000
        assert next(told, "over") == "over"
        # It answers on, but takes no new run.
        status, body, _ = first.ask("GET", "/readyz")
        assert (status, body["ready"]) == (503, False)
        status, body, headers = first.ask("POST", "/api/v1/run", {"code": CODE})
        assert (status, body["error"]["code"]) == (429, "busy")
        assert int(headers["Retry-After"]) > 0
        assert headers["Connection"] == "close"
        assert first.ask("GET", "/healthz")[0] == 200

        # What happens meanwhile is told to who comes back elsewhere.
        moved = {"digest": digest, "cursor": 2, "stride": "event"}
        assert second.ask("POST", f"/api/v1/rooms/{room}/moves", moved, **wheel)[0] == 200
        again = states(second.follow(room, seen="1"))
        assert next(again) == 1000
        assert next(again)["cursor"] == 2

        thread.join()
        assert (found["status"], found["body"]["outcome"]["kind"]) == (200, "finished")
        assert first.process.wait(60) == 0
        assert [each.name for each in (tmp_path / "a").iterdir()] == ["shared.sqlite3"]


def test_what_a_proxy_sends_on_a_connection_that_it_keeps_is_answered_by_a_server_that_ends(
    tmp_path,
):
    public = {"TAPESCOPE_PUBLIC_URL": "https://localhost/tapescope"}
    with served(tmp_path / "a", **public) as server:
        with closing(http.client.HTTPConnection("127.0.0.1", server.port)) as kept:
            kept.request("GET", "/healthz")
            kept.getresponse().read()
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionRefusedError):  # a proxy asks another server
                while True:
                    socket.create_connection(("127.0.0.1", server.port)).close()
            kept.request("GET", "/healthz")
            with kept.getresponse() as reply:
                assert (reply.status, reply.headers["Connection"]) == (200, "close")
        assert server.process.wait(60) == 0


@pytest.mark.nightly
def test_a_second_signal_ends_a_server_at_once(tmp_path):
    with redis_server.running() as redis, served(tmp_path / "a", redis) as server:
        thread, found = server.begin(SLOW.format(50))
        server.process.send_signal(signal.SIGINT)
        while server.ask("GET", "/readyz")[0] == 200:
            pass
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(40) == 0
        thread.join()
        assert found["status"] == 503


def test_a_server_ends_when_its_runs_have_ended_or_its_time_is_over():
    draining = Draining()
    ending = Ending(draining, least=5, most=25)
    with draining.work():
        draining.begin()
        assert not ending.is_over(5)
        assert not ending.is_over(24.9)
        assert ending.is_over(25)
    assert not ending.is_over(4.9)
    assert ending.is_over(5)
    with pytest.raises(Busy), draining.work():
        pass
