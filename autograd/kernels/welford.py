"""Normalization layers of float32 in the order of torch's CPU kernels.

Facts from ATen/native/cpu/moments_utils.h, layer_norm_kernel.cpp and batch_norm_kernel.cpp: rows go
through eight lanes by Welford's method, with fused operations, and the lanes come after the
remainder; columns of a batch are added from the first to the last, images in float64. In these
functions `rate` is one over the standard deviation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.kernels.simd import dot_rows, fma, sum_fused

LANES = 8
CHUNK = 16
MAX_FOLLOWED_ROWS = 128  # rows of a batch up to which torch's order is followed
MAX_FOLLOWED = 1 << 16  # elements up to which it is followed
FLOAT32, ZERO = np.float32, np.array(0, np.float32)


def row_moments(rows: np.ndarray) -> Any:
    """Return the mean and the variance of each row."""
    if rows.size > MAX_FOLLOWED:
        return (np.mean(rows, 1, dtype=np.float64).astype(np.float32),
                np.var(rows, 1, dtype=np.float64).astype(np.float32))
    turns = rows.shape[1] // LANES
    rest = rows[:, turns * LANES:]
    mean, squares_sum = np.zeros((2, len(rows)), np.float32)
    for i, x in enumerate(rest.T, 1):
        delta = x - mean
        mean = mean + delta / np.array(i, np.float32)
        squares_sum = squares_sum + delta * (x - mean)
    if turns:
        lanes = lane_moments(rows[:, :turns * LANES].reshape(len(rows), turns, LANES))
        mean, squares_sum = combine_rest_and_lanes(mean, squares_sum, rest.shape[1], turns, *lanes)
    return mean, squares_sum / FLOAT32(rows.shape[1])


def combine_rest_and_lanes(
        mean: np.ndarray, spread: np.ndarray, count: int, turns: int, centers: np.ndarray,
        squares: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return mean and sum of squares of `count` numbers with those of each lane of `turns`."""
    counts = np.arange(count, count + turns * LANES, turns).astype(np.float32)[:, None]
    parts = FLOAT32(turns) / (counts + FLOAT32(turns))
    deltas, wide = np.empty_like(centers), parts.astype(np.float64)
    for center, part, delta in zip(centers, wide, deltas):
        np.subtract(center, mean, delta)
        mean = (delta.astype(np.float64) * part + mean.astype(np.float64)).astype(np.float32)
    more = fma(deltas * deltas * parts, counts, squares)
    return mean, np.add.accumulate(np.concatenate((spread[None], more)))[-1]


def lane_moments(rows: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return by lane the means and the sums of squares of `(rows, turns, lanes)`.

    Chunks of 16 turns are combined two by two as they come, two such by two, and so on.
    """
    turns = rows.shape[1]
    whole = turns // CHUNK * CHUNK
    parts: list[tuple] = []
    if whole:
        mean, squares_sum = chunk_moments(rows[:, :whole].reshape(len(rows), -1, CHUNK, LANES))
        parts = [(CHUNK, mean[:, i], squares_sum[:, i]) for i in range(whole // CHUNK)]
    if whole < turns:
        parts.append((turns - whole, *chunk_moments(rows[:, whole:])))
    stack: list[tuple] = []
    for i, part in enumerate(parts, 1):
        while not i % 2:
            part, i = combine_moments(stack.pop(), part), i // 2
        stack.append(part)
    result = stack.pop()
    while stack:
        result = combine_moments(result, stack.pop())
    return result[1].T, result[2].T


def chunk_moments(rows: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the means and the sums of squares over the last dimension but one."""
    first = rows[..., 0, :]
    mean = first + ZERO  # the mean of one number, but never -0
    squares_sum = first * (first - mean) + ZERO
    for i in range(1, rows.shape[-2]):
        delta = rows[..., i, :] - mean
        mean = fma(delta, FLOAT32(1) / FLOAT32(i + 1), mean)
        squares_sum = fma(delta, rows[..., i, :] - mean, squares_sum)
    return mean, squares_sum


def combine_moments(
        first: tuple[np.ndarray | int, ...], second: tuple[np.ndarray | int, ...]
) -> Any:
    """Return counts, means and sums of squares of two parts as those of one."""
    (count, mean, squares_sum), (more, center, squares) = first, second
    part, delta = FLOAT32(more) / FLOAT32(count + more), center - mean
    return (count + more, mean + delta * part,
            fma(delta * delta * part, FLOAT32(count), squares_sum + squares))


def channel_moments(array: np.ndarray) -> Any:
    """Return the mean and the variance of each channel of a batch `(N, C, ...)`."""
    n = array.size // max(array.shape[1], 1)
    if array.ndim > 2 or n > MAX_FOLLOWED_ROWS:
        axes = (0, *range(2, array.ndim))
        mean = np.mean(array, axes, dtype=np.float64).astype(np.float32)
        squares = (array - expand_by_channel(mean, array)) ** 2  # in float32, added in float64
        return mean, np.sum(squares, axes, dtype=np.float64).astype(np.float32) / FLOAT32(n)
    mean = np.add.accumulate(array, 0)[-1] / FLOAT32(n)
    centred = array - mean
    return mean, sum_over_images(centred, centred) / FLOAT32(n)


def sum_over_images(a: Any, b: np.ndarray) -> np.ndarray:
    """Return the sum of `a * b` for each channel.

    Images are added in eight lanes, and these in float64; without images, samples are added in
    fused steps from the first to the last.
    """
    if b.ndim == 2:
        return sum_fused(np.multiply(a, b, dtype=np.float64))
    shape = len(b), b.shape[1], -1
    return dot_rows(a if np.ndim(a) == 0 else a.reshape(shape), b.reshape(shape), LANES)[
        ..., 0].astype(np.float64).sum(0)


def expand_by_channel(numbers: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Return one number for each channel in a shape that broadcasts."""
    return numbers.reshape(-1, *(1,) * (like.ndim - 2))


def layer_norm_forward(
        array: np.ndarray, ndim: int, weight: np.ndarray | None, bias: np.ndarray | None, eps: float
) -> tuple[np.ndarray, ...]:
    """Return `array` normalized over its last `ndim` dimensions, the means, the rates."""
    shape = array.shape[:-ndim] + (1,) * ndim
    rows, length = (int(np.prod(n, dtype=int)) for n in (shape, array.shape[-ndim:]))
    mean, squares_sum = row_moments(array.reshape(rows, length))
    rate = (FLOAT32(1) / np.sqrt(squares_sum + FLOAT32(eps))).reshape(shape)
    mean = mean.reshape(shape)
    result = (array - mean) * rate
    if weight is not None and bias is not None:
        return fma(result, weight, bias), mean, rate
    result = result if weight is None else result * weight
    return result if bias is None else result + bias, mean, rate


def group_norm_forward(
        array: np.ndarray, groups: int, weight: np.ndarray | None, bias: np.ndarray | None,
        eps: float) -> np.ndarray:
    """Return `array` normalized over each group of channels of each sample, in fused operations."""
    samples, channels = array.shape[:2]
    rows = np.ascontiguousarray(array).reshape(samples * groups, -1)
    mean, squares_sum = row_moments(rows)
    rate = (1 / np.sqrt(squares_sum.astype(np.float64) + eps)).astype(np.float32)
    if weight is None and bias is None:
        return ((rows - mean[:, None]) * rate[:, None]).reshape(array.shape)
    mean, rate = (np.repeat(x.reshape(samples, groups), channels // groups, 1)
                  for x in (mean, rate))
    scale = rate if weight is None else rate * weight
    offset = fma(-scale, mean, FLOAT32(0) if bias is None else bias)
    lines = rows.reshape(samples, channels, -1)
    return fma(lines, scale[..., None], offset[..., None]).reshape(array.shape)


def group_norm_gradient(
        grad: np.ndarray, array: np.ndarray, weight: np.ndarray | None, groups: int, eps: float,
        kept: Any = None) -> np.ndarray:
    """Return the gradient of group norm for `array`."""
    mean, rate = group_moments(array, groups, eps, kept)
    grad_dot_x, total = channel_sums(grad, array, groups)
    samples, _, channels = grad_dot_x.shape
    weight = np.ones(channels, np.float32) if weight is None else weight.reshape(groups, channels)
    one_over_n = FLOAT32(1) / FLOAT32(array.size // (samples * groups))
    grad_dot_x, total = weighted_channel_sum(grad_dot_x, weight), weighted_channel_sum(total,
        weight)
    x_scale = fma(total, mean, -grad_dot_x) * rate * rate * rate * one_over_n
    offset = fma(-(total * rate), one_over_n, -x_scale * mean)
    x_scale, offset = (x.reshape(samples, groups, 1, 1) for x in (x_scale, offset))
    by_group = samples, groups, channels, -1
    scaled_weight = (rate[..., None] * weight).reshape(samples, groups, channels, 1)
    result = fma(scaled_weight, grad.reshape(by_group), array.reshape(by_group) * x_scale) + offset
    return result.reshape(array.shape)


def group_norm_weight_gradient(
        grad: np.ndarray, array: np.ndarray, groups: int, eps: float, kept: Any = None
) -> np.ndarray:
    """Return the gradient of a group norm's weight, added from the first sample to the last."""
    mean, rate = group_moments(array, groups, eps, kept)
    grad_dot_x, total = channel_sums(grad, array, groups)
    centred = fma(-total, mean[..., None], grad_dot_x).astype(np.float64) * rate[..., None]
    return sum_fused(centred.reshape(len(array), -1))


def group_norm_bias_gradient(grad: Any) -> np.ndarray:
    """Return the gradient of a group norm's bias, added from the first sample to the last."""
    sums = dot_rows(FLOAT32(1), grad.reshape(*grad.shape[:2], -1), LANES)[..., 0]
    return np.add.accumulate(sums, 0)[-1]


def group_moments(
        array: np.ndarray, groups: int, eps: float, kept: Any = None) -> tuple[np.ndarray, ...]:
    """Return the mean of each group of each sample, with one over its standard deviation.

    `kept` is the dtype that they are rounded to, if they are saved in another one.
    """
    samples = len(array)
    mean, squares_sum = row_moments(np.ascontiguousarray(array).reshape(samples * groups, -1))
    rate = (1 / np.sqrt(squares_sum.astype(np.float64) + eps)).astype(np.float32)
    found = mean.reshape(samples, groups), rate.reshape(samples, groups)
    return found if kept is None else tuple(x.astype(kept).astype(np.float32) for x in found)


def channel_sums(grad: np.ndarray, array: np.ndarray, groups: int) -> tuple[np.ndarray, ...]:
    """Return for each sample, group and channel the sums of `grad * array` and of `grad`."""
    samples, channels = array.shape[:2]
    shape = samples, groups, channels // groups, -1
    return tuple(dot_rows(FLOAT32(1), x.reshape(shape), LANES)[..., 0]
                 for x in (grad * array, grad))


def weighted_channel_sum(sums: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Return the sum of `sums * weight` along the channels of a group.

    Eight lanes take fused steps and are added one by one; of the remainder fours come first, and
    only the last three or fewer are fused.
    """
    n = sums.shape[-1]
    whole = n // LANES * LANES
    fours = n // 4 * 4
    lanes = np.zeros((*sums.shape[:-1], LANES), np.float32)
    for i in range(0, whole, LANES):
        lanes = fma(sums[..., i:i + LANES], weight[..., i:i + LANES], lanes)
    parts = lanes, sums[..., whole:fours] * weight[..., whole:fours]
    total = np.add.accumulate(np.concatenate(parts, -1), -1)[..., -1]
    for i in range(fours, n):
        total = fma(sums[..., i], weight[..., i], total)
    return total


def layer_norm_gradient(
        grad: Any, array: Any, weight: Any, mean: Any,
        rate: Any) -> np.ndarray:
    """Return the gradient of layer norm for `array`; `mean` and `rate` are those of its rows."""
    mean, rate = mean.reshape(-1, 1), rate.reshape(-1, 1)
    rows, grads = array.reshape(len(mean), -1), grad.reshape(len(mean), -1)
    one_over_n = FLOAT32(1) / FLOAT32(rows.shape[1])
    if weight is None:
        total, grad_dot_x = dot_rows(FLOAT32(1), grads, LANES), dot_rows(grads, rows, LANES)
    else:
        weight = weight.reshape(-1)
        total, grad_dot_x = dot_rows(grads, weight, LANES), dot_rows(grads * rows, weight, LANES)
    x_scale = fma(total, mean, -grad_dot_x) * rate * rate * rate * one_over_n
    offset = fma(-x_scale, mean, -(total * rate * one_over_n))
    result = rate * grads if weight is None else rate * grads * weight
    return (fma(rows, x_scale, result) + offset).reshape(array.shape)


def layer_norm_weight_gradient(
        grad: Any, array: Any, mean: Any, rate: Any) -> np.ndarray:
    """Return the gradient of a layer norm's weight, added up from the first row to the last."""
    mean, rate = mean.reshape(-1, 1), rate.reshape(-1, 1)
    unit = fma(array.reshape(len(mean), -1), rate, -rate * mean)
    return sum_fused(grad.reshape(len(mean), -1).astype(np.float64) * unit)


def layer_norm_weight_gradient_16bit(
        grad: Any, array: Any, mean: Any, rate: Any, length: Any
) -> np.ndarray:
    """Return the gradient of a layer norm's weight, rounded to 16 bits after each row."""
    kind = grad.dtype
    mean, rate, grad, array = (each.astype(np.float32).reshape(mean.size, wide) for each, wide in (
        (mean, 1), (rate, 1), (grad, length), (array, length)))
    unit, total = fma(array, rate, -rate * mean), np.zeros(array.shape[1], np.float32)
    for x_scale, each in zip(grad, unit):
        total = fma(x_scale, each, total).astype(kind).astype(np.float32)
    return total.astype(kind)


def batch_norm_forward(
        array: np.ndarray, weight: np.ndarray | None, bias: np.ndarray | None, eps: float
) -> tuple[np.ndarray, ...]:
    """Return `array` normalized over its channels, the means, one over the standard deviations."""
    mean, squares_sum = channel_moments(array)
    rate = (1 / np.sqrt(squares_sum.astype(np.float64) + eps)).astype(np.float32)
    return apply_affine(array, mean, rate, weight, bias), mean, rate


def batch_norm_gradient(
        grad: Any, array: Any, weight: Any, mean: Any,
        rate: Any) -> np.ndarray:
    """Return the gradient of batch norm for `array`; columns that fill no register are not fused.
    """
    n = array.size // array.shape[1]
    centred = array - expand_by_channel(mean, array)
    grad_dot_x = sum_over_images(grad, centred).astype(np.float32) * rate * rate / FLOAT32(n)
    rest = grad - expand_by_channel((sum_over_images(FLOAT32(1), grad) / n).astype(np.float32),
        array)
    result = fma(-centred, expand_by_channel(grad_dot_x, array), rest)
    if array.ndim == 2:
        whole = array.shape[1] // LANES * LANES
        result[:, whole:] = (rest - centred * grad_dot_x)[:, whole:]
    result = result * expand_by_channel(rate, array)
    return result if weight is None else result * expand_by_channel(weight, array)


def batch_norm_weight_gradient(
        grad: Any, array: Any, mean: Any, rate: Any) -> np.ndarray:
    """Return the gradient of a batch norm's weight."""
    grad_dot_x = sum_over_images(grad, array - expand_by_channel(mean, array))
    return (grad_dot_x * rate).astype(np.float32)


def batch_norm_bias_gradient(grad: Any) -> np.ndarray:
    """Return the gradient of a batch norm's bias."""
    return sum_over_images(FLOAT32(1), grad).astype(np.float32)


def apply_affine(
        array: np.ndarray, mean: np.ndarray, rate: np.ndarray, weight: np.ndarray | None,
        bias: np.ndarray | None) -> np.ndarray:
    """Return each channel times one number plus another, as torch's batch norm computes it."""
    x_scale = rate if weight is None else rate * weight
    offset = fma(-mean, x_scale, 0 if bias is None else bias)
    shape = (-1,) + (1,) * (array.ndim - 2)
    return fma(array, x_scale.reshape(shape), offset.reshape(shape))
