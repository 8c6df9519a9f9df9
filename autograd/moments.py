"""Means and variances of float32 in normalising layers, in the order of torch's CPU kernels.

Facts from ATen/native/cpu/moments_utils.h, layer_norm_kernel.cpp and batch_norm_kernel.cpp: rows
are taken through eight lanes by Welford's method, with fused operations, and the lanes come after
what is left over; columns of a batch are added from the first to the last, images in doubles.
"""

from __future__ import annotations

import numpy as np

from autograd.lanes import fused

LANES = 8
LONGEST = 128  # numbers of a row, and rows of a batch, up to which the order is followed
MOST = 1 << 14  # numbers in all up to which it is
one = np.float32


def of_rows(rows: np.ndarray):
    """The mean and the variance of each row."""
    if rows.shape[1] > LONGEST or rows.size > MOST:
        return (np.mean(rows, 1, dtype=np.float64).astype(np.float32),
                np.var(rows, 1, dtype=np.float64).astype(np.float32))
    turns = rows.shape[1] // LANES
    rest = rows[:, turns * LANES:]
    mean, spread = np.zeros((2, len(rows)), np.float32)
    for i, x in enumerate(rest.T, 1):
        away = x - mean
        mean = mean + away / one(i)
        spread = spread + away * (x - mean)
    count = rest.shape[1]
    for center, squares in zip(*in_lanes(rows[:, :turns * LANES].reshape(len(rows), turns, LANES))):
        part, away = one(turns) / one(count + turns), center - mean
        mean = fused(away, part, mean)
        spread = spread + fused(away * away * part, one(count), squares)
        count += turns
    return mean, spread / one(rows.shape[1])


def in_lanes(rows: np.ndarray):
    """By lane the means and the sums of squares of `(rows, turns, lanes)`; nothing of no turns."""
    if not rows.shape[1]:
        return (), ()
    mean, spread = np.zeros((2, len(rows), LANES), np.float32)
    for i in range(rows.shape[1]):
        away = rows[:, i] - mean
        mean = fused(away, one(1) / one(i + 1), mean)
        spread = fused(away, rows[:, i] - mean, spread)
    return mean.T, spread.T


def of_channels(array: np.ndarray):
    """The mean and the variance of each channel of a batch `(N, C, ...)`."""
    n = array.size // max(array.shape[1], 1)
    if array.ndim > 2 or n > LONGEST:
        axes = (0, *range(2, array.ndim))
        return (np.mean(array, axes, dtype=np.float64).astype(np.float32),
                np.var(array, axes, dtype=np.float64).astype(np.float32))
    mean = np.add.accumulate(array, 0)[-1] / one(n)
    squares = np.zeros_like(mean)
    for row in array - mean:
        squares = fused(row, row, squares)
    return mean, squares / one(n)


def layer_normalised(array: np.ndarray, ndim: int, weight, bias, eps: float):
    """`array` over its last `ndim` dimensions; the means, one over the standard deviations."""
    shape = array.shape[:-ndim] + (1,) * ndim
    mean, spread = of_rows(array.reshape(int(np.prod(shape, dtype=int)), -1))
    rate = (one(1) / np.sqrt(spread + one(eps))).reshape(shape)
    mean = mean.reshape(shape)
    made = (array - mean) * rate
    if weight is not None and bias is not None:
        return fused(made, weight, bias), mean, rate
    made = made if weight is None else made * weight
    return made if bias is None else made + bias, mean, rate


def batch_normalised(array: np.ndarray, weight, bias, eps: float):
    """`array` over its channels; the means, one over the standard deviations."""
    mean, spread = of_channels(array)
    rate = (1 / np.sqrt(spread.astype(np.float64) + eps)).astype(np.float32)
    return by_line(array, mean, rate, weight, bias), mean, rate


def by_line(array: np.ndarray, mean, rate, weight, bias) -> np.ndarray:
    """Each channel times one number and another added, as torch's batch norm puts it."""
    slope = rate if weight is None else rate * weight
    start = fused(-mean, slope, 0 if bias is None else bias)
    shape = (-1,) + (1,) * (array.ndim - 2)
    return fused(array, slope.reshape(shape), start.reshape(shape))
