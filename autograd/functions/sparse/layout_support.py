"""Layout support of torch's sparse CPU kernels: the error or the result's layout of each pair.

A layout is `coo`, `csr` or `csc`, as in `tensor/sparse.py`, or `strided` of a dense tensor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autograd.tensor.sparse import SparseArray, is_sparse, convert_order

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

LAYOUT_NAMES = {"coo": "Sparse", "csr": "SparseCsr", "csc": "SparseCsc", "strided": "Strided"}
COMPRESSED = {"csr", "csc"}
ASSERT_ERROR = (
    'at::sparse_csr::is_sparse_compressed(other) INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/'
    'aten/src/ATen/SparseCsrTensorUtils.h":371, please report a bug to PyTorch. ')


def layout_of(tensor: Tensor) -> str:
    """Return the layout of a tensor."""
    return tensor._array.order if is_sparse(tensor._array) else "strided"


def unsupported_layout_error(layout: str) -> RuntimeError:
    """Return torch's error for a function that has no kernel for a layout."""
    return RuntimeError(f"unsupported tensor layout: {LAYOUT_NAMES[layout]}")


# --- Products of matrices ----------------------------------------------------------------------


def check_product(a: Tensor, b: Tensor, into: str) -> None:
    """Raise RuntimeError if torch has no matrix product of these layouts into the layout `into`."""
    pair = layout_of(a), layout_of(b)
    mixed = "coo" in pair and COMPRESSED & {*pair}
    if mixed or pair == ("csr", "csc") and into == "csc" or (
            pair == ("csc", "csr") and into == "strided"):
        raise RuntimeError(
            f"addmm: computation on CPU is not implemented for {LAYOUT_NAMES[into]} + "
            f"{LAYOUT_NAMES[pair[0]]} @ {LAYOUT_NAMES[pair[1]]}")
    if into == "strided" and pair[1] == "coo":
        raise RuntimeError(
            "addmm_sparse_dense: expected either 'mat1' to have sparse layout and 'mat2' to have "
            f"strided layout, got 'mat1' with layout {LAYOUT_NAMES[pair[0]]} and 'mat2' with "
            f"layout {LAYOUT_NAMES[pair[1]]}")


# --- Sums, and products entry by entry ---------------------------------------------------------


def check_sum(name: str, a: Tensor, b: Tensor) -> None:
    """Raise RuntimeError if torch cannot add tensors of these layouts."""
    pair = layout_of(a), layout_of(b)
    if not COMPRESSED & {*pair}:
        return
    if name != "add":
        raise unsupported_layout_error(pair[1] if pair[0] == "strided" else pair[0])
    if pair[0] == "coo":
        raise RuntimeError("memory format option is only supported by strided tensors")
    if pair[1] == "coo" and pair[0] != "strided":
        raise RuntimeError(ASSERT_ERROR)
    if "csc" in pair and "strided" not in pair and not is_same_sparsity(*pair, a._array, b._array):
        raise RuntimeError(
            "crow_indices expected sparse row compressed tensor layout but got SparseCsc")


def is_same_sparsity(first: str, second: str, a: SparseArray, b: SparseArray) -> bool:
    """Return True if two matrices of these layouts store entries at the same indices."""
    return first == second and np.array_equal(a.places, b.places)


def to_layout(array: SparseArray, order: str) -> SparseArray:
    """Convert a COO array to a layout."""
    return array if order == "coo" else convert_order(array, order)


def check_entrywise(name: str, a: Tensor, b: Tensor) -> None:
    """Raise RuntimeError if torch has no elementwise product or quotient of these layouts."""
    pair = layout_of(a), layout_of(b)
    if not COMPRESSED & {*pair}:
        return
    if "div" in name:
        raise unsupported_layout_error(pair[1] if pair[0] == "strided" else pair[0])
    if not a._array.ndim or not b._array.ndim:
        return
    if "csr" not in pair or pair[0] not in ("csr", "strided"):
        raise RuntimeError("Expected result Tensor to be of format CSR")
    if "strided" in pair and a._array.shape != b._array.shape:
        mask, other = (a, b) if pair[0] == "csr" else (b, a)
        raise RuntimeError(
            "sparse_mask(): operands have incompatible sizes; self has size "
            f"{list(other._array.shape)} but mask has size {list(mask._array.shape)}")


def indices_of_product(a: SparseArray, b: SparseArray, common: SparseArray) -> SparseArray:
    """Return an array with the indices of `a * b`: `common`, or all of a CSC `b` if `a` is CSR."""
    return convert_order(b, "csr") if a.order == "csr" and b.order == "csc" else common


def check_dense_target(name: str, other: Tensor) -> None:
    """Raise RuntimeError if torch cannot write a matrix of this layout into a dense one."""
    layout = layout_of(other)
    if layout in COMPRESSED and "sub" in name:
        raise unsupported_layout_error(layout)
    if layout in COMPRESSED and "mul" in name:
        raise RuntimeError("Expected result Tensor to be of format CSR")


def check_sparse_result(result: Tensor, order: str) -> None:
    """Raise RuntimeError for a dense result that is written into a sparse tensor."""
    if not is_sparse(result._array):
        raise RuntimeError(f"Sparse {order.upper()} tensors do not have is_contiguous")


def check_reduction(array: SparseArray, keepdim: bool) -> None:
    """Raise RuntimeError for sums of CSR or CSC matrices along dimensions that torch lacks."""
    if array.order == "csc":
        raise RuntimeError("Currently the only compressed sparse format supported for "
                           "sum.dim_IntList is CSR, but got layout SparseCsc")
    if array.order == "csr" and not keepdim:
        raise RuntimeError(
            "reduction operations on CSR tensors with keepdim=False is unsupported")

