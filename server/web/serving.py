"""Serving the app to browsers: one process, one event loop, threads only for what is worked on."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Container
from dataclasses import dataclass
from types import FrameType
from typing import Any

import uvicorn

from server.classroom.rate_window import network_of
from server.config.machine import UNSENT_BYTES
from server.web.connections import (
    DESCRIPTORS,
    EXHAUSTED,
    Listener,
    Notice,
    Watch,
    allow_descriptors,
    is_readable,
    is_waiting,
    most_connections,
)  # fmt: skip
from server.web.draining import Draining
from server.web.wsgi_bridge import Bridge

WAITING_CONNECTIONS = 1024
# A browser opens connections ahead of time, but not for so long.
SILENT_SECONDS = 60.0
# Longer than proxies keep a connection on which nothing is asked for (deploy/nginx.conf).
LEAVING_SECONDS = 5.0
# Of all connections this part is closed at once where there is no room, so that it is done seldom.
MADE_ROOM = 16


@dataclass(frozen=True, slots=True)
class Ending:
    """How the server ends: it answers on for `least` seconds, and for `most` while runs go on."""

    draining: Draining
    least: float = 0.0
    most: float = 25.0

    def is_over(self, seconds: float) -> bool:
        """Whether the server may end now, so many seconds after it was told to."""
        return seconds >= self.most or (seconds >= self.least and self.draining.is_done)


class Server(uvicorn.Server):
    """uvicorn with at most `most` connections, which lets go of those that get nowhere.

    Where `is_public`, one client gets half of them at most, unless it is one of `proxies`. At
    SIGTERM or SIGINT it drains: it answers on until no run goes on, or the time of `ending` is
    over; at a second signal it ends. Where `is_public`, proxies get time to let go of it first.
    """

    def __init__(
        self,
        bridge: Bridge,
        most: int = DESCRIPTORS,
        is_public: bool = False,
        unsent_bytes: int = UNSENT_BYTES,
        proxies: Container[str] = (),
        ending: Ending | None = None,
    ):
        self._ending = ending or Ending(Draining())
        self._ends_since: float | None = None
        # Seconds after the signal, since when no connection is accepted.
        self._leaves_since: float | None = None
        self._is_public = is_public
        self._bridge, self._most, self._unsent_bytes = bridge, most, unsent_bytes
        self._proxies = proxies
        self._most_of_one = max(1, most // 2) if is_public else most
        self._watch = Watch()
        self._listeners: list[Listener] = []
        self._exhausted = Notice(
            "No descriptors are left to accept connections with; trying again each second."
        )
        super().__init__(uvicorn.Config(
            bridge, http="h11", ws="none", lifespan="off", loop="asyncio", interface="asgi3",
            log_config=None, access_log=False, server_header=False, proxy_headers=False,
            backlog=WAITING_CONNECTIONS, timeout_graceful_shutdown=5,
        ))  # fmt: skip

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections, as many as there may be."""
        asyncio.get_running_loop().set_exception_handler(self._log_error)
        self._listeners = [
            Listener(each, self._most, self._most_of_one, self._make_room, self._proxies)
            for each in sockets or []
        ]
        await super().startup(list(self._listeners))

    async def on_tick(self, counter: int) -> bool:
        """Once a second close connections that get nowhere, which uvicorn does not."""
        if counter % 10 == 0:
            now = time.monotonic()
            connections = list(self.server_state.connections)
            self._watch.look(connections, now)
            for connection in connections:
                if now - self._watch.since(connection, now) > SILENT_SECONDS:
                    connection.transport.abort()
            self._give_up_unsent(connections)
        if self._ends_since is not None:
            await self._leave(time.monotonic() - self._ends_since)
        return await super().on_tick(counter)

    async def _leave(self, seconds: float) -> None:
        """End, so many seconds after the signal, once nobody can be in the middle of a request.

        Who connects now is refused at once, and a proxy asks another server. On a connection that
        is there a request may be on its way: it is answered, or the proxy closes the connection.
        """
        if not self._ending.is_over(seconds):
            return
        if self._leaves_since is None:
            for _ in range(WAITING_CONNECTIONS):
                if not any(map(is_readable, self._listeners)):
                    break
                await asyncio.sleep(0)  # accepts those who have connected
            for server in self.servers:
                server.close()
            self._leaves_since = seconds
        most = min(self._leaves_since + LEAVING_SECONDS, self._ending.most)
        if not self._is_public or not self.server_state.connections or seconds >= most:
            self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain at the first signal; end at the second.

        uvicorn's own would raise the signal again at the end, so that nothing was closed.
        """
        if self._ends_since is not None:
            self.force_exit = self.should_exit = True
            return
        self._ends_since = time.monotonic()
        self._ending.draining.begin()
        self._bridge.close()

    def _give_up_unsent(self, connections: list[Any]) -> None:
        """Close connections with the largest unsent replies until all take what they may."""
        unsent = {one: one.transport.get_write_buffer_size() for one in connections}
        total = sum(unsent.values())
        for connection in sorted(unsent, key=unsent.__getitem__, reverse=True):
            if total <= self._unsent_bytes:
                break
            total -= unsent[connection]
            connection.transport.abort()

    def _make_room(self) -> None:
        """Close some connections on which nothing is asked for.

        First of the clients that have most, and of those the ones that have waited longest. Raises
        BlockingIOError when there are only such as asyncio is about to begin with or to close.
        """
        connections = self.server_state.connections
        taken = [one for one in connections if one.transport.get_write_buffer_size()]
        free = [one for one in connections - set(taken) if not one.transport.is_closing()]
        idle = [one for one in free if is_waiting(one)]
        if not idle and sum(each.open for each in self._listeners) > len(taken) + len(free):
            raise BlockingIOError
        idle.sort(key=lambda one: (-self._connections_of(one), self._waits_since(one)))
        for connection in idle[: max(1, self._most // MADE_ROOM)]:
            for listener in self._listeners:
                listener.release(connection.client)
            connection.transport.abort()

    def _waits_since(self, connection: Any) -> float:
        """Since when nothing is asked for on a connection."""
        accepted = (each.since.get(connection.client) for each in self._listeners)
        return self._watch.since(connection, next(filter(None, accepted), time.monotonic()))

    def _connections_of(self, connection: Any) -> int:
        """How many connections the client has; none where a proxy has them for many clients."""
        address = connection.client[0] if connection.client else ""
        if address in self._proxies:
            return 0
        client = network_of(address)
        return sum(listener.clients[client] for listener in self._listeners)

    def _log_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log what went wrong in the loop; that descriptors ran out, in one sentence a minute."""
        if getattr(context.get("exception"), "errno", None) in EXHAUSTED and "socket" in context:
            self._exhausted.log()
        else:
            loop.default_exception_handler(context)


def serve(
    bridge: Bridge, listener: socket.socket, is_public: bool, unsent_bytes: int = UNSENT_BYTES,
    proxies: Container[str] = (), ending: Ending | None = None,
) -> None:  # fmt: skip
    """Answer on `listener` until SIGTERM or Ctrl+C, and then until the runs have ended."""
    most = most_connections(allow_descriptors(), bridge.threads)
    # Streams stay for a lesson; half of the connections are for those that come and go.
    bridge.streams.most = most // 2
    with contextlib.suppress(KeyboardInterrupt):
        server = Server(bridge, most, is_public, unsent_bytes, proxies, ending)
        server.run(sockets=[listener])
