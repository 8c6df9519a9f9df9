"""Sums in the order in which torch's CPU kernels add them, where that is known.

Vector norms run in eight lanes, cumulative sums in double precision, losses of classes by sixteens.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.kernels.simd import fma

NORM_LANES = 8


def sum_first_dim(terms: np.ndarray) -> np.ndarray:
    """The sum over the first dimension, one term after the other."""
    if terms[0].size == 1:
        return np.add.accumulate(terms, 0)[-1]
    return np.add.reduce(terms, 0)


def vector_norm(
        array: np.ndarray, ord: float, dim: int | tuple[int, ...] | None, keepdim: bool
) -> np.ndarray:
    """The norm of order `ord` of all entries, or over `dim`."""
    if array.dtype.itemsize == 2 and array.dtype.kind in "fV":
        return np.asarray(vector_norm(array.astype(np.float32), ord, dim, keepdim)).astype(
            array.dtype)
    size = np.abs(array)
    axes = dim if dim is None else tuple(np.atleast_1d(dim) % max(array.ndim, 1))
    if ord == math.inf:
        return np.max(size, axes, keepdims=keepdim)
    if ord == -math.inf:
        return np.min(size, axes, keepdims=keepdim)
    if ord == 0:
        return np.asarray(np.sum(size != 0, axes, keepdims=keepdim)).astype(size.dtype)
    if ord == 1:
        return sum_sequentially(size, axes, keepdim)
    if ord == 2:
        return euclidean_norm(array, axes, keepdim)
    if all(size.shape[i] == 1 for i in (range(size.ndim) if axes is None else axes)):
        return np.sum(size, axes, keepdims=keepdim)  # of one entry, whatever the order
    powers = (size.astype(np.float64) ** ord).astype(size.dtype)
    total = sum_sequentially(powers, axes, keepdim).astype(np.float64)
    return np.asarray(total ** size.dtype.type(1 / ord)).astype(size.dtype)


def euclidean_norm(
        array: np.ndarray, axes: tuple[np.generic, ...] | None, keepdim: bool) -> np.ndarray:
    """The Euclidean norm of floats over `axes` (None for all).

    What lies together in memory goes through the lanes of a register; what is left over, and all
    that lies apart, is added from the first to the last.
    """
    rows, shape = as_reduction_rows(array, axes, keepdim)
    if array.dtype.kind != "f" or not is_reduced_contiguous(array, axes):
        size = np.abs(rows)
        return np.sqrt(sum_rows_in_order(size * size)).reshape(shape)
    lanes = 4 * NORM_LANES // array.itemsize
    whole = rows.shape[1] // lanes * lanes
    start = None
    if whole:
        turns = rows[:, :whole].reshape(len(rows), -1, lanes)
        start = sum_rows_in_order(sum_first_dim(np.moveaxis(turns * turns, 1, 0)))
    return np.sqrt(add_squares(start, rows[:, whole:])).reshape(shape)


def is_reduced_contiguous(array: np.ndarray, axes: tuple[np.generic, ...] | None) -> bool:
    """Whether the entries that `axes` reduce fill one stretch of memory."""
    reduced = range(array.ndim) if axes is None else axes
    length = array.itemsize
    for axis in sorted(reduced, key=lambda axis: array.strides[axis]):
        if array.shape[axis] != 1:
            if array.strides[axis] != length:
                return False
            length *= array.shape[axis]
    return True


def add_squares(start: np.ndarray | None, rows: np.ndarray) -> np.ndarray:
    """`start` (None for 0) and the squares of each row in order: what fills no four, fused."""
    whole = rows.shape[1] // 4 * 4
    squares = rows[:, :whole] * rows[:, :whole]
    total = sum_rows_in_order(squares if start is None else np.column_stack((start, squares)))
    for column in rows[:, whole:].T:
        total = fma(column, column, total)
    return total


def sum_sequentially(
        size: np.ndarray, axes: tuple[np.generic, ...] | None, keepdim: bool) -> np.ndarray:
    """The sum of non-negative numbers over `axes` (None for all), from the first to the last."""
    rows, shape = as_reduction_rows(size, axes, keepdim)
    return sum_rows_in_order(rows).reshape(shape)


def as_reduction_rows(
        array: np.ndarray, axes: Any, keepdim: bool) -> tuple[Any, ...]:
    """`array` with what `axes` reduce in rows, and the shape of the result."""
    reduced = tuple(range(array.ndim)) if axes is None else tuple(i % array.ndim for i in axes)
    kept = [i for i in range(array.ndim) if i not in reduced]
    shape = [1 if i in reduced else n for i, n in enumerate(array.shape)] if keepdim else [
        array.shape[i] for i in kept]
    count = int(np.prod([array.shape[i] for i in kept], dtype=int))
    each = int(np.prod([array.shape[i] for i in reduced], dtype=int))
    reduced = sorted(reduced, key=lambda axis: -array.strides[axis])  # as memory is walked
    return array.transpose([*kept, *reduced]).reshape(count, each), shape


def sum_rows_in_order(rows: np.ndarray) -> np.ndarray:
    """The sum of each row, term by term."""
    if not rows.shape[1]:
        return np.zeros(len(rows), rows.dtype)
    return np.add.accumulate(rows, 1)[:, -1].copy()


def accumulate_along(ufunc: Callable[..., Any], array: np.ndarray, dim: int) -> np.ndarray:
    """`np.add` or `np.multiply` accumulated along `dim`, short floats in double precision."""
    if not array.ndim:
        return array.copy()
    short = array.dtype.char in "ef" or array.dtype.kind == "V"
    made = ufunc.accumulate(array.astype(np.float64) if short else array, dim)
    if ufunc is np.add:
        made += 0  # torch begins with 0, and so does not end with -0
    return made.astype(array.dtype, order="C")


def sum_in_groups_of_16(terms: np.ndarray) -> np.generic:
    """The sum of all numbers as torch's losses of classes add them up (`LossNLL.cpp`).

    Groups of 16, then of 256 and so on, each term by term, what is left over first and the very
    first number last.
    """
    if terms.size < 2:
        return np.sum(terms)
    first, rest = terms.flat[0], terms.reshape(-1)[1:]
    made = np.zeros((), terms.dtype)
    while rest.size:
        whole = rest.size // 16 * 16
        if whole < rest.size:
            made = made + np.add.accumulate(rest[whole:])[-1]
        rest = np.add.accumulate(rest[:whole].reshape(-1, 16), 1)[:, -1]
    return made + first


def move_last_dim_first(a: np.ndarray) -> np.ndarray:
    """`a` with its last dimension before the others; `np.moveaxis` takes twenty times as long."""
    return a.T if a.ndim == 2 else a.transpose(a.ndim - 1, *range(a.ndim - 1))


def sum_in_four_chains(terms: np.ndarray) -> Any:
    """Four running sums, of which the first takes what is left over; then two and two."""
    whole = len(terms) // 4 * 4
    sums = sum_first_dim(terms[:whole].reshape(-1, 4))
    first = np.add.accumulate(np.append(sums[:1], terms[whole:]))[-1]
    return (first + sums[2]) + (sums[1] + sums[3])


def sum_in_four_registers(terms: np.ndarray) -> np.generic:
    """Four registers of four lanes, whole turns only; the rest goes to the first register."""
    turns = len(terms) // 16 * 16
    registers = sum_first_dim(terms[:turns].reshape(-1, 4, 4))
    first = sum_first_dim(np.concatenate((registers[:1], terms[turns:].reshape(-1, 4))))
    lanes = ((first + registers[1]) + registers[2]) + registers[3]
    return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
