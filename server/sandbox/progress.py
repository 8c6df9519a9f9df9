"""Progress of a run, with its user's request to stop it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from .scheduler import CHECK_SECONDS
from .untrusted_reader import Position

# An unknown run is over, has not begun, or belongs to another process.
UNKNOWN, WAITING, RUNNING, DRAWING = "unknown", "waiting", "running", "drawing"


class Progress:
    """The progress of one run, for other threads.

    One thread follows the run; others read this and may stop it.
    """

    def __init__(self, phase: str = WAITING) -> None:
        self._made = time.monotonic()
        self._ended: float | None = None
        self._began: float | None = None
        self._number: Callable[[], int | None] = lambda: None
        self._phase = phase
        self._stop = threading.Event()
        self._opening: bytes | None = None
        self._opened, self._awaited = threading.Event(), threading.Lock()
        self.position = Position(None, 0, "")

    @property
    def is_stopped(self) -> bool:
        """Whether its user has requested the end of the run."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Request the end of the run; what it has recorded is kept."""
        self._stop.set()

    @property
    def place(self) -> int | None:
        """The place of the run among those that wait, 1 for the next; None if it does not wait."""
        return self._number() if self._phase == WAITING else None

    def queue(self, number: Callable[[], int | None]) -> None:
        """Keep what returns the place of the run, which has to wait for its turn."""
        self._number = number

    def begin(self) -> None:
        """Set the phase RUNNING: the code begins to run now."""
        self._began, self._phase = time.monotonic(), RUNNING

    def end(self) -> None:
        """Set the phase DRAWING: the code has ended, and its run is drawn."""
        self._ended, self._phase = time.monotonic(), DRAWING

    def spans(self) -> dict[str, float]:
        """Return the seconds of the phases that are over, of a run that is drawn now."""
        if self._began is None or self._ended is None:
            return {}
        return {
            "wait": self._began - self._made,
            "run": self._ended - self._began,
            "draw": time.monotonic() - self._ended,
        }

    def open(self, document: bytes | None) -> None:
        """Publish the document of the first pass, or None where there will be none."""
        if not self._opened.is_set():
            self._opening = document
            self._opened.set()

    def opening(self, is_gone: Callable[[], bool]) -> bytes | None:
        """Wait for the document of the first pass, and return it; None where there is none.

        One thread waits at a time; others get None.
        """
        if self._phase == UNKNOWN or not self._awaited.acquire(blocking=False):
            return None
        try:
            while not (self._opened.wait(CHECK_SECONDS) or is_gone()):
                pass
            return self._opening
        finally:
            self._awaited.release()

    def told(self) -> dict[str, Any]:
        """Return the JSON of `GET /api/v1/runs/<ticket>` (docs/run-document.md)."""
        began = self._began
        seconds = 0.0 if began is None else time.monotonic() - began
        return {
            "phase": self._phase,
            "place": self.place,
            "seconds": round(seconds, 3),
            **self.position._asdict(),
        }
