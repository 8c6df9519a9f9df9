"""Measure the norms of gradients along their ways through layers in a row.

Only the first and the last backward call of a run are looked at.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from server.findings.reading import Call, Event, Reading

LAYERS = frozenset("""
    addmm mm mv bmm baddbmm matmul linear conv1d conv2d conv3d convolution conv_transpose1d
    conv_transpose2d
""".split())
SQUASHING = frozenset({"sigmoid", "tanh"})
# A way counts from so many layers on, if its norm changes in one direction, in the mean by more
# than this from one to the next, and by more than that in all.
FEWEST = 4
EACH, ALL = 4.0, 1000.0


@dataclass(slots=True)
class Way:
    """Layers in a row: the nodes as the gradient meets them, with the norms that came to them."""

    at: int
    line: int | None
    nodes: tuple[str, ...]
    norms: tuple[float, ...]

    @property
    def count(self) -> int:
        """How many layers there are."""
        return len(self.nodes)

    @property
    def ratio(self) -> float:
        """How the norm at the end of the way compares to that at its begin."""
        return self.norms[-1] / self.norms[0]

    @property
    def each(self) -> float:
        """How the norm changes from one layer to the next, in the mean."""
        return self.ratio ** (1 / (self.count - 1))


def is_sane(way: Way) -> bool:
    """Whether the norm stays in bounds."""
    norms = way.norms if way.ratio > 1 else way.norms[::-1]
    if any(after <= before for before, after in zip(norms, norms[1:], strict=False)):
        return True
    return max(way.ratio, 1 / way.ratio) < ALL or max(way.each, 1 / way.each) < EACH


def ways_of(reading: Reading) -> list[Way]:
    """Return the longest ways of the first and the last whole backward call, through layers or
    else through sigmoids.
    """
    calls = [call for call in reading.calls.values() if call.end is not None and not call.failed]
    found = []
    for call in dict.fromkeys((0, len(calls) - 1)) if calls else ():
        for kinds in (LAYERS, SQUASHING):
            nodes = {reading.events[i]["node"]["id"]: i for kind in kinds
                     for i in reading.ops.get(kind, ()) if reading.events[i]["node"] is not None}
            way = longest(reading, calls[call], nodes) if len(nodes) >= FEWEST else None
            if way is not None:
                found.append(way)
    return found


def longest(reading: Reading, call: Call, layers: dict[str, int]) -> Way | None:
    """Return the way of a call through most layers, each reached as most of its gradient came."""
    came: dict[str, float] = {}
    best: dict[str, tuple[float, tuple[str, ...]]] = {}
    last: dict[str, tuple[str, ...]] = {}
    for i in range(call.begin, call.end or call.begin):
        event = reading.events[i]
        if event["kind"] == "run":
            node = event["node"]
            way = best.pop(node, (0.0, ()))[1]
            grads = event["grads"] if node in layers else []
            size = norm(reading.whole(grads[0])) if grads else None
            if size:
                came[node] = size
                way = (*way, node)
            last[node] = way
        elif event["kind"] == "flow":
            share = norm(reading.whole(event["value"]))
            if share is not None and share >= best.get(event["to"], (-1.0,))[0]:
                best[event["to"]] = share, last.get(event["node"], ())
    way = max(last.values(), key=len, default=())
    if len(way) < FEWEST:
        return None
    at = max(i for i in range(call.begin, call.end or 0) if reading.events[i]["kind"] == "run"
             and reading.events[i]["node"] == way[-1])
    return Way(at, reading.events[layers[way[-1]]]["line"], way, tuple(came[n] for n in way))


def norm(value: Event | None) -> float | None:
    """Return the Euclidean norm of a value; None if it is not known or not finite."""
    if value is None:
        return None
    if "data" in value:
        try:
            return math.sqrt(sum(x * x for x in value["data"]))
        except (TypeError, OverflowError):
            return None
    stats = value["stats"]
    if stats["nans"] or stats["infs"] or not isinstance(stats["mean"], float):
        return None
    return math.sqrt(math.prod(value["shape"]) * (stats["std"] ** 2 + stats["mean"] ** 2))
