"""What happens to a `.grad`: how the recorder keeps each leaf's ledger true."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from autograd.recording.deferred_reader import grad_event, write_event
from autograd.recording.values import memory_of
from autograd.tensor.mutation import exposed
from autograd.tensor.tensor import Tensor


class Ledger:
    """The part of the recorder that watches gradients being added, written and reset."""

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            """The rest of the recorder, of which this is a part."""

    def owner_of_grad(self, tensor: Tensor) -> int | None:
        """The number of the tensor whose `.grad` this is, if it is known."""
        for ref in self.sharing.get(-memory_of(tensor._array), ()):
            leaf = ref()
            if leaf is not None and leaf._grad is tensor:
                return leaf._tape if self.first <= leaf._tape < self.end else None
        return None

    def grad_written(
        self, tensor: Tensor | None, memory: int, by: str, line: Any
    ) -> None:
        """A write into a `.grad` tensor, and so into its `memory`, moves its leaf's ledger."""
        for ref in self.sharing.get(-memory, ()):
            leaf = ref()
            if leaf is not None and leaf._grad is not None:
                after = leaf._grad._array
                if memory_of(after) == memory:
                    why = "zero_grad" if by == "zero_" else "write"
                    before = leaf.__dict__.get("_tape_grad")
                    leaf._tape_grad = self.held(after)
                    self.emit((
                        grad_event, self.tensor_number(leaf), None, before, None, leaf._tape_grad,
                        why, None, line,
                    ))

    def accumulated(
        self, tensor: Tensor, node: Any, before: Any, added: Any, after: Any, by: str
    ) -> None:
        number = self.tensor_number(tensor)
        nid = None if node is None else self.node_number(node)
        # A node may be called by hand, in no backward at all.
        call = self.under[-1] if self.under and by in ("accumulate", "retain_grad") else None
        running, self.values.hollow = self.values.hollow, bool(tensor._meta)
        old = self.kept(before)
        new, now = self.twice(added)
        if after is not None and before is not None:
            self.values.forget(memory_of(after))
        # A first gradient is what was added; no need to picture it twice.
        first = before is None and added is not None
        tensor._tape_grad = now if first else self.held(after)
        self.values.hollow = running
        line, grad = self.line(), tensor._grad
        self.emit((grad_event, number, nid, old, new, tensor._tape_grad, by, call, line))
        if grad is not None:
            if exposed:
                self.outside.end(grad._array)
            self.sharing[-memory_of(grad._array)] = [weakref.ref(tensor)]
            if by == "accumulate" and self.first <= grad._tape < self.end:
                self.emit((
                    write_event, grad._tape, grad._version, tensor._tape_grad, by, None, line,
                ))
