"""Events of what optimizers hold: the parameters of each group, with their learning rates."""

from __future__ import annotations

from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.recording import events
from autograd.recording.value_text import is_a, type_name
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.recording.deferred_events import DeferredEvents


class Held:
    """The groups of one optimizer in its last event: numbers, which keep no tensor alive."""

    __slots__ = ("owner", "number", "groups", "rates")

    def __init__(self, owner: Optimizers, number: int):
        self.owner, self.number = owner, number
        self.groups: list[list[int]] = []  # the numbers of the parameters
        self.rates: list[Any] = []


class Optimizers:
    """The optimizers of one recorder, numbered 1, 2, ... in order of their first events."""

    def __init__(self, log: DeferredEvents):
        self.log = log
        self.count = 0

    def knows(self, optimizer: Any) -> bool:
        """Return whether an optimizer has had an event."""
        held = vars(optimizer).get("_tape")
        return type(held) is Held and held.owner is self

    def emit_if_changed(self, optimizer: Any, line: Any) -> tuple[Held | None, list[Any]]:
        """Emit the groups of an optimizer, from the first whose parameters have changed.

        Return what was emitted last, and the learning rates now.
        """
        groups, log = groups_of(optimizer), self.log
        rates = [learning_rate(rate) for _, rate in groups]
        if log.is_full or not groups:
            return None, rates
        if not self.knows(optimizer):
            self.count += 1
            optimizer._tape = Held(self, self.count)
        held = optimizer._tape
        now = [[x._tape for x in params] for params, _ in groups]
        if now == held.groups:
            return held, rates
        first = len([*takewhile(bool, map(eq, now, held.groups))])
        held.groups = [[log.tensor_number(x, line) for x in params] for params, _ in groups]
        held.rates[first:] = rates[first:]
        log.emit(events.Optimizer(held.number, type_name(optimizer), first, [
            {"params": list(map(log.ids.tensor_id, params)), "lr": rate}
            for params, rate in zip(held.groups[first:], held.rates[first:])
        ], line))
        return held, rates

    def describe_call(self, optimizer: Any, is_step: bool, line: Any) -> dict[str, Any]:
        """Return the fields of a call's event that name its optimizer and changed rates."""
        held, rates = self.emit_if_changed(optimizer, line)
        if held is None:
            return {}
        if is_step and rates != held.rates:
            held.rates = rates
            return {"optimizer": held.number, "rates": rates}
        return {"optimizer": held.number}


def groups_of(optimizer: Any) -> list[tuple[list[Tensor], Any]]:
    """Return the parameters and the learning rate of each group, as the program has set them."""
    groups = vars(optimizer).get("param_groups")
    return [([x for x in group["params"] if is_a(x, Tensor)], group.get("lr")) for group in groups
            if is_a(group, dict) and is_a(group.get("params"), list)] if is_a(groups, list) else []


def learning_rate(rate: Any) -> float | None:
    """Return a learning rate, which may be a tensor, as a number; None for what is no number."""
    if is_a(rate, Tensor) and rate._array.size == 1:
        rate = rate._array.ravel()[0]
    try:
        # A float32 has more digits as a float than as a text.
        return float(str(rate)) if is_a(rate, (int, float, np.number)) else None
    except ValueError:
        return None
