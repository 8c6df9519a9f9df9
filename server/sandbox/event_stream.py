"""The tape on its way out of a run's process: the recorder's events, in frames, as they come."""

import os
import time
from collections.abc import Callable
from typing import NoReturn

import numpy as np

import autograd
from autograd.recording.json_numbers import leave_arrays
from autograd.recording.recorder import Recorder

from . import console, protocol

FLUSH_SECONDS = 0.1
# Between two words of where the run is; a little less, so that each flush has one.
POSITION_SECONDS = 0.09
# Given back at the end of a run that has used up its memory, so that its tape can still be written.
BALLAST_BYTES = 16 * 2**20
READY = protocol.framed(protocol.READY, protocol.text_of({"engine": autograd.__version__}))


class Tape:
    """Sends the recorder's events to `sink`, a descriptor; a signal may interrupt it anywhere."""

    def __init__(self, recorder: Recorder, event_limit: int):
        self._recorder = recorder
        self._most = 2 * event_limit + 2  # with as many prints, a `full` and a `fail`
        self.sink = -1
        self._waiting: list[dict] = []
        self._explained: set[str] = set()
        self._sent = 0
        self._room = protocol.MOST
        self._sending = False
        self._verdict: tuple | None = None
        self._flushed = 0.0
        self._ballast = np.empty(BALLAST_BYTES, np.uint8)  # address space, untouched
        self._position, self._told = b"", 0.0
        self.is_silent = False  # events are counted, not sent
        self.tail: Callable[[], str] = str  # the end of what was written

    def write(self, frame: bytes) -> None:
        """Send one frame."""
        try:
            while frame:
                frame = frame[os.write(self.sink, frame) :]
        except OSError:
            os._exit(0)  # nobody is listening any more

    def flush(self) -> None:
        """Send the events that have come since the last time."""
        if self._sending:
            return
        self._sending = True
        try:
            self._send_position()  # first, since many events take a while
            with leave_arrays():
                self._waiting += self._recorder.drain()
            self._send_waiting()
        except MemoryError:
            self._ballast = None
        finally:
            self._sending = False
            self._flushed = time.monotonic()
        if self._verdict:
            self.leave(*self._verdict)

    def end(
        self,
        kind: str,
        limit: str | None = None,
        line: int | None = None,
        status: int | None = None,
    ) -> None:
        """Send what is left, say how the run ended, and leave the process.

        Called by a signal in the middle of a frame, it returns, and the process leaves after it.
        """
        self._verdict = self._verdict or (kind, limit, line, status)
        self._ballast = None
        self.flush()

    def flushing(self, tell: Callable) -> Callable:
        """`tell`, with a flush now and then, where the system has no timer to do it."""

        def telling(*arguments):
            answer = tell(*arguments)
            if time.monotonic() - self._flushed > FLUSH_SECONDS:
                self.flush()
            return answer

        return telling

    def leave(
        self, kind: str, limit: str | None, line: int | None, status: int | None
    ) -> NoReturn:
        """Say how the run ended, and leave the process."""
        end = {"kind": kind, "limit": limit, "line": line, "status": status}
        self.write(protocol.framed(protocol.END, protocol.text_of(end)))
        os._exit(0)

    def _send_waiting(self) -> None:
        if self.is_silent:
            self._sent += len(self._waiting)
            self._waiting.clear()
        while self._waiting:
            texts, size = [], 0
            for event in self._waiting[: self._most - self._sent]:
                texts.append(protocol.text_of(event))
                size += len(texts[-1])
                if size > protocol.CHUNK:
                    break
            if size > protocol.BOUNDS[protocol.TAPE] // 2:
                self._waiting.clear()
                self.leave("stopped", "output", None, None)
            if not texts:
                self._waiting.clear()
                self.leave("stopped", "events", None, None)
            every = self._recorder.ops()
            fresh = {name: every[name] for name in every.keys() - self._explained}
            body = b'{"events":[' + b",".join(texts) + b'],"ops":' + protocol.text_of(fresh) + b"}"
            self.write(protocol.framed(protocol.TAPE, body))
            del self._waiting[: len(texts)]
            self._explained |= fresh.keys()
            self._sent += len(texts)
            self._room = self._room.without(body)
            if any(left < spared for left, spared in zip(self._room, protocol.SPARED, strict=True)):
                self._close()

    def _send_position(self) -> None:
        """Say where the run is, if that is news."""
        now = time.monotonic()
        if self.is_silent or self._verdict or now - self._told < POSITION_SECONDS:
            return
        count = self._sent + len(self._waiting) + len(self._recorder.pending)
        events = min(count, self._most)
        position = protocol.position(console.current_line(), events, self.tail())
        if position != self._position:
            self._position, self._told = position, now
            self.write(position)

    def _close(self) -> None:
        """The tape is as heavy as it may be: of what waits, only what was printed goes out."""
        self._recorder.fill()
        self._waiting += self._recorder.drain()
        kept = [each for each in self._waiting if each["kind"] in ("full", "print", "fail")]
        self._waiting[:] = sorted(kept, key=lambda each: each["kind"] != "full")
