"""Counts of elements by value or bin: `bincount`, `histogram` etc."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.conversions import observe_conversions
from autograd.functions.creation.ranges import linspace
from autograd.functions.kernel_dtypes import check_barebones_dtype, check_kernel_dtype
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dtype import cpp_name, dtype_of
from autograd.tensor.return_types import make_named_tuple
from autograd.tensor.tensor import Tensor, wrap


@export()
@method()
@declare(vmap_warnings=("bincount",))
def bincount(input: Tensor, weights: Any = None, minlength: int = 0) -> Tensor:
    """Return how often each non-negative integer occurs, or the sum of its weights.

    The result has at least `minlength` elements: int64, or float32 or float64 with `weights`.
    """
    check_kernel_dtype("bincount_cpu", input, "bfVc")
    check_barebones_dtype("bincount_cpu", input)
    if input._array.ndim != 1 or (input._array < 0).any():
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if weights is None:
        return wrap(np.bincount(input._array, None, minlength))
    if weights._array.shape != input._array.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    given = weights._array
    result = np.zeros(max(minlength, input._array.max(initial=-1) + 1),
                      np.float32 if given.dtype == np.float32 else np.float64)
    np.add.at(
        result, input._array, given.astype(result.dtype))  # sequential sums in this dtype
    return wrap(result)


@export()
@method()
@declare(vmap_warnings=("histc",))
@with_out
@observe_conversions
@declare(derived=False, out=Out(may_overlap=True))
def histc(input: Tensor, bins: int = 100, min: int = 0, max: int = 0) -> Tensor:
    """Return how many elements lie in each of `bins` equal bins from `min` to `max`.

    If `min` and `max` are equal, the range is from the smallest to the largest element.
    """
    if bins <= 0:
        raise RuntimeError(
            f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    if min > max:
        raise RuntimeError("torch.histc: max must be larger than min")
    check_kernel_dtype("linspace_cpu", input, "b")
    check_barebones_dtype("aminmax_cpu" if input._array.size else "linspace_cpu", input)
    check_kernel_dtype(
        "aminmax_cpu" if input._array.size and min == max else "histogram_cpu", input, "c")
    if input._array.dtype == np.uint8 and not input._array.size:
        raise RuntimeError("value cannot be converted to type uint8_t without overflow")
    check_kernel_dtype("histogram_cpu", input, "iu")
    low, high = float(min), float(max)
    if low == high and input._array.size:
        low, high = float(input._array.min()), float(input._array.max())
    if low == high:
        low, high = low - 1, high + 1
    if not np.isfinite([low, high]).all():
        raise RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    values, kind = input._array.reshape(-1), input._array.dtype.type
    low, high = kind(low), kind(high)  # bins are computed in this precision, as in torch
    within = values[(values >= low) & (values <= high)]
    indices = ((within - low) * kind(bins) / (high - low)).astype(int)
    return wrap(np.bincount(np.minimum(indices, bins - 1), None, bins).astype(kind))


@export()
@method()
@with_out
@declare(
    out=Out(
        dtype_errors=(
            "torch.histogram: input tensor and hist tensor should have the same dtype, but got "
            "input {c_want} and hist {c_got}",
            "torch.histogram: input tensor and bin_edges tensor should have the same dtype, but "
            "got input {c_want} and bin_edges {c_got} for dimension 0",
        ),
    ),
    fields=("hist", "bin_edges"),
)
def histogram(
        input: Tensor, bins: int = 100, *, range: Any = None, weight: Tensor | None = None,
        density: bool = False) -> tuple[Tensor, ...]:
    """Return how many elements lie in each bin, and the edges of the bins.

    `bins` is a number of equal bins in `range`, or the edges. The last bin includes its upper edge.
    With `density` counts are divided by their sum and the bins' widths.
    """
    points, weights = input._array.reshape(-1, 1), None
    if weight is not None:
        weights = weight._array.reshape(-1)
        check_weights(input, points.shape, weight, weights.shape)
    counts, edges = count_points(input, points, [bins], range, weights, density)
    return make_named_tuple("histogram", apply(ops.histogram, (input,), {
        "counts": counts, "edges": edges[0]}))


@export()
@declare(fields=("hist", "bin_edges"))
def histogramdd(
        input: Tensor, bins: Any, *, range: Any = None, weight: Tensor | None = None,
        density: bool = False) -> Any:
    """Return how many points, the rows, lie in each cell of a grid, and the edges of its bins."""
    array = input._array
    if array.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    count = array.shape[-1]
    bins = list(bins) if isinstance(bins, tuple | list) else [bins] * count
    if len(bins) != count and any(isinstance(each, Tensor) for each in bins):
        raise RuntimeError(f"torch.histogramdd: expected {count} sequences of bin edges for a "
                           f"{count}-dimensional histogram but got {len(bins)}")
    if len(bins) != count:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension "
                           "of the input.")
    points = array.reshape(int(np.prod(array.shape[:-1])), count)
    if weight is not None:
        check_weights(input, array.shape, weight, weight._array.shape)
        weight = weight._array.reshape(-1)
    counts, edges = count_points(input, points, bins, range, weight, density)
    return make_named_tuple("histogramdd", (wrap(counts), tuple(map(wrap, edges))))


def count_points(
        input: Tensor, points: Any, bins: Any, range: Any, weights: Any, density: Any
) -> Any:
    """Return the counts, or density, of `points` in a grid of bins, and the edges of the bins.

    Points are rows; `bins` has a number or edges for each dimension.
    """
    for dim, each in enumerate(bins):
        if isinstance(each, Tensor):
            check_bin_edges(input, each, dim)
        count = len(each._array) - 1 if isinstance(each, Tensor) else each
        if count < 1:
            raise RuntimeError(
                f"torch.histogram(): bins must be > 0, but got {count} for dimension {dim}")
    check_kernel_dtype("histogramdd", input, "biuc" if input.itemsize > 2 else "biufVc")
    edges = make_edges(points, bins, range)
    indices, inside = [], np.ones(len(points), bool)
    for column, steps in zip(points.T, edges):
        indices.append(np.minimum(upper_bound(steps, column) - 1, len(steps) - 2))
        inside &= (column >= steps[0]) & (column <= steps[-1])
    counts = np.zeros([len(steps) - 1 for steps in edges], points.dtype)
    if indices:
        np.add.at(counts, tuple(index[inside] for index in indices),
                  1 if weights is None else weights[inside])
    return to_density(counts, edges) if density else counts, edges


def to_density(counts: Any, edges: Any) -> Any:
    """Return counts divided by their sum and by the volumes of the bins."""
    with np.errstate(all="ignore"):
        counts = counts / counts.sum()
        for dim, steps in enumerate(edges):
            counts = counts / np.diff(steps).reshape(-1, *[1] * (len(edges) - dim - 1))
    return counts


def check_bin_edges(input: Tensor, edges: Any, dim: int) -> None:
    """Raise torch's error about dtype or shape of the edges along a dimension."""
    if edges._array.dtype != input._array.dtype:
        raise RuntimeError(
            "torch.histogramdd: input tensor and bins tensors should have the same dtype, but got "
            f"input with dtype {cpp_name(input._array)} and bins for dimension {dim} with dtype "
            f"{cpp_name(edges._array)}")
    if edges._array.ndim != 1:
        raise RuntimeError(
            "torch.histogramdd: bins tensor should have one dimension, but got "
            f"{edges._array.ndim} dimensions in the bins tensor for dimension {dim}")
    if not edges._array.size:
        raise RuntimeError(
            "torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in "
            f"the bins tensor for dimension {dim}")


def check_weights(
        input: Tensor, shape: tuple[int, ...], weight: Tensor, given: list[None | Tensor]) -> None:
    """Raise torch's error about weights of shape `given` for points of shape `shape`."""
    if weight._array.dtype != input._array.dtype:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor "
            f"should have the same dtype, but got input({cpp_name(input._array)}), and "
            f"weight({cpp_name(weight._array)})")
    if given != shape[:-1]:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the same shape as the "
            "input tensor excluding its innermost dimension, but got input with shape "
            f"{list(shape)} and weight with shape {list(given)}")


def make_edges(points: Any, bins: Any, range: Any) -> list:
    """Return the edges of the bins along each dimension: those given, or evenly spaced ones."""
    count = len(bins)
    if any(isinstance(each, Tensor) for each in bins):
        return [each._array for each in bins]
    if range is not None and len(range) != 2 * count:
        raise RuntimeError(f"torch.histogramdd: for a {count}-dimensional histogram range should "
                           f"have {2 * count} elements, but got {len(range)}")
    result = []
    for dim, (each, column) in enumerate(zip(bins, points.T)):
        low, high = (0.0, 1.0) if not column.size else (float(column.min()), float(column.max()))
        if range is not None:
            low, high = map(float, range[2 * dim:2 * dim + 2])
        if not np.isfinite([low, high]).all():
            raise RuntimeError(f"torch.histogramdd: dimension {dim}'s range [{low:g}, {high:g}] is "
                               "not finite")
        if low > high:
            raise RuntimeError(
                f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} "
                f"for dimension {dim}")
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
        result.append(linspace(low, high, each + 1, dtype=dtype_of(points.dtype))._array)
    return result


def upper_bound(edges: Any, values: Tensor) -> Any:
    """Return the index of the first edge above each value by bisection, also of unsorted edges."""
    first, left = np.zeros(len(values), int), np.full(len(values), len(edges))
    while (left > 0).any():
        half = left // 2
        later = (left > 0) & ~(values < edges[np.minimum(first + half, len(edges) - 1)])
        first = np.where(later, first + half + 1, first)
        left = np.where(later, left - half - 1, half)
    return first
