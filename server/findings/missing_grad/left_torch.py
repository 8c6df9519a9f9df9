"""Find numbers that left torch among those that a later tensor was made of."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from server.findings.missing_grad.cuts import Cut, cut_of, departure
from server.findings.missing_grad.lineage import Link, lineage
from server.findings.names import line_text, paths_in
from server.findings.reading import Event, Reading, shared

# What gives a value to a name, or puts it into what the name means.
GIVES = re.compile(r"[-+*/]?=(?!=)|\.(?:append|extend)\(")

# What takes numbers out of torch, of a tensor that was detached before.
LEAVES = re.compile(r"\.(?:numpy|tolist|item)\(|\b(?:float|int)\(|\bnp\.")


def left_before(reading: Reading, root: str, before: int, leaf: str | None = None) -> Cut | None:
    """Return where numbers left torch that a root was made of, as the program's text has it.

    With `leaf` they are numbers that were made of this one.
    """
    departures = [i for i in ways_out(reading) if i < before and (
        leaf is None or leaf in lineage(reading).ancestors(source_of(reading.events[i]), i))]
    if not departures:
        return None
    for made, number in entrances(reading, root, before):
        for i in reversed(departures):
            if i < made and leads(reading, i, made, number):
                return cut_at(reading, i)
    return None


@shared
def ways_out(reading: Reading) -> list[int]:
    """Return the events by which numbers go to Python or numpy, some by way of detach()."""
    known = lineage(reading)
    detached = [i for i in reading.modes if (event := reading.events[i])["what"] == "detach"
                and known.asks(event["of"], i) and LEAVES.search(line_text(reading, event["line"]))]
    return sorted([*known.departures, *detached])


def source_of(event: Event) -> str:
    """Return the tensor whose numbers went out."""
    return event["of"] if event["what"] == "detach" else event["tensor"]


def cut_at(reading: Reading, at: int) -> Cut:
    """Return a way out as a cut."""
    event = reading.events[at]
    if event["what"] != "detach":
        return departure(reading, at)
    return cut_of(reading, Link(event["of"], event["tensor"], at, "detach"))


def entrances(reading: Reading, root: str, before: int) -> Iterator[tuple[int, float | None]]:
    """Yield the events that brought plain numbers into what a root was made of."""
    for tensor in lineage(reading).ancestors(root, before):
        known = reading.tensors.get(tensor)
        if known is not None and reading.events[known.made]["kind"] == "leaf" \
                and not known.is_parameter:
            yield known.made, None
        for i in lineage(reading).makers.get(tensor, ()):
            if i < before and reading.events[i]["kind"] == "op":
                for x in reading.events[i]["inputs"]:
                    if isinstance(x.get("number"), (int, float)):
                        yield i, x["number"]


def leads(reading: Reading, left: int, made: int, number: float | None) -> bool:
    """Return whether numbers that left at an event came in at another one."""
    out, back = reading.events[left], reading.events[made]
    if back["kind"] == "leaf" and is_same(reading, out, back["value"]):
        return True
    if out["line"] is None or back["line"] is None:
        return False
    if out["line"] == back["line"]:
        return number is None or is_number_of(reading, out, number)
    tainted = carriers(reading, out["line"], back["line"])
    return any(path in tainted for path in paths_in(line_text(reading, back["line"])))


def is_same(reading: Reading, out: Event, value: Event) -> bool:
    """Whether a new tensor has the numbers that had left, and these are no round ones."""
    known = reading.tensors.get(source_of(out))
    data = None if known is None else known.value.get("data")
    return bool(data) and data == value.get("data") and any(
        isinstance(entry, float) and not entry.is_integer() for entry in data)


def is_number_of(reading: Reading, out: Event, number: float) -> bool:
    """Return whether a number is the only entry of a tensor that was converted."""
    known = reading.tensors.get(source_of(out))
    data = known.value.get("data") if known is not None else None
    return data is not None and len(data) == 1 and isinstance(data[0], (int, float)) \
        and math.isclose(data[0], number, rel_tol=1e-5)


def carriers(reading: Reading, first: int, last: int) -> set[str]:
    """Return the names that lines first..last-1 give to what other such names went into."""
    tainted: set[str] = set()
    for line in range(first, last):
        left, *right = GIVES.split(line_text(reading, line), maxsplit=1)
        if right and (line == first or any(path in tainted for path in paths_in(right[0]))):
            tainted.update(paths_in(left))
    return tainted
