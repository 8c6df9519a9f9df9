"""Layouts and memory formats: in which order the entries of a tensor lie in memory."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.tensor.dtype import of_array
from autograd.tensor.extrapolation import MOST_ENTRIES
from autograd.tensor.lazy_bits import check_settled
from autograd.tensor.memory_format import (
    channels_last, channels_last_3d, contiguous_format, memory_format, preserve_format)

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.tensor import Tensor


_LAST = {"channels_last": 4, "channels_last_3d": 5}  # format -> the rank that it asks for


def check_format(rank: int, format: memory_format) -> None:
    """Raise torch's error where a memory format does not go with a tensor's rank."""
    wanted = _LAST.get(format.name, rank)
    if rank != wanted:
        raise RuntimeError(f"required rank {wanted} tensor to use {format.name} format")


def chosen(rank: int, format: memory_format | None) -> dict:
    """The parameters of a copy in a memory format, none where entries stay as they lie."""
    if format is None:
        return {}
    check_format(rank, format)
    return {"format": format}


def arranged(array: np.ndarray, format: Any) -> np.ndarray:
    """A copy whose entries lie in memory as `format` says; None and preserve_format keep them."""
    if format is None or format is preserve_format:
        return laid_out(array, array.dtype)
    if format.name not in _LAST:
        return array.copy("C")
    return np.moveaxis(np.moveaxis(array, 1, -1).copy("C"), -1, 1)


def laid_like(array: np.ndarray, dtype: np.dtype, format: memory_format | None) -> np.ndarray:
    """Fresh memory in the shape of `array`: in its order where that has no gaps, or in `format`."""
    if lies_in_rows(array):
        made = np.empty(array.shape, dtype)
    elif is_dense(array):
        made = with_steps_of(array, dtype)
    else:
        made = in_order_of([array], array.shape, dtype)
    return made if format is None else arranged(made, format)


def is_dense(array: np.ndarray) -> bool:
    """Whether the entries fill a stretch of memory, each place once, in whatever order."""
    if array.flags.forc and array.size:
        return True
    expected = array.itemsize
    for step, n in sorted((step, n) for n, step in zip(array.shape, array.strides) if n != 1):
        if step != expected:
            return False
        expected *= n
    return True


def with_steps_of(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Fresh memory with the very steps of `array`, which is dense."""
    steps = [step // array.itemsize * dtype.itemsize for step in array.strides]
    return np.ndarray(array.shape, dtype, np.empty(array.size * dtype.itemsize, np.uint8), 0, steps)


def settled(made: np.ndarray, inputs: tuple[Any, ...]) -> np.ndarray:
    """What an elementwise op made of `inputs`, copied to where torch would lay it, if need be.

    Follows `compute_fast_setup_type` of aten/src/ATen/TensorIterator.cpp, where inputs that are
    alike are looked at together, and then `in_order_of`.
    """
    if type(made) is not np.ndarray or made.ndim < 2:
        return made
    first = inputs[0]
    if (type(first) is np.ndarray and first.strides == made.strides and 1 not in made.shape
            and first.shape == made.shape and first.itemsize == made.itemsize):
        return made
    arrays = [x for x in inputs if isinstance(x, np.ndarray)]
    lying = at_once(arrays, made) if len(arrays) == len(inputs) else None
    if lying is None:
        lying = in_order_of(arrays, made.shape, made.dtype)
    if lying.strides == made.strides:
        return made
    lying[...] = made
    return lying


def lies_in_rows(array: np.ndarray) -> bool:
    """Whether entries lie row by row, where a dimension of one entry has the step of rows, too."""
    return array.flags.c_contiguous and (
        1 not in array.shape or array.strides == steps_of_rows(array.shape, array.itemsize))


@cache
def steps_of_rows(shape: tuple, itemsize: int) -> tuple:
    """The steps in bytes of entries that lie row by row."""
    return tuple([itemsize * math.prod(shape[dim + 1:]) for dim in range(len(shape))])


def at_once(arrays: list[np.ndarray], made: np.ndarray) -> np.ndarray | None:
    """Memory for `made` where all arrays have its shape and lie in one way; None elsewhere."""
    if any(x.shape != made.shape for x in arrays):
        return None
    if all(x.flags.c_contiguous for x in arrays):
        return np.empty(made.shape, made.dtype)
    if made.ndim == 4 and all(lies(x, channels_last) for x in arrays):
        return arranged(np.empty(made.shape, made.dtype), channels_last)
    first = arrays[0]
    steps = [step // first.itemsize for step in first.strides]
    if is_dense(first) and all(
            [step // x.itemsize for step in x.strides] == steps for x in arrays[1:]):
        return with_steps_of(first, made.dtype)
    return None


def in_order_of(arrays: list[np.ndarray], shape: tuple, dtype: np.dtype) -> np.ndarray:
    """Fresh memory of `shape` without gaps and, as far as can be, in the order of `arrays`, which
    are broadcast to it, the first one's before the others'.

    Follows `reorder_dimensions` of aten/src/ATen/TensorIterator.cpp: dimensions are sorted by their
    steps, and one that is repeated (its step is 0) stays beside its neighbours.
    """
    steps = [steps_within(array, shape) for array in arrays]
    order = list(range(len(shape)))[::-1]  # from the innermost dimension to the outermost
    for place in range(1, len(shape)):
        here = place
        for before in range(place - 1, -1, -1):
            goes = belongs(steps, shape, order[before], order[here])
            if goes < 0:
                break
            if goes > 0:
                order[here], order[before] = order[before], order[here]
                here = before
    made = np.empty([shape[dim] for dim in reversed(order)], dtype)
    return made.transpose(np.argsort(order[::-1]))


def steps_within(array: np.ndarray, shape: tuple) -> list[int]:
    """The steps of an array that is broadcast to `shape`: 0 along what it is repeated."""
    lead = len(shape) - array.ndim
    own = zip(array.shape, array.strides, shape[lead:])
    return [0] * lead + [0 if m == 1 != n else step for m, step, n in own]


def belongs(steps: list[Any], shape: tuple, inner: int, outer: int) -> int:
    """Whether a dimension belongs within another (-1) or around it (1); 0 where nothing says it."""
    for own in steps:
        first, second = own[inner], own[outer]
        if not (first and second):
            continue
        if first != second:
            return -1 if first < second else 1
        if shape[inner] > shape[outer]:
            return 1
    return 0


def laid_out(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """`array` in fresh memory in its order and in another dtype, as torch copies it."""
    if type(array) is not np.ndarray or lies_in_rows(array):
        return array.astype(dtype)
    made = laid_like(array, dtype, None)
    made[...] = array
    return made


def cast(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """`array` itself where it has that dtype, else as torch copies it."""
    if array.dtype == dtype:
        return array
    if array.size > MOST_ENTRIES and not any(array.strides):  # as a meta tensor's, or expanded
        one = array[(slice(0, 1),) * array.ndim].astype(dtype)
        return np.broadcast_to(one, array.shape)
    return laid_out(array, dtype)


def lies(array: np.ndarray, format: Any) -> bool:
    """Whether the entries lie in memory without gaps, in the order of `format`."""
    if format is None or format.name not in _LAST:
        return bool(array.flags.c_contiguous)
    return array.ndim == _LAST[format.name] and bool(np.moveaxis(array, 1, -1).flags.c_contiguous)


def has_channels_last(array: np.ndarray) -> bool:
    """Whether a batch of images or volumes lies channels last and not also row by row.

    Of a dimension of one entry numpy's steps say nothing.
    """
    if array.ndim not in (4, 5) or array.flags.c_contiguous or array.shape[1] < 2 or (
            not array.strides[1]):
        return False
    lasting = [(n, step) for n, step in channels_first(array.shape, array.strides) if n != 1]
    return rising(lasting) and (len(array) == 1 or array.strides[0] != 0)


def runs_channels_last(array: np.ndarray) -> bool:
    """Whether the steps of `array`, with a dimension of one entry more at its end, are those of a
    batch with its channels last: here steps of one entry count, too."""
    shape, steps = (*array.shape, 1), (*array.strides, array.itemsize)
    return rising(channels_first(shape, steps)) and steps[1] not in (0, shape[2] * steps[2])


def channels_first(shape: tuple[int, ...], steps: tuple[int, ...]) -> list[tuple[int, int]]:
    """Lengths and steps from what changes fastest with the channels last: channels, columns, rows,
    the batch."""
    return [(shape[dim], steps[dim]) for dim in (1, *range(len(shape) - 1, 1, -1), 0)]


def rising(lengths_and_steps: list[Any]) -> bool:
    """Whether each dimension steps over all of the one before, and none is empty.

    Follows `is_strides_like_channels_last` of c10/core/MemoryFormat.h.
    """
    least = 0
    for length, step in lengths_and_steps:
        if not length or step < least:
            return False
        least = step * length
    return True


def suggested(array: np.ndarray) -> memory_format:
    """The memory format that torch's layers read out of the steps of a batch."""
    if not has_channels_last(array):
        return contiguous_format
    return channels_last if array.ndim == 4 else channels_last_3d


def with_channels_last(array: np.ndarray) -> np.ndarray:
    """`array` with its channels last in memory; copied only if it lies otherwise."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(array, 1, -1)), -1, 1)


def in_rows(made: np.ndarray) -> np.ndarray:
    """`made` row by row, where a dimension of one entry has the step of rows, too."""
    made = np.asarray(made)
    return made if lies_in_rows(made) else np.array(made, order="C")


def placed(array: np.ndarray, last: bool) -> np.ndarray:
    """`array` row by row, or with its channels last."""
    return with_channels_last(array) if last else in_rows(array)


def check_width(input: Tensor, target: dtype) -> None:
    """Refuse to see entries as a wider or narrower dtype where their place in memory forbids it."""
    check_settled(array := input._array)
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
    (*outer, last), offset = input.stride(), input.storage_offset()
    if last != 1:
        raise RuntimeError(f"self.stride(-1) must be 1 {said}, but got {last}")
    if ratio and offset % ratio:
        raise RuntimeError(
            f"self.storage_offset() must be divisible by {ratio} {said}, but got {offset}")
    for dim, step in enumerate(outer):
        if ratio and step % ratio:
            raise RuntimeError(
                f"self.stride({dim}) must be divisible by {ratio} {said}, but got {step}")
