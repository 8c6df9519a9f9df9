"""Ops that move blocks of images without arithmetic: im2col, col2im, pixel_shuffle."""

from __future__ import annotations

import math

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from autograd.graph.saved_attributes import UNSIZED, saved_length
from autograd.kernels.memory_formats import channels_last_as_inputs
from autograd.kernels.refused_dtypes import INTEGERS, UNSIGNED, unsupported
from autograd.ops.record import d, op

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
    """Return the windows of images (..., C, H, W) as columns (..., C * kernel, positions)."""
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
    """Add columns up in images: the transpose of `image_to_columns`."""
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
    """Rearrange groups of channels into images of finer resolution."""
    *lead, c, h, w = array.shape
    parts = array.reshape(*lead, c // factor**2, factor, factor, h, w)
    k = len(lead)
    order = (*range(k), k, k + 3, k + 1, k + 4, k + 2)
    return parts.transpose(order).reshape(*lead, c // factor**2, h * factor, w * factor)


def unshuffle_pixels(array: np.ndarray, factor: int) -> np.ndarray:
    """Undo `shuffle_pixels`."""
    *lead, c, h, w = array.shape
    parts = array.reshape(*lead, c, h // factor, factor, w // factor, factor)
    k = len(lead)
    order = (*range(k), k, k + 2, k + 4, k + 1, k + 3)
    return parts.transpose(order).reshape(*lead, c * factor**2, h // factor, w // factor)


def shuffle_channels(array: np.ndarray, groups: int) -> np.ndarray:
    """Interleave the channels of `groups` equal groups."""
    n, c = array.shape[:2]
    parts = array.reshape(n, groups, c // groups, *array.shape[2:])
    return parts.swapaxes(1, 2).reshape(array.shape)
