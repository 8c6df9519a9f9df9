"""Construction of sparse tensors from indices or dense tensors, with `to_dense`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.creation.from_data import array_from_data
from autograd.functions.creation.tensor_options import device_type_of, numpy_dtype
from autograd.functions.sparse import tensors
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.runtime.bool_options import check_bool
from autograd.runtime.function_record import declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import AS_DENSE
from autograd.runtime.warnings import warn_once
from autograd.tensor.dtype import dtype_of
from autograd.tensor.memory_format import sparse_coo
from autograd.tensor.sparse import (
    SparseArray, coalesce_entries, from_dense, is_sparse, dense_array, convert_order, from_entries)
from autograd.tensor.tensor import Tensor, wrap


UNCHECKED_WARNING = (
    "Sparse invariant checks are implicitly disabled. Memory errors (e.g. SEGFAULT) will occur when"
    " operating on a sparse tensor which violates the invariants, but checks incur performance "
    "overhead. To silence this warning, explicitly opt in or out. See `torch.sparse."
    "check_sparse_tensor_invariants.__doc__` for guidance. "
)


def warn_unchecked() -> None:
    """Warn once about a sparse tensor that is made without `check_invariants`."""
    warn_once(UNCHECKED_WARNING, at="aten/src/ATen/Context.cpp:816")


def as_values(values: Any, dtype: Any) -> Tensor:
    """Return values of entries as a tensor of `dtype`; a tensor keeps its history."""
    values = values if isinstance(values, Tensor) else wrap(array_from_data(values, dtype))
    return values if dtype is None else values.to(dtype)


def as_indices(indices: Any) -> np.ndarray:
    """Return indices of entries as an int64 array; RuntimeError unless they are integers."""
    array = indices._array if isinstance(indices, Tensor) else np.asarray(indices)
    if array.size and array.dtype.kind not in "iu":
        raise RuntimeError("indices must be an int64 tensor")
    return array.astype(np.int64)


@export()
def sparse_coo_tensor(
        indices: Any = None, values: Tensor | None = None,
        size: tuple[int, ...] | None = None, *, dtype: Any = None, device: Any = None,
        requires_grad: bool = False, check_invariants: Any = None, is_coalesced: Any = None,
        pin_memory: bool = False) -> Tensor:
    """Return a COO tensor with `values` `(nnz, *dense sizes)` at `indices` `(sparse_dim, nnz)`.

    Without `size` it is the smallest that has all indices; with a size alone there are no entries.
    RuntimeError for indices outside of `size`, or another number of values.
    """
    if device_type_of(device) == "meta" and values is not None:
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    if values is None:
        size = tuple(size if indices is None else indices)
        if check_invariants is None:
            warn_unchecked()
        empty = np.zeros((len(size), 0), np.int64), np.zeros(0, numpy_dtype(dtype))
        return make_leaf(from_entries(*empty, size, True), requires_grad)
    places, values = as_indices(indices), as_values(values, dtype)
    if check_invariants is None:
        warn_unchecked()
    check_pinned(pin_memory)
    if places.ndim != 2:
        raise RuntimeError(
            f"indices must be sparse_dim x nnz, but got: {list(places.shape)}")
    rest = values._array.shape[1:]
    if places.shape[1] != len(values._array):
        raise RuntimeError(
            "indices and values must have same nnz, but got nnz from indices: "
            f"{places.shape[1]}, nnz from values: {len(values._array)}")
    if size is None:
        size = tuple((places.max(1) + 1).tolist()) + rest
    check_size(places, tuple(size), rest)
    return make_tensor(places, values, tuple(size), bool(is_coalesced), "coo", requires_grad)


def sparse_zeros(
        sizes: tuple[int, ...], kind: Any, layout: Any, requires_grad: bool) -> Tensor:
    """Return a sparse tensor of numpy's dtype `kind` without entries."""
    result = sparse_coo_tensor(size=sizes, dtype=dtype_of(kind), requires_grad=requires_grad)
    return result if layout is sparse_coo else result.detach().to_sparse(
        layout=layout).requires_grad_(requires_grad)


def check_size(places: Any, size: Any, rest: Any) -> None:
    """Raise RuntimeError if indices lie outside of `size`, or dimensions do not add up."""
    dims = len(places)
    if len(size) != dims + len(rest):
        raise RuntimeError(
            f"number of dimensions must be sparse_dim ({dims}) + dense_dim ({len(rest)}), but got "
            f"{len(size)}")
    for dim in range(dims if places.size else 0):
        low, high = places[dim].min(), places[dim].max()
        if low < 0:
            raise RuntimeError(f"found negative index {low} for dim {dim}")
        if high >= size[dim]:
            raise RuntimeError(
                f"size is inconsistent with indices: for dim {dim}, size is {size[dim]} but found "
                f"index {high}")


def make_tensor(
        places: Any, values: Tensor, size: tuple[int, ...], coalesced: Any,
        order: str, requires_grad: bool) -> Tensor:
    """Return a sparse tensor with the history of its values, or a leaf."""
    array = from_entries(places, values._array.copy(), size, coalesced, order)
    if requires_grad or not values.requires_grad:
        return make_leaf(array, requires_grad)
    result = apply(ops.sparse.sparse_coo_tensor, (values,), {"size": size, "key": tuple(places)})
    return tensors.as_sparse(result, array)


def make_leaf(array: SparseArray, requires_grad: bool) -> Tensor:
    """Return a sparse tensor that is a leaf."""
    result = tensors.sparse_tensor(array)
    result._requires_grad = bool(requires_grad)
    return result


def check_pinned(pin_memory: Any) -> None:
    """Raise RuntimeError for pinned memory: there is no accelerator."""
    if pin_memory:
        raise RuntimeError("Cannot access accelerator device when none is available.")


def compressed_constructor(order: str) -> Callable[..., Any]:
    """Return `torch.sparse_csr_tensor` or `torch.sparse_csc_tensor`."""

    def make(major, minor, values, size=None, *, dtype=None, device=None, requires_grad=False,
             check_invariants=None, pin_memory=False):
        if device_type_of(device) == "meta":
            raise RuntimeError("Tensor.item() cannot be called on meta tensors")
        check_pinned(pin_memory)
        if check_invariants is None:
            warn_unchecked()
        starts, minor, values = as_indices(major), as_indices(minor), as_values(values, dtype)
        lines = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        places = np.stack((lines, minor) if order == "csr" else (minor, lines))
        if size is None:
            across = int(minor.max()) + 1 if minor.size else 0
            size = (len(starts) - 1, across) if order == "csr" else (across, len(starts) - 1)
        check_size(places, tuple(size), values._array.shape[1:])
        warn_of_beta(order)
        return make_tensor(places, values, tuple(size), True, order, requires_grad)

    make.__name__ = f"sparse_{order}_tensor"
    by = "rows" if order == "csr" else "columns"
    make.__doc__ = f"Return a matrix stored by {by}, of compressed indices, plain indices, values."
    return export()(make)


def warn_of_beta(order: str) -> None:
    """Warn once that CSR, or CSC, tensors are in beta state."""
    warn_once(
        f"Sparse {order.upper()} tensor support is in beta state. If you miss a functionality in "
        "the sparse tensor support, please submit a feature request to https://github.com/pytorch/"
        "pytorch/issues.", at="aten/src/ATen/SparseCsrTensorImpl.cpp:49")


sparse_csr_tensor, sparse_csc_tensor = compressed_constructor("csr"), compressed_constructor("csc")


@export()
def sparse_compressed_tensor(
        compressed_indices: Any, plain_indices: Any, values: Tensor,
        size: tuple[int, ...] | None = None, *, layout: Any = None, **options: Any
) -> Tensor:
    """Return a matrix of a compressed `layout`, `torch.sparse_csr` or `torch.sparse_csc`."""
    makers = {"sparse_csr": sparse_csr_tensor, "sparse_csc": sparse_csc_tensor}
    make = makers.get(getattr(layout, "name", None))
    if make is None:
        raise NotImplementedError(
            "Tapescope stores sparse matrices by rows or columns: use layout=torch.sparse_csr or "
            "layout=torch.sparse_csc.")
    return make(compressed_indices, plain_indices, values, size, **options)


# --- From dense to sparse and back -------------------------------------------------------------


@method("to_sparse")
@declare("to_sparse", "to_sparse_coo", sparse=AS_DENSE)
def to_sparse(
        self, sparse_dim: Any = None, *, layout: Any = None, blocksize: Any = None,
        dense_dim: Any = None) -> Tensor:
    """Return a sparse tensor of the nonzero entries along the first `sparse_dim` dimensions."""
    order = getattr(layout, "name", "sparse_coo").removeprefix("sparse_")
    if order == "strided":
        return to_dense(self)
    if blocksize is not None:
        raise RuntimeError(
            "dense_to_sparse: conversion from Strided to Sparse with blocksize argument given is "
            "not supported")
    if order != "coo":
        return to_compressed(self, order, dense_dim, "dense_to_sparse")
    if is_sparse(self._array):
        return self if self._array.order == "coo" else tensors.sparse_tensor(
            convert_order(self._array, order))
    if dense_dim is not None:
        check_dense("dense_to_sparse", dense_dim, self._array.ndim)
        if 0 < self._array.ndim == dense_dim:
            raise RuntimeError("dense_to_sparse: dense_dim argument must be !=self.dim() when "
                               "self.dim()>0")
        sparse_dim = self._array.ndim - dense_dim
    dims = self._array.ndim if sparse_dim is None else sparse_dim
    op = ops.sparse.to_sparse if sparse_dim is None else ops.sparse.to_sparse_dim
    return tensors.as_sparse(apply(op, (self,)), from_dense(self._array.copy(), dims))


def check_dense(name: str, dense_dim: Any, most: int) -> None:
    """Raise RuntimeError unless `dense_dim` is between 0 and `most`."""
    if not 0 <= dense_dim <= most:
        raise RuntimeError(
            f"{name}: dense_dim argument must be in [0,{most}] range, but {dense_dim} is given")


@declare("to_sparse_csr", "to_sparse_csc", sparse=AS_DENSE)
def to_compressed(tensor: Tensor, order: str, dense_dim: Any = None, function: str = "") -> Tensor:
    """Return a CSR or CSC tensor of a sparse matrix's entries or a dense one's nonzero entries."""
    if dense_dim is not None:
        most = max(tensor._array.ndim - 2, 0)
        check_dense(function or f"dense_to_sparse_{order}", dense_dim, most)
    if tensor._array.ndim < 2:
        raise RuntimeError(
            f"to_sparse_{order}: expected a tensor of 2 or more dimensions, got "
            f"{tensor._array.ndim}")
    warn_of_beta(order)
    array = tensor._array
    if is_sparse(array) and len(array.places) == 2:
        array = convert_order(array, order)
    else:
        array = from_dense(dense_array(array).copy(), 2, order)
    return tensors.as_sparse(apply(ops.sparse.to_sparse_rows, (tensor,)), array)


method("to_sparse_coo", qualified=True)(lambda self: to_sparse(self))
attach_method("to_sparse_csr", lambda self, dense_dim=None: to_compressed(self, "csr", dense_dim))
attach_method("to_sparse_csc", lambda self, dense_dim=None: to_compressed(self, "csc", dense_dim))


@method("to_dense")
@declare(sparse=AS_DENSE)
def to_dense(self, dtype: Any = None, *, masked_grad: Any = None) -> Tensor:
    """Return a dense tensor with the same elements; a dense tensor itself.

    Unless `masked_grad` is False, only the stored entries get a gradient.
    """
    if masked_grad is not None:
        check_bool("to_dense", "masked_grad", masked_grad)
    if not is_sparse(self._array):
        return self if dtype is None else self.to(dtype)
    if dtype is not None:
        raise RuntimeError("dtype argument is not supported by sparse_to_dense")
    return apply(ops.sparse.to_dense, (self,), {"masked_grad": masked_grad is not False})


@method("sparse_mask")
@declare(sparse=AS_DENSE)
def sparse_mask(self, mask: Tensor | None) -> Tensor:
    """Return a sparse tensor of the entries at the indices of `mask`, a sparse tensor."""
    if not isinstance(mask, Tensor) or not is_sparse(mask._array):
        raise RuntimeError("sparse_mask(): expected mask to be sparse")
    result = apply(ops.sparse.sparse_mask, (self, mask))
    return tensors.as_sparse(result, coalesce_entries(mask._array).with_numbers(result._array))


def dense_method(name: str, what: str) -> Callable[..., Any]:
    """Return the method of a dense tensor, which raises: `name` needs a sparse layout."""

    def refuse(self):
        raise RuntimeError(f"{name} expected sparse {what}tensor layout but got Strided")

    return refuse


for _name, _what in {"indices": "coordinate ", "coalesce": "coordinate ",
                     "is_coalesced": "coordinate ", "values": "", "crow_indices": "row compressed ",
                     "col_indices": "row compressed ", "ccol_indices": "column compressed ",
                     "row_indices": "column compressed "}.items():
    attach_method(_name, dense_method(_name, _what))
attach_method("sparse_dim", lambda self: 0)
attach_method("dense_dim", lambda self: self._array.ndim)
