"""Norms of vectors: `torch.linalg.vector_norm`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any


from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.type_promotion import promote_dtypes
from autograd.functions.reduction.reductions import dims
from autograd.functions.tensor_api.binding import with_out
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.tensor.dtype import asked_for, of, taken

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@with_out
@declare("linalg_vector_norm", out=Out(dtype_error=EXPECTED))
def vector_norm(
        x: Tensor, ord: int = 2, dim: int | None = None, keepdim: bool = False, *,
        dtype: Any = None, name: str = "linalg.vector_norm") -> Tensor:
    """Return the norm of order `ord` of all entries, or along `dim`."""
    if x._array.dtype.kind not in "fcV":
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{of(x._array.dtype).legacy_name}"
        )
    check_norm_dtype("linalg.vector_norm", x, dtype)
    if isinstance(ord, complex):
        raise RuntimeError(
            "linalg.vector_norm: Expected a non-complex scalar as the order of norm.")
    order = ord if isinstance(ord, int) else float(ord)
    if not x._array.size and (order < 0 or order == math.inf):
        check_norm_identity(x, order, dim)
    axes = None if dim is None else dims(dim, x._array.ndim)
    axes = None if not x._array.ndim else (axes,) if isinstance(axes, int) else axes
    params = {"ord": order, "dim": axes, "keepdim": keepdim}
    return apply(ops.linalg_vector_norm, (x,), params, asked_for(dtype))


def check_norm_dtype(name: str, x: Tensor, dtype: Any) -> None:
    """Raise RuntimeError if a norm of `x` cannot be computed in `dtype`."""
    if dtype is None:
        return
    asked, given = taken(dtype), of(x._array.dtype)
    if not (asked.is_floating_point or asked.is_complex):
        raise RuntimeError(
            f"{name}: dtype should be floating point or complex, but got {asked.legacy_name}")
    if asked.is_complex != given.is_complex:
        kind = "complex" if given.is_complex else "real"
        raise RuntimeError(
            f"{name}: dtype should be {kind} for {kind} inputs, but got {asked.legacy_name}")
    if promote_dtypes(given.numpy, asked.numpy) != asked.numpy:
        raise RuntimeError(
            f"{name}: the dtype of the input ({given.legacy_name}) should be convertible without "
            f"narrowing to the specified dtype ({asked.legacy_name})")


def check_norm_identity(x: Tensor, order: Any, dim: Any) -> None:
    """Raise RuntimeError for a minimum or maximum of no entries, of all or along `dim`."""
    where = "an empty tensor because"
    said = dim if isinstance(dim, tuple | list) else () if dim is None else (dim,)
    if said:
        empty = next((name for name in said if not x.size(name)), None)
        if empty is None:
            return
        where = f"the dimension {empty}because this dimension is empty and"
    raise RuntimeError(
        f"linalg.vector_norm cannot compute the {order:g} norm on {where} the operation does not "
        "have an identity"
    )
