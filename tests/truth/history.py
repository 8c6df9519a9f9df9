"""One thing of a tape that changes, and what it was at each moment."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any


class History:
    """One thing that changes: what it was after the first `at` events."""

    def __init__(self) -> None:
        self.events: list[int] = []
        self.states: list[Any] = []

    def put(self, event: int, state: Any) -> None:
        """Keep what it is from this event on."""
        self.events.append(event)
        self.states.append(state)

    def at(self, at: int, default: Any = None) -> Any:
        """The state after the first `at` events."""
        place = bisect_left(self.events, at)
        return self.states[place - 1] if place else default
