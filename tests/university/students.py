"""Students behind one address, without browsers: each has a line of its own, and their patience."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from tests.university.campus import Campus

# How long a page waits that is told to ask again (static/src/server/patience.ts).
PATIENCE_SECONDS = 120.0
# nginx closes a connection on which nothing was asked for in 75 seconds.
KEPT_SECONDS = 30.0
# What comes of a request whose process goes: nothing whole, or what nginx says of it.
LOST = 0
GONE = (LOST, 502, 503, 504)


@dataclass(frozen=True)
class Reply:
    """What came of one request."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Line:
    """Connections with TLS to the public URL, one for each request that goes on. For threads."""

    def __init__(self, campus: Campus):
        self.url, self._trust = campus.url, campus.trust
        # Connections on which nothing goes on, and since when.
        self._free: list[tuple[http.client.HTTPSConnection, float]] = []
        # The status of each reply, in their order.
        self.statuses: list[int] = []

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Reply:
        """Send one request."""
        kind = {} if body is None else {"Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body)
        line = self.kept() or self.opened()
        try:
            line.request(method, urlsplit(self.url).path + path, sent, {**(headers or {}), **kind})
            with line.getresponse() as response:
                reply = Reply(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException):
            line.close()
            reply = Reply(LOST, http.client.HTTPMessage(), b"")
        if reply.status != LOST and reply.headers["Connection"] != "close":
            self._free.append((line, time.monotonic()))
        self.statuses.append(reply.status)
        return reply

    def kept(self) -> http.client.HTTPSConnection | None:
        """A connection that is open, and that the proxy is not about to close."""
        with contextlib.suppress(IndexError):
            while True:
                line, since = self._free.pop()
                if time.monotonic() - since < KEPT_SECONDS:
                    return line
                line.close()
        return None

    def opened(self) -> http.client.HTTPSConnection:
        """A connection to the proxy."""
        parts = urlsplit(self.url)
        assert parts.hostname is not None
        return http.client.HTTPSConnection(
            parts.hostname, parts.port, context=self._trust, timeout=150
        )

    def close(self) -> None:
        """Hang up."""
        for line, _ in self._free:
            line.close()


class Member(Line):
    """One who is in a room: the teacher by the secret of the room, a student by joining."""

    def __init__(self, campus: Campus, room: str, secret: str = ""):
        super().__init__(campus)
        self.room, self.word, self.participant = room, secret, ""

    def join(self, name: str) -> Member:
        """Take a seat."""
        reply = self.ask("POST", f"/api/v1/rooms/{self.room}/join", {"name": name})
        assert reply.status == 201, reply.body
        ticket = reply.json()
        self.word, self.participant = ticket["token"], ticket["participant"]
        return self

    def signed(self, method: str, path: str, body: Any = None) -> Reply:
        """Ask as the member that one is."""
        headers = {"Authorization": f"Bearer {self.word}", "Tapescope-Room": self.room}
        return self.ask(method, path, body, headers)

    def patient(self, method: str, path: str, body: Any = None) -> Reply:
        """Ask as the page does, which asks again when it is told that the server is busy."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            reply = self.signed(method, path, body)
            if reply.status not in (429, *GONE) or time.monotonic() > end:
                return reply
            time.sleep(float(reply.headers["Retry-After"] or 1))

    def in_room(self, method: str, path: str, body: Any = None) -> Reply:
        """Ask for something of the room."""
        return self.patient(method, f"/api/v1/rooms/{self.room}{path}", body)


@dataclass
class Followed:
    """What a follower has heard."""

    # When each state came, by its number, and the last one.
    came: dict[int, float] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    # The id of the last event.
    latest: str = ""
    # How often the stream began.
    begun: int = 0
    # What came in the place of a stream; a browser gives the stream up for polling then.
    refused: list[int] = field(default_factory=list)
    ended: bool = False


def fields(lines: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """The fields of a stream of events; the data has the name of its event."""
    event = ""
    for line in lines:
        name, _, value = line.decode().strip().partition(": ")
        if name == "event":
            event = value
        yield event if name == "data" else name, value


class Follower(threading.Thread):
    """A stream of the room, as EventSource keeps one: when it ends, it is opened again."""

    def __init__(self, campus: Campus, member: Member):
        super().__init__(daemon=True)
        self.heard = Followed()
        self._line, self._member = Line(campus), member
        self._changed, self._over = threading.Condition(), threading.Event()
        self._socket: socket.socket | None = None

    def run(self) -> None:
        """Listen until the room has ended, or hang_up() is called."""
        pause = 1.0
        while not self._over.wait(0 if not self.heard.begun else pause):
            with contextlib.suppress(OSError, http.client.HTTPException):
                pause = self.listen(pause)

    def hang_up(self) -> None:
        """Listen no more."""
        self._over.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        self.join(30)

    def listen(self, pause: float) -> float:
        """Hold one stream; how many seconds after its end to come back."""
        line = self._line.opened()
        member, after = self._member, self.heard.latest
        path = f"{urlsplit(self._line.url).path}/api/v1/rooms/{member.room}/events"
        line.request("GET", f"{path}?participant={member.participant}",
                     headers={"Last-Event-ID": after} if after else {})
        self._socket = line.sock
        with contextlib.closing(line), line.getresponse() as response:
            if response.status != 200:
                self.heard.refused.append(response.status)
                return pause
            self.note(lambda: setattr(self.heard, "begun", self.heard.begun + 1))
            for name, value in fields(response):
                if name == "retry":
                    pause = int(value) / 1000
                elif name == "id":
                    self.heard.latest = value
                elif name in ("state", "ended"):
                    self.note(partial(self.hear, name, json.loads(value)))
        return pause

    def hear(self, event: str, told: dict[str, Any]) -> None:
        """Note what an event says."""
        if event == "ended":
            self.heard.ended = True
            self._over.set()
        else:
            self.heard.came[told["seq"]] = time.monotonic()
            self.heard.state = told

    def note(self, change: Callable[[], None]) -> None:
        """Change what was heard, and wake who waits for it."""
        with self._changed:
            change()
            self._changed.notify_all()

    def until(self, is_so: Callable[[Followed], bool], seconds: float = 60.0) -> None:
        """Wait for what must be heard."""
        with self._changed:
            assert self._changed.wait_for(lambda: is_so(self.heard), seconds), self.heard.state
