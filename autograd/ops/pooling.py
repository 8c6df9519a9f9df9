"""The derivative table, chapter ten: the largest of each window, and moving blocks of entries.

A maximum remembers where it stood, as a flat index into the spatial dimensions; the gradient goes
there.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from autograd.graph.saved_attributes import UNSIZED, saved, saved_all, saved_length
from autograd.kernels import resampling
from autograd.kernels.memory_formats import channels_last_as_inputs
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, UNSIGNED, unsupported
from autograd.ops.double_backward import double_backward_name, linear_backward_op
from autograd.ops.indexing import gather
from autograd.ops.record import d, op
from autograd.ops.shapes import view
from autograd.ops.vmap_rules import POOL

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor


def window_maxima(
        array: np.ndarray, kernel_size: tuple[int, ...], stride: tuple[int, ...],
        padding: tuple[int, ...], dilation: tuple[int, ...], ceil_mode: int
) -> tuple[np.ndarray, ...]:
    """The largest entry of each window and its flat place; of equal ones the first."""
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
    """The same where no window reaches over the edge; a place is counted from its window's."""
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
    """All windows over the last dimensions, each flattened into one last dimension."""
    count = len(reach)
    view = sliding_window_view(array, reach, tuple(range(-count, 0)))
    key = (..., *(np.s_[:m * s:s] for m, s in zip(sizes, stride)), *(np.s_[::d] for d in dilation))
    view = view[key]
    return view.reshape(*view.shape[:-count], math.prod(view.shape[-count:]))


def adaptive_maxima(array: np.ndarray, output_size: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """The largest entry of each of `output_size` nearly equal parts, and its flat place."""
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
    """An array of `size` with `values` added at flat places of the last `count` dimensions."""
    made = np.zeros((math.prod(size[:-count]), math.prod(size[-count:])), values.dtype)
    rows = np.arange(made.shape[0])[:, None]
    shape = (made.shape[0], math.prod(indices.shape[-count:]))
    np.add.at(made, (rows, indices.reshape(shape)), values.reshape(shape))
    return made.reshape(size)


def write_at_flat(
        values: np.ndarray, indices: np.ndarray, size: tuple[int, ...], count: int) -> np.ndarray:
    """`put_back`, where of several values at one place the last stays."""
    made = np.zeros((math.prod(size[:-count]), math.prod(size[-count:])), values.dtype)
    shape = (made.shape[0], math.prod(indices.shape[-count:]))
    for row, places, entries in zip(made, indices.reshape(shape), values.reshape(shape)):
        row[places] = entries
    return made.reshape(size)


def take_at_flat(grad: ArrayOrTensor, indices: ArrayOrTensor, count: int) -> ArrayOrTensor:
    """The entries at flat places of the last `count` dimensions, by torch's own steps."""
    shape = tuple(indices.shape)
    flat = view(grad, size=(*shape[:-count], math.prod(grad.shape[-count:])))
    rows = view(indices, size=(*shape[:-count], math.prod(shape[-count:])))
    return view(gather(flat, rows, dim=len(shape) - count), size=shape)


def max_pool_backward_op(name: str, node: str, count: int) -> Op:
    """The backward of a pool of maxima: each gradient goes where its maximum stood."""
    return linear_backward_op(f"{name}_backward", double_backward_name(node),
        lambda grad_output, self, indices: add_at_flat(grad_output, indices, self.shape, count),
        r"$grad_output \text{ at } $indices",
        d(lambda grad, indices: take_at_flat(grad, indices, count), r"${grad}_{$indices}"))


# What nodes of pools of maxima save.
INDICES = {"indices": None, "result1": saved("indices"), "self": saved("self")}


def max_pool_op(name: str, node: str, count: int, **facts: Any) -> Op:
    """A pool of maxima over windows of `count` dimensions."""
    back = max_pool_backward_op(name, node, count)
    return op(name, node,
        lambda self, *, kernel_size, stride, padding, dilation, ceil_mode:
            window_maxima(self, kernel_size, stride, padding, dilation, ceil_mode),
        r"\max_{\text{window}} $self", outputs=("values", "indices"), **facts,
        self=d(lambda grads, self, indices: back(grads[0], self, indices),
               r"$grads \text{ at } $indices"),
        saves={**INDICES, **saved_all("kernel_size", "stride", "padding", "dilation", "ceil_mode")})


def adaptive_max_pool_op(name: str, node: str, count: int, **facts: Any) -> Op:
    """A pool of maxima to a given size."""
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
    """The opposite of a pool of maxima: values at their places, zeros elsewhere."""
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

# --- Blocks ------------------------------------------------------------------------------------

im2col = op("im2col", "Im2ColBackward0",
    lambda self, *, kernel_size, dilation, padding, stride:
        image_to_columns(self, kernel_size, dilation, padding, stride),
    r"\mathrm{unfold}($self)",
    refuses=unsupported("im2col_out_cpu", INTEGERS),
    self=d(lambda grad, self_shape, kernel_size, dilation, padding, stride:
           col2im(grad, output_size=self_shape[-2:], kernel_size=kernel_size, dilation=dilation,
                  padding=padding, stride=stride), r"\mathrm{fold}($grad)"),
    saves={
        "self_sym_argsize_minus_1": saved_length(-1, "self_shape"),
        "self_sym_argsize_minus_2": saved_length(-2, "self_shape"), "self_sym_sizes": None})

col2im = op("col2im", "Col2ImBackward0",
    lambda self, *, output_size, kernel_size, dilation, padding, stride:
        columns_to_image(self, output_size, kernel_size, dilation, padding, stride),
    r"\mathrm{fold}($self)",
    refuses=unsupported("col2im_out_cpu", INTEGERS),
    self=d(lambda grad, kernel_size, dilation, padding, stride:
           im2col(grad, kernel_size=kernel_size, dilation=dilation, padding=padding,
                  stride=stride), r"\mathrm{unfold}($grad)"))

pixel_shuffle = op("pixel_shuffle", "PixelShuffleBackward0",
    lambda self, *, upscale_factor: shuffle_pixels(self, upscale_factor),
        r"\mathrm{shuffle}($self)",
    memory_format=channels_last_as_inputs,
    self=d(lambda grad, upscale_factor: pixel_unshuffle(grad, downscale_factor=upscale_factor),
           r"\mathrm{shuffle}^{-1}($grad)"))

pixel_unshuffle = op("pixel_unshuffle", "PixelUnshuffleBackward0",
    lambda self, *, downscale_factor: unshuffle_pixels(self, downscale_factor),
    r"\mathrm{shuffle}^{-1}($self)",
    refuses=unsupported("pixel_unshuffle", UNSIGNED),
    memory_format=channels_last_as_inputs,
    self=d(lambda grad, downscale_factor: pixel_shuffle(grad, upscale_factor=downscale_factor),
           r"\mathrm{shuffle}($grad)"))

channel_shuffle = op("channel_shuffle", "ChannelShuffleBackward0",
    lambda self, *, groups: shuffle_channels(self, groups), r"\mathrm{shuffle}($self)",
    refuses=unsupported("channel_shuffle", UNSIGNED),
    self=d(lambda grad, self_shape, groups: channel_shuffle(grad, groups=self_shape[1] // groups),
           r"\mathrm{shuffle}^{-1}($grad)"),
    saves=UNSIZED)


def image_to_columns(
        array: np.ndarray, kernel_size: tuple[int, ...], dilation: tuple[int, ...],
        padding: tuple[int, ...], stride: tuple[int, ...]) -> np.ndarray:
    """The windows of images (..., C, H, W) as columns (..., C * kernel, places)."""
    array = np.pad(array, [(0, 0)] * (array.ndim - 2) + [(p, p) for p in padding])
    reach = tuple(d * (k - 1) + 1 for k, d in zip(kernel_size, dilation))
    view = sliding_window_view(array, reach, (-2, -1))
    (down, right), (tall, wide) = stride, dilation
    view = view[..., ::down, ::right, ::tall, ::wide]
    *lead, c, rows, columns, high, broad = view.shape
    view = np.array(np.moveaxis(view, (-2, -1), (-4, -3)), order="C")  # windows overlap
    return view.reshape(*lead, c * high * broad, rows * columns)


def columns_to_image(
        columns: np.ndarray, output_size: tuple[int, ...], kernel_size: tuple[int, ...],
        dilation: tuple[int, ...], padding: tuple[int, ...], stride: tuple[int, ...]) -> np.ndarray:
    """The transpose of `blocks`: columns added up in images."""
    whole = [m + 2 * p for m, p in zip(output_size, padding)]
    counts = [
        (m - d * (k - 1) - 1) // s + 1
        for m, d, k, s in zip(whole, dilation, kernel_size, stride)
    ]
    *lead, entries, _ = columns.shape
    channels = entries // math.prod(kernel_size)
    parts = columns.reshape(*lead, channels, *kernel_size, *counts)
    made = np.zeros((*lead, channels, *whole), columns.dtype)
    for tap in np.ndindex(*kernel_size):
        key = tuple(
            np.s_[t * d:t * d + s * (m - 1) + 1:s]
            for t, d, s, m in zip(tap, dilation, stride, counts)
        )
        made[(..., *key)] += parts[(..., *tap, np.s_[:], np.s_[:])]
    top, left = padding
    return made[..., top:top + output_size[0], left:left + output_size[1]]


def shuffle_pixels(array: np.ndarray, factor: int) -> np.ndarray:
    """Groups of channels laid out as finer images."""
    *lead, c, h, w = array.shape
    parts = array.reshape(*lead, c // factor**2, factor, factor, h, w)
    k = len(lead)
    order = (*range(k), k, k + 3, k + 1, k + 4, k + 2)
    return parts.transpose(order).reshape(*lead, c // factor**2, h * factor, w * factor)


def unshuffle_pixels(array: np.ndarray, factor: int) -> np.ndarray:
    """The opposite of `shuffled`."""
    *lead, c, h, w = array.shape
    parts = array.reshape(*lead, c, h // factor, factor, w // factor, factor)
    k = len(lead)
    order = (*range(k), k, k + 2, k + 4, k + 1, k + 3)
    return parts.transpose(order).reshape(*lead, c * factor**2, h // factor, w // factor)


def shuffle_channels(array: np.ndarray, groups: int) -> np.ndarray:
    """Channels dealt out in turn from `groups` equal stacks."""
    n, c = array.shape[:2]
    parts = array.reshape(n, groups, c // groups, *array.shape[2:])
    return parts.swapaxes(1, 2).reshape(array.shape)
