"""A branch that is not taken, whose gradient is no number: 0 × inf, which a mask cannot undo."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from server.findings.history import value_before
from server.findings.nonfinite.births import came_to
from server.findings.nonfinite.spread import Chain, Spread
from server.findings.reading import Event, Reading
from server.findings.values import entry, index, odd_entries

# Ops that leave some entries out, whose gradient is 0 then.
MASKS = frozenset("""
    where where_scalar masked_fill masked_fill_ nan_to_num nan_to_num_ clamp clamp_min clamp_max
    clip masked_select minimum maximum
""".split())
# So many ops may lie between the function and the mask.
MOST_HOPS = 4


@dataclass(frozen=True, slots=True)
class Masked:
    """Where a gradient of 0 met an infinite slope: the function, the mask, the entry."""

    at: int
    made: Event
    mask: Event
    # What the function was given and what it gave, at the entry where it went wrong.
    x: float | None
    y: float | None
    index: tuple[int, ...]


def masked_of(reading: Reading, chain: Chain) -> Masked | None:
    """Return how a mask left out what a chain is about, but not its gradient; None if it did not.
    """
    if chain.turn is None or not any(what == "gradient" for what, _ in chain.hits):
        return None
    event = reading.events[chain.turn]
    made = reading.once(Spread).node(event["node"])
    value, came = reading.whole(event["value"]), came_to(reading, event["node"], chain.turn)
    if made is None or value is None or came is None:
        return None
    places = [index(value, place) for place in odd_entries(value, "nan")]
    at = next((place for place in places if entry(came, place) == 0), None)
    mask = None if at is None else mask_behind(reading, made)
    if at is None or mask is None:
        return None
    now = reading.maker[made["outputs"][0]["tensor"]]
    first = made["inputs"][event["edge"]].get("tensor") if made["inputs"] else None
    return Masked(chain.turn, made, mask, entry(value_before(reading, first, now), at),
                  entry(reading.whole(made["outputs"][0]["value"]), at), at)


def mask_behind(reading: Reading, made: Event) -> Event | None:
    """Return the first mask that takes the result of an op, at most a few ops behind it."""
    users = reading.once(users_of)
    found = [out["tensor"] for out in made["outputs"]]
    for _ in range(MOST_HOPS):
        events = [reading.events[i] for tensor in found for i in users.get(tensor, ())]
        mask = next((event for event in events if event["op"] in MASKS), None)
        if mask is not None:
            return mask
        found = [out["tensor"] for event in events for out in event["outputs"]
                 if event["node"] is not None]
    return None


def users_of(reading: Reading) -> dict[str, list[int]]:
    """Return the ops that took each tensor."""
    found: dict[str, list[int]] = defaultdict(list)
    for events in reading.ops.values():
        for i in events:
            for x in reading.events[i]["inputs"]:
                if "tensor" in x:
                    found[x["tensor"]].append(i)
    return found
