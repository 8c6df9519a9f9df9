"""Who is who on one tape: ids kept on the objects themselves, and who shares whose memory."""

from __future__ import annotations

import weakref

from autograd.snapshots import owner_of
from autograd.tensor import Tensor


class Identities:
    """The ids of one tape, its own counters: `t0, t1, ...` for tensors, `n0, n1, ...` for nodes.

    They lie on the objects, so that a tape keeps nothing alive that the program let go.
    """

    def __init__(self):
        self.tensors = self.nodes = 0
        self.sharing: dict[int, list] = {}  # weak references to tensors, by owner of their memory

    def known(self, thing) -> str | None:
        """The id of a tensor or node, or the name of a module; None when not seen yet."""
        tag = getattr(thing, "_tape", None)
        return tag[1] if tag is not None and tag[0] is self else None

    def meet(self, tensor: Tensor) -> str:
        """Give a tensor its id, and remember whose memory it uses."""
        tid = f"t{self.tensors}"
        self.tensors += 1
        tensor._tape = (self, tid)
        peers = self.sharing.setdefault(owner_of(tensor._array), [])
        peers.append(weakref.ref(tensor))
        return tid

    def accumulator(self, tensor: Tensor) -> str | None:
        """The id of a leaf's AccumulateGrad, whether torch has made that node yet or not."""
        if not tensor._requires_grad or tensor._edge is not None:
            return None
        nid = tensor.__dict__.get("_tape_accumulate")
        if nid is None or nid[0] is not self:
            nid = tensor._tape_accumulate = (self, self.next_node())
        return nid[1]

    def next_node(self) -> str:
        """A fresh node id."""
        self.nodes += 1
        return f"n{self.nodes - 1}"
