"""Reductions in the order in which torch's CPU kernels add or multiply.

The last bit of a float32 result depends on that order, and lessons print it. Sums run in the lanes
of one AVX2 register, four registers side by side, and cascade: every 16 terms (more for long rows)
the running sums move up a level (aten/src/ATen/native/cpu/SumKernel.cpp). 16-bit floats are added
in float32, there and here.

Products along contiguous memory run in the same lanes, as long as whole blocks of these last; then
the registers are multiplied by pairs, their lanes in turn, and last what is left over. Elsewhere
one factor follows the other (aten/src/ATen/native/cpu/Reduce.h). Which steps of complex numbers are
fused was found by comparing with torch 2.13 bit by bit.

Vector norms run in eight lanes, cumulative sums in double precision, `nll_loss` by sixteens.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from autograd.kernels.simd import fma
from autograd.runtime.records import Record

REGISTERS = 4
LEVELS = 4


def cascade_sum(
        array: np.ndarray, dims: int | tuple[int, ...] | None = None,
        keepdim: bool = False) -> np.ndarray:
    """Return the sum of `array` over `dims` (an int, a tuple or None for all), shaped as by
    `np.sum`."""
    if array.dtype.itemsize == 2 and array.dtype.kind in "fV":
        return cascade_sum(array.astype(np.float32), dims, keepdim).astype(array.dtype)
    if array.dtype.kind != "f" or array.size < 5:
        if not array.ndim:
            return array + array.dtype.type(0)  # a sum is never -0
        return np.add.reduce(array, dims, keepdims=keepdim)
    plan = plan_reduction(array.shape, array.strides,
        tuple(dims) if isinstance(dims, list) else dims)
    shape = plan.kept if keepdim else plan.shape
    if plan.reduced == array.ndim and array.flags.c_contiguous:
        return sum_rows(array.reshape(1, -1), 32 // array.itemsize).reshape(shape)
    if not plan.reduced or not array.size:
        return np.sum(array, dims, keepdims=keepdim)
    if plan.blocks is None:
        return array.reshape(shape).copy()
    data = array.transpose(plan.axes).reshape(plan.blocks)
    parts = sum_last_dim(data, plan.stride, plan.second_stride)
    if plan.parted:
        parts = sum_in_order(parts.reshape(math.prod(plan.shape), -1, 1))
    return parts.reshape(shape)


class ReductionPlan(Record):
    """The order in which a reduction walks the memory of arrays of one shape and strides."""

    reduced: int  # how many dimensions are summed over
    axes: list[int]  # in memory order, outermost first
    blocks: tuple[int, int, int] | None  # shape for `sum_last_dim`; None if nothing is added
    stride: int
    second_stride: int
    parted: bool  # True if the results are partial sums, to be added in order
    shape: list[int]  # of the result
    kept: list[int]  # of the result, with the summed dimensions of length 1


@lru_cache(maxsize=1024)
def plan_reduction(
        shape: tuple[int, ...], strides: tuple[int, ...],
        dims: int | tuple[int, ...] | None) -> ReductionPlan:
    """Return the plan of a reduction over `dims` of an array of this shape and these strides."""
    ndim = len(shape)
    axes = range(ndim) if dims is None else (dims,) if isinstance(dims, int) else dims
    reduced = {axis % ndim for axis in axes}
    rest = [i for i in range(ndim) if i not in reduced]
    by_stride = sorted(reduced, key=lambda axis: strides[axis])
    inner = merge_dims(shape, strides, by_stride)
    # The result is row-major in the order of `rest`
    outer = merge_dims(shape, strides, rest[::-1])
    blocks, stride, second, parted = None, 0, (1, 0), False
    if inner:
        parted = len(inner) > 1 or not outer
        second = outer[0] if not parted else inner[1] if len(inner) > 1 else second
        stride = inner[0][1]
        blocks = (math.prod(shape) // (second[0] * inner[0][0] or 1), second[0], inner[0][0])
    return ReductionPlan(
        len(reduced), [*rest, *by_stride[::-1]], blocks, stride, second[1], parted,
        [shape[i] for i in rest], [1 if i in reduced else n for i, n in enumerate(shape)],
    )


def merge_dims(
        shape: tuple[int, ...], strides: tuple[int, ...], axes: list[int]) -> list[tuple[int, int]]:
    """Return `(length, stride)` of `axes`, innermost first, with contiguous neighbours merged."""
    merged: list[tuple[int, int]] = []
    for axis in axes:
        length, stride = shape[axis], strides[axis]
        if length == 1:
            continue
        if merged and stride == merged[-1][0] * merged[-1][1]:
            merged[-1] = (merged[-1][0] * length, merged[-1][1])
        else:
            merged.append((length, stride))
    return merged


def sum_last_dim(data: np.ndarray, stride: int, second_stride: int) -> np.ndarray:
    """Return sums over the last dimension of `(a, b, n)`; the strides are those of `n` and of `b`.
    """
    lanes = 32 // data.itemsize
    a, b, n = data.shape
    if stride == data.itemsize and n >= lanes:
        return sum_rows(data.reshape(a * b, n), lanes)
    lines = data.transpose(0, 2, 1)
    if second_stride == data.itemsize and b >= lanes:
        return sum_columns(lines, REGISTERS * lanes)
    if stride < second_stride:
        return sum_four_abreast(lines)
    return sum_columns(lines, REGISTERS)


def sum_rows(data: np.ndarray, lanes: int) -> np.ndarray:
    """Return sums of the rows of `(a, n)`, contiguous in memory, in `lanes` interleaved sums."""
    a, n = data.shape
    if n < lanes:
        return sum_four_abreast(data[:, :, None])
    whole = n // lanes * lanes
    partial = sum_four_abreast(data[:, :whole].reshape(a, -1, lanes))
    if whole < n:
        partial = np.concatenate((data[:, whole:], partial), 1)
    return sum_in_order(partial[:, :, None])


def sum_columns(data: np.ndarray, together: int) -> np.ndarray:
    """Return sums over the middle of `(a, n, b)`, with neighbours in memory (`b`) kept separate.

    As many of `b` as fill whole blocks of `together` are plain cascades, the rest runs in four
    interleaved ones.
    """
    plain = data.shape[2] // together * together
    if plain == data.shape[2]:
        return sum_by_levels(data)
    if not plain:
        return sum_four_abreast(data)
    return np.concatenate(
        (sum_by_levels(data[:, :, :plain]), sum_four_abreast(data[:, :, plain:])), 1)


def sum_four_abreast(data: np.ndarray) -> np.ndarray:
    """Return sums over the middle of `(a, n, b)`: four interleaved cascades, then these in turn."""
    a, n, b = data.shape
    whole = n // REGISTERS * REGISTERS
    if not whole:
        return sum_in_order(data)
    partial = sum_by_levels(data[:, :whole].reshape(a, -1, REGISTERS * b)).reshape(a, REGISTERS, b)
    if whole == n:
        return sum_in_order(partial)
    return sum_in_order(np.concatenate((partial[:, :1], data[:, whole:], partial[:, 1:]), 1))


def sum_by_levels(data: np.ndarray) -> np.ndarray:
    """Return sums over the middle of `(a, n, b)`: plain up to `step` terms, then level by level."""
    n = data.shape[1]
    step = 1 << max(4, -(-(n - 1).bit_length() // LEVELS))
    if n < step:
        return sum_in_order(data)
    result, level = None, data
    for number in range(LEVELS):
        full = level.shape[1] // step * step if number < LEVELS - 1 else 0
        if full < level.shape[1]:
            rest = sum_in_order(level[:, full:])
            result = rest if result is None else result + rest
        if not full:
            break
        level = sum_in_order(level[:, :full].reshape(-1, step, data.shape[2]))
        level = level.reshape(data.shape[0], -1, data.shape[2])
    return result


def sum_in_order(data: np.ndarray) -> np.ndarray:
    """Return the sum over the middle of `(a, n, b)`, one term after the other."""
    if data.shape[1] < 8:
        return np.add.reduce(data, 1)
    if data.shape[2] == 1:
        return np.add.accumulate(data, 1)[:, -1].copy()
    return np.add.reduce(np.ascontiguousarray(data), 1)


NORM_LANES = 8


def sum_first_dim(terms: np.ndarray) -> np.ndarray:
    """Return the sum over the first dimension, one term after the other."""
    if terms[0].size == 1:
        return np.add.accumulate(terms, 0)[-1]
    return np.add.reduce(terms, 0)


def vector_norm(
        array: np.ndarray, ord: float, dim: int | tuple[int, ...] | None, keepdim: bool
) -> np.ndarray:
    """Return the norm of order `ord` of all entries, or over `dim`."""
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
        return np.sum(size, axes, keepdims=keepdim)  # of one entry, for every order
    powers = (size.astype(np.float64) ** ord).astype(size.dtype)
    total = sum_sequentially(powers, axes, keepdim).astype(np.float64)
    return np.asarray(total ** size.dtype.type(1 / ord)).astype(size.dtype)


def euclidean_norm(
        array: np.ndarray, axes: tuple[np.generic, ...] | None, keepdim: bool) -> np.ndarray:
    """Return the Euclidean norm of floats over `axes` (None for all).

    Contiguous entries run in the lanes of a register; the remainder, and all that is not
    contiguous, is added from the first to the last.
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
    """Return True if the entries that `axes` reduce are contiguous in memory."""
    reduced = range(array.ndim) if axes is None else axes
    length = array.itemsize
    for axis in sorted(reduced, key=lambda axis: array.strides[axis]):
        if array.shape[axis] != 1:
            if array.strides[axis] != length:
                return False
            length *= array.shape[axis]
    return True


def add_squares(start: np.ndarray | None, rows: np.ndarray) -> np.ndarray:
    """Return `start` (None for 0) with the squares of each row added in order.

    The squares that fill no group of four are added in fused operations.
    """
    whole = rows.shape[1] // 4 * 4
    squares = rows[:, :whole] * rows[:, :whole]
    total = sum_rows_in_order(squares if start is None else np.column_stack((start, squares)))
    for column in rows[:, whole:].T:
        total = fma(column, column, total)
    return total


def sum_sequentially(
        size: np.ndarray, axes: tuple[np.generic, ...] | None, keepdim: bool) -> np.ndarray:
    """Return the sum of non-negative numbers over `axes` (None for all), from the first to the
    last."""
    rows, shape = as_reduction_rows(size, axes, keepdim)
    return sum_rows_in_order(rows).reshape(shape)


def as_reduction_rows(
        array: np.ndarray, axes: Any, keepdim: bool) -> tuple[Any, ...]:
    """Return `array` with the reduced `axes` as rows, with the shape of the result."""
    reduced = tuple(range(array.ndim)) if axes is None else tuple(i % array.ndim for i in axes)
    kept = [i for i in range(array.ndim) if i not in reduced]
    shape = [1 if i in reduced else n for i, n in enumerate(array.shape)] if keepdim else [
        array.shape[i] for i in kept]
    count = int(np.prod([array.shape[i] for i in kept], dtype=int))
    each = int(np.prod([array.shape[i] for i in reduced], dtype=int))
    reduced = sorted(reduced, key=lambda axis: -array.strides[axis])  # memory order
    return array.transpose([*kept, *reduced]).reshape(count, each), shape


def sum_rows_in_order(rows: np.ndarray) -> np.ndarray:
    """Return the sum of each row, term by term."""
    if not rows.shape[1]:
        return np.zeros(len(rows), rows.dtype)
    return np.add.accumulate(rows, 1)[:, -1].copy()


def accumulate_along(ufunc: Callable[..., Any], array: np.ndarray, dim: int) -> np.ndarray:
    """Return `np.add` or `np.multiply` accumulated along `dim`, float32 and shorter in float64."""
    if not array.ndim:
        return array.copy()
    short = array.dtype.char in "ef" or array.dtype.kind == "V"
    result = ufunc.accumulate(array.astype(np.float64) if short else array, dim)
    if ufunc is np.add:
        result += 0  # torch starts with 0, so that the result is never -0
    return result.astype(array.dtype, order="C")


def sum_in_groups_of_16(terms: np.ndarray) -> np.generic:
    """Return the sum of all entries in the order of torch's `nll_loss` (`LossNLL.cpp`).

    Groups of 16, then of 256 and so on, each term by term, the remainder first and the very first
    entry last.
    """
    if terms.size < 2:
        return np.sum(terms)
    first, rest = terms.flat[0], terms.reshape(-1)[1:]
    result = np.zeros((), terms.dtype)
    while rest.size:
        whole = rest.size // 16 * 16
        if whole < rest.size:
            result = result + np.add.accumulate(rest[whole:])[-1]
        rest = np.add.accumulate(rest[:whole].reshape(-1, 16), 1)[:, -1]
    return result + first


def move_last_dim_first(a: np.ndarray) -> np.ndarray:
    """Return `a` with its last dimension first; `np.moveaxis` takes twenty times as long."""
    return a.T if a.ndim == 2 else a.transpose(a.ndim - 1, *range(a.ndim - 1))


def sum_in_four_chains(terms: np.ndarray) -> Any:
    """Return the sum of four running sums, two and two; the first takes the remainder."""
    whole = len(terms) // 4 * 4
    sums = sum_first_dim(terms[:whole].reshape(-1, 4))
    first = np.add.accumulate(np.append(sums[:1], terms[whole:]))[-1]
    return (first + sums[2]) + (sums[1] + sums[3])


def sum_in_four_registers(terms: np.ndarray) -> np.generic:
    """Return the sum of four registers of four lanes; the first register takes the remainder."""
    turns = len(terms) // 16 * 16
    registers = sum_first_dim(terms[:turns].reshape(-1, 4, 4))
    first = sum_first_dim(np.concatenate((registers[:1], terms[turns:].reshape(-1, 4))))
    lanes = ((first + registers[1]) + registers[2]) + registers[3]
    return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])


def prod(
        array: np.ndarray, dims: int | None = None, keepdim: bool = False) -> np.ndarray:
    """Return the product of `array` over `dims` (an int or None for all), shaped as by `np.prod`.
    """
    if not array.ndim:
        array, dims, keepdim = array.reshape(1), 0, False
    plan = plan_reduction(array.shape, array.strides, dims)
    if array.dtype.kind not in "fcV" or not (plan.reduced and array.size):
        return np.prod(array, dims, keepdims=keepdim)
    a, b, n = plan.blocks or (array.size, 1, 1)
    data, is_contiguous = array.transpose(plan.axes).reshape(a, b, n), plan.stride == array.itemsize
    block = REGISTERS * 32 // array.itemsize
    if is_contiguous and n >= block:
        data = multiply_lanes(data, block)
    rows = data.reshape(math.prod(plan.shape), -1)
    if array.dtype.kind == "c":  # a real number times 1 is itself, zeros included
        rows = np.concatenate((np.ones((len(rows), 1), rows.dtype), rows), 1)
    is_interleaved = not (is_contiguous or plan.parted) and plan.second_stride == array.itemsize
    plain = np.full((a, b), array.itemsize == 8 and not (is_contiguous or is_interleaved))
    if is_interleaved:
        plain[:, :b // block * block] = True
    result = multiply_in_order(rows, plain.reshape(-1)[:len(rows)])
    return result.reshape(plan.kept if keepdim else plan.shape)


def multiply_lanes(data: np.ndarray, block: int) -> np.ndarray:
    """Return `(a, b, n)` with all whole blocks of lanes multiplied: one number, then the remainder.
    """
    a, b, n = data.shape
    whole = n // block * block
    blocks = data[..., :whole].reshape(a * b, -1, REGISTERS, block // REGISTERS)
    side = multiply_in_order(np.moveaxis(blocks, 1, -1), True)
    pairs = multiply_in_order(side.reshape(a * b, 2, 2, -1).swapaxes(2, 3), True)
    lanes = multiply_in_order(pairs.swapaxes(1, 2), True)
    pairs_and_last = np.stack((multiply_in_order(lanes[:, :-1]), lanes[:, -1]), -1)
    first = multiply_in_order(pairs_and_last, data.itemsize == 8)
    return np.concatenate((first.reshape(a, b, 1), data[..., whole:]), -1)


def multiply_in_order(data: np.ndarray, plain: np.ndarray | bool = False) -> np.ndarray:
    """Return the products over the last dimension, one factor after the other.

    The steps of complex numbers are rounded one by one where `plain` is True, else fused.
    """
    if data.dtype.kind != "c":
        return np.multiply.accumulate(data, -1)[..., -1]
    p, q = data[..., 0].real, data[..., 0].imag
    for factors in np.moveaxis(data, -1, 0)[1:]:
        r, s = factors.real, factors.imag
        p, q = (np.where(plain, p * r - q * s, fma(p, r, -(q * s))),
                np.where(plain, p * s + q * r, fma(p, s, q * r)))
    result = np.empty(p.shape, data.dtype)
    result.real, result.imag = p, q
    return result
