"""Facts that change along the events of a run, found again by bisection."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class History:
    """Facts in the order of the events from which on they hold."""

    events: list[int] = field(default_factory=list)
    facts: list[Any] = field(default_factory=list)

    def add(self, event: int, fact: Any) -> None:
        """Append a fact that holds from `event` on, which is no earlier than the last one's."""
        self.events.append(event)
        self.facts.append(fact)

    def at(self, event: int, default: Any) -> Any:
        """Return the fact that holds after `event`, or `default` before the first."""
        found = bisect_right(self.events, event)
        return self.facts[found - 1] if found else default
