"""Calls of the library that are one step to a reader: `SGD.step`, `clip_grad_norm_`, `Net.to`.

Of nested calls only the outermost becomes events, and of one in which nothing happened none do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.recording.events import LIMIT, encoded
from autograd.recording.source_lines import Call
from autograd.recording.values import plain
from autograd.tensor.tensor import Tensor


class Library:
    """The part of the recorder that is told when calls of the library begin and end."""

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            """The rest of the recorder, of which this is a part."""

    def __init__(self):
        super().__init__()
        # The calls that run, with their events, if they have one.
        self.begun: list[tuple[Any, ...]] = []
        self.old: dict[int, np.ndarray] | None = None  # large parameters before a step, by tensor
        self.moved: tuple[int, float] | None = None  # which entry changed most, and by how much

    def library_entered(self, name: str) -> None:
        self.outside.look()
        place = self.line()
        call = None if self.is_full else self.stack.begin_library(name, place)
        self.begun.append((call, self.pending[-1] if call and self.pending else None))
        if call is not None and name.endswith(".step"):
            self.moved = None
            self.old = {}

    def library_left(self, result: Any, raised: bool) -> None:
        if not self.begun:  # it began before this recorder listened
            return
        call, event = self.begun.pop()
        if call is None or self.is_undone(call, event):
            return
        told = encoded(plain(result)) if result else None
        if self.old is not None and call.depth == len(self.stack.calls) - 1:
            told, self.old = self.told_of_step(), None
        self.stack.leave(call, "raise" if raised else "return", None if raised else told,
                         self.line())

    def is_undone(self, call: Call, event: Any) -> bool:
        """Take back a call in which nothing happened: `drain` hands out no event that may be."""
        if not self.pending or self.pending[-1] is not event or self.stack.calls[-1] is not call:
            return False
        self.pending.pop()
        self.stack.calls.pop()
        self.stack.frames -= 1
        self.old = None
        return True

    def told_of_step(self) -> dict[str, Any] | None:
        """What the events of a step cannot tell: the largest change among large parameters."""
        if self.moved is None:
            return None
        number, change = self.moved
        return {"largest": {"tensor": self.tid(number), "change": change}}

    def about_to_step(self, tensor: Tensor) -> None:
        """Keep a large parameter as it is before its optimizer writes it."""
        array, old = tensor._array, self.old
        if old is None or not tensor._requires_grad:
            return
        if array.size > LIMIT and array.dtype.kind == "f":
            old.setdefault(id(tensor), array.copy())

    def stepped(self, tensor: Tensor) -> None:
        """Find the largest change of an entry among the large parameters that a step wrote."""
        before = None if self.old is None else self.old.pop(id(tensor), None)
        if before is None:
            return
        np.subtract(tensor._array, before, out=before)
        change = float(np.abs(before, out=before).max())
        if np.isfinite(change) and (self.moved is None or change > self.moved[1]):
            self.moved = tensor._tape, change
