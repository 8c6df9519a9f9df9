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
    """The running calls of the library, with what an optimizer's step did to large parameters."""

    def __init__(self, log: DeferredEvents):
        self.log, self.stack = log, log.stack
        # The running calls, each with its event, if it has one.
        self.running: list[tuple[Any, ...]] = []
        # Large parameters with copies from before a step, by identity; None outside of a step.
        self.before_step: dict[int, tuple[Tensor, np.ndarray]] | None = None

    def enter(
        self, name: str, place: Place | None, is_step: bool, described: dict[str, Any]
    ) -> None:
        """Begin a call, which becomes an event unless another one runs."""
        log = self.log
        call = None if log.is_full else self.stack.begin_library(name, place, described)
        may_vanish = call is not None and not is_step and not log.is_full
        self.running.append((call, log.pending[-1] if may_vanish else None))
        if call is not None and is_step:
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
            shown, self.before_step = self.large_changes(), None
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

    def large_changes(self) -> dict[str, Any] | None:
        """Return what a step did to large parameters, whose numbers no event shows.

        `largest` is the entry that changed most, `moved` the norm of the change of each parameter.
        """
        largest: dict[str, Any] | None = None
        moved: dict[str, float | None] = {}
        for tensor, old in (self.before_step or {}).values():
            if tensor._array.shape != old.shape:
                continue
            np.subtract(tensor._array, old, out=old)
            name = self.log.ids.tensor_id(tensor._tape)
            norm = float(np.linalg.norm(old.ravel()))
            moved[name] = float(f"{norm:.6g}") if np.isfinite(norm) else None
            change = float(np.abs(old, out=old).max())
            if np.isfinite(change) and (largest is None or change > largest["change"]):
                largest = {"tensor": name, "change": change}
        if not moved:
            return None
        return {"moved": moved} if largest is None else {"largest": largest, "moved": moved}

    def copy_before_write(self, tensor: Tensor) -> None:
        """Copy a large parameter before its optimizer writes it first."""
        array, old = tensor._array, self.before_step
        if old is None or not tensor._requires_grad or id(tensor) in old:
            return
        if array.size > LIMIT and array.dtype.kind == "f" and self.log.ids.known(tensor):
            old[id(tensor)] = tensor, array.copy()
