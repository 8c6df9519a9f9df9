"""Compare gradients on both sides of ops with flat pieces or ends."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from server.findings.reading import Event, Reading
from server.findings.values import largest

# Ops with pieces on which they do not change; the ones whose slope is 0 wherever they have one.
KINKED = re.compile(r"(relu|relu6|clamp|clip|hardtanh|hardsigmoid|threshold|abs|sign|round|floor"
                    r"|ceil|trunc)")
STEPS = re.compile(r"(sign|round|floor|ceil|trunc)")
# Ops that flatten out far from zero, entry by entry.
SQUASHING = re.compile(r"(sigmoid|tanh|erf)(_|$)")


@dataclass(slots=True)
class Passage:
    """A gradient that went through a node: the op of the node, the largest entries before, after.
    """

    at: int
    op: int
    edge: int
    came: float
    went: float


def passages_of(reading: Reading) -> dict[tuple[str, int | None], list[Passage]]:
    """Return the passages through bent ops, by op and line, in the order of the run.

    Left out are passages with nothing to lose: nothing came, or numbers that are not known.
    """
    bent = {reading.events[i]["node"]["id"]: i for name, events in reading.ops.items()
            if KINKED.match(name) or SQUASHING.match(name)
            for i in events if reading.events[i]["node"] is not None}
    found: dict[tuple[str, int | None], list[Passage]] = defaultdict(list)
    if not bent:
        return found
    came: dict[str, Event] = {}
    seeds = {root["node"]: root["seed"] for call in reading.calls.values()
             for root in reading.events[call.begin]["roots"]}
    for at in reading.flows:
        event = reading.events[at]
        if event["to"] in bent:
            came[event["to"]] = event["sum"]
        node = event["node"]
        if node not in bent or is_overwritten(reading, bent[node], at):
            continue
        grad = came.get(node) or seeds.get(node)
        grad, sent = reading.whole(grad), reading.whole(event["value"])
        before = None if grad is None else largest(grad)
        after = None if sent is None else largest(sent)
        if before and after is not None:
            op = reading.events[bent[node]]
            passage = Passage(at, bent[node], event["edge"], before, after)
            found[op["op"], op["line"]].append(passage)
    return found


def is_overwritten(reading: Reading, op: int, at: int) -> bool:
    """Whether what an op saved was changed behind autograd's back before event `at`."""
    saved = [each["tensor"] for each in reading.events[op]["saved"] if "tensor" in each]
    writes = (reading.events[i] for tensor in saved for i in reading.writes.get(tensor, ())
              if op < i < at)
    return any(event["by"] in ("data", "outside") or event["via"] for event in writes)
