"""Arrays that remember which elements are specified, as torch's sparse tensors do.

torch stores indices and values alone. Here the numbers lie in a dense array, zeros included, which
every op can read, and the array remembers indices (`places`) and values: tensors in lessons are
small, and gradients are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

ZERO_PRESERVING = (np.multiply, np.negative,
                   np.true_divide)  # of numbers that are 0 where nothing is


# Makes a sparse tensor of such an array; registered by `functions.sparse.tensors`.
make_tensor: Callable[[SparseArray], Tensor] | None = None
# What a function makes of sparse tensors; registered by `functions.sparse.rules`.
dispatch: Callable | None = None


class SparseArray(np.ndarray):
    """Numbers of which some are specified: `values` `(nnz, *dense)` at `places` `(sparse dims,
    nnz)`.

    `coalesced` is whether indices are sorted without duplicates; `order` is `coo`, or `csr` or
    `csc` for a matrix compressed by rows or columns. A slice remembers nothing: its `places` is
    None. numpy's functions see the numbers; sums, products and quotients stay sparse.
    """

    places: np.ndarray | None

    def __new__(cls, numbers, places, values, coalesced, order="coo"):
        made = np.asarray(numbers).view(cls)
        made.places, made.values = places, values
        made.coalesced, made.order = coalesced, order
        return made

    def __array_finalize__(self, source):
        self.places = None

    def copy(self, order: Any = "C") -> Any:
        """Return the same in memory of its own."""
        return SparseArray(dense_array(self).copy(order), self.places, self.values.copy(),
                           self.coalesced, self.order)

    def as_tensor(self) -> Any:
        """Return a sparse tensor of these elements without a history; of a slice, a plain one."""
        if self.places is None:
            return wrap(dense_array(self))
        return make_tensor(self)

    def with_numbers(self, numbers: np.ndarray) -> Any:
        """Return other numbers at the same indices, coalesced."""
        return restrict_to(np.asarray(numbers), coalesce_entries(self))

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        sparse = [x for x in inputs if is_sparse(x)]
        if out is not None:
            options["out"] = tuple(map(dense_array, out))
        made = getattr(ufunc, method)(*map(dense_array, inputs), **options)
        if ufunc is np.add and len(sparse) == 2 and out is None:
            return add_sparse(made, *reversed(sparse))  # what came last stands first
        if (sparse and ufunc in ZERO_PRESERVING and out is None
                and np.shape(made) == sparse[0].shape):
            return sparse[0].with_numbers(made)
        return made


def is_sparse(array: Any) -> bool:
    """Return whether an array remembers its indices."""
    return isinstance(array, SparseArray) and array.places is not None


def dense_array(array: ArrayOrTensor) -> ArrayOrTensor:
    """Return the numbers as a dense array over the same memory."""
    return array.view(np.ndarray) if isinstance(array, SparseArray) else array


def from_entries(
        places: Any, values: Any, shape: Any,
        coalesced: bool = False, order: str = "coo") -> SparseArray:
    """Return a sparse array of `shape` with `values` at `places`; duplicates are added up."""
    numbers = np.zeros(shape, values.dtype)
    if len(places):
        np.add.at(numbers, tuple(places), values)
    else:  # of no dimensions
        numbers += values.sum(0)
    return SparseArray(numbers, places, values, coalesced, order)


def from_dense(numbers: Any, dims: int, order: str = "coo") -> SparseArray:
    """Return the nonzero elements of an array as a sparse one with `dims` sparse dimensions."""
    if not numbers.ndim:  # one number, stored unless it is 0
        stays = int(numbers != 0)
        return SparseArray(
            numbers, np.zeros((0, stays), np.int64), numbers.reshape(1)[:stays], True, order)
    rest = tuple(range(dims, numbers.ndim))
    places = np.array(np.nonzero((numbers != 0).any(rest) if rest else numbers), np.int64)
    if order == "csc":
        places = places[:, np.lexsort(places)]
    return SparseArray(numbers, places.reshape(dims, -1), numbers[tuple(places)], True, order)


def coalesce_entries(array: SparseArray) -> SparseArray:
    """Return the array with sorted indices without duplicates, their values added up."""
    if array.coalesced:
        return array
    places = np.unique(array.places, axis=1) if array.places.size else array.places
    numbers = dense_array(array)
    return SparseArray(numbers, places, numbers[tuple(places)], True, array.order)


def convert_order(array: SparseArray, order: str) -> SparseArray:
    """Return the same elements, explicit zeros included, in another layout."""
    places, numbers = coalesce_entries(array).places, dense_array(array).copy()
    as_it_is = order == "coo"  # torch leaves columns after each other where they were that
    if not as_it_is:
        places = places[:, np.lexsort(places if order == "csc" else places[::-1])]
    coalesced = not (as_it_is and array.order == "csc")
    return SparseArray(numbers, places, numbers[tuple(places)], coalesced, order)


def add_sparse(numbers: np.ndarray, a: SparseArray, b: SparseArray) -> SparseArray:
    """Return the sum of two sparse arrays, whose dense sum is `numbers`.

    As torch does, merge the two sorted lists of indices, or concatenate them where values are not
    contiguous.
    """
    coalesced = a.coalesced and b.coalesced
    if not (a.values.flags.c_contiguous and b.values.flags.c_contiguous):
        places = np.concatenate((a.places, b.places), 1)
        both = SparseArray(numbers, places, np.concatenate((a.values, b.values)), False)
        return coalesce_entries(both) if coalesced else both
    ours, theirs = (list(map(tuple, x.places.T.tolist())) for x in (a, b))
    places, values, i, k = [], [], 0, 0
    while i < len(ours) or k < len(theirs):
        take_a = i < len(ours) and (k == len(theirs) or ours[i] <= theirs[k])
        take_b = k < len(theirs) and (i == len(ours) or theirs[k] <= ours[i])
        places.append(ours[i] if take_a else theirs[k])
        values.append(a.values[i] + b.values[k] if take_a and take_b else
                      a.values[i] if take_a else b.values[k])
        i, k = i + take_a, k + take_b
    places = np.array(places, np.int64).reshape(-1, len(a.places)).T
    values = np.array(values, numbers.dtype).reshape(-1, *a.values.shape[1:])
    return SparseArray(numbers, places, values, coalesced)


def restrict_to(numbers: Any, like: SparseArray) -> SparseArray:
    """Return the numbers at the indices of `like`, which is coalesced, and zeros elsewhere."""
    key = tuple(like.places)
    kept = np.zeros(numbers.shape, numbers.dtype)
    kept[key] = numbers[key]
    return SparseArray(kept, like.places, kept[key], True, like.order)
