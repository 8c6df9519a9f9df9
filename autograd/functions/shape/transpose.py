"""Properties that transpose a tensor: `x.T`, `x.mT`, `x.mH`, `x.H`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.functions.shape.shapes import permute, transpose
from autograd.functions.tensor_api.binding import method
from autograd.runtime.function_record import declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import TRANSPOSE
from autograd.runtime.warnings import warn_once
from autograd.tensor.tensor import Tensor, fixed

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor


@declare("T", sparse=TRANSPOSE)
def reverse_dims(self) -> Tensor:
    """Return all dimensions in reverse order, a view; this is `Tensor.T`.

    torch warns once unless the tensor is a matrix.
    """
    if not self._array.ndim:
        warn_once("Tensor.T is deprecated on 0-D tensors. This function is the identity in these "
                  "cases.", at="aten/src/ATen/native/TensorShape.cpp:4321")
    elif self._array.ndim != 2:
        warn_once(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is "
            "deprecated and it will throw an error in a future release. Consider `x.mT` to "
            "transpose batches of matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to "
            "reverse the dimensions of a tensor.", at="aten/src/ATen/native/TensorShape.cpp:4314")
    return permute(self, tuple(range(self._array.ndim)[::-1]))


Tensor.T = property(reverse_dims, fixed("T"))


@declare("mT", sparse=TRANSPOSE)
def transpose_matrices(self) -> Tensor:
    """Return a view with the last two dimensions swapped; this is `Tensor.mT`."""
    ndim = self._array.ndim
    if not ndim:
        warn_once("Tensor.mT is deprecated on 0-D tensors. This function is the identity in these "
                  "cases.", at="aten/src/ATen/native/TensorShape.cpp:4373")
        return self
    if ndim < 2:
        raise RuntimeError(
            f"tensor.mT is only supported on matrices or batches of matrices. Got {ndim}-D tensor."
        )
    return transpose(self, -2, -1)


Tensor.mT = property(transpose_matrices, fixed("mT"))


@export()
@method()
def adjoint(input: Tensor) -> ArrayOrTensor:
    """Return the conjugate transpose of a matrix or a batch of matrices."""
    return conjugate_transpose("adjoint()", input)


def conjugate_transpose(name: str, input: Tensor) -> Tensor:
    """Return the conjugate transpose; warnings and errors are those of `name`.

    Raise RuntimeError for a vector.
    """
    if not input._array.ndim:
        label, line = (name, 4390) if "(" in name else (f"Tensor.{name}", 4382)
        warn_once(f"{label} is deprecated on 0-D tensors. Consider using x.conj().",
                  at=f"aten/src/ATen/native/TensorShape.cpp:{line}")
        return input.conj() if input._array.dtype.kind == "c" else input
    if input._array.ndim < 2:
        raise RuntimeError(
            f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor.")
    transposed = transpose(input, -2, -1)
    return transposed.conj() if input._array.dtype.kind == "c" else transposed


Tensor.mH = property(lambda self: conjugate_transpose("mH", self), fixed("mH"))


def matrix_adjoint(self) -> Any:
    """Return the conjugate transpose of one matrix; this is `Tensor.H`."""
    ndim = self._array.ndim
    if ndim not in (0, 2):
        raise RuntimeError(
            f"tensor.H is only supported on matrices (2-D tensors). Got {ndim}-D tensor."
            + (" For batches of matrices, consider using tensor.mH" if ndim > 2 else "")
        )
    if ndim:
        return adjoint(self)
    warn_once("Tensor.H is deprecated on 0-D tensors. Consider using x.conj().",
              at="aten/src/ATen/native/TensorShape.cpp:4335")
    return self.conj() if self._array.dtype.kind == "c" else self


Tensor.H = property(matrix_adjoint, fixed("H"))
