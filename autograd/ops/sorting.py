"""Records of ops that order entries: sort, topk, unique, median, kthvalue, mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.kernels import sort_topk
from autograd.kernels.memory_formats import as_input, row_major
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, UNSIGNED, raises, unsupported
from autograd.kernels.sort_topk import INSERTION_SIZE, sort_indices, topk_indices
from autograd.ops.indexing import scatter
from autograd.ops.pointwise import raise_not_differentiable
from autograd.ops.record import d, op
from autograd.ops.reductions import equal_or_both_nan, scatter_to_indices, share_evenly
from autograd.ops.shapes import zeros_of_shape
from autograd.ops.vmap_rules import ALONG_DIM, FLAT_REDUCTION, REDUCTION

def sorting_op(
        name: str, node_name: str, forward: Callable[..., Any], tex: str, **facts: Any) -> object:
    """Declare an op that returns `(values, indices)`: entries of its input in another order."""
    return op(name, node_name, forward, tex, outputs=("values", "indices"), **facts,
              self=d(lambda grads, indices, self_shape, dim:
                     scatter(zeros_of_shape(self_shape, grads[0]), indices, grads[0], dim=dim),
                     r"$grads \text{ back at } $indices"),
              vmap=ALONG_DIM)


sort = sorting_op("sort", "SortBackward0",
    lambda self, *, dim, descending: sort_unstably(self, dim, descending), r"\mathrm{sort}($self)",
    refuses=raises(RuntimeError, " Sort does not support complex dtypes on CPU", COMPLEX),
    memory_format=as_input)
sort_stable = sorting_op("sort_stable", "SortBackward1",
    lambda self, *, dim, descending, stable=True:
        (sort_stably if stable else sort_unstably)(self, dim, descending), r"\mathrm{sort}($self)",
    refuses=raises(RuntimeError, " Sort does not support complex dtypes on CPU", COMPLEX))
topk = sorting_op("topk", "TopkBackward0",
    lambda self, *, k, dim, largest, sorted=True: top_k(self, k, dim, largest, sorted),
    r"\mathrm{top}_{$k}($self)",
    refuses=unsupported("topk_cpu", UNSIGNED, takes_0d=True)
            | raises(RuntimeError, " topk does not support complex dtypes on CPU", COMPLEX)
            | raises(RuntimeError, "topk does not support bool dtypes on CPU", BOOL))


unique2 = op("unique2", "Unique2Backward0",
    lambda self, *, found: found, r"\mathrm{unique}($self)",
    self=d(lambda grad: raise_not_differentiable("_unique2"), r"\text{not implemented}"),
    no_forward_ad="_unique2")

unique_dim = op("unique_dim", "UniqueDimBackward0",
    lambda self, *, found: found, r"\mathrm{unique}($self)",
    self=d(lambda grad: raise_not_differentiable("unique_dim"), r"\text{not implemented}"),
    no_forward_ad="unique_dim")

unique_consecutive = op("unique_consecutive", "UniqueConsecutiveBackward0",
    lambda self, *, found: found, r"\mathrm{unique}($self)",
    self=d(lambda grad: raise_not_differentiable("unique_consecutive"), r"\text{not implemented}"),
    no_forward_ad="unique_consecutive")


def rank_entries(array: np.ndarray, dim: int) -> np.ndarray:
    """Return the position of each entry along `dim` after a stable sort, NaN last."""
    keys = array.astype(np.float32) if array.dtype.kind == "V" else array  # for bfloat16's NaN
    return np.argsort(keys, dim, kind="stable")


def sort_stably(array: np.ndarray, dim: int, descending: bool) -> tuple[np.ndarray, ...]:
    """Return sorted values and their indices; NaN counts as the largest."""
    if not array.ndim:
        return array.copy(), np.zeros((), np.int64)
    if descending:
        flipped = rank_entries(np.flip(array, dim), dim)
        order = array.shape[dim] - 1 - np.flip(flipped, dim)
    else:
        order = rank_entries(array, dim)
    return np.take_along_axis(array, order, dim), order


MANY = 100_000  # most numbers that are sorted one by one if some are equal
RADIX = 32_768  # from so many integers in a row torch uses radix sort, which is stable


def sort_unstably(
        array: np.ndarray, dim: int, descending: bool) -> tuple[np.ndarray, ...]:
    """Return `sort_stably`, with equal entries in the order of torch's unstable sort."""
    values, order = sort_stably(array, dim, descending)
    length = array.shape[dim] if array.ndim else 1
    bytewise = array.ndim == 1 and length >= RADIX and array.dtype.kind in "iu" and not descending
    if length <= INSERTION_SIZE or array.size > MANY or bytewise or are_distinct(values,
            length, dim):
        return values, order
    rows, places = np.moveaxis(values, dim, -1), np.moveaxis(order, dim, -1)
    for line in np.ndindex(rows.shape[:-1]):
        fresh = not_equal(rows[line][1:], rows[line][:-1])
        if not fresh.all():
            keys = np.zeros(length, np.int64)
            keys[places[line][1:]] = np.cumsum(fresh)
            places[line] = sort_indices(keys.tolist())
    return np.take_along_axis(array, order, dim), order


def top_k(
        array: np.ndarray, k: int, dim: int, largest: bool, sorted: bool
) -> tuple[np.ndarray, ...]:
    """Return the first `k` sorted values and their indices, with torch's choice of equal ones.
    """
    values, order = sort_stably(array, dim, largest)
    if not array.ndim:
        return values, order
    order = np.take(order, range(k), dim)
    if 0 < array.size <= MANY and not (sorted and are_distinct(values, k, dim)):
        order = top_k_by_row(array, k, dim, largest, sorted)
    return np.take_along_axis(array, order, dim), order


def are_distinct(values: np.ndarray, k: int, dim: int) -> bool:
    """Return whether the first `k` sorted values and the next one all differ."""
    rows = np.moveaxis(values, dim, 0)[:k + 1]
    return bool(not_equal(rows[1:], rows[:-1]).all())


def not_equal(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return where two arrays differ; NaN equals NaN."""
    a, b = (x.astype(np.float32) if x.dtype.kind == "V" else x for x in (a, b))
    return (a != b) & ((a == a) | (b == b))


def top_k_by_row(array: np.ndarray, k: int, dim: int, largest: bool, sorted: bool) -> Any:
    """Return the indices along `dim` of the first `k`, found row by row as in torch."""
    rows = np.moveaxis(array.astype(np.float32) if array.dtype.kind == "V" else array, dim, -1)
    order = np.empty((*rows.shape[:-1], k), np.int64)
    for place in np.ndindex(rows.shape[:-1]):
        ranks = np.unique(rows[place], return_inverse=True)[1]
        order[place] = topk_indices((-ranks if largest else ranks).tolist(), k, sorted)
    return np.moveaxis(order, -1, dim)


median = op("median", "MedianBackward0",
    lambda self: lower_median(self.reshape(-1), 0, False)[0], r"\mathrm{median}($self)",
    refuses=unsupported("median_cpu", BOOL, UNSIGNED, COMPLEX, takes_empty=True),
    self =d(lambda grad, self, result: share_evenly(grad, equal_or_both_nan(self, result)),
            r"$grad \odot [$self = $result] / \mathrm{ties}"),
    real_only="median",
    vmap=FLAT_REDUCTION,
    with_dim="median_dim")

nanmedian = op("nanmedian", "NanmedianBackward0",
    lambda self: lower_nanmedian(self.reshape(-1), 0, False)[0], r"\mathrm{median}($self)",
    refuses=unsupported("median_cpu", BOOL, UNSIGNED, COMPLEX, takes_empty=True),
    self =d(lambda grad, self, result: share_evenly(grad, equal_or_both_nan(self, result)),
            r"$grad \odot [$self = $result] / \mathrm{ties}"),
    real_only="nanmedian",
    vmap=FLAT_REDUCTION,
    with_dim="nanmedian_dim")


def selection_op(
        name: str, node_name: str, forward: Callable[..., Any], tex: str, **facts: Any) -> object:
    """Declare a reduction of one dimension that returns `(values, indices)` of its input."""
    return op(name, node_name, forward, tex, outputs=("values", "indices"), **facts,
              self=d(lambda grads, indices, self_shape, dim, keepdim:
                     scatter_to_indices(grads[0], indices, self_shape, dim, keepdim),
                     r"$grads \text{ at } $indices"),
              vmap=REDUCTION)


median_dim = selection_op("median_dim", "MedianBackward1",
    lambda self, *, dim, keepdim: lower_median(self, dim, keepdim),
        r"\mathrm{median}_{$dim}($self)",
    refuses=unsupported("median_out", BOOL, UNSIGNED, COMPLEX))
nanmedian_dim = selection_op("nanmedian_dim", "NanmedianBackward1",
    lambda self, *, dim, keepdim: lower_nanmedian(self, dim, keepdim),
    r"\mathrm{median}_{$dim}($self)",
    refuses=unsupported("median_out", BOOL, UNSIGNED, COMPLEX),
    memory_format=row_major)
mode = selection_op("mode", "ModeBackward0",
    lambda self, *, dim, keepdim: mode_of_array(self, dim, keepdim), r"\mathrm{mode}_{$dim}($self)",
    refuses=unsupported("mode_cpu", UNSIGNED, COMPLEX, takes_0d=True, takes_empty=True),
    real_only="mode")
kthvalue = selection_op("kthvalue", "KthvalueBackward0",
    lambda self, *, k, dim, keepdim: kth_smallest(self, k, dim, keepdim),
    r"\mathrm{kthvalue}_{$dim}($self, $k)",
    refuses=unsupported("kthvalue_cpu", BOOL, UNSIGNED, COMPLEX, takes_0d=True))


def take_at_index(
        array: np.ndarray, order: np.ndarray, index: int, dim: int, keepdim: bool
) -> tuple[np.ndarray, ...]:
    """Return values and indices at `index` along `dim` of an array sorted by `order`."""
    indices = np.take(order, [index], dim)
    values = np.take_along_axis(array, indices, dim)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


def kth_smallest(
        array: np.ndarray, k: int, dim: int, keepdim: bool) -> tuple[np.ndarray, ...]:
    """Return the `k`-th smallest along `dim` and its index."""
    if not array.ndim:
        return array.copy(), np.zeros((), np.int64)
    order = np.moveaxis(rank_entries(array, dim), dim, -1).copy()
    rows = np.moveaxis(array, dim, -1)
    for place in np.ndindex(rows.shape[:-1]):
        row, value = rows[place], rows[place][order[place][k - 1]]
        if np.count_nonzero(row == value) > 1:  # quickselect picks one of them
            order[place][k - 1] = quick_select(row, k - 1)
    return take_at_index(array, np.moveaxis(order, -1, dim), k - 1, dim, keepdim)


def quick_select(row: np.ndarray, k: int) -> int:
    """Return the index of the `k`-th smallest that torch's quickselect (median of three) finds.

    Follows quick_select_template of aten/src/ATen/native/Sorting.cpp.
    """
    values, places = list(row), list(range(len(row)))

    def swap(a, b):
        values[a], values[b] = values[b], values[a]
        places[a], places[b] = places[b], places[a]

    def order(a, b):
        if values[a] > values[b]:
            swap(a, b)

    left, right = 0, len(values) - 1
    while right > left + 1:
        swap(left + (right - left) // 2, left + 1)
        order(left + 1, right)
        order(left, right)
        order(left + 1, left)
        low, high, pivot = left + 1, right, values[left]
        while True:
            low, high = low + 1, high - 1
            while pivot > values[low]:
                low += 1
            while values[high] > pivot:
                high -= 1
            if high < low:
                break
            swap(low, high)
        swap(left, high)
        if high <= k:
            left = low
        if high >= k:
            right = high - 1
    if right == left + 1:
        order(left, right)
    return places[k]


def lower_median(array: np.ndarray, dim: int, keepdim: bool) -> Any:
    """Return the lower median along `dim` and its index; NaN where there is one."""
    if not array.ndim:
        return array.copy(), np.zeros((), np.int64)
    if array.shape == (0,):
        return median_of_empty(array.dtype), None
    n = array.shape[dim]
    values, indices = take_at_index(
        array, rank_entries(array, dim), (n - 1) // 2, dim, keepdim)
    holes = np.isnan(array)
    if holes.any():
        hit = np.any(holes, dim, keepdims=keepdim)
        values = np.where(hit, np.nan, values).astype(array.dtype)
        indices = np.where(hit, np.expand_dims(np.argmax(holes, dim), dim) if keepdim
                           else np.argmax(holes, dim), indices)
    return values, indices


def median_of_empty(dtype: np.dtype) -> np.ndarray:
    """Return the median of no numbers: NaN, for integers as the processor converts it."""
    if dtype.kind not in "iu":
        return np.array(np.nan, dtype)
    cut_off = dtype.itemsize <= 2 or dtype == np.uint32
    return np.array(0 if cut_off else 1 << 8 * dtype.itemsize - 1).astype(dtype)


def lower_nanmedian(array: np.ndarray, dim: int, keepdim: bool) -> Any:
    """Return the lower median along `dim` of the entries that are not NaN, and its index."""
    if not array.ndim:
        return array.copy(), np.zeros((), np.int64)
    if array.shape == (0,):
        return median_of_empty(array.dtype), None
    order = rank_entries(array, dim)
    place = np.maximum(np.sum(~np.isnan(array), dim, keepdims=True) - 1, 0) // 2
    indices = np.take_along_axis(order, place, dim)
    values = np.take_along_axis(array, indices, dim)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


def mode_of_array(array: np.ndarray, dim: int, keepdim: bool) -> tuple[np.ndarray, ...]:
    """Return the most frequent value along `dim`, the smallest of equally frequent ones, and its
    index.
    """
    if not array.ndim:
        return array.copy(), np.zeros((), np.int64)
    rows = np.moveaxis(array, dim, -1)
    values, indices = np.empty(rows.shape[:-1], array.dtype), np.empty(rows.shape[:-1], np.int64)
    for place in np.ndindex(rows.shape[:-1]):
        row = rows[place]
        if np.isnan(row).any():
            indices[place] = mode_with_nan(row)
        else:
            found, counts = np.unique(row, return_counts=True)
            indices[place] = last_in_unstable_sort(row,
                np.flatnonzero(row == found[np.argmax(counts)]))
        values[place] = row[indices[place]]
    if keepdim:
        values, indices = np.expand_dims(values, dim), np.expand_dims(indices, dim)
    return values, indices


def last_in_unstable_sort(row: np.ndarray, indices: np.ndarray) -> int:
    """Return which of the `indices` of equal entries is last after torch's sort of the row."""
    if len(indices) == 1 or not sort_topk.INSERTION_SIZE < len(row) <= MANY:
        return indices[-1]
    among = set(indices.tolist())
    return [index for index in sort_topk.sort_indices(row.tolist()) if index in among][-1]


def mode_with_nan(row: np.ndarray) -> int:
    """Return the index of the mode that torch finds in a row with NaN, which stops its sort.

    Each NaN counts as another value. The insertion sort is that of C++ for up to 16 entries.
    """
    order: list[int] = []
    for i, value in enumerate(row):
        place = 0 if order and value < row[order[0]] else len(order)
        while place and value < row[order[place - 1]]:
            place -= 1
        order.insert(place, i)
    best, most, run = order[0], 0, 0
    for i, following in zip(order, [*order[1:], None]):
        run += 1
        if following is None or row[i] != row[following]:
            best, most, run = (i, run, 0) if run > most else (best, most, 0)
    return best
