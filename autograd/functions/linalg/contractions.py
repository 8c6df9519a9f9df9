"""Contractions: tensordot, Kronecker and cross products, as torch names them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from autograd import ops
from autograd.arguments.signatures import fits_number
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.broadcasting import common_broadcast_shape
from autograd.functions.indexing.index_checks import check_kinds, refuse, refuse_held
from autograd.functions.linalg.matmul import dot, mm
from autograd.functions.nn.activations import require_tensor
from autograd.functions.pointwise.arithmetic import mul
from autograd.functions.shape.shapes import check_view, expand, permute, reshape, view
from autograd.functions.tensor_api.binding import method, with_out
from autograd.runtime.function_record import (
    BUILTIN, EXPECTED, FUNCTIONAL, NEVER, Native, Out, declare,
)
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import of
from autograd.tensor.tensor import Tensor


def parse_dims(dims: int | tuple[Any, ...], most: int) -> tuple[list, list]:
    """Return the dimensions of each tensor that `tensordot` contracts, at most `most`."""
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got {dims=}")
        if dims > most:
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got {dims=}")
        return list(range(-dims, 0)), list(range(dims))
    if not isinstance(dims, tuple | list) or len(dims) != 2:
        raise RuntimeError(
            "tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] "
            f"containing two lists, but got dims={dims}"
        )
    left, right = ([x] if isinstance(x, int) else list(x) for x in dims)
    return left, right


TENSORDOT_DTYPE = (
    "tensordot: Expected the output tensor to have dtype {want}, but got an output tensor with "
    "dtype {got}")


@export()
@with_out
@declare(out=Out(dtype_error=TENSORDOT_DTYPE), composite=True)
@declare(home=FUNCTIONAL, python_function=True)
def tensordot(a: Tensor, b: Tensor, dims: int | tuple[Any, ...] = 2) -> Tensor:
    """Contract the last `dims` dimensions of `a` with the first of `b`, or two lists of them."""
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    left, right = parse_dims(dims, min(a.dim(), b.dim()) if isinstance(dims, int) else 0)
    if len(left) != len(right):
        raise RuntimeError("both dimension lists should have same length")
    check_kinds("both inputs should have same dtype", a, b)
    a, b = sum_expanded_dims(a, b, left, right)
    left = [wrap_dim(i, a._array.ndim) for i in left]
    right = [wrap_dim(i, b._array.ndim) for i in right]
    for i in (i for dims in (left, right) for i in dims if dims.count(i) > 1):
        raise RuntimeError(f"dim {i} appears multiple times in the list of dims")
    rest = [i for i in range(a._array.ndim) if i not in left]
    more = [j for j in range(b._array.ndim) if j not in right]
    sizes = [a._array.shape[i] for i in rest], [b._array.shape[j] for j in more]
    rows, columns = (math.prod(each) for each in sizes)
    inside = math.prod(a._array.shape[i] for i in left)
    first, second = permute(a, [*rest, *left]), permute(b, [*right, *more])
    if rows == columns == 1:
        made = dot(*(x if x._array.ndim == 1 else reshape(x, inside) for x in (first, second)))
    else:
        made = mm(reshape(first, rows, inside), reshape(second, inside, columns))
    return reshape(made, sizes[0] + sizes[1])


def sum_expanded_dims(a: Tensor, b: Tensor, left: list[int], right: list[int]) -> list[Tensor]:
    """Sum each tensor along contracted dimensions in which the other one has size 1."""
    summed = [a, b]
    for i, j in zip(left, right):
        m, n = (x._array.shape[wrap_dim(k, x._array.ndim)] for x, k in ((a, i), (b, j)))
        if n == 1:
            summed[0] = summed[0].sum(i, keepdim=True, dtype=a.dtype)
        elif m == 1:
            summed[1] = summed[1].sum(j, keepdim=True, dtype=b.dtype)
        elif m != n:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {m} in dim {i} and "
                f"second has size {n} in dim {j}"
            )
    return summed


@export()
@method()
@with_out
@declare(out=Out(dtype_error=TENSORDOT_DTYPE))
def inner(input: Tensor, other: Tensor) -> Tensor:
    """Return the inner products over the last dimensions; of scalars the product."""
    if not input._array.ndim or not other._array.ndim:
        return mul(input, other)
    if input._array.shape[-1] != other._array.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input._array.shape)} and {list(other._array.shape)}"
        )
    return tensordot(input, other, dims=([-1], [-1]))


@export()
@method()
@with_out
@declare(out=Out(called="mul"))
def kron(input: Tensor, other: Tensor) -> Tensor:
    """Return the Kronecker product: each entry of `input` times the whole `other`."""
    ndim = max(input._array.ndim, other._array.ndim)
    a, b = ((1,) * (ndim - x._array.ndim) + x._array.shape for x in (input, other))
    left, right = (apply(ops.unsafe_view, (x,), {"size": tuple(size)}) for x, size in (
        (input, [n for length in a for n in (length, 1)]),
        (other, [n for length in b for n in (1, length)])))
    size = tuple(m * n for m, n in zip(a, b))
    made = mul(left, right)
    check_view(made, size)
    return apply(ops.unsafe_view, (made,), {"size": size})


@export()
@method()
@with_out
@declare(out=Out(called="linalg_cross", dtype_error=EXPECTED, reads=NEVER))
def cross(input: Tensor, other: Tensor, dim: int | None = None) -> Any:
    """Return the cross product along `dim`, or along the first dimension of size 3."""
    if dim is None:
        warn_once(
            "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass "
            "the dim explicitly or simply use torch.linalg.cross.\nThe default value of dim will "
            "change to agree with that of linalg.cross in a future release.",
            at="aten/src/ATen/native/Cross.cpp:63")
        dim = next((i for i, n in enumerate(input._array.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return linalg_cross(input, other, dim=dim)


@with_out
@declare(out=Out(dtype_error=EXPECTED, reads=NEVER))
def linalg_cross(input: Tensor, other: Tensor, *, dim: int = -1) -> Any:
    """Return the cross product along `dim`, of size 3."""
    if input._array.ndim != other._array.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    named, dim = dim, wrap_dim(dim, input._array.ndim, scalars=False)
    for x in (input, other):
        if x._array.shape[dim] != 3:
            raise RuntimeError(
                f"linalg.cross: inputs dimension {named} must have length 3. Got "
                f"{input._array.shape[dim]} and {other._array.shape[dim]}"
            )
    refuse("cross", input, "b")
    refuse_held("cross", input)
    check_kinds("expected scalar type {} but found {}", input, other)
    return apply(ops.linalg_cross, (input, other), {"dim": dim})


@export()
@method()
@autocast_float32
def trace(input: Tensor) -> Tensor:
    """Return the sum of the diagonal of a matrix."""
    refuse("trace", input, "b")
    if input._array.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input._array.ndim}")
    cast = np.dtype(np.int64) if input._array.dtype.kind in "biu" else None
    return apply(ops.trace, (input,), dtype=cast)


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
                f"{of(x._array.dtype).legacy_name}"
            )
    if x1._array.shape[-1] != x2._array.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1._array.shape[-1]} X2: "
            f"{x2._array.shape[-1]}"
        )
    check_order("cdist", p)
    if x1._array.size and x2._array.size and x1.element_size() == 2:
        refuse("cdist", x1, "fV")
    check_kinds("expected scalar type {} but found {}", x1, x2)
    if p == 2 and uses_matmul(x1, x2, compute_mode):
        return euclidean_distance(x1, x2)
    return apply(ops.cdist, (x1, x2), {"p": float(p)})


def uses_matmul(x1: Tensor, x2: Tensor, compute_mode: str) -> bool:
    """Return True if Euclidean distances are computed by a matrix product: faster, less exact."""
    if not (x1._array.size and x2._array.size):
        return False
    most = max(x1._array.shape[-2], x2._array.shape[-2])
    return compute_mode == MODES[1] or compute_mode == MODES[0] and most > FEW_ROWS


def euclidean_distance(x1: Tensor, x2: Tensor) -> Any:
    """Return Euclidean distances, with all broadcast batch dimensions as one."""
    batch = common_broadcast_shape([x1._array.shape[:-2], x2._array.shape[:-2]])
    shape = (*batch, x1._array.shape[-2], x2._array.shape[-2])
    if math.prod(batch) != 1:
        x1, x2 = (view(expand(x, (*batch, *x._array.shape[-2:])).contiguous(),
                       (-1, *x._array.shape[-2:])) for x in (x1, x2))
    return view(apply(ops.euclidean_dist, (x1, x2)), shape)


MODES = ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist",
         "donot_use_mm_for_euclid_dist")
FEW_ROWS = 25  # up to which `use_mm_if_necessary` uses differences


def check_cdist_arguments(x1: Tensor, x2: Tensor, p: float, compute_mode: str) -> None:
    """Raise ValueError for an unknown `compute_mode`, TypeError for other wrong arguments."""
    if compute_mode not in MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    require_tensor("cdist", x1, "x1")
    require_tensor("cdist", x2, "x2", 2)
    if not fits_number("float", p):
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
