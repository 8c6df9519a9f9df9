"""Points of a sampling grid: coordinates, interpolation weights, their derivatives.

The coordinates of a point lie between -1 and 1 across the image
(`aten/src/ATen/native/GridSampler.h`). Along each dimension it has neighbours: pixel coordinates,
weights, and the derivatives of the weights by the coordinate.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from autograd.kernels.simd import linspace_values


def unnormalize(coordinates: np.ndarray, n: int, align: bool) -> tuple[np.ndarray | float, ...]:
    """Return pixel coordinates of `coordinates` in [-1, 1] among `n` pixels, with the derivative.
    """
    half = coordinates.dtype.type(0.5)
    if align:
        return (coordinates + 1) * half * (n - 1), (n - 1) / 2
    return ((coordinates + 1) * n - 1) * half, n / 2


def clip_coordinates(places: np.ndarray, n: int) -> tuple[np.ndarray, ...]:
    """Return coordinates clipped to the image, with 1 where they were inside, else 0."""
    return np.clip(places, 0, n - 1), ((places > 0) & (places < n - 1)).astype(places.dtype)


def reflect_coordinates(places: np.ndarray, n: int, align: bool) -> tuple[np.ndarray, ...]:
    """Return coordinates reflected at the borders as often as needed, with the sign of the
    derivative."""
    low, high = (0, 2 * (n - 1)) if align else (-1, 2 * n - 1)
    if low == high:
        return np.zeros_like(places), np.zeros_like(places)
    start, span = low / 2, (high - low) / 2
    delta = places - start
    turns, rest = np.floor(np.abs(delta) / span), np.fmod(np.abs(delta), span)
    even = turns % 2 == 0
    result = np.where(even, rest + start, span - rest + start).astype(places.dtype)
    return result, np.where(even, 1, -1) * np.where(delta < 0, -1, 1).astype(places.dtype)


def compute_coordinates(
        places: Any, n: int, padding_mode: str, align: bool) -> tuple[np.ndarray, ...]:
    """Return coordinates under the padding mode, with the derivative; a padded NaN becomes 0."""
    result, slope = pad_coordinates(places, n, padding_mode, align)
    if padding_mode != "zeros":
        result = np.where(np.isnan(result), result.dtype.type(0), result)
    return result, slope


def pad_coordinates(places: np.ndarray, n: int, padding_mode: str,
        align: bool) -> tuple[np.ndarray, ...]:
    """Return coordinates under the padding mode, with the derivative; NaN stays."""
    if padding_mode == "border":
        return clip_coordinates(places, n)
    if padding_mode == "reflection":
        result, sign = reflect_coordinates(places, n, align)
        result, inside = clip_coordinates(result, n)
        return result, sign * inside
    return places, np.ones_like(places)


def cubic_weights(t: np.ndarray) -> list[Any]:
    """Return the weights of four neighbours by Keys' cubic with a = -0.75, each with its
    derivatives."""
    a = -0.75

    def near(x):
        return (((a + 2) * x - (a + 3)) * x * x + 1, (3 * (a + 2) * x - 2 * (a + 3)) * x,
                6 * (a + 2) * x - 2 * (a + 3), 6 * (a + 2))

    def far(x):
        return (((a * x - 5 * a) * x + 8 * a) * x - 4 * a, (3 * a * x - 10 * a) * x + 8 * a,
                6 * a * x - 10 * a, 6 * a)

    sides = (far(t + 1), 1), (near(t), 1), (near(1 - t), -1), (far(2 - t), -1)
    return [[rate * sign ** order for order, rate in enumerate(rates)] for rates, sign in sides]


def interpolation_weights(
        coordinates: np.ndarray, n: int, mode: str, padding_mode: str, align: bool) -> list[Any]:
    """Return `[(coordinate, [weight, derivative, ...]), ...]` of the neighbours along a dimension.

    The arrays are like `coordinates`. After the weight come its derivatives by the coordinate, as
    far as they are not 0.
    """
    pixels, scale = unnormalize(coordinates, n, align)
    if mode == "bicubic":
        first = np.floor(pixels)
        taps = []
        for i, rates in enumerate(cubic_weights(pixels - first)):
            where, _ = compute_coordinates(first - 1 + i, n, padding_mode, align)
            taps.append((where, [rate * scale ** order for order, rate in enumerate(rates)]))
        return taps
    pixels, inner = compute_coordinates(pixels, n, padding_mode, align)
    if mode == "nearest":
        return [(np.rint(pixels), [np.ones_like(pixels)])]
    first = np.floor(pixels)
    share, slope = pixels - first, inner * scale
    return [(first, [1 - share, -slope]), (first + 1, [share, slope])]


def iterate_neighbours(
        shape: tuple[int, ...], grid: np.ndarray, mode: str, padding_mode: str, align: bool
) -> Iterator[Any]:
    """Yield for each neighbour of all points its flat index, with its weight as a function.

    `shape` is of the spatial dimensions; the last dimension of `grid` has the coordinates, the
    innermost first. The function takes how often to differentiate by each coordinate, in that
    order. The weight is 0 outside of the image.
    """
    sides = [
        interpolation_weights(grid[..., -1 - axis], n, mode, padding_mode, align)
        for axis, n in enumerate(shape)
    ]
    for chosen in itertools.product(*sides):
        where = [np.clip(np.nan_to_num(place), 0, n - 1) for (place, _), n in zip(chosen, shape)]
        inside = math.prod(
            ((place >= 0) & (place < n)).astype(grid.dtype)
            for (place, _), n in zip(chosen, shape)
        )
        flat = np.ravel_multi_index([x.astype(np.int64) for x in where], shape)
        yield flat, partial(multiply_weights, inside, [rates for _, rates in chosen])


def multiply_weights(inside: Any, sides: list[Any], orders: tuple[int, ...]) -> np.ndarray:
    """Return the product of the dimensions' weights, each differentiated `orders` times; 0 outside.
    """
    chosen = [rates[order] if order < len(rates) else 0
              for rates, order in zip(sides, orders[::-1])]
    return inside * math.prod(chosen)


def derivative_orders(axis: int, count: int) -> tuple[int, ...]:
    """Return the orders of the first derivative by one of `count` coordinates."""
    return tuple(int(i == axis) for i in range(count))


def gather_points(input: np.ndarray, flat: np.ndarray) -> np.ndarray:
    """Return entries of (N, C, ...) at flat indices (N, points...), as (N, C, points...)."""
    n, c = input.shape[:2]
    rows = flat.reshape(n, 1, math.prod(flat.shape[1:]))
    result = np.take_along_axis(input.reshape(n, c, math.prod(input.shape[2:])), np.broadcast_to(
        rows, (n, c, rows.shape[-1])), -1)
    return result.reshape(n, c, *flat.shape[1:])


def sample(
        input: np.ndarray, grid: np.ndarray, mode: str, padding_mode: str, align: bool,
        orders: tuple[int, ...] = (0, 0, 0)) -> np.ndarray:
    """Return the values of `input` (N, C, ...) at the points of `grid` (N, ..., d).

    Or their derivatives: `orders` is how often to differentiate by each coordinate.
    """
    total = np.zeros((*input.shape[:2], *grid.shape[1:-1]), input.dtype)
    for flat, weight in iterate_neighbours(input.shape[2:], grid, mode, padding_mode, align):
        total += gather_points(input, flat) * weight(orders[:grid.shape[-1]])[:,
            None].astype(input.dtype)
    return total


def input_gradient(
        grad: np.ndarray, shape: tuple[int, ...], grid: np.ndarray, mode: str, padding_mode: str,
        align: bool, orders: tuple[int, ...] = (0, 0, 0)) -> np.ndarray:
    """Return the gradient of `sample` for its input, of `shape`."""
    n, c = shape[:2]
    result = np.zeros((n, c, math.prod(shape[2:])), grad.dtype)
    rows, columns = np.arange(n)[:, None, None], np.arange(c)[None, :, None]
    for flat, weight in iterate_neighbours(shape[2:], grid, mode, padding_mode, align):
        factor = weight(orders[:grid.shape[-1]])[:, None].astype(grad.dtype)
        part = (grad * factor).reshape(n, c, math.prod(grad.shape[2:]))
        np.add.at(result, (rows, columns, flat.reshape(n, 1, math.prod(flat.shape[1:]))), part)
    return result.reshape(shape)


def grid_gradient(
        grad: np.ndarray, input: np.ndarray, grid: np.ndarray, mode: str, padding_mode: str,
        align: bool) -> np.ndarray:
    """Return the gradient of `sample` for its grid."""
    result, count = np.zeros_like(grid), grid.shape[-1]
    for flat, weight in iterate_neighbours(input.shape[2:], grid, mode, padding_mode, align):
        share = (gather_points(input, flat) * grad).sum(1)
        result += np.stack(
            [share * weight(derivative_orders(axis, count)) for axis in range(count)], -1)
    return result


def make_base_grid(size: tuple[int, ...], dtype: np.dtype, align: bool) -> np.ndarray:
    """Return the points of an image of `size`, with a 1 after their coordinates, as (points, d +
    1)."""
    axes = []
    for n in size[2:]:
        line = linspace_values(-1, 1, n, dtype) if n > 1 else np.zeros(1, dtype)
        axes.append(line if align else line * dtype.type(n - 1) / dtype.type(n))
    mesh = np.meshgrid(*axes, indexing="ij")[::-1]
    return np.stack([*(x.ravel() for x in mesh), np.ones(mesh[0].size, dtype)], -1)
