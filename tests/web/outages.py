"""Stores of rooms that fail when a test says so, at the seam where real ones do."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import redis

from server.classroom.database_store import Attic
from server.classroom.memory_store import Rooms
from server.classroom.redis_store import FarRooms
from server.storage.database import Database, Down
from tests.web.follower import Loop


# A change is not made; made, but not acknowledged; that, and all is down from there on.
FAULTS = ("cut", "lose", "die")


class FlakyDatabase(Database):
    """A database that is down, or fails in the next writings, each as FAULTS has it."""

    is_down = False
    faults: tuple[str, ...] = ()

    @contextmanager
    def reading(self):
        self.check()
        with super().reading() as connection:
            yield connection

    @contextmanager
    def writing(self):
        self.check()
        fault, self.faults = (*self.faults, None)[0], self.faults[1:]
        if fault == "cut":
            raise Down
        with super().writing() as connection:
            yield connection
        self.is_down = fault == "die"
        if fault in ("lose", "die"):
            raise Down

    def check(self):
        if self.is_down:
            raise Down


class Near:
    """Rooms in memory over a file; `template` is one that has all tables, so that it is quick."""

    can_go_back = False

    def __init__(self, folder: Path, template: Path):
        self.path = folder / "rooms.db"
        shutil.copy(template, self.path)

    def open(self) -> Rooms:
        attic = Attic()
        self.database = attic.database = FlakyDatabase(f"sqlite:///{self.path}", durable=False)
        self.shelf = Rooms(attic)
        return self.shelf

    def kill(self) -> None:
        """End the process, which writes nothing more."""
        self.database.close()

    def fail(self, *faults: str) -> None:
        """Have the next changes fail, each in its way."""
        self.database.faults = faults

    def set_down(self, is_down: bool) -> None:
        self.database.is_down, self.database.faults = is_down, ()

    def close(self) -> None:
        self.shelf.close()


class Proxy:
    """A line to Redis that is cut, or hangs, when a test says so. `path` is its socket."""

    def __init__(self, behind: str, path: Path):
        self._behind, self._loop = behind.removeprefix("unix://"), Loop()
        self.is_down, self.delay = False, 0.0
        self.faults: tuple[str, ...] = ()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server = self._loop.start(
            asyncio.start_unix_server(self._serve, path)
        ).result(10)  # fmt: skip

    def set_down(self, is_down: bool) -> None:
        self.is_down, self.faults = is_down, ()
        if is_down:
            self._loop.start(self._cut()).result(10)

    def close(self) -> None:
        self.set_down(True)
        self._loop.loop.call_soon_threadsafe(self._server.close)
        self._loop.close()

    async def _cut(self) -> None:
        for writer in self._writers:
            writer.close()

    async def _serve(self, reader, writer) -> None:
        if self.is_down:
            writer.close()
            return
        far_reader, far_writer = await asyncio.open_unix_connection(self._behind)
        both = {writer, far_writer}
        self._writers |= both
        with suppress(OSError):
            await asyncio.wait(
                [asyncio.ensure_future(each) for each in (
                    self._ask(reader, far_writer), self._answer(far_reader, writer, far_writer),
                )], return_when=asyncio.FIRST_COMPLETED,
            )  # fmt: skip
        for each in both:
            each.close()
        self._writers -= both

    async def _ask(self, reader, writer) -> None:
        while data := await reader.read(2**20):
            if b"\r\nEXEC\r\n" in data and self.faults:
                fault, self.faults = self.faults[0], self.faults[1:]
                if fault == "cut":
                    return
                writer.loses, self.is_down = True, fault == "die"
            writer.write(data)

    async def _answer(self, reader, writer, asked) -> None:
        while data := await reader.read(2**20):
            if getattr(asked, "loses", False):
                return
            await asyncio.sleep(self.delay)
            writer.write(data)


class Far:
    """Rooms in Redis, behind a line that fails; they may come back as they were some time ago."""

    can_go_back = True

    def __init__(self, folder: Path, address: str):
        self._direct = redis.Redis.from_url(address)
        self._direct.flushall()
        self._proxy = Proxy(address, folder / "proxy")
        self._address = f"unix://{folder / 'proxy'}"

    def open(self) -> FarRooms:
        self.shelf = FarRooms(self._address)
        return self.shelf

    def kill(self) -> None:
        self.shelf.close()

    def fail(self, *faults: str) -> None:
        self._proxy.faults = faults

    def set_down(self, is_down: bool) -> None:
        self._proxy.set_down(is_down)

    def save(self) -> dict[Any, Any]:
        """Everything that is in Redis."""
        return {name: self._direct.dump(name) for name in self._direct.keys()}

    def restore(self, saved: dict[Any, Any]) -> None:
        """Start again with what was saved; the caller has the line down meanwhile."""
        self._direct.flushall()
        for name, value in saved.items():
            self._direct.restore(name, 3_600_000, value)

    def close(self) -> None:
        self.shelf.close()
        self._proxy.close()
        self._direct.close()
