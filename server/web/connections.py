"""Limit open connections to what the system allows; close those that wait too long."""

from __future__ import annotations

import contextlib
import errno
import logging
import select
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from server.classroom.rate_window import network_of

if sys.platform != "win32":
    import resource

# A class that opens the page in the same minute: each browser may take six sockets.
DESCRIPTORS = 16_384
# For the database, libraries, the sandbox's control socket and what is open for a moment.
RESERVED = 64
# What a request may open while it is worked on: sockets of a run, files of the database.
RESERVED_A_THREAD = 4
# So many more may be open for the moment in which others are being closed.
SPARE = 16
# asyncio looks again a second after an accept() that found no descriptor.
PAUSE_SECONDS = 0.5
LOG_SECONDS = 60.0
EXHAUSTED = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n"
    b"Content-Type: text/plain\r\nContent-Length: 50\r\n\r\n"
    b"So many are connected that this server takes none\n"
)
log = logging.getLogger(__name__)


class Listener(socket.socket):
    """A listening socket that accepts at most `most` connections, and `most_of_one` of a client.

    The connections of a proxy, an address in `proxies`, are those of many clients. For one more
    than `most`, `make_room` is called, which releases some and closes them; where it finds none,
    who came is refused. It raises BlockingIOError when that is to be asked again at once. Takes
    `listener` over.
    """

    def __init__(
        self, listener: socket.socket, most: int, most_of_one: int, make_room: Callable[[], None],
        proxies: Container[str] = (),
    ):  # fmt: skip
        super().__init__(fileno=listener.detach())
        self.clients: Counter[str] = Counter()
        # By address: since when it is open, until it is released.
        self.since: dict[tuple[str, int], float] = {}
        # Sockets that are open, also those that are about to be closed.
        self.open = 0
        self._most, self._most_of_one, self._make_room = most, most_of_one, make_room
        self._proxies = proxies
        self._paused = 0.0
        self._full = Notice(f"{most} connections are open, as many as this process may have.")

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection; BlockingIOError when none is to be accepted now."""
        if time.monotonic() < self._paused or self.open >= self._most + SPARE:
            raise BlockingIOError
        has_room = self._has_room()
        try:
            accepted, address = super().accept()
        except OSError as error:
            if error.errno in EXHAUSTED:
                # asyncio would go on with all that wait in the queue, with a log line for each.
                self._paused = time.monotonic() + PAUSE_SECONDS
                with contextlib.suppress(BlockingIOError):
                    self._make_room()
            raise
        client = network_of(str(address[0]))
        is_over = self.clients[client] >= self._most_of_one and address[0] not in self._proxies
        if not has_room or is_over:
            self._full.log()
            refuse(accepted)
            raise ConnectionAbortedError  # asyncio takes it for a client that went away
        self.open += 1
        self.clients[client] += 1
        self.since[address[:2]] = time.monotonic()
        return Accepted(accepted, lambda: self._forget(address[:2])), address

    def release(self, address: tuple[str, int]) -> None:
        """Count a connection no more, which is about to be closed."""
        if self.since.pop(address, None) is None:
            return
        client = network_of(address[0])
        self.clients[client] -= 1
        if not self.clients[client]:
            del self.clients[client]

    def _has_room(self) -> bool:
        """Whether one more may be open; room is made only when somebody waits."""
        if self.clients.total() < self._most:
            return True
        if not is_readable(self):
            raise BlockingIOError
        self._make_room()
        return self.clients.total() < self._most

    def _forget(self, address: tuple[str, int]) -> None:
        self.open -= 1
        self.release(address)


class Accepted(socket.socket):
    """A connection that is counted until it is closed; takes `accepted` over."""

    def __init__(self, accepted: socket.socket, closed: Callable[[], None]):
        self._closed_first: Callable[[], None] | None = closed
        super().__init__(fileno=accepted.detach())

    def close(self) -> None:
        """Close it, and count it no more."""
        closed, self._closed_first = self._closed_first, None
        super().close()
        if closed is not None:
            closed()


def is_readable(listener: socket.socket) -> bool:
    """Whether a connection waits to be accepted."""
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    return bool(poll.poll(0))


def refuse(accepted: socket.socket) -> None:
    """Say in a sentence that there is no room, if that can be done without waiting."""
    with contextlib.suppress(OSError), accepted:
        accepted.setblocking(False)
        accepted.send(REFUSAL)


class Notice:
    """A sentence for the log, at most once a minute."""

    def __init__(self, sentence: str):
        self._sentence = sentence
        self._last = -LOG_SECONDS

    def log(self) -> None:
        """Log it, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self._last >= LOG_SECONDS:
            self._last = now
            log.warning("%s", self._sentence)


@dataclass(slots=True)
class Progress:
    """What a connection did last: its request, how much of the reply is unsent, and since when."""

    cycle: object
    unsent: int
    since: float


class Watch:
    """Since when the connections of uvicorn get nowhere."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Any, Progress] = WeakKeyDictionary()

    def look(self, connections: Iterable[Any], now: float) -> None:
        """Note who waits for a request, or for the client to take its reply."""
        for connection in connections:
            unsent = connection.transport.get_write_buffer_size()
            known = self._known.get(connection)
            is_stuck = is_waiting(connection) or unsent > 0
            if known is None or known.cycle is not connection.cycle or not is_stuck:
                self._known[connection] = Progress(connection.cycle, unsent, now)
                continue
            if unsent < known.unsent:
                known.since = now
            known.unsent = unsent

    def since(self, connection: Any, otherwise: float) -> float:
        """Since when that connection got nowhere, if it has been looked at."""
        known = self._known.get(connection)
        return otherwise if known is None else known.since


def is_waiting(connection: Any) -> bool:
    """Whether a connection of uvicorn has no request that is worked on."""
    return connection.cycle is None or connection.cycle.response_complete


def allow_descriptors() -> int:
    """Ask the system for as many descriptors as a large class takes; how many it grants."""
    if sys.platform == "win32":
        return DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft == resource.RLIM_INFINITY:
        return DESCRIPTORS
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], DESCRIPTORS)


def most_connections(descriptors: int, threads: int) -> int:
    """How many connections leave descriptors for all else; a quarter where that takes many."""
    return max(descriptors // 4, descriptors - RESERVED - RESERVED_A_THREAD * threads)
