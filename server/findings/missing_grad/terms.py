"""Find terms of losses through which no gradient goes back, though it does through the others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from server.findings.missing_grad.left_torch import is_number_of, left_before
from server.findings.missing_grad.cuts import Cut, cut_of, departure
from server.findings.missing_grad.lineage import lineage
from server.findings.names import names
from server.findings.reading import Call, Event, Reading, shared

ADDING = frozenset({"add", "sub"})
# Ops that change a number by others, and keep what it is a sum of.
SCALING = frozenset({"mul", "div", "neg", "sum", "mean", "squeeze", "view", "reshape"})
# So many backward calls of a line are looked at: those of a loop are alike.
MOST_CALLS = 3


@dataclass(frozen=True, slots=True)
class Term:
    """A term, added at event `at` to what the `root` of a call is made of.

    `tensor` is None where it is a plain number.
    """

    tensor: str | None
    name: str | None
    at: int
    root: str
    call: Call
    cut: Cut


@shared
def terms(reading: Reading) -> tuple[Term, ...]:
    """Return the terms without a gradient, one for each place where one was cut off."""
    seen: Counter[int | None] = Counter()
    found: dict[tuple[object, ...], Term] = {}
    for call in reading.calls.values():
        seen[call.line] += 1
        begin = reading.events[call.begin]
        if seen[call.line] > MOST_CALLS or begin["api"] != "backward":
            continue
        for root in begin["roots"]:
            for term in terms_of(reading, root["tensor"], call):
                found.setdefault((term.cut.place, reading.events[term.at]["line"]), term)
    return tuple(found.values())


def terms_of(reading: Reading, root: str, call: Call) -> Iterator[Term]:
    """Yield the terms of a root that were cut off."""
    waiting, seen = [root], {root}
    for tensor in waiting:
        at = maker_before(reading, tensor, call.begin)
        event = None if at is None else reading.events[at]
        if at is None or event is None or event["node"] is None or not is_single(reading, tensor):
            continue
        given = [x["tensor"] for x in event["inputs"] if "tensor" in x]
        if event["op"] in ADDING or event["op"] == "stack":
            yield from cut_terms(reading, event, at, root, call, given)
        elif event["op"] not in SCALING or len(given) != 1:
            continue
        is_stack = event["op"] in ("sum", "mean") and is_stacked(reading, given[0], at)
        if is_stack:
            stacked = maker_before(reading, given[0], at) or at
            stack = reading.events[stacked]
            given = [x["tensor"] for x in stack["inputs"] if "tensor" in x]
            yield from cut_terms(reading, stack, stacked, root, call, given)
        for one in given:
            if one not in seen and is_tracked(reading, one):
                seen.add(one)
                waiting.append(one)


def is_tracked(reading: Reading, tensor: str) -> bool:
    """Whether a tensor is a result that a node made, or a leaf that requires grad."""
    made = reading.made_by(tensor)
    if made is not None:
        return made["node"] is not None
    known = reading.tensors.get(tensor)
    return known is not None and bool(reading.events[known.made].get("requires_grad"))


def is_stacked(reading: Reading, tensor: str, before: int) -> bool:
    """Whether a tensor is a stack of others."""
    at = maker_before(reading, tensor, before)
    return at is not None and reading.events[at]["op"] == "stack"


def cut_terms(
    reading: Reading, event: Event, at: int, root: str, call: Call, given: list[str]
) -> Iterator[Term]:
    """Yield what an op adds that was cut off."""
    numbers = [x["number"] for x in event["inputs"] if isinstance(x.get("number"), (int, float))]
    plain = [one for one in given if not is_tracked(reading, one) and is_single(reading, one)]
    if len(plain) == len(given) or not (plain or numbers and has_left(reading)):
        return
    known = lineage(reading)
    for one in plain:
        if known.asks(one, at):
            continue
        link = next((link for source, link in known.ancestors(one, at).items()
                     if link is not None and known.asks(source, link.at)), None)
        cut = left_before(reading, one, at) if link is None else cut_of(reading, link)
        if cut is not None and not cut.is_explicit:
            yield Term(one, name_of(reading, one, at), at, root, call, cut)
    for number in numbers:
        left = next((i for i in reversed(known.departures) if i < at
                     and reading.events[i]["line"] == event["line"]
                     and is_number_of(reading, reading.events[i], number)), None)
        if left is not None:
            cut = departure(reading, left)
            yield Term(None, cut.of[0] if cut.of else None, at, root, call, cut)


def has_left(reading: Reading) -> bool:
    """Whether numbers have gone to Python or numpy."""
    return any(event["what"] == "convert" and event["to"] is None
               for event in (reading.events[i] for i in reading.modes))


def name_of(reading: Reading, tensor: str, at: int) -> str | None:
    """Return the name of a term, or of what it is a multiple of."""
    one: str | None = tensor
    while one is not None:
        name = names(reading).label(one, at)
        made = maker_before(reading, one, at)
        if name is not None or made is None:
            return name
        event = reading.events[made]
        given = [x["tensor"] for x in event["inputs"] if "tensor" in x]
        one = given[0] if event["op"] in SCALING and len(given) == 1 else None
    return None


def maker_before(reading: Reading, tensor: str, before: int) -> int | None:
    """Return the last op before an event that made or wrote a tensor."""
    last = reading.maker.get(tensor)
    if last is None or last < before:
        return last
    made = [i for i in lineage(reading).makers.get(tensor, ())
            if i < before and reading.events[i]["kind"] == "op"]
    return made[-1] if made else None


def is_single(reading: Reading, tensor: str) -> bool:
    """Whether a tensor has one entry."""
    known = reading.tensors.get(tensor)
    return known is not None and math.prod(known.value["shape"]) == 1
