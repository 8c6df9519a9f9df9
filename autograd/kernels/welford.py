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
MAX_FOLLOWED_ROWS = 128  # rows of a batch up to which the order is followed
MAX_FOLLOWED = 1 << 16  # numbers in all up to which it is
FLOAT32, ZERO = np.float32, np.array(0, np.float32)


def row_moments(rows: np.ndarray) -> Any:
    """Return the mean and the variance of each row."""
    if rows.size > MAX_FOLLOWED:
        return (np.mean(rows, 1, dtype=np.float64).astype(np.float32),
                np.var(rows, 1, dtype=np.float64).astype(np.float32))
    turns = rows.shape[1] // LANES
    rest = rows[:, turns * LANES:]
    mean, spread = np.zeros((2, len(rows)), np.float32)
    for i, x in enumerate(rest.T, 1):
        away = x - mean
        mean = mean + away / np.array(i, np.float32)
        spread = spread + away * (x - mean)
    if turns:
        lanes = lane_moments(rows[:, :turns * LANES].reshape(len(rows), turns, LANES))
        mean, spread = combine_rest_and_lanes(mean, spread, rest.shape[1], turns, *lanes)
    return mean, spread / FLOAT32(rows.shape[1])


def combine_rest_and_lanes(
        mean: np.ndarray, spread: np.ndarray, count: int, turns: int, centers: np.ndarray,
        squares: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return mean and sum of squares of `count` numbers with those of each lane of `turns`."""
    counts = np.arange(count, count + turns * LANES, turns).astype(np.float32)[:, None]
    parts = FLOAT32(turns) / (counts + FLOAT32(turns))
    aways, wide = np.empty_like(centers), parts.astype(np.float64)
    for center, part, away in zip(centers, wide, aways):
        np.subtract(center, mean, away)
        mean = (away.astype(np.float64) * part + mean.astype(np.float64)).astype(np.float32)
    more = fma(aways * aways * parts, counts, squares)
    return mean, np.add.accumulate(np.concatenate((spread[None], more)))[-1]


def lane_moments(rows: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return by lane the means and the sums of squares of `(rows, turns, lanes)`.

    Chunks of 16 turns are combined two by two as they come, two such by two, and so on.
    """
    turns = rows.shape[1]
    whole = turns // CHUNK * CHUNK
    parts: list[tuple] = []
    if whole:
        mean, spread = chunk_moments(rows[:, :whole].reshape(len(rows), -1, CHUNK, LANES))
        parts = [(CHUNK, mean[:, i], spread[:, i]) for i in range(whole // CHUNK)]
    if whole < turns:
        parts.append((turns - whole, *chunk_moments(rows[:, whole:])))
    stack: list[tuple] = []
    for i, part in enumerate(parts, 1):
        while not i % 2:
            part, i = combine_moments(stack.pop(), part), i // 2
        stack.append(part)
    made = stack.pop()
    while stack:
        made = combine_moments(made, stack.pop())
    return made[1].T, made[2].T


def chunk_moments(rows: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the means and the sums of squares over the last dimension but one."""
    first = rows[..., 0, :]
    mean = first + ZERO  # the mean of one number, though never a negative nought
    spread = first * (first - mean) + ZERO
    for i in range(1, rows.shape[-2]):
        away = rows[..., i, :] - mean
        mean = fma(away, FLOAT32(1) / FLOAT32(i + 1), mean)
        spread = fma(away, rows[..., i, :] - mean, spread)
    return mean, spread


def combine_moments(
        first: tuple[np.ndarray | int, ...], second: tuple[np.ndarray | int, ...]
) -> Any:
    """Return counts, means and sums of squares of two parts as those of one."""
    (count, mean, spread), (more, center, squares) = first, second
    part, away = FLOAT32(more) / FLOAT32(count + more), center - mean
    return (count + more, mean + away * part,
            fma(away * away * part, FLOAT32(count), spread + squares))


def channel_moments(array: np.ndarray) -> Any:
    """Return the mean and the variance of each channel of a batch `(N, C, ...)`."""
    n = array.size // max(array.shape[1], 1)
    if array.ndim > 2 or n > MAX_FOLLOWED_ROWS:
        axes = (0, *range(2, array.ndim))
        mean = np.mean(array, axes, dtype=np.float64).astype(np.float32)
        squares = (array - expand_by_channel(mean, array)) ** 2  # in float32, their sum in doubles
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
    mean, spread = row_moments(array.reshape(rows, length))
    rate = (FLOAT32(1) / np.sqrt(spread + FLOAT32(eps))).reshape(shape)
    mean = mean.reshape(shape)
    made = (array - mean) * rate
    if weight is not None and bias is not None:
        return fma(made, weight, bias), mean, rate
    made = made if weight is None else made * weight
    return made if bias is None else made + bias, mean, rate


def group_norm_forward(
        array: np.ndarray, groups: int, weight: np.ndarray | None, bias: np.ndarray | None,
        eps: float) -> np.ndarray:
    """Return `array` normalized over each group of channels of each sample, in fused operations."""
    samples, channels = array.shape[:2]
    rows = np.ascontiguousarray(array).reshape(samples * groups, -1)
    mean, spread = row_moments(rows)
    rate = (1 / np.sqrt(spread.astype(np.float64) + eps)).astype(np.float32)
    if weight is None and bias is None:
        return ((rows - mean[:, None]) * rate[:, None]).reshape(array.shape)
    mean, rate = (np.repeat(x.reshape(samples, groups), channels // groups, 1)
                  for x in (mean, rate))
    scale = rate if weight is None else rate * weight
    moved = fma(-scale, mean, FLOAT32(0) if bias is None else bias)
    lines = rows.reshape(samples, channels, -1)
    return fma(lines, scale[..., None], moved[..., None]).reshape(array.shape)


def group_norm_gradient(
        grad: np.ndarray, array: np.ndarray, weight: np.ndarray | None, groups: int, eps: float,
        kept: Any = None) -> np.ndarray:
    """Return the gradient of group norm for `array`."""
    mean, rate = group_moments(array, groups, eps, kept)
    along, total = channel_sums(grad, array, groups)
    samples, _, channels = along.shape
    weight = np.ones(channels, np.float32) if weight is None else weight.reshape(groups, channels)
    share = FLOAT32(1) / FLOAT32(array.size // (samples * groups))
    along, total = weighted_channel_sum(along, weight), weighted_channel_sum(total, weight)
    slope = fma(total, mean, -along) * rate * rate * rate * share
    start = fma(-(total * rate), share, -slope * mean)
    slope, start = (x.reshape(samples, groups, 1, 1) for x in (slope, start))
    by_group = samples, groups, channels, -1
    steep = (rate[..., None] * weight).reshape(samples, groups, channels, 1)
    made = fma(steep, grad.reshape(by_group), array.reshape(by_group) * slope) + start
    return made.reshape(array.shape)


def group_norm_weight_gradient(
        grad: np.ndarray, array: np.ndarray, groups: int, eps: float, kept: Any = None
) -> np.ndarray:
    """Return the gradient of a group norm's weight, added from the first sample to the last."""
    mean, rate = group_moments(array, groups, eps, kept)
    along, total = channel_sums(grad, array, groups)
    apart = fma(-total, mean[..., None], along).astype(np.float64) * rate[..., None]
    return sum_fused(apart.reshape(len(array), -1))


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
    mean, spread = row_moments(np.ascontiguousarray(array).reshape(samples * groups, -1))
    rate = (1 / np.sqrt(spread.astype(np.float64) + eps)).astype(np.float32)
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
    share = FLOAT32(1) / FLOAT32(rows.shape[1])
    if weight is None:
        total, along = dot_rows(FLOAT32(1), grads, LANES), dot_rows(grads, rows, LANES)
    else:
        weight = weight.reshape(-1)
        total, along = dot_rows(grads, weight, LANES), dot_rows(grads * rows, weight, LANES)
    slope = fma(total, mean, -along) * rate * rate * rate * share
    start = fma(-slope, mean, -(total * rate * share))
    made = rate * grads if weight is None else rate * grads * weight
    return (fma(rows, slope, made) + start).reshape(array.shape)


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
    for slope, each in zip(grad, unit):
        total = fma(slope, each, total).astype(kind).astype(np.float32)
    return total.astype(kind)


def batch_norm_forward(
        array: np.ndarray, weight: np.ndarray | None, bias: np.ndarray | None, eps: float
) -> tuple[np.ndarray, ...]:
    """Return `array` normalized over its channels, the means, one over the standard deviations."""
    mean, spread = channel_moments(array)
    rate = (1 / np.sqrt(spread.astype(np.float64) + eps)).astype(np.float32)
    return apply_affine(array, mean, rate, weight, bias), mean, rate


def batch_norm_gradient(
        grad: Any, array: Any, weight: Any, mean: Any,
        rate: Any) -> np.ndarray:
    """Return the gradient of batch norm for `array`; columns that fill no register are not fused.
    """
    n = array.size // array.shape[1]
    centred = array - expand_by_channel(mean, array)
    along = sum_over_images(grad, centred).astype(np.float32) * rate * rate / FLOAT32(n)
    rest = grad - expand_by_channel((sum_over_images(FLOAT32(1), grad) / n).astype(np.float32),
        array)
    made = fma(-centred, expand_by_channel(along, array), rest)
    if array.ndim == 2:
        whole = array.shape[1] // LANES * LANES
        made[:, whole:] = (rest - centred * along)[:, whole:]
    made = made * expand_by_channel(rate, array)
    return made if weight is None else made * expand_by_channel(weight, array)


def batch_norm_weight_gradient(
        grad: Any, array: Any, mean: Any, rate: Any) -> np.ndarray:
    """Return the gradient of a batch norm's weight."""
    along = sum_over_images(grad, array - expand_by_channel(mean, array))
    return (along * rate).astype(np.float32)


def batch_norm_bias_gradient(grad: Any) -> np.ndarray:
    """Return the gradient of a batch norm's bias."""
    return sum_over_images(FLOAT32(1), grad).astype(np.float32)


def apply_affine(
        array: np.ndarray, mean: np.ndarray, rate: np.ndarray, weight: np.ndarray | None,
        bias: np.ndarray | None) -> np.ndarray:
    """Return each channel times one number plus another, as torch's batch norm computes it."""
    slope = rate if weight is None else rate * weight
    start = fma(-mean, slope, 0 if bias is None else bias)
    shape = (-1,) + (1,) * (array.ndim - 2)
    return fma(array, slope.reshape(shape), start.reshape(shape))
