"""Ids of tensors (`t0`) or nodes (`n0`) on the tape.

They are numbers on the objects themselves. `Ids` also knows which tensors share memory.
"""

from __future__ import annotations

import weakref
from itertools import count
from typing import Any

from autograd.graph.node import NoPlan
from autograd.recording.values import memory_id
from autograd.tensor.tensor import Tensor

_recorders = count(1)
RANGE = 1 << 40  # more than one recorder can number


class Ids:
    """The ids of one recorder: `t0, t1, ...` for tensors, `n0, n1, ...` for nodes.

    They are stored on the objects as numbers, so that no object is kept alive. Each recorder
    numbers from its own `first`, by which it recognizes its numbers.
    """

    def __init__(self):
        self.first = next(_recorders) * RANGE
        self.end = self.first + RANGE
        self.next_tensor = self.next_node = self.first
        self.unnamed: dict[int, str] = {}  # names of nodes that no event has named, by number
        # Weak references to tensors, by owner of their memory; of `.grad`, by the negative of it.
        self.sharing: dict[int, list[Any]] = {}

    def known(self, thing: Any) -> str | None:
        """Return the id of a tensor or node, or None if it has none yet."""
        number = thing._tape
        if not self.first <= number < self.end:
            return None
        return self.tensor_id(number) if isinstance(thing, Tensor) else self.node_id(number)

    def tensor_id(self, number: int) -> str:
        """Return the id of the tensor with this number."""
        return f"t{number - self.first}"

    def node_id(self, number: int) -> str:
        """Return the id of the node with this number."""
        return f"n{number - self.first}"

    def number_tensor(self, tensor: Tensor) -> int:
        """Give a tensor its number."""
        number = tensor._tape = self.next_tensor
        self.next_tensor += 1
        return number

    def take_node_number(self) -> int:
        """Return a fresh number for a node."""
        self.next_node += 1
        return self.next_node - 1

    def share(self, tensor: Tensor) -> None:
        """Record that a tensor shares its memory with others."""
        memory = memory_id(tensor._array)
        sharing = self.sharing.get(memory)
        if sharing is None:
            self.sharing[memory] = [weakref.ref(tensor)]
        elif not any([ref() is tensor for ref in sharing]):
            self.sharing[memory] = [
                *[ref for ref in sharing if ref() is not None], weakref.ref(tensor)]

    def tensors_in(self, memory: int) -> list[Tensor]:
        """Return the numbered tensors that lie in this memory.

        A tensor may have moved to other memory since, and an address may be reused.
        """
        return [tensor for ref in self.sharing.get(memory, ())
                if (tensor := ref()) is not None and self.first <= tensor._tape < self.end
                and memory_id(tensor._array) == memory]

    def saved_by_function(self, tensor: Tensor) -> int | None:
        """Return the number of the output of a custom node of which `tensor` is the saved alias."""
        edge = tensor._edge
        if getattr(edge[0], "_plan", None) is not NoPlan:
            return None
        sharing = (ref() for ref in self.sharing.get(memory_id(tensor._array), ()))
        return next((each._tape for each in sharing if each is not None and each._edge == edge
                     and self.first <= each._tape < self.end), None)

    def accumulator(self, tensor: Tensor) -> int | None:
        """Return the number of a leaf's AccumulateGrad, made or not; None if it has none."""
        if not tensor._requires_grad or tensor._edge is not None:
            return None
        return self.accumulator_of_leaf(tensor)

    def accumulator_of_leaf(self, tensor: Tensor) -> int:
        """Return the number of the AccumulateGrad of a tensor that is or was a leaf."""
        number = tensor.__dict__.get("_tape_accumulate", 0)
        if not self.first <= number < self.end:
            number = tensor._tape_accumulate = self.take_node_number()
        return number
