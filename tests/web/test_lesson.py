"""A lesson over real servers: open lines, a server that is killed, two that serve one room."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web import redis_server

ROOT = Path(__file__).parents[2]
CODE = "import torch\nx = torch.tensor(3.0, requires_grad=True)\n(x * x).backward()\n"


class Server:
    """`python -m server`, at a port of its own."""

    def __init__(self, port=0, **environment):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "server", "--no-browser", "--port", str(port)],
            cwd=ROOT, env=os.environ | environment, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        said = next(line for line in self.process.stdout if "http://" in line)
        self.port = int(re.search(r":(\d+)/", said)[1])

    def ask(self, method, path, body=None, word=""):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port)) as line:
            head = {"Content-Type": "application/json", "Authorization": f"Bearer {word}"}
            line.request(method, f"/api/v1/rooms{path}", json.dumps(body or {}), head)
            reply = line.getresponse()
            return reply.status, json.loads(reply.read())

    def stream(self, path, last=None):
        """The events of a stream: `(name, data)` for each, until the line ends."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.request("GET", path, headers={} if last is None else {"Last-Event-ID": str(last)})
        reply = line.getresponse()
        assert reply.status == 200
        name = None
        with contextlib.closing(line), contextlib.suppress(http.client.IncompleteRead):
            while text := reply.readline().decode():
                if text.startswith("event: "):
                    name = text[7:].strip()
                if text.startswith("data: "):
                    yield name, json.loads(text[6:])

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(timeout=30)
        self.process.stdout.close()
        return self.process.returncode


@pytest.fixture
def serve(tmp_path):
    """Starts servers over one database, and ends them."""
    started = []

    def serve(**how):
        server = Server(DATABASE_URL=f"sqlite:///{tmp_path / 'rooms.db'}", **how)
        started.append(server)
        return server

    yield serve
    for server in started:
        server.end(signal.SIGKILL)


class Teacher:
    """Who opened a room on some server."""

    def __init__(self, server):
        status, opened = server.ask("POST", "", {"code": CODE, "seed": 1})
        assert status == 201
        self.room, self.secret = opened["room"], opened["secret"]
        self.digest = opened["state"]["digest"]
        self.events = f"/api/v1/rooms/{self.room}/events"

    def move(self, server, cursor):
        status, moved = server.ask(
            "POST", f"/{self.room}/moves", {"digest": self.digest, "cursor": cursor}, self.secret
        )
        assert status == 200
        return moved["seq"]


def test_a_lesson_outlives_the_server_that_is_killed_in_it(serve):
    first = serve()
    teacher = Teacher(first)
    status, ticket = first.ask("POST", f"/{teacher.room}/join", {"name": "Ada"})
    assert status == 201
    watching = first.stream(teacher.events)
    assert next(watching)[1]["cursor"] == 0
    seq = teacher.move(first, 4.5)
    assert next(watching)[1]["cursor"] == 4.5
    first.end(signal.SIGKILL)
    assert list(watching) == []  # the line is cut; a browser comes back by itself

    second = serve(port=first.port)
    again = second.stream(teacher.events, last=seq)
    teacher.move(second, 5)
    name, state = next(again)
    assert (name, state["cursor"], state["digest"]) == ("state", 5, teacher.digest)
    assert state["seq"] == seq + 1
    assert second.ask("GET", f"/{teacher.room}/runs/{teacher.digest}")[1]["snippet"]["code"] == CODE
    asked = {"kind": "number", "at": 1, "subject": {"of": "value", "tensor": "t0"}}
    assert second.ask("POST", f"/{teacher.room}/questions", asked, teacher.secret)[0] == 201
    answer = f"/{teacher.room}/questions/1/answer"
    assert second.ask("PUT", answer, {"value": 3}, ticket["token"]) == (200, {"value": 3})


def test_a_server_that_is_told_to_end_ends_its_lines(serve):
    server = serve()
    teacher = Teacher(server)
    watching = server.stream(teacher.events)
    next(watching)
    server.process.send_signal(signal.SIGINT)
    assert list(watching) == []
    assert server.process.wait(timeout=30) == 0


@pytest.mark.nightly
def test_two_processes_serve_one_room_over_redis(serve):
    with redis_server.running() as address:
        one, two = serve(REDIS_URL=address), serve(REDIS_URL=address)
        teacher = Teacher(one)
        here, there = one.stream(teacher.events), two.stream(teacher.events)
        assert next(here)[1]["seq"] == next(there)[1]["seq"] == 1
        for server, cursor in ((one, 1), (two, 2), (one, 3.5)):
            seq = teacher.move(server, cursor)
            for watching in (here, there):
                _, state = next(watching)
                assert (state["seq"], state["cursor"]) == (seq, cursor)
        one.end(signal.SIGKILL)
        teacher.move(two, 4)
        assert next(there)[1]["cursor"] == 4
        assert two.ask("GET", f"/{teacher.room}/runs/{teacher.digest}")[0] == 200
        two.ask("DELETE", f"/{teacher.room}", None, teacher.secret)
        assert [name for name, _ in there] == ["ended"]
