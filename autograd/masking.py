"""Arrays of which some entries do not count, as `torch.masked.MaskedTensor` has them.

torch keeps numbers and mask in two tensors and has each op run on both. Here the array of a masked
tensor carries its mask: ops compute with the numbers alone, and who asks for a masked result puts
the mask there again (`dressed`). Gradients keep theirs on the way back, node by node (`passed`).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from autograd import engine
from autograd.custom_node import BackwardCFunction
from autograd.gradients import sum_to
from autograd.graph import AccumulateGrad, TableNode
from autograd.subclasses import enroll
from autograd.tensor import Tensor, wrap

kind: type = Tensor  # `torch.masked.MaskedTensor`, once it is there
UNEQUAL = "Input masks must match. If you need support for this, please open an issue on Github."
# Ops that move entries: the mask goes where the numbers go. Others leave it as it is.
MOVING = {
    "view", "reshape_alias", "unsafe_view", "t", "transpose", "select", "slice", "index", "split",
    "split_with_sizes", "unsqueeze", "unfold", "cat", "stack",
}


class MaskedArray(np.ndarray):
    """Numbers with a `mask` of the same shape, true where they count; None for parts of such.

    numpy's functions see the numbers and make plain arrays; sums of two keep the mask.
    """

    mask: np.ndarray | None

    def __new__(cls, numbers, mask):
        made = np.asarray(numbers).view(cls)
        made.mask = np.asarray(mask)
        begin()
        return made

    def __array_finalize__(self, source):
        self.mask = None

    def copy(self, order="C"):
        """The same in memory of its own."""
        return MaskedArray(numbers_of(self).copy(order), self.mask)

    def as_tensor(self) -> Tensor:
        """A masked tensor of these numbers, off the tape; of a part a plain one."""
        made = wrap(numbers_of(self))
        return made if self.mask is None else dressed(made, self.mask)

    def __array_function__(self, func, types, args, options):
        if func is np.ones_like and self.mask is not None:  # what a backward begins with
            return MaskedArray(np.ones(self.shape, self.dtype), self.mask)
        return super().__array_function__(func, types, args, options)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        masks = [x.mask for x in inputs if is_masked(x)]
        if ufunc is np.add and any(not np.array_equal(masks[0], mask) for mask in masks[1:]):
            raise ValueError(UNEQUAL)
        if out is not None:
            options["out"] = tuple(map(numbers_of, out))
        made = getattr(ufunc, method)(*map(numbers_of, inputs), **options)
        if out is not None:
            return out[0]
        return MaskedArray(made, masks[0]) if ufunc is np.add and masks else made


@cache
def begin() -> None:
    """Let nodes and functions ask for masked tensors, now that there is one: others pay for it."""
    engine.passing = passed
    enroll(kind)


def is_masked(array) -> bool:
    """Whether an array carries a mask."""
    return isinstance(array, MaskedArray) and array.mask is not None


def numbers_of(array):
    """The numbers alone, in the same memory."""
    return array.view(np.ndarray) if isinstance(array, MaskedArray) else array


def dressed(tensor: Tensor, mask: np.ndarray) -> Tensor:
    """`tensor` itself as a masked one; what it is on the tape stays."""
    tensor._array = MaskedArray(tensor._array, np.broadcast_to(mask, tensor.shape))
    tensor._form, tensor.__class__ = None, kind
    return tensor


# --- On the way back ---------------------------------------------------------------------------


def passed(node, grads, create_graph):
    """What `node` sends on where gradients may be masked; functions of the user see masked ones."""
    if create_graph:  # gradients are tensors, and those of the class carry their masks
        leaf = node.variable if type(node) is AccumulateGrad else None
        masked = leaf is not None and is_masked(leaf._array)
        return accumulated(node, grads, leaf._array.mask, True) if masked else (
            node.backward(grads, True))
    masks = [grad.mask if is_masked(grad) else None for grad in grads]
    if isinstance(node, BackwardCFunction) or all(mask is None for mask in masks):
        return node.backward(grads, False)
    if type(node) is AccumulateGrad:
        return accumulated(node, grads, masks[0], False)
    name = node.op.name if isinstance(node, TableNode) else ""
    numbers = [numbers_of(grad) for grad in grads]
    if name == "softmax":  # whose sum is over what counts
        numbers = [np.where(masks[0], each, 0) for each in numbers]
    numbers = node.backward(numbers, False)
    if name == "softmax":
        numbers = [np.where(masks[0], each, 0) for each in numbers]
    if name in MOVING:
        moved = node.backward([
            None if grad is None else mask.astype(grad.dtype)
            for grad, mask in zip(grads, masks)], False)
        masks = [None if each is None else each != 0 for each in moved]
    else:
        masks = [masks[0]] * len(numbers)
    return [each if each is None else fitting(each, mask, edge)
            for each, mask, edge in zip(numbers, masks, node._edges)]


def fitting(numbers, mask, edge):
    """A masked gradient in the shape that is wanted where `edge` leads: what counts is summed."""
    if edge is None:
        return None
    shape = edge[0].metadata_of_outputs[edge[1]][0]
    if numbers.shape == shape:
        return MaskedArray(numbers, np.broadcast_to(mask, shape))
    mask = np.broadcast_to(mask, numbers.shape)
    total = sum_to(np.where(mask, numbers, 0).astype(numbers.dtype), shape)
    return MaskedArray(total, sum_to(mask.astype(int), shape) > 0)


def accumulated(node, grads, mask, create_graph):
    """Add a masked gradient to a leaf's `.grad`, which is masked then."""
    leaf = node.variable
    first = leaf._grad is None
    if not first and not is_masked(leaf._grad._array):
        raise TypeError("Tapescope cannot add a masked gradient to one that is not masked: set "
                        "`.grad` to None between the two calls.")
    own = first and not create_graph
    node.backward([numbers_of(grads[0])] if own else grads, create_graph)
    if not is_masked(leaf._grad._array):
        dressed(leaf._grad, mask)
    return ()
