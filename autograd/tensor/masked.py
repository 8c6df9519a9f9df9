"""Arrays with a mask of valid elements, as `torch.masked.MaskedTensor` has them.

torch keeps numbers and mask in two tensors and runs each op on both. Here the array of a masked
tensor carries its mask: ops compute with the numbers alone, and `put_mask` gives a result its mask
again. `engine/masked_backward.py` does so for gradients.
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

tensor_type: type = Tensor  # `torch.masked.MaskedTensor`, once it is there
# What a function makes of masked tensors; registered by `torch.masked.maskedtensor.dispatch`.
dispatch: Callable | None = None
# Lets nodes take masked gradients; registered by `masked_backward`.
follow_masks: Callable[[], None] | None = None
MASKS_DIFFER = (
    "Input masks must match. If you need support for this, please open an issue on Github.")


class MaskedArray(np.ndarray):
    """Numbers with a `mask` of the same shape, True where valid; None for slices of one.

    numpy's functions see the numbers and return plain arrays; sums of two keep the mask.
    """

    mask: np.ndarray | None

    def __new__(cls, numbers, mask):
        made = np.asarray(numbers).view(cls)
        made.mask = np.asarray(mask)
        register_masked()
        return made

    def __array_finalize__(self, source):
        self.mask = None

    def copy(self, order: Any = "C") -> Any:
        """Return the same in memory of its own."""
        return MaskedArray(plain_values(self).copy(order), self.mask)

    def as_tensor(self) -> Tensor:
        """Return a masked tensor of these numbers without a history; of a slice, a plain one."""
        made = wrap(plain_values(self))
        return made if self.mask is None else put_mask(made, self.mask)

    def __array_function__(self, func, types, args, options):
        if func is np.ones_like and self.mask is not None:  # what a backward begins with
            return MaskedArray(np.ones(self.shape, self.dtype), self.mask)
        return super().__array_function__(func, types, args, options)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        masks = [x.mask for x in inputs if is_masked(x)]
        if ufunc is np.add and any(not np.array_equal(masks[0], mask) for mask in masks[1:]):
            raise ValueError(MASKS_DIFFER)
        if out is not None:
            options["out"] = tuple(map(plain_values, out))
        made = getattr(ufunc, method)(*map(plain_values, inputs), **options)
        if out is not None:
            return out[0]
        return MaskedArray(made, masks[0]) if ufunc is np.add and masks else made


@cache
def register_masked() -> None:
    """Let nodes and functions look for masked tensors, once the first one exists."""
    follow_masks()
    tensors.enroll(tensor_type)


def is_masked(array: np.ndarray) -> bool:
    """Return whether an array carries a mask."""
    return isinstance(array, MaskedArray) and array.mask is not None


def plain_values(array: ArrayOrTensor) -> ArrayOrTensor:
    """Return the numbers without the mask, in the same memory."""
    return array.view(np.ndarray) if isinstance(array, MaskedArray) else array


def put_mask(tensor: Tensor, mask: np.ndarray) -> Tensor:
    """Make `tensor` a masked one; its history stays."""
    tensor._array = MaskedArray(tensor._array, np.broadcast_to(mask, tensor.shape))
    tensor._form, tensor.__class__ = None, tensor_type
    return tensor
