"""Drain the server: take no new runs, let those in progress end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from server.sandbox.outcome import Busy


class Draining:
    """Whether the server is about to end, and how many runs go on. Threads may share one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0
        self.is_on = False

    def begin(self) -> None:
        """Refuse new runs from now on.

        A signal's handler calls it, maybe while its own thread holds the lock, so it takes none.
        """
        self.is_on = True

    @contextmanager
    def work(self) -> Iterator[None]:
        """Count a run while the block goes on. Raises Busy when the server is about to end."""
        with self._lock:
            if self.is_on:
                raise Busy
            self._running += 1
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1

    @property
    def is_done(self) -> bool:
        """Whether no new run begins, and none goes on."""
        with self._lock:
            return self.is_on and self._running == 0

    def state(self) -> int:
        """Return 1 while the server drains, else 0."""
        return int(self.is_on)
