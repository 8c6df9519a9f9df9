"""Do what no request asks for: write what waits, delete old links, end rooms by order."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from server.classroom.memory_store import Shelf
from server.storage import retention
from server.storage.database import Down
from server.storage.retention import Openings
from server.storage.snippets import Store

# How long the command `tapescope admin end` waits for a server at most.
TICK_SECONDS = 5.0
OPENINGS_SECONDS = 60.0
SWEEP_SECONDS = 3600.0
log = logging.getLogger(__name__)


class Upkeep:
    """A thread of one server process; `retention_days` is the setting."""

    def __init__(self, store: Store, rooms: Shelf, retention_days: float | None):
        self.openings = Openings()
        self._store, self._rooms, self._days = store, rooms, retention_days
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._due = {each: 0.0 for each in (
            self.end_rooms, self.write_rooms, self.write_openings, self.sweep,
        )}  # fmt: skip

    def start(self) -> None:
        """Begin, in a thread."""
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread, and write what is not written yet."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
        quietly(self.write_openings)

    def end_rooms(self) -> float:
        """End the rooms that `tapescope admin end` names."""
        self._rooms.end_asked()
        return TICK_SECONDS

    def write_rooms(self) -> float:
        """Write the rooms that were changed while the database was down."""
        self._rooms.write_unwritten()
        return TICK_SECONDS

    def write_openings(self) -> float:
        """Write how often snippets were opened."""
        self.openings.write(self._store.database)
        return OPENINGS_SECONDS

    def sweep(self) -> float:
        """Delete the links that nobody has opened for so long."""
        if self._days is not None:
            swept = retention.sweep(self._store.database, self._days)
            if swept.snippets:
                log.info("%d links of %d bytes were deleted.", swept.snippets, swept.bytes)
        return SWEEP_SECONDS

    def _run(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            now = time.monotonic()
            for duty, due in self._due.items():
                if due <= now:
                    self._due[duty] = now + quietly(duty)


def quietly(duty: Callable[[], float]) -> float:
    """Do a duty; return after how many seconds it is due again, also where it failed."""
    try:
        return duty()
    except Down as error:
        log.warning("The store does not answer: %s", error.__cause__)
    except Exception:
        log.exception("What a server does by itself failed.")
    return OPENINGS_SECONDS
