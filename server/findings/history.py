"""What each tensor was after so many events; read only for a run in which something is found."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict

from server.findings.reading import Event, Reading


class History:
    """The values of the tensors of a run over its events."""

    def __init__(self, reading: Reading):
        self._kept: dict[int, Event] = {}
        self._at: dict[str, list[int]] = defaultdict(list)
        self._values: dict[str, list[Event]] = defaultdict(list)
        for i, event in enumerate(reading.events):
            kind = event["kind"]
            if kind == "op":
                for out in event["outputs"]:
                    self._put(i, out["tensor"], out["value"])
            elif kind in ("leaf", "write"):
                self._put(i, event["tensor"], event["value"])
            elif kind == "mode" and event["what"] == "detach":
                value = self.value(event["of"], i)
                if value is not None:
                    self._put(i, event["tensor"], value)
            elif kind == "run":
                for grad in event["grads"]:
                    self.whole(grad)
            elif kind == "flow":
                self.whole(event["value"])
                self.whole(event["sum"])
            elif kind == "grad":
                for part in ("before", "added", "after"):
                    self.whole(event[part])

    def _put(self, i: int, tensor: str, value: Event) -> None:
        whole = self.whole(value)
        if whole is not None:
            self._at[tensor].append(i)
            self._values[tensor].append(whole)

    def whole(self, value: Event | None) -> Event | None:
        """Return a value, or the earlier one that it repeats."""
        if value is None or "same" in value:
            return None if value is None else self._kept.get(value["same"])
        if "id" in value:
            self._kept[value["id"]] = value
        return value

    def value(self, tensor: str | None, at: int) -> Event | None:
        """Return what a tensor was just before event `at`."""
        events = self._at.get(tensor or "", [])
        n = bisect_left(events, at)
        return self._values[tensor or ""][n - 1] if n else None
