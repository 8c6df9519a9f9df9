"""Sums of floating point numbers in the very order in which torch's CPU kernel adds them.

The last bit of a float32 sum depends on that order, and lessons print it. torch adds in lanes of
one AVX2 register, four registers side by side, and cascades: every 16 terms (more for long rows)
the running sums move up a level. Follows aten/src/ATen/native/cpu/SumKernel.cpp; 16-bit floats are
added in float32 there and here.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

REGISTERS = 4
LEVELS = 4


def cascade_sum(
        array: np.ndarray, dims: int | tuple[int, ...] | None = None,
        keepdim: bool = False) -> np.ndarray:
    """The sum of `array` over `dims` (an int, a tuple or None for all), as `np.sum` shapes it."""
    if array.dtype.itemsize == 2 and array.dtype.kind in "fV":
        return cascade_sum(array.astype(np.float32), dims, keepdim).astype(array.dtype)
    if array.dtype.kind != "f" or array.size < 5:
        if not array.ndim:
            return array + array.dtype.type(0)  # -0 is no sum
        return np.add.reduce(array, dims, keepdims=keepdim)
    way = plan_reduction(array.shape, array.strides,
        tuple(dims) if isinstance(dims, list) else dims)
    shape = way.kept if keepdim else way.shape
    if way.reduced == array.ndim and array.flags.c_contiguous:
        return sum_rows(array.reshape(1, -1), 32 // array.itemsize).reshape(shape)
    if not way.reduced or not array.size:
        return np.sum(array, dims, keepdims=keepdim)
    if way.blocks is None:
        return array.reshape(shape).copy()
    data = array.transpose(way.axes).reshape(way.blocks)
    parts = sum_last_dim(data, way.stride, way.second_stride)
    if way.parted:
        parts = sum_in_order(parts.reshape(math.prod(way.shape), -1, 1))
    return parts.reshape(shape)


class ReductionPlan(NamedTuple):
    """How a sum goes through the memory of arrays of one form."""

    reduced: int  # how many dimensions are summed over
    axes: list[int]  # in the order of the walk, outermost first
    blocks: tuple[int, int, int] | None  # the three lengths of `side`; None: nothing to add
    stride: int
    second_stride: int
    parted: bool  # whether the results are parts, to be added in turn
    shape: list[int]  # of the result
    kept: list[int]  # of the result, with the summed dimensions of length 1


@lru_cache(maxsize=1024)
def plan_reduction(
        shape: tuple[int, ...], strides: tuple[int, ...],
        dims: int | tuple[int, ...] | None) -> ReductionPlan:
    """The way of a sum over `dims` through an array of this shape and these strides."""
    ndim = len(shape)
    axes = range(ndim) if dims is None else (dims,) if isinstance(dims, int) else dims
    reduced = {axis % ndim for axis in axes}
    rest = [i for i in range(ndim) if i not in reduced]
    by_stride = sorted(reduced, key=lambda axis: strides[axis])
    inner = merge_dims(shape, strides, by_stride)
    # The result lies in memory in the order of `rest`
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
    """`(length, stride)` of `axes`, innermost first, neighbours without gaps taken together."""
    found: list[tuple[int, int]] = []
    for axis in axes:
        length, stride = shape[axis], strides[axis]
        if length == 1:
            continue
        if found and stride == found[-1][0] * found[-1][1]:
            found[-1] = (found[-1][0] * length, found[-1][1])
        else:
            found.append((length, stride))
    return found


def sum_last_dim(data: np.ndarray, stride: int, second_stride: int) -> np.ndarray:
    """Sums over the last dimension of `(a, b, n)`; the strides are those of `n` and of `b`."""
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
    """Sums of the rows of `(a, n)`, contiguous in memory, in `lanes` interleaved sums."""
    a, n = data.shape
    if n < lanes:
        return sum_four_abreast(data[:, :, None])
    whole = n // lanes * lanes
    partial = sum_four_abreast(data[:, :whole].reshape(a, -1, lanes))
    if whole < n:
        partial = np.concatenate((data[:, whole:], partial), 1)
    return sum_in_order(partial[:, :, None])


def sum_columns(data: np.ndarray, together: int) -> np.ndarray:
    """Sums over the middle of `(a, n, b)` where neighbours in memory (`b`) are kept apart.

    As many of `b` as fill whole blocks of `together` are plain cascades, the rest goes four
    abreast.
    """
    plain = data.shape[2] // together * together
    if plain == data.shape[2]:
        return sum_by_levels(data)
    if not plain:
        return sum_four_abreast(data)
    return np.concatenate(
        (sum_by_levels(data[:, :, :plain]), sum_four_abreast(data[:, :, plain:])), 1)


def sum_four_abreast(data: np.ndarray) -> np.ndarray:
    """Sums over the middle of `(a, n, b)`: four interleaved cascades, then these in turn."""
    a, n, b = data.shape
    whole = n // REGISTERS * REGISTERS
    if not whole:
        return sum_in_order(data)
    partial = sum_by_levels(data[:, :whole].reshape(a, -1, REGISTERS * b)).reshape(a, REGISTERS, b)
    if whole == n:
        return sum_in_order(partial)
    return sum_in_order(np.concatenate((partial[:, :1], data[:, whole:], partial[:, 1:]), 1))


def sum_by_levels(data: np.ndarray) -> np.ndarray:
    """Sums over the middle of `(a, n, b)`: plain up to `step` terms, then level by level."""
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
    """The sum over the middle of `(a, n, b)`, one term after the other."""
    if data.shape[1] < 8:
        return np.add.reduce(data, 1)
    if data.shape[2] == 1:
        return np.add.accumulate(data, 1)[:, -1].copy()
    return np.add.reduce(np.ascontiguousarray(data), 1)
