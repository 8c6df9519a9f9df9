"""Norms of matrices, `torch.linalg.matrix_norm`, with the general `norm`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autograd.functions.linalg.decompositions import svdvals
from autograd.functions.linalg.matrices import check_floating, check_matrix, check_not_half
from autograd.functions.linalg.vector_norms import check_norm_dtype, vector_norm
from autograd.functions.tensor_api.binding import with_out
from autograd.runtime.function_record import Out, declare
from autograd.tensor.dimensions import wrap_dim

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor
    from numpy import generic


@with_out
@declare("linalg_matrix_norm", out=Out(
    copied=True,
    dtype_error="linalg.matrix_norm expected out tensor dtype {want} but got: {got}",
))
def matrix_norm(
        A: Tensor, ord: int | str = "fro", dim: int | tuple[int, ...] = (-2, -1),
        keepdim: bool = False, *, dtype: Any = None) -> Any:
    """Return the norm of matrices: "fro", "nuc", 1, -1, 2, -2, inf or -inf."""
    if isinstance(ord, complex):
        raise RuntimeError(
            "linalg.matrix_norm: Expected a non-complex scalar as the order of norm.")
    if ord not in ("fro", "nuc", 2, -2, 1, -1, math.inf, -math.inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    check_matrix("linalg.matrix_norm", A)
    check_floating("linalg.matrix_norm", A)
    if ord in ("nuc", 2, -2):
        check_not_half("linalg.matrix_norm", A)
    axes = (dim,) if isinstance(dim, int) else dim
    if len(axes) != 2:
        raise RuntimeError("linalg.matrix_norm: dim must be a 2-tuple. Got "
                           + " ".join(map(str, axes)))
    rows, columns = (int(wrap_dim(i, A._array.ndim)) for i in axes)
    if rows == columns:
        raise RuntimeError(
            f"linalg.matrix_norm: dims must be different. Got ({rows}, {columns})")
    check_norm_dtype("linalg.matrix_norm", A, dtype)
    A = A if dtype is None else A.to(dtype)
    if ord == "fro":
        return vector_norm(A, 2, (rows, columns), keepdim)
    if ord in ("nuc", 2, -2):
        values = svdvals(A.movedim((rows, columns), (-2, -1)))
        made = (values.sum(-1, keepdim) if ord == "nuc" else
                reduce_to_extreme(values, ord, -1, keepdim))
        return made.unsqueeze(-1).movedim((-2, -1), (rows, columns)) if keepdim else made
    along, over = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = vector_norm(A, 1.0, along, keepdim)
    return reduce_to_extreme(sums, ord, over - (along < over and not keepdim), keepdim)


def reduce_to_extreme(
        values: Tensor, order: str, dim: Tensor | int | None, keepdim: bool
) -> Tensor | tuple[Any, ...]:
    """Return the largest values along `dim`, for negative orders the smallest.

    Of no values the largest is 0, without a history.
    """
    if order < 0:
        return values.amin(dim, keepdim)
    if values._array.shape[dim]:
        return values.amax(dim, keepdim)
    return values.detach().sum(dim, keepdim)


@with_out
@declare("linalg_norm", out=Out(
    copied=True,
    dtype_error="linalg.norm expected out tensor dtype {want} but got: {got}",
))
def norm(
        A: Tensor, ord: int | None = None, dim: generic | int | None = None, keepdim: bool = False,
        *, dtype: Any = None) -> Tensor:
    """Return `vector_norm` or `matrix_norm`, by the number of dimensions and the order."""
    ndim, axes = A._array.ndim, (dim,) if isinstance(dim, int) else dim
    if axes is None and ord is not None and ndim not in (1, 2):
        raise RuntimeError(
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got "
            f"{ndim}D.")
    if axes is not None and len(axes) not in (1, 2):
        raise RuntimeError("linalg.norm: If dim is specified, it must be of length 1 or 2. Got "
                           f"{list(axes)}")
    if ord is None:
        return vector_norm(A, 2.0, dim, keepdim, dtype=dtype)
    if isinstance(ord, str) or (ndim if axes is None else len(axes)) == 2:
        return matrix_norm(A, ord, (0, 1) if axes is None else axes, keepdim, dtype=dtype)
    return vector_norm(A, ord if isinstance(ord, complex) else float(ord), dim, keepdim,
                       dtype=dtype)
