"""Distances between all pairs of rows: `cdist`, `pdist`."""

from __future__ import annotations

import math

from autograd import ops
from autograd.arguments.signatures import match_number
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.broadcasting import common_broadcast_shape
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.functions.nn.activations import require_tensor
from autograd.functions.shape.reshape import expand, view
from autograd.runtime.function_record import BUILTIN, FUNCTIONAL, Native, declare
from autograd.runtime.registry import export
from autograd.tensor.dtype import dtype_of
from autograd.tensor.tensor import Tensor


@export()
@autocast_float32
@declare(home=FUNCTIONAL, python_function=True)
def cdist(
        x1: Tensor, x2: Tensor, p: float = 2.0,
        compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    """Return the p-norm distances `(..., n, m)` between rows of `(..., n, d)` and `(..., m, d)`."""
    check_cdist_arguments(x1, x2, p, compute_mode)
    for name, x in (("X1", x1), ("X2", x2)):
        if x._array.ndim < 2:
            raise RuntimeError(
                f"cdist only supports at least 2D tensors, {name} got: {x._array.ndim}D")
    for name, x in (("X1", x1), ("X2", x2)):
        if x._array.dtype.kind not in "fV":
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: "
                f"{dtype_of(x._array.dtype).legacy_name}"
            )
    if x1._array.shape[-1] != x2._array.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1._array.shape[-1]} X2: "
            f"{x2._array.shape[-1]}"
        )
    check_order("cdist", p)
    if x1._array.size and x2._array.size and x1.element_size() == 2:
        check_kernel_dtype("cdist", x1, "fV")
    check_matching_dtypes("expected scalar type {} but found {}", x1, x2)
    if p == 2 and uses_matmul(x1, x2, compute_mode):
        return euclidean_distance(x1, x2)
    return apply(ops.cdist, (x1, x2), {"p": float(p)})


def uses_matmul(x1: Tensor, x2: Tensor, compute_mode: str) -> bool:
    """Return True if Euclidean distances are computed by a matrix product: faster, less exact."""
    if not (x1._array.size and x2._array.size):
        return False
    most = max(x1._array.shape[-2], x2._array.shape[-2])
    return compute_mode == MODES[1] or compute_mode == MODES[0] and most > FEW_ROWS


def euclidean_distance(x1: Tensor, x2: Tensor) -> Tensor:
    """Return Euclidean distances, with all broadcast batch dimensions as one."""
    batch = common_broadcast_shape([x1._array.shape[:-2], x2._array.shape[:-2]])
    shape = (*batch, x1._array.shape[-2], x2._array.shape[-2])
    if math.prod(batch) != 1:
        x1, x2 = (view(expand(x, (*batch, *x._array.shape[-2:])).contiguous(),
                       (-1, *x._array.shape[-2:])) for x in (x1, x2))
    return view(apply(ops.euclidean_dist, (x1, x2)), shape)


MODES = ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist",
         "donot_use_mm_for_euclid_dist")
FEW_ROWS = 25  # `use_mm_for_euclid_dist_if_necessary` uses matmul for more rows


def check_cdist_arguments(x1: Tensor, x2: Tensor, p: float, compute_mode: str) -> None:
    """Raise ValueError for an unknown `compute_mode`, TypeError for other wrong arguments."""
    if compute_mode not in MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    require_tensor("cdist", x1, "x1")
    require_tensor("cdist", x2, "x2", 2)
    if not match_number("float", p):
        raise TypeError(
            f"cdist(): argument 'p' (position 3) must be float, not {type(p).__name__}")


def check_order(name: str, p: float) -> None:
    """Raise RuntimeError for distances of a negative order."""
    if p < 0:
        raise RuntimeError(f"{name} only supports non-negative p values")


@export()
@declare(native=Native("torch", "pdist"), home=BUILTIN)
def pdist(input: Tensor, p: float = 2.0) -> Tensor:
    """Return the p-norm distances between all pairs of rows, in the order (0, 1), (0, 2), ..."""
    if input._array.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input._array.ndim}D")
    if input._array.dtype.kind in "fV":  # else the kernel raises
        check_order("pdist", p)
    return apply(ops.pdist, (input.contiguous(),), {"p": float(p)})
