"""Calls of the library that are one step to a reader: `SGD.step`, `clip_grad_norm_`, `Net.to`.

Only the outermost of nested calls becomes events, and only if something happened in it or it is the
step of an optimizer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.recording.deferred_events import DeferredEvents
from autograd.recording.events import LIMIT, encode
from autograd.recording.source_lines import Call, Place
from autograd.recording.values import params_to_json
from autograd.tensor.tensor import Tensor


class LibraryCalls:
    """The running calls of the library, with the largest change by an optimizer's step."""

    def __init__(self, log: DeferredEvents):
        self.log, self.stack = log, log.stack
        # The running calls, each with its event, if it has one.
        self.running: list[tuple[Any, ...]] = []
        # Copies of large parameters before a step, by tensor; None outside of a step.
        self.before_step: dict[int, np.ndarray] | None = None
        # Index and change of the entry that changed most.
        self.largest: tuple[int, float] | None = None

    def enter(
        self, name: str, place: Place | None, is_step: bool, described: dict[str, Any]
    ) -> None:
        """Begin a call, which becomes an event unless another one runs."""
        log = self.log
        call = None if log.is_full else self.stack.begin_library(name, place, described)
        may_vanish = call is not None and not is_step and not log.is_full
        self.running.append((call, log.pending[-1] if may_vanish else None))
        if call is not None and is_step:
            self.largest = None
            self.before_step = {}

    def leave(self, result: Any, raised: bool) -> None:
        """End the innermost call."""
        if not self.running:  # it began before this recorder was active
            return
        call, event = self.running.pop()
        if call is None or self.is_empty(call, event):
            return
        shown = encode(params_to_json(result)) if result else None
        if self.before_step is not None and call.depth == len(self.stack.calls) - 1:
            shown, self.before_step = self.largest_change(), None
        self.stack.leave(call, "raise" if raised else "return", None if raised else shown,
                         self.log.line())

    def is_empty(self, call: Call, event: Any) -> bool:
        """Return True, and take back the call's event, if nothing happened in the call.

        `Recorder.drain` does not hand out an event that may be taken back.
        """
        pending = self.log.pending
        if not pending or pending[-1] is not event or self.stack.calls[-1] is not call:
            return False
        pending.pop()
        self.stack.calls.pop()
        self.stack.frames -= 1
        self.before_step = None
        return True

    def largest_change(self) -> dict[str, Any] | None:
        """Return the largest change of a step among large parameters, which no event shows."""
        if self.largest is None:
            return None
        number, change = self.largest
        return {"largest": {"tensor": self.log.ids.tensor_id(number), "change": change}}

    def copy_before_write(self, tensor: Tensor) -> None:
        """Copy a large parameter before its optimizer writes it."""
        array, old = tensor._array, self.before_step
        if old is None or not tensor._requires_grad:
            return
        if array.size > LIMIT and array.dtype.kind == "f":
            old.setdefault(id(tensor), array.copy())

    def compare_after_write(self, tensor: Tensor) -> None:
        """Update the largest change with the entries of a parameter that a step wrote."""
        before = None if self.before_step is None else self.before_step.pop(id(tensor), None)
        if before is None:
            return
        np.subtract(tensor._array, before, out=before)
        change = float(np.abs(before, out=before).max())
        if np.isfinite(change) and (self.largest is None or change > self.largest[1]):
            self.largest = tensor._tape, change
