"""Contractions of two or more tensors: tensordot, Kronecker product, cross product, chains."""

from __future__ import annotations

import math
import numpy as np
from typing import Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.kernel_dtypes import check_barebones_dtype, check_kernel_dtype
from autograd.functions.linalg.matmul import dot, mm
from autograd.functions.pointwise.arithmetic import mul
from autograd.functions.shape.reshape import check_viewable, reshape
from autograd.functions.shape.transpose import permute
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.functions.tensor_lists import check_tensor_list
from autograd.runtime.function_record import EXPECTED, FUNCTIONAL, NEVER, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dtype import cpp_name
from autograd.tensor.dimensions import wrap_dim
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
@declare(
    out=Out(dtype_error=TENSORDOT_DTYPE), composite=True, home=FUNCTIONAL, python_function=True)
def tensordot(a: Tensor, b: Tensor, dims: int | tuple[Any, ...] = 2) -> Tensor:
    """Contract the last `dims` dimensions of `a` with the first of `b`, or two lists of them."""
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    left, right = parse_dims(dims, min(a.dim(), b.dim()) if isinstance(dims, int) else 0)
    if len(left) != len(right):
        raise RuntimeError("both dimension lists should have same length")
    check_matching_dtypes("both inputs should have same dtype", a, b)
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
        result = dot(*(x if x._array.ndim == 1 else reshape(x, inside) for x in (first, second)))
    else:
        result = mm(reshape(first, rows, inside), reshape(second, inside, columns))
    return reshape(result, sizes[0] + sizes[1])


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
    result = mul(left, right)
    check_viewable(result, size)
    return apply(ops.unsafe_view, (result,), {"size": size})


@export()
@method()
@with_out
@declare(out=Out(called="linalg_cross", dtype_error=EXPECTED, reads=NEVER))
def cross(input: Tensor, other: Tensor, dim: int | None = None) -> Tensor:
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
def linalg_cross(input: Tensor, other: Tensor, *, dim: int = -1) -> Tensor:
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
    check_kernel_dtype("cross", input, "b")
    check_barebones_dtype("cross", input)
    check_matching_dtypes("expected scalar type {} but found {}", input, other)
    return apply(ops.linalg_cross, (input, other), {"dim": dim})


@export()
@method()
@autocast_float32
def trace(input: Tensor) -> Tensor:
    """Return the sum of the diagonal of a matrix."""
    check_kernel_dtype("trace", input, "b")
    if input._array.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input._array.ndim}")
    cast = np.dtype(np.int64) if input._array.dtype.kind in "biu" else None
    return apply(ops.trace, (input,), dtype=cast)


CHAIN_DTYPE = "multi_dot(): expected out tensor to have dtype {c_want} but got {c_got}"


@with_out
@declare("linalg_multi_dot", out=Out(called="mm", dtype_error=CHAIN_DTYPE))
def multi_dot(tensors: list[Tensor]) -> Tensor:
    """Multiply matrices in the order with the fewest multiplications; the ends may be vectors."""
    tensors = list(tensors)
    check_tensor_list(tensors, 0)
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    check_dimensions([x._array.ndim for x in tensors])
    first_is_vector, last_is_vector = tensors[0]._array.ndim == 1, tensors[-1]._array.ndim == 1
    matrices = tensors.copy()
    matrices[0] = tensors[0].unsqueeze(0) if first_is_vector else tensors[0]
    matrices[-1] = tensors[-1].unsqueeze(1) if last_is_vector else tensors[-1]
    check_chain(matrices, tensors)
    result = multiply_in_order(matrices)
    rows, columns = result._array.shape
    return result.view((rows,) * (not first_is_vector) + (columns,) * (not last_is_vector))


def check_dimensions(ranks: list[int]) -> None:
    """Raise RuntimeError unless all have two dimensions, the first and the last one or two."""
    for where, rank in (("first", ranks[0]), ("last", ranks[-1])):
        if rank not in (1, 2):
            raise RuntimeError(f"multi_dot(): the {where} tensor must be 1D or 2D but got {rank}D")
    for i, rank in enumerate(ranks[1:-1], 1):
        if rank != 2:
            raise RuntimeError(f"multi_dot(): tensor {i} must be 2D but got {rank}D")


def check_chain(matrices: list[Tensor], given: list[Tensor]) -> None:
    """Raise RuntimeError for matrices of several dtypes or of sizes that do not match."""
    dtype = matrices[0].dtype
    for i, (before, after) in enumerate(zip(matrices, matrices[1:]), 1):
        if after.dtype != dtype:
            raise RuntimeError(
                "multi_dot(): all tensors must have be the same dtype but tensor 0 is "
                f"{cpp_name(matrices[0]._array)} and tensor {i} {cpp_name(after._array)}")
        if before._array.shape[-1] != after._array.shape[0]:
            shapes = [list(x._array.shape) for x in given[i - 1:i + 1]]
            raise RuntimeError(
                f"multi_dot(): tensors {i - 1} and {i} with shapes {shapes[0]} and {shapes[1]} "
                "cannot be multiplied")


def multiply_in_order(matrices: list[Tensor]) -> Tensor:
    """Multiply matrices in the order with the fewest multiplications, by dynamic programming.

    The algorithm is in Cormen and others, "Introduction to Algorithms". Of orders of equal cost
    torch takes the first cut, of three matrices the last.
    """
    n = len(matrices)
    sizes = [x._array.shape[0] for x in matrices] + [matrices[-1]._array.shape[1]]
    cost, cut = {(i, i): 0 for i in range(n)}, {}
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j], _, cut[i, j] = min(
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1],
                 -k if n == 3 else k, k)
                for k in range(i, j)
            )

    def multiply(i, j):
        if i == j:
            return matrices[i]
        return mm(multiply(i, cut[i, j]), multiply(cut[i, j] + 1, j))

    return multiply(0, n - 1)


@export()
@with_out
@declare(out=Out(called="mm", dtype_error=CHAIN_DTYPE), home=FUNCTIONAL)
def chain_matmul(*matrices: Any) -> Tensor:
    """Multiply matrices as `torch.linalg.multi_dot` does; deprecated."""
    check_tensor_list(matrices, 0)
    warn_once(
        "torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use "
        "torch.linalg.multi_dot instead, which accepts a list of two or more tensors rather than "
        "multiple parameters.", at="aten/src/ATen/native/LinearAlgebra.cpp:1102")
    for each in matrices:
        if each._array.ndim != 2:
            raise RuntimeError(f"Tensor dimension is {each._array.ndim}, expected 2 instead.")
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    return matrices[0].clone() if len(matrices) == 1 else multi_dot(matrices)
