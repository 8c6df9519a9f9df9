"""Records of pooling over windows: maxima, averages, fractional maxima."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import reduce
from typing import Any, TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from autograd.graph.saved_attributes import WHOLE, saved, saved_all, saved_length
from autograd.kernels import resampling
from autograd.kernels.half_accumulation import IN_FLOAT32
from autograd.kernels.memory_formats import channels_last_as_inputs
from autograd.kernels.refused_dtypes import (
    BOOL, COMPLEX, INTEGERS, INTEGERS_EXCEPT_INT64, REDUCED_FLOATS, UNSIGNED, unsupported,
)
from autograd.ops.double_backward import double_backward_name, linear_backward_op
from autograd.ops.indexing import gather
from autograd.ops.record import d, op
from autograd.ops.resampling import apply_maps, apply_maps_transposed, multiply_weights
from autograd.ops.shapes import view
from autograd.ops.vmap_rules import POOL

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor

def window_maxima(
        array: np.ndarray, kernel_size: tuple[int, ...], stride: tuple[int, ...],
        padding: tuple[int, ...], dilation: tuple[int, ...], ceil_mode: int
) -> tuple[np.ndarray, ...]:
    """Return the largest entry of each window, the first of equal ones, and its flat index."""
    count = len(kernel_size)
    spatial = array.shape[-count:]
    sizes = [
        resampling.pooled_length(n, k, s, p, d, ceil_mode)
        for n, k, s, p, d in zip(spatial, kernel_size, stride, padding, dilation)
    ]
    reach = tuple(d * (k - 1) + 1 for k, d in zip(kernel_size, dilation))
    ends = [
        (size - 1) * s + r - n - p
        for size, s, r, n, p in zip(sizes, stride, reach, spatial, padding)
    ]
    if not any(padding) and not any(end > 0 for end in ends):
        return window_maxima_inside(array, kernel_size, stride, dilation, sizes)
    widths = [(0, 0)] * (array.ndim - count) + [(p, max(e, 0)) for p, e in zip(padding, ends)]
    lowest = np.iinfo(array.dtype).min if array.dtype.kind in "iu" else -np.inf
    places = np.arange(math.prod(spatial)).reshape(spatial)
    seen = sliding_windows(np.pad(array, widths, constant_values=lowest), reach, stride, dilation,
        sizes)
    names = sliding_windows(np.pad(places, widths[-count:]), reach, stride, dilation, sizes)
    best = np.argmax(seen, -1)[..., None]
    values = np.take_along_axis(seen, best, -1)[..., 0]
    return values, np.take_along_axis(np.broadcast_to(names, seen.shape), best, -1)[..., 0]


def window_maxima_inside(
        array: np.ndarray, kernel_size: tuple[int, ...], stride: tuple[int, ...],
        dilation: tuple[int, ...], sizes: list[int]) -> tuple[np.ndarray, ...]:
    """Return `window_maxima` of windows within the image; indices count from the window's start."""
    reach = tuple(d * (k - 1) + 1 for k, d in zip(kernel_size, dilation))
    seen = sliding_windows(array, reach, stride, dilation, sizes)
    best = np.argmax(seen, -1)
    values = np.take_along_axis(seen, best[..., None], -1)[..., 0]
    flat, within, length = np.zeros_like(best), best, 1
    for number in reversed(range(len(sizes))):
        within, here = np.divmod(within, kernel_size[number])
        first = np.arange(sizes[number]) * stride[number]
        first = first.reshape((-1,) + (1,) * (len(sizes) - 1 - number))
        flat += (first + here * dilation[number]) * length
        length *= array.shape[number - len(sizes)]
    return values, flat


def sliding_windows(
        array: np.ndarray, reach: tuple[int, ...], stride: tuple[int, ...],
        dilation: tuple[int, ...], sizes: list[int]) -> np.ndarray:
    """Return all windows over the last dimensions, each flattened into one last dimension."""
    count = len(reach)
    view = sliding_window_view(array, reach, tuple(range(-count, 0)))
    key = (..., *(np.s_[:m * s:s] for m, s in zip(sizes, stride)), *(np.s_[::d] for d in dilation))
    view = view[key]
    return view.reshape(*view.shape[:-count], math.prod(view.shape[-count:]))


def adaptive_maxima(array: np.ndarray, output_size: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Return the largest entry of each of `output_size` nearly equal parts, and its flat index."""
    count = len(output_size)
    spatial = array.shape[-count:]
    lead = array.shape[:-count]
    values = np.empty((*lead, *output_size), array.dtype)
    indices = np.empty(values.shape, np.int64)
    places = np.arange(math.prod(spatial)).reshape(spatial)
    for part in np.ndindex(*output_size):
        key = tuple(
            np.s_[i * n // m:-(-(i + 1) * n // m)] for i, n, m in zip(part, spatial, output_size)
        )
        entries = array[(..., *key)]
        flat = entries.reshape(*lead, math.prod(entries.shape[-count:]))
        best = np.argmax(flat, -1)
        values[(..., *part)] = np.take_along_axis(flat, best[..., None], -1)[..., 0]
        indices[(..., *part)] = places[key].ravel()[best]
    return values, indices


def add_at_flat(
        values: np.ndarray, indices: np.ndarray, size: tuple[int, ...], count: int) -> np.ndarray:
    """Return an array of `size` with `values` added at flat indices of the last `count` dimensions.
    """
    made = np.zeros((math.prod(size[:-count]), math.prod(size[-count:])), values.dtype)
    rows = np.arange(made.shape[0])[:, None]
    shape = (made.shape[0], math.prod(indices.shape[-count:]))
    np.add.at(made, (rows, indices.reshape(shape)), values.reshape(shape))
    return made.reshape(size)


def write_at_flat(
        values: np.ndarray, indices: np.ndarray, size: tuple[int, ...], count: int) -> np.ndarray:
    """Return an array of `size` with `values` at flat indices; of several at one index the last
    stays.
    """
    made = np.zeros((math.prod(size[:-count]), math.prod(size[-count:])), values.dtype)
    shape = (made.shape[0], math.prod(indices.shape[-count:]))
    for row, places, entries in zip(made, indices.reshape(shape), values.reshape(shape)):
        row[places] = entries
    return made.reshape(size)


def take_at_flat(grad: ArrayOrTensor, indices: ArrayOrTensor, count: int) -> ArrayOrTensor:
    """Take the entries at flat indices of the last `count` dimensions, by torch's own steps."""
    shape = tuple(indices.shape)
    flat = view(grad, size=(*shape[:-count], math.prod(grad.shape[-count:])))
    rows = view(indices, size=(*shape[:-count], math.prod(shape[-count:])))
    return view(gather(flat, rows, dim=len(shape) - count), size=shape)


def max_pool_backward_op(name: str, node: str, count: int) -> Op:
    """Declare the backward of a max pool: each gradient goes to its maximum."""
    return linear_backward_op(f"{name}_backward", double_backward_name(node),
        lambda grad_output, self, indices: add_at_flat(grad_output, indices, self.shape, count),
        r"$grad_output \text{ at } $indices",
        d(lambda grad, indices: take_at_flat(grad, indices, count), r"${grad}_{$indices}"))


# Saved values of max pools.
INDICES = {"indices": None, "result1": saved("indices"), "self": saved("self")}


def max_pool_op(name: str, node: str, count: int, **facts: Any) -> Op:
    """Declare a max pool over windows of `count` dimensions."""
    back = max_pool_backward_op(name, node, count)
    return op(name, node,
        lambda self, *, kernel_size, stride, padding, dilation, ceil_mode:
            window_maxima(self, kernel_size, stride, padding, dilation, ceil_mode),
        r"\max_{\text{window}} $self", outputs=("values", "indices"), **facts,
        self=d(lambda grads, self, indices: back(grads[0], self, indices),
               r"$grads \text{ at } $indices"),
        saves={**INDICES, **saved_all("kernel_size", "stride", "padding", "dilation", "ceil_mode")})


def adaptive_max_pool_op(name: str, node: str, count: int, **facts: Any) -> Op:
    """Declare a max pool to a given output size."""
    back = max_pool_backward_op(name, node, count)
    return op(name, node,
        lambda self, *, output_size: adaptive_maxima(self, output_size),
        r"\max_{\text{part}} $self", outputs=("values", "indices"), **facts,
        self=d(lambda grads, self, indices: back(grads[0], self, indices),
               r"$grads \text{ at } $indices"),
        saves=INDICES)


MAXIMUM = {
    2: max_pool_op("max_pool2d", "MaxPool2DWithIndicesBackward0", 2,
        refuses=unsupported("max_pool2d", BOOL, UNSIGNED, COMPLEX),
        memory_format=channels_last_as_inputs,
        vmap=POOL),
    3: max_pool_op("max_pool3d", "MaxPool3DWithIndicesBackward0", 3,
        refuses=unsupported("max_pool3d", BOOL, UNSIGNED, COMPLEX),
        memory_format=channels_last_as_inputs),
}
ADAPTIVE_MAXIMUM = {
    2: adaptive_max_pool_op("adaptive_max_pool2d", "AdaptiveMaxPool2DBackward0", 2,
        refuses=unsupported("adaptive_max_pool2d", BOOL, INTEGERS, COMPLEX),
        memory_format=channels_last_as_inputs,
        vmap=POOL),
    3: adaptive_max_pool_op("adaptive_max_pool3d", "AdaptiveMaxPool3DBackward0", 3,
        refuses=unsupported("adaptive_max_pool3d_cpu", BOOL, INTEGERS, COMPLEX)),
}


def max_unpool_op(name: str, node: str, count: int, **facts: Any) -> Op:
    """Declare a max unpool: values at their indices, zeros elsewhere."""
    return op(name, node,
        lambda self, indices, *, output_size:
            write_at_flat(self, indices, self.shape[:-count] + output_size, count),
        r"$self \text{ at } $indices",
        self=d(lambda grad, indices: take_at_flat(grad, indices, count), r"${grad}_{$indices}"),
        tangents_as_values=True,
        **facts)


UNPOOL = {
    2: max_unpool_op("max_unpool2d", "MaxUnpool2DBackward0", 2,
        vmap_warning="max_unpool2d"),
    3: max_unpool_op("max_unpool3d", "MaxUnpool3DBackward0", 3,
        vmap_warning="max_unpool3d"),
}


# Entries are summed, then divided, so that averages of integers are exact.

FEW_TAPS = 36  # most entries of a window that are added in torch's order


def avg_pool_op(name: str, node: str, **facts: Any) -> Op:
    """Declare an average pool over windows."""
    back = linear_backward_op(f"{name}_backward", double_backward_name(node),
        lambda grad_output, self, *, kernel_size, stride, padding, ceil_mode, count_include_pad,
        divisor_override: average_windows_vjp(grad_output, self.shape, resampling.pooling_maps(
            self.shape, kernel_size, stride, padding, ceil_mode, count_include_pad,
            divisor_override)),
        r"$grad_output \text{ shared out}",
        d(lambda grad, kernel_size, stride, padding, ceil_mode, count_include_pad,
          divisor_override: entry(
              grad, kernel_size=kernel_size, stride=stride, padding=padding, ceil_mode=ceil_mode,
              count_include_pad=count_include_pad, divisor_override=divisor_override),
          r"\overline{$grad}_{\text{window}}"))
    entry = op(name, node,
        lambda self, *, kernel_size, stride, padding, ceil_mode, count_include_pad,
        divisor_override: average_windows(self, resampling.pooling_maps(
            self.shape, kernel_size, stride, padding, ceil_mode, count_include_pad,
            divisor_override)),
        r"\overline{$self}_{\text{window}}", **facts,
        self=d(lambda grad, self, kernel_size, stride, padding, ceil_mode,
               count_include_pad, divisor_override: back(
                   grad, self, kernel_size=kernel_size, stride=stride, padding=padding,
                   ceil_mode=ceil_mode, count_include_pad=count_include_pad,
                   divisor_override=divisor_override),
               r"$grad \text{ shared out}"),
        saves=WHOLE)
    return entry


def adaptive_avg_pool_op(name: str, node: str, count: int, **facts: Any) -> Op:
    """Declare an average pool of `count` dimensions to a given output size."""
    back = linear_backward_op(f"{name}_backward", double_backward_name(node),
        lambda grad_output, self, *, output_size: average_windows_vjp(
            grad_output, self.shape, resampling.adaptive_maps(self.shape, output_size)),
        r"$grad_output \text{ shared out}",
        d(lambda grad, output_size: entry(grad, output_size=output_size),
          r"\overline{$grad}_{\text{part}}"),
        saves={"output_size": None, **{
            f"grad_output_sym_argsize_minus_{i}": saved_length(-i, "grad_output_shape")
            for i in range(1, count + 1)}})
    entry = op(name, node,
        lambda self, *, output_size:
            average_windows(self, resampling.adaptive_maps(self.shape, output_size)),
        r"\overline{$self}_{\text{part}}", **facts,
        self=d(lambda grad, self, output_size: back(grad, self, output_size=output_size),
               r"$grad \text{ shared out}"),
        saves={**WHOLE, "output_size": None})
    return entry


def average_windows(array: np.ndarray, maps_and_divisor: tuple[Any, ...]) -> np.ndarray:
    """Divide the weighted sums of windows by their divisors; integers round towards 0 as in C++."""
    maps, divisor = maps_and_divisor
    few = math.prod(indices.shape[1] for indices, _ in maps) <= FEW_TAPS
    if few:
        total = reduce(np.add, take_taps(array, maps, array.ndim - len(maps)))
    else:
        total = apply_maps(array, maps)
    if array.dtype.kind in "iu":
        return (total / divisor).astype(array.dtype)
    return total / divisor.astype(array.dtype)


def take_taps(array: np.ndarray, maps: tuple[Any, ...], axis: int) -> Iterator[Any]:
    """Yield the entry of each window at each offset, row by row, from dimension `axis` on."""
    if not maps:
        yield array
        return
    indices, weights = maps[0]
    shape = (-1,) + (1,) * (array.ndim - axis - 1)
    whole = (weights == 1).all()
    for tap in range(indices.shape[1]):
        part = array.take(indices[:, tap], axis)
        if not whole:
            part = multiply_weights(part, weights[:, tap].reshape(shape))
        yield from take_taps(part, maps[1:], axis + 1)


def average_windows_vjp(
        grad: np.ndarray, size: tuple[int, ...], maps_and_divisor: tuple[Any, ...]) -> np.ndarray:
    """Return the gradient of an average: each output's share for each entry of its window."""
    maps, divisor = maps_and_divisor
    halves = isinstance(grad, np.ndarray) and grad.dtype.itemsize == 2  # torch divides instead
    share = grad / divisor.astype(grad.dtype) if halves else grad * (1 / divisor).astype(grad.dtype)
    return apply_maps_transposed(share, maps, size)


AVERAGE = {
    2: avg_pool_op("avg_pool2d", "AvgPool2DBackward0",
        refuses=unsupported("avg_pool2d", BOOL, INTEGERS_EXCEPT_INT64, COMPLEX),
        memory_format=channels_last_as_inputs,
        accumulate=IN_FLOAT32,
        vmap=POOL),
    3: avg_pool_op("avg_pool3d", "AvgPool3DBackward0",
        refuses=unsupported("avg_pool3d_out_frame", BOOL, INTEGERS_EXCEPT_INT64, REDUCED_FLOATS,
            COMPLEX),
        memory_format=channels_last_as_inputs,
        accumulate=IN_FLOAT32),
}
ADAPTIVE_AVERAGE = {
    2: adaptive_avg_pool_op("adaptive_avg_pool2d", "AdaptiveAvgPool2DBackward0", 2,
        refuses=unsupported("adaptive_avg_pool2d", BOOL, INTEGERS, COMPLEX),
        memory_format=channels_last_as_inputs,
        accumulate=IN_FLOAT32,
        vmap=POOL),
    3: adaptive_avg_pool_op("adaptive_avg_pool3d", "AdaptiveAvgPool3DBackward0", 3,
        refuses=unsupported("adaptive_avg_pool3d_cpu", BOOL, INTEGERS, COMPLEX),
        memory_format=channels_last_as_inputs,
        accumulate=IN_FLOAT32),
}





def fractional_max_pool(name: str, node: str, count: int, **facts: Any) -> Op:
    """Declare a max pool over windows with random starts, given by `samples`."""
    back = max_pool_backward_op(name, node, count)
    return op(name, node,
        lambda self, *, kernel_size, output_size, samples:
            fractional_maxima(self, kernel_size, output_size, samples),
        r"\max_{\text{window}} $self", outputs=("values", "indices"),
        self=d(lambda grads, self, indices: back(grads[0], self, indices),
               r"$grads \text{ at } $indices"),
        saves={**INDICES, **saved_all("kernel_size", "output_size")},
        **facts)


def window_starts(sample: Any, n: Any, m: Any, kernel: Any) -> np.ndarray:
    """Return where `m` windows of length `kernel` over `n` entries begin, by a number in (0, 1)."""
    if m == 1:
        return np.array([n - kernel])
    alpha = sample.dtype.type(n - kernel) / sample.dtype.type(m - 1)
    steps = np.arange(m - 1, dtype=sample.dtype)
    starts = ((steps + sample) * alpha).astype(np.int64) - np.int64(sample * alpha)
    return np.append(starts, n - kernel)


def fractional_maxima(
        array: np.ndarray, kernel_size: tuple[int, ...], output_size: tuple[int, ...],
        samples: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the largest entry of each window, and its flat index in the spatial dimensions."""
    count = len(kernel_size)
    spatial = array.shape[-count:]
    planes = array.reshape(-1, *spatial)
    rows = samples.reshape(-1, count)
    values = np.empty((len(planes), *output_size), array.dtype)
    indices = np.empty(values.shape, np.int64)
    places = np.arange(math.prod(spatial)).reshape(spatial)
    for i, plane in enumerate(planes):
        # The two-dimensional kernel takes the innermost dimension's sample first.
        row = rows[i][::-1] if count == 2 else rows[i]
        starts = [window_starts(*each) for each in zip(row, spatial, output_size, kernel_size)]
        for part in np.ndindex(*output_size):
            key = tuple(np.s_[s[j]:s[j] + k] for s, j, k in zip(starts, part, kernel_size))
            best = np.argmax(plane[key])
            values[i][part] = plane[key].flat[best]
            indices[i][part] = places[key].flat[best]
    shape = (*array.shape[:-count], *output_size)
    return values.reshape(shape), indices.reshape(shape)


FRACTIONAL = {
    2: fractional_max_pool("fractional_max_pool2d", "FractionalMaxPool2DBackward0", 2,
        vmap_composed=("fractional_max_pool2d", "fractional_max_pool2d")),
    3: fractional_max_pool("fractional_max_pool3d", "FractionalMaxPool3DBackward0", 3),
}
