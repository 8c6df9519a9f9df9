"""Arrays that remember which entries are stored, as torch's sparse tensors have them.

torch stores the places and values alone. Here the numbers lie in a dense array, zeros included,
which every op can read, and the array remembers places and values for whoever shows them: lessons
are small, and gradients come out the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

KEEPING = (np.multiply, np.negative, np.true_divide)  # of numbers that are 0 where nothing is


# Makes a sparse tensor of such an array; registered by `functions.sparse.tensors`.
make_tensor: Callable[[SparseArray], Tensor] | None = None
# What a function makes of sparse tensors; registered by `functions.sparse.rules`.
made_by: Callable | None = None


class SparseArray(np.ndarray):
    """Numbers of which some are stored: `values` `(stored, *rest)` at `places` `(dims, stored)`.

    `coalesced` says that places are in order and each only once; `order` is `coo`, or `csr` or
    `csc` for a matrix stored by rows or columns. Of a part, which remembers nothing, `places` is
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
        """The same in memory of its own."""
        return SparseArray(numbers_of(self).copy(order), self.places, self.values.copy(),
                           self.coalesced, self.order)

    def as_tensor(self) -> Any:
        """A sparse tensor of these entries, off the tape; of a part a plain one."""
        if self.places is None:
            return wrap(numbers_of(self))
        return make_tensor(self)

    def with_numbers(self, numbers: np.ndarray) -> Any:
        """Other numbers at the same places, each once."""
        return at_places(np.asarray(numbers), compact(self))

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        sparse = [x for x in inputs if is_sparse(x)]
        if out is not None:
            options["out"] = tuple(map(numbers_of, out))
        made = getattr(ufunc, method)(*map(numbers_of, inputs), **options)
        if ufunc is np.add and len(sparse) == 2 and out is None:
            return joined(made, *reversed(sparse))  # what came last stands first
        if sparse and ufunc in KEEPING and out is None and np.shape(made) == sparse[0].shape:
            return sparse[0].with_numbers(made)
        return made


def is_sparse(array: Any) -> bool:
    """Whether an array remembers its places."""
    return isinstance(array, SparseArray) and array.places is not None


def numbers_of(array: ArrayOrTensor) -> ArrayOrTensor:
    """The numbers alone, in the same memory."""
    return array.view(np.ndarray) if isinstance(array, SparseArray) else array


def stored(
        places: Any, values: Any, shape: Any,
        coalesced: bool = False, order: str = "coo") -> SparseArray:
    """An array of `shape` with `values` at `places`, those of one place added up."""
    numbers = np.zeros(shape, values.dtype)
    if len(places):
        np.add.at(numbers, tuple(places), values)
    else:  # of no dimensions
        numbers += values.sum(0)
    return SparseArray(numbers, places, values, coalesced, order)


def found(numbers: Any, dims: int, order: str = "coo") -> SparseArray:
    """The entries of an array that are not 0, along its first `dims` dimensions."""
    if not numbers.ndim:  # one number, stored unless it is 0
        stays = int(numbers != 0)
        return SparseArray(
            numbers, np.zeros((0, stays), np.int64), numbers.reshape(1)[:stays], True, order)
    rest = tuple(range(dims, numbers.ndim))
    places = np.array(np.nonzero((numbers != 0).any(rest) if rest else numbers), np.int64)
    if order == "csc":
        places = places[:, np.lexsort(places)]
    return SparseArray(numbers, places.reshape(dims, -1), numbers[tuple(places)], True, order)


def compact(array: SparseArray) -> SparseArray:
    """The same with places in order, each only once, and its values added up."""
    if array.coalesced:
        return array
    places = np.unique(array.places, axis=1) if array.places.size else array.places
    numbers = numbers_of(array)
    return SparseArray(numbers, places, numbers[tuple(places)], True, array.order)


def relaid(array: SparseArray, order: str) -> SparseArray:
    """The same entries, stored zeros included, as another layout stores them."""
    places, numbers = compact(array).places, numbers_of(array).copy()
    as_it_is = order == "coo"  # torch leaves columns after each other where they were that
    if not as_it_is:
        places = places[:, np.lexsort(places if order == "csc" else places[::-1])]
    coalesced = not (as_it_is and array.order == "csc")
    return SparseArray(numbers, places, numbers[tuple(places)], coalesced, order)


def joined(numbers: np.ndarray, a: SparseArray, b: SparseArray) -> SparseArray:
    """A sum of two; torch walks both lists of places side by side, or puts one behind the other
    where values do not lie together."""
    coalesced = a.coalesced and b.coalesced
    if not (a.values.flags.c_contiguous and b.values.flags.c_contiguous):
        places = np.concatenate((a.places, b.places), 1)
        both = SparseArray(numbers, places, np.concatenate((a.values, b.values)), False)
        return compact(both) if coalesced else both
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


def at_places(numbers: Any, like: SparseArray) -> SparseArray:
    """Numbers at the places of another, which names each once, and zeros elsewhere."""
    key = tuple(like.places)
    kept = np.zeros(numbers.shape, numbers.dtype)
    kept[key] = numbers[key]
    return SparseArray(kept, like.places, kept[key], True, like.order)
