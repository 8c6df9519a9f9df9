"""Bilinear sampling of images, rounded to the last bit as torch's vector kernels round it.

A point has four neighbours: north-west, north-east, south-west, south-east. The order of the sums,
and which steps are fused, follow `aten/src/ATen/native/cpu/GridSamplerKernel.cpp`, compared bit by
bit with torch 2.13. An affine map that changes nothing puts points exactly on pixels, where the
derivative jumps: there one bit of a coordinate decides the gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.kernels.grid_sample import compute_coordinates, gather_points
from autograd.kernels.resampling import input_step
from autograd.kernels.simd import fma
from autograd.runtime.records import Record

CHANNELS_PER_REGISTER = 8
# Points that the kernel takes at once, by the itemsize
POINTS_PER_REGISTER = {4: 8, 8: 4}


class Corners(Record):
    """The four neighbours of each point; arrays have the shape (N, H, W) of the points."""

    flat: list[np.ndarray]  # flat indices of the neighbours in a plane
    inside: list[np.ndarray]  # True if they are in the image
    weights: list[np.ndarray]
    shares: tuple[np.ndarray, ...]  # weights of west, east, north, south
    slopes: tuple  # derivatives of the pixel coordinates, x and y


def find_corners(shape: tuple[int, ...], grid: np.ndarray, padding_mode: str,
        align: bool) -> Corners:
    """Return the neighbours of the points of `grid` (N, H, W, 2) in a plane of `shape` (H, W)."""
    (x, scale_x), (y, scale_y) = (
        unnormalize(grid[..., axis], n, padding_mode, align) for axis, n in enumerate(shape[::-1])
    )
    left, top = np.floor(x), np.floor(y)
    east, south = x - left, y - top
    west, north = 1 - east, 1 - south
    flat, inside = [], []
    for row, column in ((top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)):
        inside.append((row >= 0) & (row < shape[0]) & (column >= 0) & (column < shape[1]))
        row, column = (np.where(inside[-1], each, 0).astype(np.int64) for each in (row, column))
        flat.append(row * shape[1] + column)
    weights = [west * north, east * north, west * south, east * south]
    return Corners(flat, inside, weights, (west, east, north, south), (scale_x, scale_y))


def unnormalize(
        coordinates: np.ndarray, n: int, padding_mode: str, align: bool) -> tuple[np.ndarray, ...]:
    """Return pixel coordinates of `coordinates` in [-1, 1] among `n` pixels, with the derivative.
    """
    scale = coordinates.dtype.type((n - 1) / 2 if align else n / 2)
    shifted = coordinates + 1
    indices = shifted * scale if align else fma(shifted, scale, coordinates.dtype.type(-0.5))
    indices, derivative = compute_coordinates(indices, n, padding_mode, align)
    return indices, derivative * scale


def gather_corners(input: np.ndarray, window: Any) -> list[np.ndarray]:
    """Return the four neighbours of each point, (N, C, H, W) each; 0 outside of the image."""
    zero = input.dtype.type(0)
    return [np.where(inside[:, None], gather_points(input, flat), zero)
            for flat, inside in zip(window.flat, window.inside)]


def sample(
        input: np.ndarray, grid: np.ndarray, mode: str, padding_mode: str, align: bool
) -> np.ndarray:
    """Return the values of `input` (N, C, H, W) at the points of `grid` (N, H, W, 2)."""
    window = find_corners(input.shape[2:], grid, padding_mode, align)
    first, *rest = zip(gather_corners(input, window), window.weights)
    total = first[0] * first[1][:, None]
    for entry, weight in rest:
        total = fma(entry, weight[:, None], total)
    return total


def input_gradient(
        grad: np.ndarray, shape: tuple[int, ...], grid: np.ndarray, mode: str, padding_mode: str,
        align: bool) -> np.ndarray:
    """Return the gradient of `sample` for its input, of `shape`.

    As in torch's kernel, points are added in blocks of one vector register.
    """
    n, c = shape[:2]
    window = find_corners(shape[2:], grid, padding_mode, align)
    points = window.weights[0][0].size
    block = POINTS_PER_REGISTER[grad.itemsize]
    missing = -points % block
    result = np.zeros((n, c, shape[2] * shape[3]), grad.dtype)
    parts, indices = [], []
    for flat, inside, weight in zip(window.flat, window.inside, window.weights):
        part = (grad * np.where(inside, weight, 0)[:, None]).reshape(n, c, points)
        parts.append(np.pad(part, ((0, 0), (0, 0), (0, missing))).reshape(n, c, -1, 1, block))
        row = np.pad(flat.reshape(n, points), ((0, 0), (0, missing)))
        indices.append(row.reshape(n, 1, -1, 1, block))
    rows, columns = np.arange(n).reshape(n, 1, 1, 1, 1), np.arange(c).reshape(1, c, 1, 1, 1)
    np.add.at(result, (rows, columns, np.concatenate(indices, 3)), np.concatenate(parts, 3))
    return result.reshape(shape)


def grid_gradient(
        grad: np.ndarray, input: np.ndarray, grid: np.ndarray, mode: str, padding_mode: str,
        align: bool) -> np.ndarray:
    """Return the gradient of `sample` for its grid, a sum over the channels in order."""
    window = find_corners(input.shape[2:], grid, padding_mode, align)
    west, east, north, south = window.shares
    around = gather_corners(input, window)
    across, down = np.zeros_like(west), np.zeros_like(west)
    for i in range(input.shape[1]):
        nw, ne, sw, se = (entry[:, i] for entry in around)
        across = fma(fma(se - sw, south, (ne - nw) * north), grad[:, i], across)
        down = fma(fma(se - ne, east, (sw - nw) * west), grad[:, i], down)
    return np.stack([across * window.slopes[0], down * window.slopes[1]], -1)


def upsample_bilinear(
        images: np.ndarray, size: tuple[int, ...], scales: tuple[None | float, ...], align: bool
) -> np.ndarray:
    """Return float32 images (N, C, H, W) resized to `size`, from the four neighbours of each point.

    Channels that fill a register of eight add the southern neighbours first, the others the
    northern ones (`cpu_upsample_linear_channels_last` of UpSampleKernel.cpp).
    """
    (top, below, north, south), (left, right, west, east) = map(
        linear_weights, images.shape[2:], size, scales, (align, align))
    upper, lower = images[:, :, top], images[:, :, below]
    nw, ne, sw, se = (
        (part[..., column], (down[:, None] * across).astype(np.float64))
        for part, down in ((upper, north), (lower, south))
        for column, across in ((left, west), (right, east)))
    whole = images.shape[1] // CHANNELS_PER_REGISTER * CHANNELS_PER_REGISTER
    return np.concatenate((
        add_corners((sw, se, ne, nw), slice(whole)),
            add_corners((ne, nw, sw, se), slice(whole, None))), 1)


def add_corners(corners: tuple[Any, ...], channels: slice) -> np.ndarray:
    """Return the weighted neighbours of some channels: the first product rounded, the others fused.
    """
    (first, weight), *others = corners
    result = (first[:, channels] * weight).astype(np.float32)
    for entries_there, weight in others:
        result = (entries_there[:, channels] * weight + result).astype(np.float32)
    return result


def linear_weights(n: int, m: int, scale: float | None, align: bool) -> tuple[np.ndarray, ...]:
    """Return for each of `m` outputs its two neighbours among `n` inputs, with their weights."""
    step, indices = np.float32(input_step(n, m, scale, align)), np.arange(m, dtype=np.float32)
    half = np.float32(0.5)
    source = indices * step if align else np.maximum(fma(indices + half, step, -half), 0)
    first = np.minimum(source.astype(np.int64), n - 1)
    weight = np.clip(source - first.astype(np.float32), np.float32(0), np.float32(1))
    return first, np.minimum(first + 1, n - 1), np.float32(1) - weight, weight
