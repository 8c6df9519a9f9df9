"""A line to a service, which a test makes slow, holds up, or cuts."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

PIECE_BYTES = 2**16


class Line:
    """Passes what comes at `port` of this machine on to a socket's path, or a port.

    `delay` is how many seconds each piece takes in each direction; what is `held` stays where it
    is, and connections stay open.
    """

    def __init__(self, target: str | int):
        self._target = target
        self.delay, self.held, self.port = 0.0, False, 0
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.mend()

    def cut(self) -> None:
        """Close all connections, and refuse new ones."""
        self._do(self._cut())

    def hold(self) -> None:
        """Keep what comes, so that each side waits for the other."""
        self.held = True

    def slow_down(self, seconds: float) -> None:
        """Pass each piece on so much later."""
        self.delay = seconds

    def mend(self) -> None:
        """Pass everything on, at once."""
        self.delay, self.held = 0.0, False
        if self._server is None:
            self._do(self._listen())

    def close(self) -> None:
        """End the line."""
        self._do(self._cut())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task: Any = asyncio.current_task()
        self._tasks.add(task)
        writers = [writer]
        ways: list[asyncio.Future[None]] = []
        try:
            if isinstance(self._target, str):
                there = await asyncio.open_unix_connection(self._target)
            else:
                there = await asyncio.open_connection("127.0.0.1", self._target)
            writers.append(there[1])
            ways = [asyncio.ensure_future(each) for each in (
                self._pass(reader, there[1]), self._pass(there[0], writer),
            )]  # fmt: skip
            await asyncio.wait(ways, return_when="FIRST_COMPLETED")
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            for way in ways:
                way.cancel()
            for each in writers:
                each.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass pieces on, each after the delay: one that follows at once does not wait for it."""
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        reading = asyncio.ensure_future(self._read(reader, due))
        try:
            while True:
                at, piece = await due.get()
                await asyncio.sleep(max(0.0, at - time.monotonic()))
                while self.held:
                    await asyncio.sleep(0.05)
                if not piece:
                    return
                writer.write(piece)
                await writer.drain()
        except OSError:
            return
        finally:
            reading.cancel()

    async def _read(
        self, reader: asyncio.StreamReader, due: asyncio.Queue[tuple[float, bytes]]
    ) -> None:
        piece = b"more"
        while piece:
            try:
                piece = await reader.read(PIECE_BYTES)
            except OSError:
                piece = b""
            due.put_nowait((time.monotonic() + self.delay, piece))


@contextmanager
def line_to(address: str) -> Iterator[tuple[Line, str]]:
    """A line to a service, and the service's address by that line."""
    parts = urlsplit(address)
    if parts.scheme == "unix":
        line = Line(parts.path)
        by_line = f"redis://127.0.0.1:{line.port}/0"
    elif parts.scheme == "postgresql":
        line = Line(f"{parts.query.removeprefix('host=')}/.s.PGSQL.5432")
        by_line = f"postgresql://tapescope@127.0.0.1:{line.port}/postgres"
    else:
        assert parts.port is not None
        line = Line(parts.port)
        by_line = address.replace(f":{parts.port}/", f":{line.port}/")
    with contextlib.closing(line):
        yield line, by_line
