"""Report the progress of a run; carry its user's request to stop it."""

from __future__ import annotations

import threading
import time
from typing import Any

from .untrusted_reader import Position

# A run of which this process knows nothing is over, or not begun, or another's.
UNKNOWN, WAITING, RUNNING, DRAWING = "unknown", "waiting", "running", "drawing"


class Progress:
    """One run as others see it: one thread follows the run, others read this and may stop it."""

    def __init__(self, phase: str = WAITING) -> None:
        self._began: float | None = None
        self._phase = phase
        self._stop = threading.Event()
        self.position = Position(None, 0, "")

    @property
    def is_stopped(self) -> bool:
        """Whether its user wants it to stop."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask for the end of the run; what it has recorded is kept."""
        self._stop.set()

    def begin(self) -> None:
        """Note that the code begins to run now."""
        self._began, self._phase = time.monotonic(), RUNNING

    def end(self) -> None:
        """Note that the code has ended, and that its run is drawn now."""
        self._phase = DRAWING

    def told(self) -> dict[str, Any]:
        """The answer of `GET /api/v1/runs/<ticket>` (docs/run-document.md)."""
        began = self._began
        seconds = 0.0 if began is None else time.monotonic() - began
        return {"phase": self._phase, "seconds": round(seconds, 3), **self.position._asdict()}
