"""Who is who on one tape: numbers kept on the objects themselves, and who shares whose memory."""

from __future__ import annotations

import weakref
from itertools import count
from typing import TYPE_CHECKING, Any

from autograd.graph.accumulate_grad import AccumulateGrad
from autograd.graph.node import NoPlan
from autograd.recording.values import memory_of
from autograd.tensor.batched_tensor import bottom
from autograd.tensor.tensor import Tensor

_tapes = count(1)
RANGE = 1 << 40  # more than a tape can name


class Identities:
    """The ids of one tape, its own counters: `t0, t1, ...` for tensors, `n0, n1, ...` for nodes.

    They lie on the objects as numbers, so that a tape keeps nothing alive that the program let go.
    Each tape numbers from a `first` of its own: a number says whose it is.
    """

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            """The rest of the recorder, of which this is a part."""

    def __init__(self):
        self.first = next(_tapes) * RANGE
        self.end = self.first + RANGE
        self.tensors = self.nodes = self.first
        self.untold: dict[int, str] = {}  # names of nodes that no op has told, by number
        # Weak references to tensors, by owner of their memory.
        self.sharing: dict[int, list[Any]] = {}

    def known(self, thing: Any) -> str | None:
        """The id of a tensor or node; None when not seen yet."""
        number = thing._tape
        if not self.first <= number < self.end:
            return None
        return self.tid(number) if isinstance(thing, Tensor) else self.nid(number)

    def tid(self, number: int) -> str:
        """The id of the tensor with this number."""
        return f"t{number - self.first}"

    def nid(self, number: int) -> str:
        """The id of the node with this number."""
        return f"n{number - self.first}"

    def meet(self, tensor: Tensor) -> int:
        """Give a tensor its number."""
        number = tensor._tape = self.tensors
        self.tensors += 1
        return number

    def share(self, tensor: Tensor) -> None:
        """Remember whose memory a tensor uses, now that another uses it too."""
        memory = memory_of(tensor._array)
        peers = self.sharing.get(memory)
        if peers is None:
            self.sharing[memory] = [weakref.ref(tensor)]
        elif not any([ref() is tensor for ref in peers]):
            self.sharing[memory] = [
                *[ref for ref in peers if ref() is not None], weakref.ref(tensor)]

    def peers(self, memory: int) -> list[Tensor]:
        """The tensors of the tape that lie in this memory.

        One may have moved to other memory, and this may be where something else had been.
        """
        return [peer for ref in self.sharing.get(memory, ())
                if (peer := ref()) is not None and self.first <= peer._tape < self.end
                and memory_of(peer._array) == memory]

    def blamed(self, tensor: Tensor, line: Any) -> str:
        """The id of a tensor that an error points at: a saved result is not the one it was."""
        tensor = bottom(tensor)
        for ref in self.sharing.get(memory_of(tensor._array), ()):
            peer = ref()
            if peer is not None and peer._array is tensor._array and (
                    known := self.known(peer)):
                return known
        return self.tensor(tensor, line)

    def twin(self, tensor: Tensor) -> int | None:
        """The number of the output of a custom node that this is: its backward reads it again."""
        edge = tensor._edge
        if getattr(edge[0], "_plan", None) is not NoPlan:
            return None
        peers = (ref() for ref in self.sharing.get(memory_of(tensor._array), ()))
        return next((peer._tape for peer in peers if peer is not None and peer._edge == edge
                     and self.first <= peer._tape < self.end), None)

    def accumulator(self, tensor: Tensor) -> int | None:
        """The number of a leaf's AccumulateGrad, whether torch has made that node yet or not."""
        if not tensor._requires_grad or tensor._edge is not None:
            return None
        return self.end_of(tensor)

    def end_of(self, tensor: Tensor) -> int:
        """The number of the AccumulateGrad of a tensor that is or was a leaf that requires grad."""
        number = tensor.__dict__.get("_tape_accumulate", 0)
        if not self.first <= number < self.end:
            number = tensor._tape_accumulate = self.next_node()
        return number

    def node(self, node: Any) -> str:
        """The id of a node."""
        return self.nid(self.node_number(node))

    def node_number(self, node: Any) -> int:
        """The number of a node, given to it now if it has none."""
        number = node._tape
        if self.first <= number < self.end:
            return number
        if type(node) is AccumulateGrad:
            self.tensor_number(node.variable)
            met = self.nodes
            node._tape = self.end_of(node.variable)
            if self.nodes > met:  # what was told of the leaf is without it
                self.untold[node._tape] = type(node).__name__
        else:
            node._tape = self.next_node()
            self.untold[node._tape] = type(node).__name__
        return node._tape

    def next_node(self) -> int:
        """A fresh number for a node."""
        self.nodes += 1
        return self.nodes - 1
