"""A browser in a room, as the streams know one: it connects, listens, goes and comes back."""

from __future__ import annotations

import asyncio
import json
import threading
import time

from server.classroom.line import Hold
from server.classroom.memory_store import Shelf
from server.classroom.sse_message import told
from server.classroom.streams import Streams


class Loop:
    """An event loop in a thread of its own, as a server has one."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()

    def start(self, coroutine):
        """Run it; the future of its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop)

    def close(self):
        self.start(self._rest()).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def _rest(self):
        """End what still runs, as a server does on its way out."""
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        await self.loop.shutdown_default_executor()


class Follower:
    """One browser. `state` is the last that it was told, `told` the names of all events."""

    def __init__(
        self, loop: Loop, code: str, clock, participant: str | None = None,
        address: str | None = None,
    ):  # fmt: skip
        self.loop, self.code, self.clock, self.participant = loop, code, clock, participant
        self.address = address
        self.state: dict = {"seq": 0}
        self.told: list[str] = []
        self.line = None

    def connect(
        self, shelf: Shelf, streams: Streams, once: bool = False, away: bool | None = False,
    ) -> None:  # fmt: skip
        """Ask for the stream, as a browser does that has seen the last state or none."""
        news = told(shelf.get(self.code), self.clock())
        if news.seq != self.state["seq"]:
            self.read(news.event)
            if once or news.ended:
                return
        self.gone = asyncio.Event()
        hold = Hold(self.code, news.seq, self.participant, once, self.address, away)
        self.line = self.loop.start(streams.hold(hold, self.receive, self.send))

    def leave(self) -> None:
        """Close the line."""
        if self.line is not None:
            self.loop.loop.call_soon_threadsafe(self.gone.set)
            self.line.result(10)
            self.line = None

    async def receive(self) -> dict:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict) -> None:
        if message["body"]:
            self.read(message["body"].decode())

    def read(self, text: str) -> None:
        """What an EventSource makes of an event."""
        fields = dict(line.split(":", 1) for line in text.strip().splitlines())
        name = fields.get("event", "").strip()
        self.told.append(name)
        if name == "state":
            self.state = json.loads(fields["data"])


def until(wanted) -> None:
    """Wait for what another thread does."""
    for _ in range(2000):
        if wanted():
            return
        time.sleep(0.005)
    raise AssertionError("This never came true.")
