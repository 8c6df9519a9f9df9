"""The open lines of a class: hundreds of browsers that wait for the next event, in one loop.

A stream begins as an ordinary reply of the app, which has checked everything and told the present
state; its header HOLD asks that the line be held. wsgi_bridge.py then hands it to `Streams.hold`.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from server.classroom.errors import Refused
from server.classroom.line import Hold, Line, Stream, counts_of, tabs_of
from server.classroom.memory_store import Shelf
from server.classroom.room import TEACHER
from server.classroom.sse_message import ALIVE, AWAY, LATE, Told, is_other, told, told_gone
from server.storage.database import Down

HOLD = "X-Tapescope-Hold"
TICK_SECONDS = 1.0
# A line that nothing goes over is cut by proxies, mostly after 30 or 60 seconds.
ALIVE_SECONDS = 15.0
ONCE_SECONDS = 25.0
# So often the rooms themselves are looked at: whatever was missed is told by then.
CHECK_SECONDS = 5.0
# Who loads the page again is there at the next look.
MOST_MISSED = 1
# A page polls again as soon as it has an answer, or a second after it had none.
POLL_AGAIN_SECONDS = 3.0
# When a browser comes back whose server ends.
RECONNECT_MS = (200, 2000)
# Of one process, which must keep sockets for everything else. Who comes later asks again and again.
MOST_STREAMS = 5000
# Every seat of a room, and half as many who only watch: no room takes the streams of all others.
MOST_OF_ROOM = 1500
# Three of the largest lectures that we measure; 400 for those who have not joined (yet).
MOST_OF_ADDRESS = 1000
MOST_UNNAMED_OF_ADDRESS = 400
# No browser opens more connections to one server, so only who is no browser loses its first ones.
MOST_TABS = 6

END = {"type": "http.response.body", "body": b"", "more_body": False}
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Streams:
    """The streams of one process. All but `tell` and `close` belong to its event loop."""

    def __init__(self, shelf: Shelf, clock: Callable[[], float] = time.time):
        self._shelf, self._clock = shelf, clock
        self._lines: dict[str, Line] = {}
        self._counts: Counter[tuple[str, str]] = Counter()
        self.most = MOST_STREAMS
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None
        self._closed = False
        shelf.watch(self.tell)

    def tell(self, news: Told | None) -> None:
        """Something has changed; None when it is not known what. From any thread."""
        if self._loop is None or self._loop.is_closed():
            return
        if news is None:
            self._loop.call_soon_threadsafe(self._check_soon)
        else:
            self._loop.call_soon_threadsafe(self._spread, news)

    def count(self) -> int:
        """Return how many streams are open."""
        return self._counts["process", ""]

    def close(self) -> None:
        """End all streams, and every one that would begin."""
        self._closed = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    async def hold(self, hold: Hold, receive: Receive, send: Send) -> None:
        """Send what happens in a room until the browser goes away or the room is over."""
        self._loop = asyncio.get_running_loop()
        if self._is_full(hold):
            await send(END)
            return
        if self._ticking is None:
            self._ticking = self._loop.create_task(self._tick())
        is_new = hold.room not in self._lines
        line = self._lines.setdefault(hold.room, Line())
        stream = Stream(hold, away=hold.away is True)
        self._replace_tabs(line, hold)
        line.streams.add(stream)
        self._counts.update(counts_of(hold))
        watching = self._loop.create_task(until_gone(stream, receive))
        try:
            if is_new:
                await self._ask(hold.room)
            await self._seen(hold.room, [stream])
            await self._serve(stream, line, send)
        finally:
            watching.cancel()
            line.streams.discard(stream)
            self._forget(hold)
            line.left = time.monotonic() if hold.once else -math.inf
            self._drop_left(hold.room, line)
            if hold.participant is not None and not tabs_of(line, hold.participant):
                await self._quietly(self._shelf.left, hold.room, hold.participant)

    def _is_full(self, hold: Hold) -> bool:
        """Whether a stream more would be too many: of the process, the room or the address."""
        most = {
            "process": min(self.most, MOST_STREAMS), "room": MOST_OF_ROOM,
            "address": MOST_OF_ADDRESS, "unnamed": MOST_UNNAMED_OF_ADDRESS,
        }  # fmt: skip
        return any(self._counts[count] >= most[count[0]] for count in counts_of(hold))

    def _drop_left(self, code: str, line: Line) -> None:
        """Forget a line that nobody listens to, nor is about to poll again."""
        is_left = not line.streams and line.left + POLL_AGAIN_SECONDS < time.monotonic()
        if is_left and self._lines.get(code) is line:
            del self._lines[code]

    def _forget(self, hold: Hold) -> None:
        """Count a stream no more."""
        for name in counts_of(hold):
            self._counts[name] -= 1
            if not self._counts[name]:
                del self._counts[name]

    def _replace_tabs(self, line: Line, hold: Hold) -> None:
        """End the oldest streams of a participant who opens very many from one address.

        Anybody may name a participant, so streams from elsewhere are left alone.
        """
        if hold.participant is None:
            return
        tabs = [s for s in tabs_of(line, hold.participant) if s.hold.address == hold.address]
        tabs.sort(key=lambda stream: stream.since)
        for stream in tabs[: max(0, len(tabs) + 1 - MOST_TABS)]:
            stream.gone = True
            stream.due.set()

    async def _serve(self, stream: Stream, line: Line, send: Send) -> None:
        seq, is_over, fallback = stream.hold.seq, False, line.fallback
        while not (is_over or stream.gone or self._closed):
            latest = line.latest
            if line.late and not stream.late:
                stream.late = True
                await send(piece(LATE))
            if None not in (line.away, stream.hold.away) and stream.away != line.away:
                stream.away = not stream.away
                await send(piece(AWAY[stream.away]))
                if stream.hold.once:
                    break
            if fallback != line.fallback:
                fallback, seq = line.fallback, -1
                await send(piece(LATE))
            is_back = stream.late and not line.late
            if latest is not None and (is_back or latest.seq > seq):
                stream.late = stream.late and not is_back
                seq = latest.seq
                is_over = latest.ended or stream.hold.once
                await send(piece(latest.event))
                continue
            if stream.hold.once and time.monotonic() - stream.since > ONCE_SECONDS:
                break
            if stream.beat:
                stream.beat = False
                await send(piece(ALIVE))
            stream.due.clear()
            await stream.due.wait()
        if self._closed:
            # Some spread over time, so that hundreds do not come to the next server at once.
            await send(piece(f"retry: {random.randint(*RECONNECT_MS)}\n\n"))
        await send(END)

    def _spread(self, news: Told) -> None:
        line = self._lines.get(news.room)
        if line is None:
            return
        if line.latest is None or line.latest.seq < news.seq:
            line.latest = news
            line.wake()
        elif is_other(news, line.latest):
            self._check_soon()  # one of them is of a room that Redis has no more

    def _check_soon(self) -> None:
        """Look at all rooms, unless that goes on: what does not answer is asked once at a time."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self._check())

    async def _check(self) -> None:
        for code in list(self._lines):
            if not await self._ask(code):
                for line in self._lines.values():
                    line.late = True
                    line.wake()
                return
            await self._look_for_teacher(code)

    async def _look_for_teacher(self, code: str) -> None:
        """Count the looks at a room that do not find its teacher."""
        line, present = self._lines.get(code), await self._quietly(self._shelf.present, code)
        if line is None or present is None:
            return
        line.missed = 0 if TEACHER in present else line.missed + 1
        if not line.missed or line.missed > MOST_MISSED:
            line.away = line.missed > 0
            line.wake()

    async def _ask(self, code: str) -> bool:
        """Look at the room itself; False when it cannot be reached.

        It may have changed before anybody here watched it, or be an earlier one than was told.
        """
        line = self._lines.get(code)
        known = None if line is None else line.latest
        try:
            news = told(await asyncio.to_thread(self._shelf.get, code), self._clock())
        except Down:
            return False
        except Refused:
            seqs = [] if line is None else [stream.hold.seq for stream in line.streams]
            news = told_gone(code, max([*seqs, 0 if known is None else known.seq]))
        if line is not None:
            if known is not None and (news.seq < known.seq or is_other(news, known)):
                line.latest, line.fallback = None, line.fallback + 1
            if line.late:
                line.late = False
                line.wake()
        self._spread(news)
        return True

    async def _tick(self) -> None:
        """Each second see to what time brings: the ends of rooms and of polls, signs of life."""
        alive = checked = 0.0
        while not self._closed:
            await asyncio.sleep(TICK_SECONDS)
            alive = 0.0 if alive >= ALIVE_SECONDS else alive + TICK_SECONDS
            checked += TICK_SECONDS
            is_late = any(line.late for line in self._lines.values())
            if is_late or checked >= CHECK_SECONDS:
                checked = 0.0
                self._check_soon()
            for code, line in list(self._lines.items()):
                self._drop_left(code, line)
                if line.latest is not None and self._clock() >= line.latest.expires:
                    await self._ask(code)
                streams = list(line.streams)
                if alive == 0.0:
                    await self._seen(code, streams)
                for stream in streams:
                    stream.beat = stream.beat or alive == 0.0
                    if stream.beat or stream.hold.once:
                        stream.due.set()

    def _wake(self) -> None:
        for line in self._lines.values():
            line.wake()

    async def _seen(self, code: str, streams: list[Stream]) -> None:
        known = [s.hold.participant for s in streams if s.hold.participant is not None]
        if known:
            await self._quietly(self._shelf.seen, code, known)

    async def _quietly(self, ask: Callable[..., Any], *arguments: Any) -> Any:
        """What the shelf answers, without holding up the loop; None when it does not."""
        try:
            return await asyncio.to_thread(ask, *arguments)
        except (Down, Refused):
            return None


async def until_gone(stream: Stream, receive: Receive) -> None:
    """Wait for the browser to go away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.gone = True
    stream.due.set()


def piece(text: str) -> dict[str, Any]:
    return {"type": "http.response.body", "body": text.encode("utf-8"), "more_body": True}
