"""Functions that create masked tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch.masked.maskedtensor.core import MaskedTensor

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def masked_tensor(data: Tensor, mask: Tensor, requires_grad: bool = False) -> Tensor:
    """Return a masked leaf with copies of `data` and `mask`, of one shape.

    TypeError for other types and dtypes, ValueError for different shapes.
    """
    return MaskedTensor(data, mask, requires_grad)


def as_masked_tensor(data: Tensor, mask: Tensor) -> Tensor:
    """Return a masked tensor that passes gradients to `data`."""
    return MaskedTensor._from_values(data, mask)
