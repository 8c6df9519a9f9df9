"""Stream of a run's events: the frames that its process writes while it runs."""

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
# The least time between POSITION frames; a little less than a flush, so that each flush has one.
POSITION_SECONDS = 0.09
# Freed at the end of a run that has used up its memory, so that its tape can still be written.
BALLAST_BYTES = 16 * 2**20
READY = protocol.framed(protocol.READY, protocol.text_of({"engine": autograd.__version__}))


class Tape:
    """Writes the recorder's events to the descriptor `sink`; signals may interrupt it anywhere."""

    def __init__(self, recorder: Recorder, event_limit: int):
        self._recorder = recorder
        self._most = 2 * event_limit + 2  # as many prints, a `full` and a `fail`
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
        self.tail: Callable[[], str] = str  # returns the end of the output

    def write(self, frame: bytes) -> None:
        """Write one frame; exit if the server has closed the channel."""
        try:
            while frame:
                frame = frame[os.write(self.sink, frame) :]
        except OSError:
            os._exit(0)  # the server has closed the channel

    def flush(self) -> None:
        """Send the events recorded since the last flush."""
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
        """Send the remaining events and the END frame, then exit the process.

        If a signal calls it while a frame is written, it returns, and the process exits after that
        frame.
        """
        self._verdict = self._verdict or (kind, limit, line, status)
        self._ballast = None
        self.flush()

    def flushing(self, tell: Callable) -> Callable:
        """Return `tell` with a flush at intervals, for systems without timer signals."""

        def telling(*arguments):
            answer = tell(*arguments)
            if time.monotonic() - self._flushed > FLUSH_SECONDS:
                self.flush()
            return answer

        return telling

    def leave(
        self, kind: str, limit: str | None, line: int | None, status: int | None
    ) -> NoReturn:
        """Send the END frame, then exit the process."""
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
        """Send a POSITION frame if the position has changed."""
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
        """Stop recording at the size limit; of the waiting events only prints and errors are sent.
        """
        self._recorder.fill()
        self._waiting += self._recorder.drain()
        kept = [each for each in self._waiting if each["kind"] in ("full", "print", "fail")]
        self._waiting[:] = sorted(kept, key=lambda each: each["kind"] != "full")
