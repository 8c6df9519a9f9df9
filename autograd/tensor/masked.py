"""Arrays of which some entries do not count, as `torch.masked.MaskedTensor` has them.

torch keeps numbers and mask in two tensors and has each op run on both. Here the array of a masked
tensor carries its mask: ops compute with the numbers alone, and who asks for a masked result puts
the mask there again (`dressed`). Gradients keep theirs on the way back
(`engine/masked_backward.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.tensor import tensor as tensors
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

kind: type = Tensor  # `torch.masked.MaskedTensor`, once it is there
# What a function makes of masked tensors; registered by `torch.masked.maskedtensor.dispatch`.
made_by: Callable | None = None
# Lets nodes take masked gradients; registered by `masked_backward`.
follow_masks: Callable[[], None] | None = None
UNEQUAL = "Input masks must match. If you need support for this, please open an issue on Github."


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

    def copy(self, order: Any = "C") -> Any:
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
    follow_masks()
    tensors.enroll(kind)


def is_masked(array: np.ndarray) -> bool:
    """Whether an array carries a mask."""
    return isinstance(array, MaskedArray) and array.mask is not None


def numbers_of(array: ArrayOrTensor) -> ArrayOrTensor:
    """The numbers alone, in the same memory."""
    return array.view(np.ndarray) if isinstance(array, MaskedArray) else array


def dressed(tensor: Tensor, mask: np.ndarray) -> Tensor:
    """`tensor` itself as a masked one; what it is on the tape stays."""
    tensor._array = MaskedArray(tensor._array, np.broadcast_to(mask, tensor.shape))
    tensor._form, tensor.__class__ = None, kind
    return tensor
