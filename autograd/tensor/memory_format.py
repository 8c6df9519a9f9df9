"""Memory formats: the order in which the elements of a tensor lie in memory."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from autograd.runtime.c_types import CType, set_c_name
from autograd.tensor.allocation import MOST_ENTRIES


class _Named(metaclass=CType):
    """A constant that prints as its name in torch."""

    __slots__ = ("name",)

    def __new__(cls, *args, **options):
        raise TypeError(f"cannot create '{cls.long_name}' instances")

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return self.name


class layout(_Named):
    """The storage layout of a tensor: strided or sparse (`torch.layout`)."""

    __slots__ = ()


class memory_format(_Named):
    """The order of dimensions in memory (`torch.memory_format`)."""

    __slots__ = ()


def _named(kind: type, name: str):
    made = object.__new__(kind)
    made.name = name
    return made


set_c_name(layout)
set_c_name(memory_format)
strided = _named(layout, "strided")
sparse_coo, sparse_csr = _named(layout, "sparse_coo"), _named(layout, "sparse_csr")
sparse_csc = _named(layout, "sparse_csc")
contiguous_format = legacy_contiguous_format = _named(memory_format, "contiguous_format")
preserve_format = _named(memory_format, "preserve_format")
channels_last = _named(memory_format, "channels_last")
channels_last_3d = _named(memory_format, "channels_last_3d")

_LAST = {"channels_last": 4, "channels_last_3d": 5}  # format -> the rank that it asks for


def check_memory_format(rank: int, format: memory_format) -> None:
    """Raise torch's error where `format` needs a tensor of another rank."""
    wanted = _LAST.get(format.name, rank)
    if rank != wanted:
        raise RuntimeError(f"required rank {wanted} tensor to use {format.name} format")


def format_params(rank: int, format: memory_format | None) -> dict:
    """Return the parameters of a copy in a memory format; none if strides are preserved."""
    if format is None:
        return {}
    check_memory_format(rank, format)
    return {"format": format}


def copy_in_format(array: np.ndarray, format: Any) -> np.ndarray:
    """Return a copy in the memory format `format`; None and preserve_format preserve strides."""
    if format is None or format is preserve_format:
        return copy_preserving_strides(array, array.dtype)
    if format.name not in _LAST:
        return array.copy("C")
    return np.moveaxis(np.moveaxis(array, 1, -1).copy("C"), -1, 1)


def empty_like_array(array: np.ndarray, dtype: np.dtype,
                     format: memory_format | None) -> np.ndarray:
    """Return fresh memory in the shape of `array`: with its strides where dense, or in `format`."""
    if has_contiguous_strides(array):
        made = np.empty(array.shape, dtype)
    elif is_non_overlapping_and_dense(array):
        made = empty_with_strides(array, dtype)
    else:
        made = empty_in_order_of([array], array.shape, dtype)
    return made if format is None else copy_in_format(made, format)


def is_non_overlapping_and_dense(array: np.ndarray) -> bool:
    """Return whether the elements fill a range of memory, each location once, in any order."""
    if array.flags.forc and array.size:
        return True
    expected = array.itemsize
    for step, n in sorted((step, n) for n, step in zip(array.shape, array.strides) if n != 1):
        if step != expected:
            return False
        expected *= n
    return True


def empty_with_strides(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return fresh memory with the strides of `array`, which is non-overlapping and dense."""
    steps = [step // array.itemsize * dtype.itemsize for step in array.strides]
    return np.ndarray(array.shape, dtype, np.empty(array.size * dtype.itemsize, np.uint8), 0, steps)


def restride_result(made: np.ndarray, inputs: tuple[Any, ...]) -> np.ndarray:
    """Return the result of an elementwise op, copied if torch would give it other strides.

    Follows `compute_fast_setup_type` of aten/src/ATen/TensorIterator.cpp, where inputs of equal
    strides are handled together, and then `empty_in_order_of`.
    """
    if type(made) is not np.ndarray or made.ndim < 2:
        return made
    first = inputs[0]
    if (type(first) is np.ndarray and first.strides == made.strides and 1 not in made.shape
            and first.shape == made.shape and first.itemsize == made.itemsize):
        return made
    arrays = [x for x in inputs if isinstance(x, np.ndarray)]
    lying = empty_if_alike(arrays, made) if len(arrays) == len(inputs) else None
    if lying is None:
        lying = empty_in_order_of(arrays, made.shape, made.dtype)
    if lying.strides == made.strides:
        return made
    lying[...] = made
    return lying


def has_contiguous_strides(array: np.ndarray) -> bool:
    """Return whether an array is contiguous, with contiguous strides also for dimensions of size 1.
    """
    return array.flags.c_contiguous and (
        1 not in array.shape or array.strides == contiguous_strides(array.shape, array.itemsize))


@cache
def contiguous_strides(shape: tuple, itemsize: int) -> tuple:
    """Return the strides in bytes of a contiguous array."""
    return tuple([itemsize * math.prod(shape[dim + 1:]) for dim in range(len(shape))])


def empty_if_alike(arrays: list[np.ndarray], made: np.ndarray) -> np.ndarray | None:
    """Return memory for `made` if all arrays have its shape and equal strides; else None."""
    if any(x.shape != made.shape for x in arrays):
        return None
    if all(x.flags.c_contiguous for x in arrays):
        return np.empty(made.shape, made.dtype)
    if made.ndim == 4 and all(is_contiguous_in(x, channels_last) for x in arrays):
        return copy_in_format(np.empty(made.shape, made.dtype), channels_last)
    first = arrays[0]
    steps = [step // first.itemsize for step in first.strides]
    if is_non_overlapping_and_dense(first) and all(
            [step // x.itemsize for step in x.strides] == steps for x in arrays[1:]):
        return empty_with_strides(first, made.dtype)
    return None


def empty_in_order_of(arrays: list[np.ndarray], shape: tuple, dtype: np.dtype) -> np.ndarray:
    """Return dense memory of `shape` with dimensions ordered as in `arrays`, which broadcast to it.

    Earlier arrays take precedence. Follows `reorder_dimensions` of
    aten/src/ATen/TensorIterator.cpp: dimensions are sorted by stride, and an expanded one (stride
    0) stays beside its neighbours.
    """
    steps = [broadcast_strides(array, shape) for array in arrays]
    order = list(range(len(shape)))[::-1]  # from the innermost dimension to the outermost
    for place in range(1, len(shape)):
        here = place
        for before in range(place - 1, -1, -1):
            goes = compare_dims(steps, shape, order[before], order[here])
            if goes < 0:
                break
            if goes > 0:
                order[here], order[before] = order[before], order[here]
                here = before
    made = np.empty([shape[dim] for dim in reversed(order)], dtype)
    return made.transpose(np.argsort(order[::-1]))


def broadcast_strides(array: np.ndarray, shape: tuple) -> list[int]:
    """Return the strides of an array broadcast to `shape`: 0 along expanded dimensions."""
    lead = len(shape) - array.ndim
    own = zip(array.shape, array.strides, shape[lead:])
    return [0] * lead + [0 if m == 1 != n else step for m, step, n in own]


def compare_dims(steps: list[Any], shape: tuple, inner: int, outer: int) -> int:
    """Return -1 if dimension `inner` belongs inside of `outer`, 1 if outside, 0 if undetermined."""
    for own in steps:
        first, second = own[inner], own[outer]
        if not (first and second):
            continue
        if first != second:
            return -1 if first < second else 1
        if shape[inner] > shape[outer]:
            return 1
    return 0


def copy_preserving_strides(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return a copy in another dtype that preserves strides as torch's `to` does."""
    if type(array) is not np.ndarray or has_contiguous_strides(array):
        return array.astype(dtype)
    made = empty_like_array(array, dtype, None)
    made[...] = array
    return made


def cast(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return `array` in `dtype`: itself if it has it, else a copy that preserves strides."""
    if array.dtype == dtype:
        return array
    if array.size > MOST_ENTRIES and not any(array.strides):  # as a meta tensor's, or expanded
        one = array[(slice(0, 1),) * array.ndim].astype(dtype)
        return np.broadcast_to(one, array.shape)
    return copy_preserving_strides(array, dtype)


def is_contiguous_in(array: np.ndarray, format: Any) -> bool:
    """Return whether an array is contiguous in the memory format `format`."""
    if format is None or format.name not in _LAST:
        return bool(array.flags.c_contiguous)
    return array.ndim == _LAST[format.name] and bool(np.moveaxis(array, 1, -1).flags.c_contiguous)


def is_channels_last(array: np.ndarray) -> bool:
    """Return whether a batch of images or volumes is channels last but not also contiguous.

    numpy's strides of dimensions of size 1 are ignored.
    """
    if array.ndim not in (4, 5) or array.flags.c_contiguous or array.shape[1] < 2 or (
            not array.strides[1]):
        return False
    lasting = [(n, step) for n, step in order_channels_first(array.shape, array.strides) if n != 1]
    return are_strides_increasing(lasting) and (len(array) == 1 or array.strides[0] != 0)


def has_channels_last_strides(array: np.ndarray) -> bool:
    """Return whether `array`, with a last dimension of size 1 added, has channels-last strides.

    Strides of dimensions of size 1 count here.
    """
    shape, steps = (*array.shape, 1), (*array.strides, array.itemsize)
    return (are_strides_increasing(order_channels_first(shape, steps))
            and steps[1] not in (0, shape[2] * steps[2]))


def order_channels_first(shape: tuple[int, ...], steps: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return lengths and strides from the innermost dimension of channels last: C, W, H, N."""
    return [(shape[dim], steps[dim]) for dim in (1, *range(len(shape) - 1, 1, -1), 0)]


def are_strides_increasing(lengths_and_steps: list[Any]) -> bool:
    """Return whether each dimension steps over all of the one before, and none is empty.

    Follows `is_strides_like_channels_last` of c10/core/MemoryFormat.h.
    """
    least = 0
    for length, step in lengths_and_steps:
        if not length or step < least:
            return False
        least = step * length
    return True


def suggest_memory_format(array: np.ndarray) -> memory_format:
    """Return the memory format that torch's layers derive from the strides of a batch."""
    if not is_channels_last(array):
        return contiguous_format
    return channels_last if array.ndim == 4 else channels_last_3d


def to_channels_last(array: np.ndarray) -> np.ndarray:
    """Return `array` in channels last; copied only if it is in another format."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(array, 1, -1)), -1, 1)


def to_contiguous(made: np.ndarray) -> np.ndarray:
    """Return `made` contiguous, with contiguous strides also for dimensions of size 1."""
    made = np.asarray(made)
    return made if has_contiguous_strides(made) else np.array(made, order="C")


def to_memory_format(array: np.ndarray, last: bool) -> np.ndarray:
    """Return `array` in channels last if `last`, else contiguous."""
    return to_channels_last(array) if last else to_contiguous(array)
