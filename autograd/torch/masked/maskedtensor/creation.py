"""Masked tensors from numbers and a mask, as leaves or on the tape of the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch.masked.maskedtensor.core import MaskedTensor

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def masked_tensor(data: Tensor, mask: Tensor, requires_grad: bool = False) -> Any:
    """A leaf with the numbers of `data`, which count where `mask` of the same shape is true.

    TypeError for other types and dtypes, ValueError for other shapes.
    """
    return MaskedTensor(data, mask, requires_grad)


def as_masked_tensor(data: Tensor, mask: Tensor) -> Any:
    """`masked_tensor` on the tape of `data`, whose gradient will be masked, too."""
    return MaskedTensor._from_values(data, mask)
