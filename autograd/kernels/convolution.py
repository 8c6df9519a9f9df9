"""Convolutions of float32 whose terms are added in the order of torch's CPU libraries.

oneDNN takes the entries of a kernel in turn and at each of them up to 16 channels, one fused
operation after the other; the next 16 channels are a sum of their own. The gradients of weight and
bias add their terms output position by output position. Small batches of one sample go through
matrix products (`use_mkldnn` in ATen/native/Convolution.cpp, with one thread). Found by passing
torch ones among which two big numbers cancel, and by comparing all bits for up to 64 channels,
kernels of 1 to 5 and up to 12,544 positions.

`seen` holds the input windows, (groups, C / groups * kernel entries, N, positions); `matrix` the
weight, (groups, O / groups, C / groups * kernel entries).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from autograd.kernels import gemm


CHANNEL_BLOCK = 16  # channels that are added before the next sum
MAX_FOLLOWED = 1 << 22  # elements of an array, above which numpy chooses the order
MAX_MATMUL_SAMPLE = 20480  # elements of a sample up to which torch multiplies matrices
TERM_BLOCK = 384  # terms that numpy's library adds in order
MAX_START_ROWS = 192  # rows of a product that can continue an earlier sum


def uses_onednn(
        size: Any, kernel: Any, stride: Any, dilation: Any, groups: Any
) -> bool:
    """Return True if torch dispatches a convolution of an input of this size to oneDNN."""
    rows, columns = (1, *kernel)[-2:]
    one_by_one = rows == 1 == columns and max(*stride, *dilation, 1) == 1 and size[0] < 16
    return not one_by_one and (
        groups > 1 or min(rows, columns) > 3 or size[0] > 1 or math.prod(size[:4])
            > MAX_MATMUL_SAMPLE)


def can_follow_order(*arrays: np.ndarray) -> bool:
    """Return True if all arrays are float32, and small enough to follow torch's order."""
    return all(x.dtype == np.float32 and 0 < x.size <= MAX_FOLLOWED for x in arrays)


def fused_matmul(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return `a @ b`, the terms of each entry added in fused operations from the first to the last.

    numpy's library does that for one block of terms. An entry continues its earlier sum where that
    comes first, times one, among other sums times zero.
    """
    if len(a) > b.shape[1]:
        return fused_matmul(b.T, a.T).T
    if len(a) == 1:
        two = b if b.shape[1] > 1 else np.repeat(b, 2, 1)
        return fused_matmul(np.repeat(a, 2, 0), two)[:1, :b.shape[1]]
    result = a[:, :TERM_BLOCK] @ b[:TERM_BLOCK]
    if len(a) > MAX_START_ROWS:
        return a @ b
    ones, step = np.eye(len(a), dtype=np.float32), TERM_BLOCK - len(a)
    for i in range(TERM_BLOCK, a.shape[1], step):
        result = np.hstack((ones, a[:, i:i + step])) @ np.vstack((result, b[i:i + step]))
    return result


def channel_orders(channels: int, kernel: tuple[int, ...], whole: bool = False) -> list[np.ndarray]:
    """Return the indices among `channels * kernel entries` of each separate sum, in its order.

    A kernel of one entry takes all channels in one sum.
    """
    entries = np.arange(channels * math.prod(kernel)).reshape(channels, -1)
    step = channels if whole or entries.shape[1] == 1 else CHANNEL_BLOCK
    return [entries[i:i + step].T.ravel() for i in range(0, channels, step)]


def channel_orders_backward(channels: int, kernel: tuple[int, ...],
        by_column: bool) -> list[np.ndarray]:
    """Return `channel_orders` for the flipped kernel of the input's gradient.

    Where a stride divides the size, each column of the kernel makes a sum, of all channels.
    """
    entries = np.arange(channels * math.prod(kernel)).reshape(channels, *kernel)
    entries = np.flip(entries, tuple(range(1, entries.ndim)))
    columns = np.moveaxis(entries, -1, 0) if by_column else entries[None]
    return [order for column in columns for order in (
        column.ravel()[grads] for grads in channel_orders(channels, column.shape[1:], by_column))]


def onednn_convolution(
        seen: np.ndarray, matrix: np.ndarray, bias: np.ndarray | None, orders: list[np.ndarray]
) -> np.ndarray:
    """Return the convolution as oneDNN computes it, (N, groups, O / groups, positions)."""
    groups, terms, samples, places = seen.shape
    result = np.empty((samples, groups, matrix.shape[1], places), np.float32)
    for g in range(groups):
        rows, weight, total = seen[g].reshape(terms, -1), matrix[g], None
        for order in orders:
            part = fused_matmul(weight[:, order], rows[order])
            if total is None and bias is not None:
                part = part + bias.reshape(groups, -1, 1)[g]
            total = part if total is None else total + part
        result[:, g] = total.reshape(-1, samples, places).swapaxes(0, 1)
    return result


def weight_gradient(grad: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Return the gradient of the weight; `grad` is (N, groups, O / groups, positions).

    numpy's library adds the terms of small contiguous products in lanes.
    """
    return np.stack([
        fused_matmul(grad[:, g].swapaxes(0, 1).reshape(grad.shape[2], -1),
              np.ascontiguousarray(rows.reshape(len(rows), -1).T)) for g, rows in enumerate(seen)])


def bias_gradient(grad: np.ndarray) -> np.ndarray:
    """Return the gradient of the bias, added position by position."""
    rows = grad.reshape(*grad.shape[:2], -1).swapaxes(0, 1).reshape(grad.shape[1], -1)
    return np.add.accumulate(rows, 1)[:, -1].copy()


def matmul_convolution(
        matrix: np.ndarray, others: np.ndarray, bias: np.ndarray | None = None) -> np.ndarray:
    """Return one matrix product for each sample and group: (groups, m, k) by (N, groups, k, n)."""
    starts = [None] * len(matrix) if bias is None else bias.reshape(len(matrix), -1, 1)
    return np.stack([np.stack([gemm.matmul_add(start, a, np.ascontiguousarray(b))
                               for start, a, b in zip(starts, matrix, sample)])
                     for sample in others])


def matmul_weight_gradient(grad: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Return the gradient of the weight of small batches: matrix products, sample by sample."""
    result = 0
    for grads, sample in zip(grad, seen):
        result = np.stack([gemm.matmul_2d(np.ascontiguousarray(a), np.ascontiguousarray(b.T).T)
                         for a, b in zip(grads, sample)]) + result
    return result
