"""What `detach_` leaves behind: a tensor whose older nodes can no longer tell where it came from.

Follows the check in torch/csrc/autograd/saved_variable.cpp. Every node compares versions before it
uses what it saved, so a version read before the history went must not equal one read after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class Severed(list):
    """The counter of a tensor after `detach_`; the tensors that share its memory keep `whole`."""

    def __init__(self, whole: list):
        super().__init__(whole)
        self.whole = whole
        self.times = getattr(whole, "times", 0) + 1

    def __getitem__(self, place):
        return Stamped(self.whole[place], self.times)

    def __setitem__(self, place, version):
        self.whole[place] = int(version)


class Stamped(int):
    """A version, and how many times the tensor had lost its history when it was read."""

    def __new__(cls, version: int, times: int):
        stamped = super().__new__(cls, version)
        stamped.times = times
        return stamped

    def __eq__(self, other):
        return int(self) == int(other) and getattr(other, "times", 0) == self.times

    def __ne__(self, other):
        return not self == other

    __hash__ = int.__hash__

    def __reduce__(self):
        return int, (int(self),)


def sever(tensor: Tensor) -> None:
    """Take a tensor's history from it."""
    if tensor._edge is not None:
        tensor._counter = Severed(tensor._counter)
    tensor._edge, tensor._requires_grad = None, False


def lost_history(node: Any, index: int, tensor: Tensor) -> bool:
    """Whether `tensor`, saved by `node` at `index`, was no leaf then and has no history now."""
    inputs = node._plan.saved_inputs
    edge = node._edges[inputs[index]] if index < len(inputs) else None
    had_one = edge is not None and not hasattr(edge[0], "variable")
    return had_one and tensor._edge is None and isinstance(tensor._counter, Severed)


DETACHED = (
    "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is "
    "not supported, please use out-of-place `.detach()` instead"
)
