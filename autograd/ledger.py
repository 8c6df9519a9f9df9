"""What happens to a `.grad`: how the recorder keeps each leaf's ledger true."""

from __future__ import annotations

import weakref

from autograd import events
from autograd.snapshots import memory_of
from autograd.tensor import Tensor


class Ledger:
    """The part of the recorder that watches gradients being added, written and reset."""

    def owner_of_grad(self, tensor: Tensor) -> str | None:
        """The id of the tensor whose `.grad` this is."""
        for ref in self.sharing.get(-memory_of(tensor._array), ()):
            leaf = ref()
            if leaf is not None and leaf._grad is tensor:
                return self.known(leaf)
        return None

    def grad_written(self, tensor, by, line):
        """A write into a `.grad` tensor moves its leaf's ledger."""
        for ref in self.sharing.get(-memory_of(tensor._array), ()):
            leaf = ref()
            if leaf is not None and leaf._grad is not None:
                after = leaf._grad._array
                if memory_of(after) == memory_of(tensor._array):
                    why = "zero_grad" if by == "zero_" else "write"
                    before = leaf.__dict__.get("_tape_grad")
                    leaf._tape_grad = self.held(after)
                    self.emit(events.Grad(
                        self.tensor(leaf), None, before, None, leaf._tape_grad, why, None, line
                    ))

    def accumulated(self, tensor, node, before, added, after, by):
        tid = self.tensor(tensor)
        nid = None if node is None else self.node(node)
        call = self.calls if by in ("accumulate", "retain_grad") else None
        old, new = self.kept(before), self.kept(added)
        if after is not None and before is not None:
            self.values.forget(after)
        # A first gradient is what was added; no need to picture it twice.
        first = before is None and added is not None
        tensor._tape_grad = self.kept(added) if first else self.held(after)
        self.emit(events.Grad(tid, nid, old, new, tensor._tape_grad, by, call, self.line()))
        if tensor._grad is not None:
            owner = memory_of(tensor._grad._array)
            self.sharing[-owner] = [weakref.ref(tensor)]
            if self.known(tensor._grad) is not None and by == "accumulate":
                self.emit(events.Write(
                    self.known(tensor._grad), tensor._grad._version, tensor._tape_grad, by, None,
                    self.line(),
                ))
