"""Find where numbers came from, with a gradient or without: the way that one would have gone back.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict, deque
from dataclasses import dataclass

from server.document.op_words import op_word
from server.findings.reading import Event, Reading, shared

# Comparisons, as they are written.
COMPARED = {"gt": ">", "ge": ">=", "lt": "<", "le": "<=", "eq": "==", "ne": "!="}
# What copies numbers into another tensor, by the name of `convert` events.
COPYING = frozenset({"tensor", "data"})


@dataclass(frozen=True, slots=True)
class Link:
    """`to` was made of `source` at an event; `how` is None if a gradient comes back along this.

    `by` is what was called, where `how` asks for it.
    """

    source: str
    to: str
    at: int
    how: str | None = None
    by: str | None = None


class Lineage:
    """What the tensors of a run were made of."""

    def __init__(self, reading: Reading):
        self.reading = reading
        self.makers: dict[str, list[int]] = defaultdict(list)
        # When a tensor began to require grad, or ceased to.
        self.asked: dict[str, list[tuple[int, bool]]] = defaultdict(list)
        # The AccumulateGrad of each leaf that has one.
        self.accumulate: dict[str, str] = {}
        self.switches: list[tuple[int, bool]] = []
        self.departures: list[int] = []
        for i, event in enumerate(reading.events):
            self._read(i, event)

    def _read(self, i: int, event: Event) -> None:
        if event["kind"] == "op":
            for out in event["outputs"]:
                self.makers[out["tensor"]].append(i)
                self.asked[out["tensor"]].append((i, out["requires_grad"]))
        elif event["kind"] == "leaf":
            self.asked[event["tensor"]].append((i, event["requires_grad"]))
            if event["accumulate"] is not None:
                self.accumulate[event["tensor"]] = event["accumulate"]
        elif event["kind"] == "mode":
            self._read_mode(i, event)

    def _read_mode(self, i: int, event: Event) -> None:
        if event["what"] == "grad_mode":
            self.switches.append((i, event["enabled"]))
        elif event["what"] == "detach":
            self.makers[event["tensor"]].append(i)
            self.asked[event["tensor"]].append((i, False))
        elif event["what"] == "requires_grad_":
            self.asked[event["tensor"]].append((i, event["requires_grad"]))
            if event["accumulate"] is not None:
                self.accumulate[event["tensor"]] = event["accumulate"]
        elif event["to"] is None:
            self.departures.append(i)
        else:
            self.makers[event["to"]].append(i)

    def asks(self, tensor: str, at: int) -> bool:
        """Return whether a tensor requires grad before event `at`."""
        return last_before(self.asked.get(tensor, []), at, False)

    def is_asking_leaf(self, tensor: str, at: int) -> bool:
        """Return whether a tensor is a leaf that requires grad before event `at`."""
        return tensor in self.accumulate and self.asks(tensor, at)

    def records(self, at: int) -> bool:
        """Return whether grad mode is on before event `at`, as the program switched it."""
        return last_before(self.switches, at, True)

    def links(self, to: str, before: int) -> list[Link]:
        """Return what a tensor was made of by the events before `before`."""
        found: list[Link] = self._counted(to)
        for i in self.makers.get(to, ()):
            if i >= before:
                break
            event = self.reading.events[i]
            if event["kind"] == "op":
                found += self._op_links(event, i, to)
                continue
            source = event["of"] if event["what"] == "detach" else event["tensor"]
            # One function may call another: the last to tell of it is what the program called.
            found = [one for one in found if one.by is None or one.source != source]
            found.append(Link(source, to, i, *self._mode_cut(event)))
        return found

    def _counted(self, to: str) -> list[Link]:
        """Return what whole numbers were counted from, which the tape tells as a new tensor.

        `one_hot(k)` on a line that makes such a tensor was given k, made last before it.
        """
        known = self.reading.tensors.get(to)
        event = None if known is None else self.reading.events[known.made]
        if known is None or event is None or event["kind"] != "leaf" or is_floating(known.value) \
                or event["line"] is None or to in self.makers:
            return []
        text = self.reading.lines[event["line"] - 1]
        given = re.findall(r"\b(?:one_hot|bincount)\((?:(\w+)\s*[,)])?", text)
        if len(given) != 1:
            return []
        named = [e["tensor"] for e in self.reading.events[: known.made] if e["kind"] == "name"
                 and e["name"] == given[0]]
        last = [tensor for tensor, made in self.makers.items() if made[0] < known.made
                and self.reading.events[made[0]]["line"] == event["line"]]
        sources = named[-1:] or last[-1:]
        return [Link(one, to, known.made) for one in sources if one in self.reading.tensors
                and not is_floating(self.reading.tensors[one].value)]

    def _mode_cut(self, event: Event) -> tuple[str, str | None]:
        if event["what"] == "detach":
            return "detach", None
        return ("copy" if event["by"] in COPYING else "underived"), event["by"]

    def _op_links(self, event: Event, i: int, to: str) -> list[Link]:
        nr = next(nr for nr, out in enumerate(event["outputs"]) if out["tensor"] == to)
        return [Link(x["tensor"], to, i, *self._op_cut(event, i, nr, x)) for x in event["inputs"]
                if x.get("tensor") not in (None, to)]

    def _op_cut(self, event: Event, i: int, nr: int, given: Event) -> tuple[str | None, str | None]:
        """Return what of an op keeps the gradient of output `nr` from an input."""
        if not self.asks(given["tensor"], i):
            return None, None
        value = event["outputs"][nr]["value"]
        by = COMPARED.get(event["op"].partition("_")[0]) or op_word(event["op"])
        if not is_floating(value):
            if event["op"] == "to_dtype":
                return "cast", value["dtype"]
            return ("indices" if len(event["outputs"]) > 1 else "underived"), by
        if event["node"] is None:
            if not self.records(i):
                return "no_grad", None
            return ("underived", by) if event["grad_mode"] else ("inside", self._within(event, i))
        edges = [edge for edge in event["node"]["edges"] if edge["slot"] == given["slot"]]
        is_open = not edges or any(edge["to"] is not None for edge in edges)
        return (None, None) if is_open else ("underived", by)

    def _within(self, event: Event, i: int) -> str | None:
        """Return in which backward an op puts nothing on the tape; a batch has no call."""
        running = [call for call in self.reading.calls.values()
                   if call.begin < i and (call.end is None or call.end > i)]
        if not running:
            return None if event["during"] is None else "batched"
        return None if self.reading.events[running[-1].begin]["create_graph"] else "backward"

    def ancestors(self, to: str, before: int) -> dict[str, Link | None]:
        """Return all that a tensor was made of, each with the nearest cut on the way, if any."""
        found: dict[str, Link | None] = {to: None}
        until = {to: before}
        waiting = deque([to])
        while waiting:
            one = waiting.popleft()
            for link in self.links(one, until[one]):
                stopped = found[one] if link.how is None else link
                known = found.get(link.source, stopped)
                # A way without a cut counts more than one that was found before it.
                better = link.source not in found or (stopped is None and known is not None)
                if not better and until[link.source] >= link.at:
                    continue
                if better:
                    found[link.source] = stopped
                until[link.source] = max(link.at, until.get(link.source, -1))
                waiting.append(link.source)
        return found

    def leaves(self, tensor: str, at: int) -> tuple[str, ...]:
        """Return the leaves that a gradient of a tensor would get to, in the order of their making.
        """
        found = [one for one, cut in self.ancestors(tensor, at).items()
                 if cut is None and self.is_asking_leaf(one, at)]
        return tuple(sorted(found, key=lambda one: self.asked[one][0]))


def is_floating(value: Event) -> bool:
    """Whether a value may have a gradient."""
    return value["dtype"].startswith(("float", "bfloat", "complex"))


def last_before(changes: list[tuple[int, bool]], at: int, otherwise: bool) -> bool:
    """Return what the last change before event `at` made of a switch."""
    n = bisect_left(changes, (at, False))
    return changes[n - 1][1] if n else otherwise


@shared
def lineage(reading: Reading) -> Lineage:
    """Return what the tensors of a run were made of."""
    return Lineage(reading)
