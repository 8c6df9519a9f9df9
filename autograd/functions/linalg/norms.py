"""Norms of vectors or matrices, `torch.linalg.norm`, with the condition number."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.type_promotion import promote_dtypes
from autograd.functions.linalg.decompositions import svdvals
from autograd.functions.linalg.matrices import (
    check_floating, check_matrix, check_not_half, check_square, inv_ex)
from autograd.functions.reduction.reductions import wrap_dims
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import caution
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import as_numpy_dtype, dtype_of, as_dtype

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@with_out
@declare("linalg_vector_norm", out=Out(dtype_error=EXPECTED))
def vector_norm(
        x: Tensor, ord: float = 2, dim: int | tuple[int, ...] | None = None,
        keepdim: bool = False, *, dtype: Any = None, name: str = "linalg.vector_norm") -> Tensor:
    """Return the norm of order `ord` of all entries, or along `dim`."""
    if x._array.dtype.kind not in "fcV":
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{dtype_of(x._array.dtype).legacy_name}"
        )
    check_norm_dtype("linalg.vector_norm", x, dtype)
    if isinstance(ord, complex):
        raise RuntimeError(
            "linalg.vector_norm: Expected a non-complex scalar as the order of norm.")
    order = ord if isinstance(ord, int) else float(ord)
    if not x._array.size and (order < 0 or order == math.inf):
        check_norm_identity(x, order, dim)
    axes = None if dim is None else wrap_dims(dim, x._array.ndim)
    axes = None if not x._array.ndim else (axes,) if isinstance(axes, int) else axes
    params = {"ord": order, "dim": axes, "keepdim": keepdim}
    return apply(ops.linalg_vector_norm, (x,), params, as_numpy_dtype(dtype))


def check_norm_dtype(name: str, x: Tensor, dtype: Any) -> None:
    """Raise RuntimeError if a norm of `x` cannot be computed in `dtype`."""
    if dtype is None:
        return
    target, given = as_dtype(dtype), dtype_of(x._array.dtype)
    if not (target.is_floating_point or target.is_complex):
        raise RuntimeError(
            f"{name}: dtype should be floating point or complex, but got {target.legacy_name}")
    if target.is_complex != given.is_complex:
        kind = "complex" if given.is_complex else "real"
        raise RuntimeError(
            f"{name}: dtype should be {kind} for {kind} inputs, but got {target.legacy_name}")
    if promote_dtypes(given.numpy, target.numpy) != target.numpy:
        raise RuntimeError(
            f"{name}: the dtype of the input ({given.legacy_name}) should be convertible without "
            f"narrowing to the specified dtype ({target.legacy_name})")


def check_norm_identity(x: Tensor, order: Any, dim: Any) -> None:
    """Raise RuntimeError for a minimum or maximum of no entries, of all or along `dim`."""
    where = "an empty tensor because"
    axes = dim if isinstance(dim, tuple | list) else () if dim is None else (dim,)
    if axes:
        empty = next((name for name in axes if not x.size(name)), None)
        if empty is None:
            return
        where = f"the dimension {empty}because this dimension is empty and"
    raise RuntimeError(
        f"linalg.vector_norm cannot compute the {order:g} norm on {where} the operation does not "
        "have an identity"
    )


@with_out
@declare("linalg_matrix_norm", out=Out(
    copied=True,
    dtype_error="linalg.matrix_norm expected out tensor dtype {want} but got: {got}",
))
def matrix_norm(
        A: Tensor, ord: float | str = "fro", dim: int | tuple[int, ...] = (-2, -1),
        keepdim: bool = False, *, dtype: Any = None) -> Tensor:
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
        result = (values.sum(-1, keepdim) if ord == "nuc" else
                reduce_to_extreme(values, ord, -1, keepdim))
        return result.unsqueeze(-1).movedim((-2, -1), (rows, columns)) if keepdim else result
    along, over = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = vector_norm(A, 1.0, along, keepdim)
    return reduce_to_extreme(sums, ord, over - (along < over and not keepdim), keepdim)


def reduce_to_extreme(
        values: Tensor, order: float, dim: int, keepdim: bool
) -> Tensor:
    """Return the largest values along `dim`, for negative orders the smallest.

    The largest of no values is 0, without a `grad_fn`.
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
        A: Tensor, ord: float | str | None = None, dim: int | tuple[int, ...] | None = None,
        keepdim: bool = False, *, dtype: Any = None) -> Tensor:
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


NORM_ORDERS = (None, 2, -2, 1, -1, math.inf, -math.inf, "fro", "nuc")


@with_out
@autocast_float32
@declare("linalg_cond", out=Out(copied=True, castable="linalg.cond"))
def cond(A: Tensor, p: Any = None) -> Tensor:
    """Return the condition number in the norm `p`, None for 2; inf for a singular matrix.

    Follows `torch.linalg.cond`, which writes into the inverse: only the orders 2, -2 and "nuc"
    have a gradient.
    """
    if A._array.ndim < 2 and not isinstance(p, str):
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if isinstance(p, complex):
        raise RuntimeError("value cannot be converted to type double without overflow")
    empty = not A._array.size
    if isinstance(p, str) or p in NORM_ORDERS[3:7] and not empty:
        check_square(f"linalg.cond(ord={p})", A, floating=False)
    if p not in NORM_ORDERS:
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    if empty:
        return A.new_zeros(A._array.shape[:-2]).real.zero_()
    if p not in (None, 2, -2, "nuc"):
        return cond_by_inverse(A, p)
    values = svdvals(A)
    if p == "nuc":
        return values.sum(-1) * values.reciprocal().sum(-1)
    first, last = values.narrow(-1, 0, 1), values.narrow(-1, -1, 1)
    return (last / first if p == -2 else first / last).squeeze(-1)


def cond_by_inverse(A: Tensor, p: Any) -> Tensor:
    """Return the norm of `A` times the norm of its inverse; inf for a singular matrix."""
    inverse, info = inv_ex(A)
    inverse.masked_fill_((info > 0).unsqueeze(-1).unsqueeze(-1), math.inf)
    result = matrix_norm(A, p) * matrix_norm(inverse, p)
    return result.nan_to_num_(math.inf, math.inf, math.inf)


DEPRECATED_NORM = (
    "at::{} is deprecated and it is just left for JIT compatibility. It will be removed in a "
    "future PyTorch release. Please use `linalg.{}` instead"
)


@export()
@with_out
def frobenius_norm(input: Tensor, dim: int, keepdim: bool = False) -> Tensor:
    """Return `torch.linalg.vector_norm` of order 2; deprecated."""
    caution(DEPRECATED_NORM.format("frobenius_norm", "vector_norm(A, 2., dim, keepdim)"),
            at="aten/src/ATen/native/LinearAlgebra.cpp:3175")
    return vector_norm(input, 2.0, dim, keepdim)


@export()
@with_out
def nuclear_norm(
        input: Tensor, dim: int | tuple[int, ...] = (-2, -1), keepdim: bool = False) -> Tensor:
    """Return `torch.linalg.matrix_norm` of order "nuc"; deprecated."""
    caution(DEPRECATED_NORM.format("nuclear_norm", "matrix_norm(A, 'nuc', dim, keepdim)"),
            at="aten/src/ATen/native/LinearAlgebra.cpp:3229")
    return matrix_norm(input, "nuc", dim, keepdim)
