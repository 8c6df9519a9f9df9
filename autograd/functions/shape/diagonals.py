"""Diagonals, triangles of matrices: `diagonal`, `diag`, `tril` etc."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.inplace_checks import check_inplace_history
from autograd.engine.missing_rules import warn_missing_rule_of_composite
from autograd.functions.creation.tensor_options import device_type_of, finish_tensor, numpy_dtype
from autograd.functions.kernel_dtypes import check_factory_dtype
from autograd.functions.shape.reshape import reshape
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import EXPECTED, Factory, InPlace, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.dtype import dtype


def diagonal_dims(input: Tensor, dim1: int, dim2: int) -> dict:
    """Return the parameters `dim1` and `dim2`, wrapped.

    Raise RuntimeError if they are the same dimension.
    """
    ndim = input._array.ndim
    dims = {"dim1": wrap_dim(dim1, ndim), "dim2": wrap_dim(dim2, ndim)}
    if dims["dim1"] == dims["dim2"]:
        raise RuntimeError(
            f"diagonal dimensions cannot be identical {dim1}, {dim2}"
        )
    return dims


@export()
@method()
def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Return a view of the diagonals of `dim1` and `dim2`, which become the last dimension."""
    return apply(ops.diagonal, (input,), {"offset": offset, **diagonal_dims(input, dim1, dim2)})


@export()
@method()
@with_out
@declare(out=Out(dtype_error=EXPECTED))
def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """Return the diagonal of a matrix, or a matrix with the given vector on its diagonal."""
    ndim = input._array.ndim
    if ndim == 1:
        return diag_embed(input, diagonal)
    if ndim != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")
    return apply(ops.diagonal_copy, (input,), {"offset": diagonal})


@export()
@method()
def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Return matrices with the last dimension of `input` on their diagonals."""
    ndim = input._array.ndim + 1
    params = {"offset": offset, "dim1": wrap_dim(dim1, ndim), "dim2": wrap_dim(dim2, ndim)}
    if params["dim1"] == params["dim2"]:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return apply(ops.diag_embed, (input,), params)


@export()
@method()
def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """Return a matrix with all elements of `input` on its diagonal."""
    warn_missing_rule_of_composite("diagflat", input)
    return diag_embed(reshape(input, -1), offset)


def make_triangle_function(entry: Op) -> Callable[..., Any]:
    """Return `tril` or `triu`, and attach its in-place form."""

    @with_out
    def function(input, diagonal=0):
        if input._array.ndim < 2:
            raise RuntimeError(
                f"{entry.name}: input tensor must have at least 2 dimensions"
            )
        return apply(entry, (input,), {"diagonal": diagonal})

    def in_place(self, diagonal=0):
        check_inplace_history(self)
        if self._array.ndim < 2:
            raise RuntimeError(f"{entry.name}: input tensor must have at least 2 dimensions")
        return apply_into(self, entry, (self,), {"diagonal": diagonal}, by=f"{entry.name}_")

    function.__name__ = function.__qualname__ = entry.name
    function.__doc__ = f"`{entry.name}`: zeros on the other side of a diagonal."
    attach_method(f"{entry.name}_", in_place)
    declare(
        out=Out(dtype_error=EXPECTED), in_place=InPlace(uniform=True), indices=("diagonal",),
    )(function)
    return export()(method()(function))


tril, triu = make_triangle_function(ops.tril), make_triangle_function(ops.triu)


@export()
@declare(factory=Factory(filled_by="tril_indices"))
def tril_indices(
        row: int, col: int, offset: int = 0, *, dtype: dtype | None = None,
        device: Any = None) -> Tensor:
    """Return row and column indices of the lower triangle, of shape `(2, count)`."""
    return triangle_indices(np.tril_indices, row, col, offset, dtype, device)


@export()
@declare(factory=Factory(filled_by="triu_indices"))
def triu_indices(
        row: int, col: int, offset: int = 0, *, dtype: dtype | None = None,
        device: Any = None) -> Tensor:
    """Return row and column indices of the upper triangle, of shape `(2, count)`."""
    return triangle_indices(np.triu_indices, row, col, offset, dtype, device)


def triangle_indices(
        triangle: Callable[..., Any], row: int, col: int, offset: int, dtype: dtype | None,
        device: Any) -> Tensor:
    """Return row and column indices of a triangle from numpy's function `triangle`.

    They are int64 unless `dtype` is given. Raise RuntimeError for a negative size.
    """
    for name, size in (("row", row), ("col", col)):
        if size < 0:
            raise RuntimeError(f"{name} must be non-negative, got{size}")
    kind = numpy_dtype(dtype, np.dtype(np.int64))
    if device_type_of(device) == "cpu":
        check_factory_dtype(triangle.__name__, kind, "bfcuV" if kind.itemsize > 2 else "bfcuVi")
    return finish_tensor(np.stack(triangle(row, offset, col)).astype(kind), device=device)
