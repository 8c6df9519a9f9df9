"""What torch's CPU kernels take of matrices that are stored by rows or columns, and what they make.

A layout is `coo`, `csr` or `csc`, as in `sparse_array`, or `strided` of a dense tensor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.sparse.construction import tell_of_beta
from autograd.functions.sparse.tensors import dressed
from autograd.tensor.sparse import SparseArray, is_sparse, numbers_of, relaid

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

NAMES = {"coo": "Sparse", "csr": "SparseCsr", "csc": "SparseCsc", "strided": "Strided"}
BY_LINES = {"csr", "csc"}
ASSERTED = (
    'at::sparse_csr::is_sparse_compressed(other) INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/'
    'aten/src/ATen/SparseCsrTensorUtils.h":371, please report a bug to PyTorch. ')


def layout_of(tensor: Tensor) -> str:
    """The layout of a tensor."""
    return tensor._array.order if is_sparse(tensor._array) else "strided"


def unsupported(layout: str) -> RuntimeError:
    """torch's error for a function that has no kernel for a layout."""
    return RuntimeError(f"unsupported tensor layout: {NAMES[layout]}")


# --- Products of matrices ----------------------------------------------------------------------


def check_product(a: Tensor, b: Tensor, into: str) -> None:
    """Raise torch's error where two matrices of these layouts are not multiplied `into` another."""
    pair = layout_of(a), layout_of(b)
    mixed = "coo" in pair and BY_LINES & {*pair}
    if mixed or pair == ("csr", "csc") and into == "csc" or (
            pair == ("csc", "csr") and into == "strided"):
        raise RuntimeError(
            f"addmm: computation on CPU is not implemented for {NAMES[into]} + {NAMES[pair[0]]} @ "
            f"{NAMES[pair[1]]}")
    if into == "strided" and pair[1] == "coo":
        raise RuntimeError(
            "addmm_sparse_dense: expected either 'mat1' to have sparse layout and 'mat2' to have "
            f"strided layout, got 'mat1' with layout {NAMES[pair[0]]} and 'mat2' with layout "
            f"{NAMES[pair[1]]}")


def sparse_product(a: Tensor, b: Tensor, made: Any = None) -> Any:
    """The product of two sparse matrices, of which the numbers may be `made` already."""
    places, layout = places_of_product(a._array, b._array)
    if made is None:
        made = apply(ops.sparse.sparse_sparse_matmul, (a, b))
    numbers = numbers_of(made._array)
    return dressed(made, SparseArray(numbers, places, numbers[tuple(places)], True, layout))


def places_of_product(a: SparseArray, b: SparseArray) -> tuple[np.ndarray, str]:
    """Where a product has entries, and its layout; in a row stands first what was met first."""
    tell_of_beta("csr")  # by rows it is that both are multiplied
    layout = "coo" if a.order == b.order == "coo" else "csr"
    (rows, inner), (starting, columns) = (relaid(x, "csr").places for x in (a, b))
    counts = np.bincount(starting, minlength=b.shape[0])
    ends = np.cumsum(counts)
    times = counts[inner]
    ahead = np.repeat(np.cumsum(times) - times, times)  # of each entry of `a`, those before it
    met = columns[np.repeat(ends[inner] - times, times) + np.arange(times.sum()) - ahead]
    numbers = np.repeat(rows, times) * b.shape[1] + met
    once, first = np.unique(numbers, return_index=True)
    once = once if layout == "coo" else once[np.argsort(first)]
    return np.array(np.divmod(once, b.shape[1]), np.int64), layout


# --- Sums, and products entry by entry ---------------------------------------------------------


def check_sum(name: str, a: Tensor, b: Tensor) -> None:
    """Raise torch's error where two tensors of these layouts are not added."""
    pair = layout_of(a), layout_of(b)
    if not BY_LINES & {*pair}:
        return
    if name != "add":
        raise unsupported(pair[1] if pair[0] == "strided" else pair[0])
    if pair[0] == "coo":
        raise RuntimeError("memory format option is only supported by strided tensors")
    if pair[1] == "coo" and pair[0] != "strided":
        raise RuntimeError(ASSERTED)
    if "csc" in pair and "strided" not in pair and not same_places(*pair, a._array, b._array):
        raise RuntimeError(
            "crow_indices expected sparse row compressed tensor layout but got SparseCsc")


def same_places(mine: str, its: str, a: SparseArray, b: SparseArray) -> bool:
    """Whether two matrices store the same entries the same way."""
    return mine == its and np.array_equal(a.places, b.places)


def laid_as(array: SparseArray, order: str) -> SparseArray:
    """Entries of a sum in the layout that the operands have."""
    return array if order == "coo" else relaid(array, order)


def check_entries(name: str, a: Tensor, b: Tensor) -> None:
    """Raise torch's error where there is no product or quotient, entry by entry."""
    pair = layout_of(a), layout_of(b)
    if not BY_LINES & {*pair}:
        return
    if "div" in name:
        raise unsupported(pair[1] if pair[0] == "strided" else pair[0])
    if not a._array.ndim or not b._array.ndim:
        return
    if "csr" not in pair or pair[0] not in ("csr", "strided"):
        raise RuntimeError("Expected result Tensor to be of format CSR")
    if "strided" in pair and a._array.shape != b._array.shape:
        mask, other = (a, b) if pair[0] == "csr" else (b, a)
        raise RuntimeError(
            "sparse_mask(): operands have incompatible sizes; self has size "
            f"{list(other._array.shape)} but mask has size {list(mask._array.shape)}")


def places_of_entries(a: SparseArray, b: SparseArray, places: SparseArray) -> SparseArray:
    """Where a product entry by entry has some: `places` that both have, or all of a `b` by columns.
    """
    return relaid(b, "csr") if a.order == "csr" and b.order == "csc" else places


def check_written(name: str, other: Tensor) -> None:
    """Raise torch's error where a matrix by rows or columns is not written into a dense one."""
    layout = layout_of(other)
    if layout in BY_LINES and "sub" in name:
        raise unsupported(layout)
    if layout in BY_LINES and "mul" in name:
        raise RuntimeError("Expected result Tensor to be of format CSR")


def check_sparse(made: Any, order: str) -> None:
    """Raise torch's error where what is to be written into a sparse tensor is dense."""
    if not is_sparse(made._array):
        raise RuntimeError(f"Sparse {order.upper()} tensors do not have is_contiguous")


def check_reduced(array: SparseArray, keep: bool) -> None:
    """Raise torch's error for sums along dimensions of matrices stored by rows or columns."""
    if array.order == "csc":
        raise RuntimeError("Currently the only compressed sparse format supported for "
                           "sum.dim_IntList is CSR, but got layout SparseCsc")
    if array.order == "csr" and not keep:
        raise RuntimeError(
            "reduction operations on CSR tensors with keepdim=False is unsupported")

