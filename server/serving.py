"""Serving the app to browsers: one process, one event loop, threads only for what is worked on."""

from __future__ import annotations

import contextlib
import socket
import sys
import time
from types import FrameType
from weakref import WeakKeyDictionary

import uvicorn

from server.bridge import Bridge

# A class that opens the page in the same minute: each browser may take six sockets.
DESCRIPTORS = 16_384
WAITING_CONNECTIONS = 1024
# A browser opens connections ahead of time, but not for so long.
SILENT_SECONDS = 60.0


class Server(uvicorn.Server):
    """uvicorn, which lets go of the silent, and on its way out of the streams."""

    def __init__(self, bridge: Bridge):
        self._bridge = bridge
        self._since: WeakKeyDictionary = WeakKeyDictionary()
        super().__init__(uvicorn.Config(
            bridge, http="h11", ws="none", lifespan="off", loop="asyncio", interface="asgi3",
            log_config=None, access_log=False, server_header=False, proxy_headers=False,
            backlog=WAITING_CONNECTIONS, timeout_graceful_shutdown=5,
        ))  # fmt: skip

    async def on_tick(self, counter: int) -> bool:
        """Once a second close connections on which no request has come, which uvicorn does not."""
        if counter % 10 == 0:
            now = time.monotonic()
            for connection in list(self.server_state.connections):
                since = self._since.setdefault(connection, now)
                if connection.cycle is None and now - since > SILENT_SECONDS:
                    connection.transport.close()
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._bridge.close()
        super().handle_exit(sig, frame)


def serve(bridge: Bridge, listener: socket.socket) -> None:
    """Answer on `listener` until Ctrl+C."""
    allow_descriptors()
    with contextlib.suppress(KeyboardInterrupt):
        Server(bridge).run(sockets=[listener])


def allow_descriptors() -> None:
    """Ask the system for as many sockets as a large class takes, where it grants them."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
