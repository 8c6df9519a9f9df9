"""Distances between vectors: `pairwise_distance`, `cosine_similarity`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.broadcasting import common_broadcast_shape
from autograd.engine.type_promotion import float_dtype_for, result_type
from autograd.functions.reduction.norms import clamp_norm
from autograd.runtime.function_record import BUILTIN, GIVEN, Bool, Native, declare
from autograd.runtime.registry import export
from autograd.tensor.dtype import dtype_of

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@export()
@declare(native=Native("torch", "cosine_similarity"), home=BUILTIN, compiled="torch")
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """Return the cosine of the angle between vectors along `dim`."""
    dtype = result_type(x1, x2)
    if dtype.kind not in "fV":
        raise RuntimeError("expected common dtype to be floating point, yet common dtype is "
                           f"{dtype_of(dtype).legacy_name}")
    units = []
    for x in broadcast_pair(x1, x2):
        units.append(x / clamp_norm(x.to(dtype_of(dtype)).norm(2, dim, keepdim=True).clone(), eps))
    return (units[0] * units[1]).sum(dim)


def broadcast_pair(a: Tensor, b: Tensor) -> list[Tensor]:
    """Return both tensors broadcast to one shape."""
    if a._array.shape == b._array.shape:
        return [a, b]
    return [x.expand(common_broadcast_shape([a._array.shape, b._array.shape])) for x in (a, b)]


@export()
@declare(
    native=Native("torch", "pairwise_distance"),
    bools=(Bool("keepdim", "pairwise_distance", GIVEN),),
    home=BUILTIN, compiled="torch",
)
def pairwise_distance(
        x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """Return the p-norm of the differences along the last dimension."""
    dim = max(x1._array.ndim, x2._array.ndim) - 1
    delta = x1 - x2
    difference = apply(ops.add_number, (delta,), {"other": eps}, float_dtype_for(delta))
    dim = None if dim < 0 else dim
    return apply(ops.norm_dim, (difference,), {"p": float(p), "dim": dim, "keepdim": keepdim})
