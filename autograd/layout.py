"""Layouts and memory formats: in which order the entries of a tensor lie in memory."""

from __future__ import annotations

import numpy as np


class _Named:
    """A constant that prints as its name in torch."""

    def __init__(self, name: str):
        self.name = name

    def __repr__(self):
        return f"torch.{self.name}"


class layout(_Named):
    """How a tensor lies in memory."""


class memory_format(_Named):
    """In which order the entries of a tensor lie in memory."""


layout.__module__ = memory_format.__module__ = "torch"
strided = layout("strided")
contiguous_format = legacy_contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")
channels_last_3d = memory_format("channels_last_3d")

_LAST = {"channels_last": 4, "channels_last_3d": 5}  # format -> the rank that it asks for


def check_format(rank: int, format) -> None:
    """Raise torch's error where a memory format does not go with a tensor's rank."""
    wanted = _LAST.get(format.name, rank)
    if rank != wanted:
        raise RuntimeError(f"required rank {wanted} tensor to use {format.name} format")


def chosen(rank: int, format) -> dict:
    """The parameters of a copy in a memory format, none where entries stay as they lie."""
    if format is None:
        return {}
    check_format(rank, format)
    return {"format": format}


def arranged(array: np.ndarray, format) -> np.ndarray:
    """A copy whose entries lie in memory as `format` says; None and preserve_format keep them."""
    if format is None or format is preserve_format:
        return laid_out(array, array.dtype) if 0 in array.strides else array.copy("K")
    if format.name not in _LAST:
        return array.copy("C")
    return np.moveaxis(np.moveaxis(array, 1, -1).copy("C"), -1, 1)


def laid_like(array: np.ndarray, dtype: np.dtype, format) -> np.ndarray:
    """Fresh memory in the shape of `array`: in its order where that has no gaps, or in `format`."""
    made = in_order_of([array], dtype) if 0 in array.strides else np.empty_like(array, dtype)
    return made if format is None else arranged(made, format)


def in_order_of(arrays, dtype: np.dtype) -> np.ndarray:
    """Fresh memory without gaps, in the shape of `arrays` (one for all) and, as far as can be, in
    their order, the first one's before the others'.

    Follows `reorder_dimensions` of aten/src/ATen/TensorIterator.cpp: dimensions are sorted by their
    steps, and one that is repeated (its step is 0) stays beside its neighbours.
    """
    shape = arrays[0].shape
    order = list(range(len(shape)))[::-1]  # from the innermost dimension to the outermost
    for place in range(1, len(shape)):
        here = place
        for before in range(place - 1, -1, -1):
            goes = belongs(arrays, order[before], order[here])
            if goes < 0:
                break
            if goes > 0:
                order[here], order[before] = order[before], order[here]
                here = before
    made = np.empty([shape[dim] for dim in reversed(order)], dtype)
    return made.transpose(np.argsort(order[::-1]))


def belongs(arrays, inner: int, outer: int) -> int:
    """Whether a dimension belongs within another (-1) or around it (1); 0 where nothing says it."""
    for array in arrays:
        steps = array.strides[inner], array.strides[outer]
        if 0 in steps:
            continue
        if steps[0] != steps[1]:
            return -1 if steps[0] < steps[1] else 1
        if array.shape[inner] > array.shape[outer]:
            return 1
    return 0


def laid_out(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """`array` in fresh memory in its order and in another dtype, with steps of 0 as torch does."""
    made = in_order_of([array], dtype)
    made[...] = array
    return made


def lies(array: np.ndarray, format) -> bool:
    """Whether the entries lie in memory without gaps, in the order of `format`."""
    if format is None or format.name not in _LAST:
        return bool(array.flags.c_contiguous)
    return array.ndim == _LAST[format.name] and bool(np.moveaxis(array, 1, -1).flags.c_contiguous)


def has_channels_last(array: np.ndarray) -> bool:
    """Whether a batch of images or volumes lies channels last and not also row by row.

    Follows `is_strides_like_channels_last` of c10/core/MemoryFormat.h.
    """
    if array.ndim not in (4, 5) or array.flags.c_contiguous:
        return False
    least = 0
    for dim in (1, *range(array.ndim - 1, 1, -1), 0):
        length, step = array.shape[dim], array.strides[dim]
        if length == 1:
            continue  # numpy's steps say nothing there
        if not length or step < least:
            return False
        least = step * length
    return array.shape[1] > 1


def with_channels_last(array: np.ndarray) -> np.ndarray:
    """`array` with its channels last in memory; copied only if it lies otherwise."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(array, 1, -1)), -1, 1)


def check_width(array, target) -> None:
    """Refuse to see entries as a wider or narrower dtype where their last dimension forbids it."""
    from autograd.dtype import of_array

    kind = of_array(array)
    if kind.itemsize == target.itemsize:
        return
    said = f"to view {kind.legacy_name} as {target.legacy_name} (different element sizes)"
    if not array.ndim:
        raise RuntimeError(f"self.dim() cannot be 0 {said}")
    ratio = target.itemsize // kind.itemsize
    if ratio and array.shape[-1] % ratio:
        raise RuntimeError(
            f"self.size(-1) must be divisible by {ratio} {said}, but got {array.shape[-1]}")
