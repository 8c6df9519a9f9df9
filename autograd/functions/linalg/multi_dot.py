"""Products of several matrices, in the order that costs least."""

from __future__ import annotations


from typing import TYPE_CHECKING, Any

from autograd.functions.indexing.index_checks import check_tensors
from autograd.functions.linalg.matmul import c_name, mm
from autograd.functions.tensor_api.binding import with_out
from autograd.runtime.function_record import FUNCTIONAL, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


CHAIN_DTYPE = "multi_dot(): expected out tensor to have dtype {c_want} but got {c_got}"


@with_out
@declare("linalg_multi_dot", out=Out(called="mm", dtype_error=CHAIN_DTYPE))
def multi_dot(tensors: list[Tensor]) -> Tensor:
    """Multiply matrices in the order with the fewest multiplications; the ends may be vectors."""
    tensors = list(tensors)
    check_tensors(tensors, 0)
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    check_dimensions([x._array.ndim for x in tensors])
    first, last = tensors[0]._array.ndim == 1, tensors[-1]._array.ndim == 1
    matrices = tensors.copy()
    matrices[0] = tensors[0].unsqueeze(0) if first else tensors[0]
    matrices[-1] = tensors[-1].unsqueeze(1) if last else tensors[-1]
    check_chain(matrices, tensors)
    made = multiply_in_order(matrices)
    rows, columns = made._array.shape
    return made.view((rows,) * (not first) + (columns,) * (not last))


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
    kind = matrices[0].dtype
    for i, (before, after) in enumerate(zip(matrices, matrices[1:]), 1):
        if after.dtype != kind:
            raise RuntimeError(
                "multi_dot(): all tensors must have be the same dtype but tensor 0 is "
                f"{c_name(matrices[0])} and tensor {i} {c_name(after)}")
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

    def between(i, j):
        if i == j:
            return matrices[i]
        return mm(between(i, cut[i, j]), between(cut[i, j] + 1, j))

    return between(0, n - 1)


@export()
@with_out
@declare(out=Out(called="mm", dtype_error=CHAIN_DTYPE), home=FUNCTIONAL)
def chain_matmul(*matrices: Any) -> Any:
    """Multiply matrices as `torch.linalg.multi_dot` does; deprecated."""
    check_tensors(matrices, 0)
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
