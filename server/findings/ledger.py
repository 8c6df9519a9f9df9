"""List the updates that used a gradient, with what an earlier update had used of it already."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import merge

from server.findings.reading import Event, Reading


@dataclass(frozen=True, slots=True)
class Used:
    """What an update used, and is still in `.grad`.

    `part` is None where it was written over since, as a clipped gradient is. `step` is the number
    of the step, None for an update by hand.
    """

    calls: tuple[int, ...]
    part: Event | None
    line: int | None
    step: int | None


@dataclass(frozen=True, slots=True)
class Again:
    """An update of a tensor by a gradient of which an earlier update had used all or a part."""

    tensor: str
    at: int
    calls: tuple[int, ...]
    balance: Event
    old: Used

    @property
    def is_all_old(self) -> bool:
        """Whether no backward has added anything since."""
        return len(self.calls) == len(self.old.calls)


def used_again(reading: Reading) -> Iterator[Again]:
    """Yield each update by a gradient that an earlier one had used, tensor by tensor.

    Several micro-batches before one update are as good as one; so are several writes of one
    update, as LBFGS and weight decay by hand make them.
    """
    starts = [step.begin for step in reading.steps()]
    by_hand = updates_by_hand(reading)
    for tensor, grads in reading.grads.items():
        if grads and len(reading.writes.get(tensor, ())) > 1:
            yield from Account(reading, tensor, starts, by_hand).used_again()


class Account:
    """The `.grad` of a tensor, followed over the run."""

    def __init__(
        self, reading: Reading, tensor: str, starts: list[int], by_hand: dict[int, int]
    ):
        self.reading = reading
        self.tensor = tensor
        self.starts, self.by_hand = starts, by_hand
        self.calls: tuple[int, ...] = ()
        self.balance: Event | None = None
        self.used: Used | None = None
        # Whether a backward has added since the last update; the op of that, if it is by hand.
        self.grew = False
        self.op = -1

    def used_again(self) -> Iterator[Again]:
        """Yield the updates by a gradient that was used already."""
        events = self.reading.events
        for i in merge(self.reading.grads[self.tensor], self.reading.writes[self.tensor]):
            event = events[i]
            if event["kind"] == "grad":
                self.enter(event)
                continue
            is_step = event["by"] == "step"
            op = -1 if is_step else self.by_hand.get(i, -1)
            if self.balance is None or not is_step and op in (-1, self.op):
                continue
            self.op = op
            step = bisect_right(self.starts, i) if is_step else None
            if self.used is not None and (self.grew or step is not None
                                          and self.used.step not in (None, step)):
                yield Again(self.tensor, i, self.calls, self.balance, self.used)
            self.used = Used(self.calls, self.balance, event["line"], step) if self.calls else None
            self.grew = False

    def enter(self, event: Event) -> None:
        """Take in a change of the gradient."""
        by, self.balance = event["by"], event["after"]
        if by == "accumulate":
            self.grew = True
            if event["call"] is not None and event["call"] not in self.calls[-1:]:
                self.calls = (*self.calls, event["call"])
        elif by in ("zero_grad", "user") or (by == "write" and is_zero(event["after"])):
            self.calls, self.used = (), None
        elif by == "write" and self.used is not None:
            # Scaled down before anything is added, as momentum is, it is kept on purpose.
            self.used = replace(self.used, part=None) if self.grew else None


def is_zero(value: Event | None) -> bool:
    """Whether a gradient is None, or has no entry but 0."""
    if value is None:
        return True
    if "data" in value:
        return not any(value["data"])
    return "stats" in value and value["stats"]["min"] == value["stats"]["max"] == 0


def updates_by_hand(reading: Reading) -> dict[int, int]:
    """Return the writes into what its own `.grad` was computed into, with the ops that wrote."""
    wanted = {i for tensor in reading.grads for i in reading.writes.get(tensor, ())
              if reading.events[i]["by"] != "step"}
    if not wanted:
        return {}
    carried: dict[str, frozenset[str]] = {}
    found: dict[int, int] = {}
    op, inputs = -1, frozenset[str]()
    for i, event in enumerate(reading.events):
        kind = event["kind"]
        if kind == "leaf" and event["grad_of"]:
            carried[event["tensor"]] = frozenset((event["grad_of"],))
        elif kind == "op":
            op, inputs = i, from_inputs(event, carried)
            for out in event["outputs"]:
                carried[out["tensor"]] = inputs - {out["tensor"]}
        elif kind == "mode" and event["what"] == "detach":
            carried[event["tensor"]] = carried.get(event["of"], frozenset())
        if kind == "write" and i in wanted and op >= 0 and event["tensor"] in inputs:
            found[i] = op
        elif kind not in ("op", "write", "grad"):
            op = -1
    return found


def from_inputs(event: Event, carried: dict[str, frozenset[str]]) -> frozenset[str]:
    """Return the tensors whose gradients went into the inputs of an op."""
    sources = [carried[x["tensor"]] for x in event["inputs"] if x.get("tensor") in carried]
    return frozenset[str]().union(*sources)
