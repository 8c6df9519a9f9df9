"""The order of equal entries after torch's `sort` or `topk`, which are unstable C++ sorts.

Follows `nth_element`, `sort` and `partial_sort` of libstdc++'s stl_algo.h and stl_heap.h, which
aten/src/ATen/native/TopKImpl.h and cpu/SortingKernel.cpp call. Items are tuples of which the first
entry is compared.
"""

from __future__ import annotations

from typing import Any

import numpy as np

INSERTION_SIZE = 16  # items up to which `sort` inserts


def topk_indices(keys: tuple[Any, ...], k: int, in_order: bool) -> list[int]:
    """Return the indices of the `k` smallest of `keys`, as `topk` gives them; `in_order` sorts
    them."""
    items = list(zip(keys, range(len(keys))))
    if k * 64 <= len(items):
        heap_select(items, k)
        sort_from_heap(items, k)
    elif k:
        nth_element(items, k - 1)
        if in_order:
            introsort(items, 0, k - 1, 2 * (max(k - 1, 1).bit_length() - 1))
            insertion_sort(items, 0, k - 1)
    return [place for _, place in items[:k]]


def sort_indices(keys: tuple[Any, ...]) -> list[int]:
    """Return the indices that sort `keys` as C++ `sort`, which is not stable."""
    items = list(zip(keys, range(len(keys))))
    introsort(items, 0, len(items), 2 * (len(items).bit_length() - 1))
    insertion_sort(items, 0, len(items))
    return [place for _, place in items]


def nth_element(items: list, nth: int) -> None:
    """Move the item of sorted position `nth` there, with the smaller ones before it."""
    first, last = 0, len(items)
    depth = 2 * (len(items).bit_length() - 1)
    while last - first > 3:
        if not depth:
            part = items[first:last]
            heap_select(part, nth + 1 - first)
            part[0], part[nth - first] = part[nth - first], part[0]
            items[first:last] = part
            return
        depth -= 1
        cut = partition(items, first, last)
        if cut <= nth:
            first = cut
        else:
            last = cut
    insertion_sort(items, first, last)


def introsort(items: list, first: int, last: int, depth: int) -> None:
    """Sort roughly, so that no item is far from its final position."""
    while last - first > INSERTION_SIZE:
        if not depth:
            part = items[first:last]
            heap_select(part, len(part))
            sort_from_heap(part, len(part))
            items[first:last] = part
            return
        depth -= 1
        cut = partition(items, first, last)
        introsort(items, cut, last, depth)
        last = cut


def insertion_sort(items: list, first: int, last: int) -> None:
    """Sort by inserting one item after the other behind those that are not larger."""
    for i in range(first + 1, last):
        item, j = items[i], i
        while j > first and item[0] < items[j - 1][0]:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


def partition(items: list, first: int, last: int) -> int:
    """Move items smaller than the median of three to the front; returns the index of the others."""
    second, middle, end = first + 1, first + (last - first) // 2, last - 1
    a, b, c = items[second][0], items[middle][0], items[end][0]
    if a < b:
        median = middle if b < c else end if a < c else second
    else:
        median = second if a < c else end if b < c else middle
    items[first], items[median] = items[median], items[first]
    pivot, low, high = items[first][0], second, last
    while True:
        while items[low][0] < pivot:
            low += 1
        high -= 1
        while pivot < items[high][0]:
            high -= 1
        if low >= high:
            return low
        items[low], items[high] = items[high], items[low]
        low += 1


def heap_select(items: list, k: int) -> None:
    """Make a heap of the first `k` items and replace its top by each smaller item after them."""
    for hole in range((k - 2) // 2, -1, -1):
        adjust_heap(items, hole, k, items[hole])
    for i in range(k, len(items) if k else 0):
        if items[i][0] < items[0][0]:
            item, items[i] = items[i], items[0]
            adjust_heap(items, 0, k, item)


def sort_from_heap(items: list, k: int) -> None:
    """Sort the first `k` items, which are a heap."""
    for last in range(k - 1, 0, -1):
        item, items[last] = items[last], items[0]
        adjust_heap(items, 0, last, item)


def adjust_heap(items: list, hole: int, length: int, item: Any) -> None:
    """Put `item` into a heap whose entry at `hole` is free."""
    top = child = hole
    while child < (length - 1) // 2:
        child = 2 * (child + 1)
        if items[child][0] < items[child - 1][0]:
            child -= 1
        items[hole] = items[child]
        hole = child
    if not length & 1 and child == (length - 2) // 2:
        child = 2 * child + 1
        items[hole] = items[child]
        hole = child
    parent = (hole - 1) // 2
    while hole > top and items[parent][0] < item[0]:
        items[hole] = items[parent]
        hole, parent = parent, (parent - 1) // 2
    items[hole] = item


def reduce_extreme(
        pick: Any, array: np.ndarray, dim: int | tuple[int, ...], keepdim: bool
) -> np.ndarray:
    """Return numpy's `max` or `min` (`pick`) over `dim`; of zeros of both signs the first."""
    extremes = np.asarray(pick(array, dim if array.ndim else None, keepdims=keepdim))
    if array.dtype.kind != "f" or np.count_nonzero(extremes) == extremes.size or not array.ndim:
        return extremes
    axes = range(array.ndim) if dim is None else np.atleast_1d(dim)
    ends = tuple(range(-len(axes), 0))
    lines = np.moveaxis(array, tuple(axes), ends)
    lines = lines.reshape(*lines.shape[:-len(axes)], -1)
    first = np.take_along_axis(lines, np.argmax(lines == 0, -1, keepdims=True), -1)
    return np.where(extremes == 0, first.reshape(extremes.shape), extremes)
