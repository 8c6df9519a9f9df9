"""One-dimensional linear maps of padding, resizing or average pooling, as indices with weights.

A map is `(indices, weights)`, arrays of shape (outputs, entries): each output is a weighted sum of
input entries. Padding, resizing and averaging apply one on each spatial dimension
(`ops/resampling.py`). The index arithmetic follows aten/src/ATen/native/UpSample.h and the pooling
kernels, in float32 where these use it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np


def single_entries(indices: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the map whose outputs are single entries."""
    indices = np.asarray(indices, np.int64)[:, None]
    return indices, np.ones(indices.shape)


# --- Padding -----------------------------------------------------------------------------------


def reflection_pad(n: int, before: int, after: int) -> tuple[np.ndarray, ...]:
    """Return the map of `n` entries reflected at both ends, which are not repeated."""
    indices = np.abs(np.arange(-before, n + after))
    return single_entries(np.where(indices >= n, 2 * (n - 1) - indices, indices))


def replication_pad(n: int, before: int, after: int) -> tuple[np.ndarray, ...]:
    """Return the map of `n` entries with both ends repeated."""
    return single_entries(np.clip(np.arange(-before, n + after), 0, n - 1))


def padding_maps(
        rule: Callable[..., Any], shape: tuple[int, ...], pad: tuple[int, ...]) -> tuple[Any, ...]:
    """Return the maps of the last dimensions of `shape`; `pad` is torch's, last dimension first."""
    count = len(pad) // 2
    return tuple(
        rule(shape[i - count], *pad[2 * (count - 1 - i):2 * (count - i)]) for i in range(count)
    )


# --- Resizing ----------------------------------------------------------------------------------


def input_step(n: int, m: int, scale: float | None, align: bool) -> float:
    """Return the number of input entries per output entry."""
    if align:
        return (n - 1) / (m - 1) if m > 1 else 0.0
    return 1.0 / scale if scale else n / m


def nearest(n: int, m: int, scale: float | None, align: bool) -> tuple[np.ndarray, ...]:
    """Return the map of outputs that take the entry that their left edge falls into."""
    step = np.float32(input_step(n, m, scale, False))
    indices = np.floor(np.arange(m, dtype=np.float32) * step)
    return single_entries(np.minimum(indices.astype(np.int64), n - 1))


def nearest_exact(n: int, m: int, scale: Any, align: bool) -> tuple[np.ndarray, ...]:
    """Return the map of outputs that take the entry that their centre falls into."""
    step = np.float32(input_step(n, m, scale, False))
    indices = np.floor((np.arange(m, dtype=np.float32) + np.float32(0.5)) * step)
    return single_entries(np.minimum(indices.astype(np.int64), n - 1))


def linear(n: int, m: int, scale: float | None, align: bool) -> tuple[np.ndarray, ...]:
    """Return the map of outputs that lie between two entries."""
    step = input_step(n, m, scale, align)
    source = step * np.arange(m) if align else np.maximum(step * (np.arange(m) + 0.5) - 0.5, 0)
    first = np.minimum(source.astype(np.int64), n - 1)
    second = np.minimum(first + 1, n - 1)
    share = np.clip(source - first, 0, 1)
    return np.stack([first, second], 1), np.stack([1 - share, share], 1)


def cubic(n: int, m: int, scale: float | None, align: bool) -> tuple[np.ndarray, ...]:
    """Return the map of outputs of four entries, by Keys' cubic with a = -0.75."""
    step = input_step(n, m, scale, align)
    source = step * np.arange(m) if align else step * (np.arange(m) + 0.5) - 0.5
    first = np.floor(source)
    t, a = source - first, -0.75
    near = [((a + 2) * x - (a + 3)) * x * x + 1 for x in (t, 1 - t)]
    far = [((a * x - 5 * a) * x + 8 * a) * x - 4 * a for x in (t + 1, 2 - t)]
    indices = first.astype(np.int64)[:, None] + np.arange(-1, 3)
    return np.clip(indices, 0, n - 1), np.stack([far[0], near[0], near[1], far[1]], 1)


def antialias(kernel: Callable[..., Any], reach: int) -> Callable[..., Any]:
    """Return the rule of outputs that are weighted means of the entries around their centre.

    `kernel` weighs them by their distance, up to `reach` entries away, or further where several
    become one: so that fine patterns fade and do not alias.
    """

    def rule(n, m, scale, align):
        if n == m:
            return single_entries(np.arange(n))
        step = input_step(n, m, scale, align)
        width = max(step, 1.0)
        centre, support = step * (np.arange(m) + 0.5), reach * width
        max_entries = 2 * math.ceil(support) + 1
        first = np.maximum((centre - support + 0.5).astype(np.int64), 0)
        end = np.minimum((centre + support + 0.5).astype(np.int64), n)
        indices = first[:, None] + np.arange(max_entries)
        inside = indices < end[:, None]
        weights = np.where(inside, kernel(np.abs(indices - centre[:, None] + 0.5) / width), 0)
        total = weights.sum(1, keepdims=True)
        return np.where(inside, indices, 0), weights / np.where(total == 0, 1, total)

    return rule


def keys_cubic(x: np.ndarray, a: float = -0.5) -> np.ndarray:
    """Return Keys' cubic at distances `x`, 0 from 2 on."""
    near, far = ((a + 2) * x - (a + 3)) * x * x + 1, ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0))


def lanczos_kernel(x: np.ndarray) -> np.ndarray:
    """Return Lanczos' kernel at distances `x`, 0 from 3 on."""
    return np.where(x < 3, np.sinc(x) * np.sinc(x / 3), 0)


ANTIALIASED = {
    "bilinear": antialias(lambda x: np.maximum(1 - x, 0), 1),
    "bicubic": antialias(keys_cubic, 2), "lanczos": antialias(lanczos_kernel, 3),
}


def resizing_maps(
        rule: Callable[..., Any], shape: tuple[int, ...], size: tuple[int, ...],
        scales: tuple[None | float, ...], align: bool = False) -> tuple[Any, ...]:
    """Return the maps of the last dimensions of `shape` to `size`."""
    lengths = shape[len(shape) - len(size):]
    return tuple(rule(n, m, scale, align) for n, m, scale in zip(lengths, size, scales))


def resize_uint8(images: np.ndarray, maps: tuple[Any, ...]) -> np.ndarray:
    """Return images of uint8 resized along the last dimension first, then the one before it.

    Each step has integer weights of as many bits as an int16 holds, and is rounded to bytes
    (`compute_index_ranges_int16_weights` and what follows it in UpSampleKernel.cpp).
    """
    for back, (indices, weights) in enumerate(reversed(maps), 1):
        if len(indices) == images.shape[-back]:
            continue  # even for another scale
        weights, bits = merge_repeated_entries(indices, weights), 0
        while bits < 22 and int(0.5 + weights.max() * 2 ** (bits + 1)) < 1 << 15:
            bits += 1
        whole = np.trunc(weights * 2**bits + np.copysign(0.5, weights)).astype(np.int64)
        lines = np.moveaxis(images, -back, -1).astype(np.int64)
        result = (lines[..., indices] * whole).sum(-1) + (1 << bits - 1) >> bits
        images = np.moveaxis(np.clip(result, 0, 255).astype(np.uint8), -1, -back)
    return images


def merge_repeated_entries(places: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weights with those of a repeated entry added at its last position."""
    weights = weights.copy()
    for tap in range(1, weights.shape[1]):
        again = places[:, tap] == places[:, tap - 1]
        weights[again, tap] += weights[again, tap - 1]
        weights[again, tap - 1] = 0
    return weights


# --- Averaging ---------------------------------------------------------------------------------


def pooled_length(
        n: int, kernel: int, stride: int, padding: int, dilation: int = 1, ceil_mode: int = False
) -> int:
    """Return the number of windows along one dimension."""
    free = n + 2 * padding - dilation * (kernel - 1) - 1
    count = (-(-free // stride) if ceil_mode else free // stride) + 1
    # With `ceil_mode` a window may end, but not begin, past the input and its left padding.
    if ceil_mode and (count - 1) * stride >= n + padding:
        count -= 1
    return count


def sum_spans(starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the map whose outputs are the sums of the entries from `starts` to `ends`."""
    widest = int((ends - starts).max(initial=1))
    indices = starts[:, None] + np.arange(widest)
    inside = indices < ends[:, None]
    return np.where(inside, indices, 0), inside.astype(np.float64)


@lru_cache
def pooling_windows(
        n: int, kernel: int, stride: int, padding: int, ceil_mode: bool, include_padding: bool
) -> tuple[Any, ...]:
    """Return the map of sums over windows, with the number of entries that each counts."""
    count = pooled_length(n, kernel, stride, padding, 1, ceil_mode)
    starts = np.arange(count) * stride - padding
    ends = np.minimum(starts + kernel, n + padding)
    whole = ends - starts
    starts, ends = np.maximum(starts, 0), np.minimum(ends, n)
    return sum_spans(starts, ends), whole if include_padding else ends - starts


@lru_cache
def adaptive_windows(n: int, m: int) -> tuple[Any, ...]:
    """Return the map of sums over `m` nearly equal parts, with the number of entries of each."""
    starts = np.array([i * n // m for i in range(m)], np.int64)
    ends = np.array([-(-(i + 1) * n // m) for i in range(m)], np.int64)
    return sum_spans(starts, ends), ends - starts


def averaging_maps(shape: tuple[int, ...], parts: list[Any]) -> tuple[Any, ...]:
    """Return maps with the divisor of each output, from `(map, counts)` of each spatial dimension.
    """
    divisor = np.ones((1,) * len(parts), np.int64)
    for axis, (_, counts) in enumerate(parts):
        divisor = divisor * counts.reshape([-1 if i == axis else 1 for i in range(len(parts))])
    return tuple(taps for taps, _ in parts), divisor


def pooling_maps(
        shape: tuple[int, ...], kernel: tuple[int, ...], stride: tuple[int, ...],
        padding: tuple[int, ...], ceil_mode: bool, count_include_pad: bool,
        divisor_override: float | None) -> tuple[Any, ...]:
    """Return maps and divisor of an average pool over the last dimensions of `shape`."""
    lengths = shape[len(shape) - len(kernel):]
    maps, divisor = averaging_maps(shape, [
        pooling_windows(n, k, s, p, ceil_mode, count_include_pad)
        for n, k, s, p in zip(lengths, kernel, stride, padding)
    ])
    if divisor_override is not None:
        divisor = np.full_like(divisor, divisor_override)
    return maps, divisor


def adaptive_maps(shape: tuple[int, ...], size: tuple[int, ...]) -> tuple[Any, ...]:
    """Return maps and divisor of an average pool to `size`."""
    return averaging_maps(shape, [
        adaptive_windows(n, m) for n, m in zip(shape[len(shape) - len(size):], size)
    ])


def scaled_length(n: int, factor: float) -> int:
    """Return the length after resizing by `factor`."""
    return int(math.floor(float(n) * factor))
