"""`x.T` and `x.mT`: tensors turned over, with torch's warning and refusal."""

from __future__ import annotations

from autograd.functions.shapes import permute, transpose
from autograd.once import warn_once
from autograd.tensor import Tensor, fixed

__all__: list[str] = []


def turned(self):
    """All dimensions in reverse order; torch warns, once, where that is no matrix."""
    if self._array.ndim != 2:
        warn_once(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is "
            "deprecated and it will throw an error in a future release. Consider `x.mT` to "
            "transpose batches of matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to "
            "reverse the dimensions of a tensor.", stacklevel=2)
    return permute(self, tuple(range(self._array.ndim)[::-1]))


Tensor.T = property(turned, fixed("T"))


def matrices_turned(self):
    """Matrices with rows and columns exchanged."""
    ndim = self._array.ndim
    if not ndim:
        return self
    if ndim < 2:
        raise RuntimeError(
            f"tensor.mT is only supported on matrices or batches of matrices. Got {ndim}-D tensor."
        )
    return transpose(self, -2, -1)


Tensor.mT = property(matrices_turned, fixed("mT"))
