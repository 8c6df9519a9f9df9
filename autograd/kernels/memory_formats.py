"""Memory formats of the results of ops, where they differ from those of the inputs.

The records of ops declare one of these functions with `memory_format=`. A program sees the format
where it calls `view`, where it draws a dropout mask, and in `stride()`. Elsewhere results follow
their inputs, in numpy as in torch.
"""

from collections.abc import Callable

import numpy as np

from autograd.runtime.wrapping import wraps
from autograd.tensor.memory_format import (
    copy_in_format, channels_last, channels_last_3d, is_channels_last, to_contiguous,
    empty_like_array, has_contiguous_strides,
    to_memory_format, has_channels_last_strides, restride_result)


def row_major(forward: Callable) -> Callable:
    """Wrap `forward` to return row-major results."""

    @wraps(forward)
    def with_format(*arrays, **params):
        result = forward(*arrays, **params)
        return tuple(map(to_contiguous, result)) if type(result) is tuple else to_contiguous(result)

    return with_format


def column_major(forward: Callable) -> Callable:
    """Wrap `forward` to return column-major matrices, one after the other."""

    @wraps(forward)
    def with_format(*arrays, **params):
        result = forward(*arrays, **params)
        if type(result) is not tuple:
            return as_column_major(result)
        max_ndim = max(each.ndim for each in result)
        return tuple([as_column_major(each) if each.ndim == max_ndim else each for each in result])

    return with_format


def column_major_on_the_left(forward: Callable) -> Callable:
    """Wrap `forward` to return column-major matrices, or row-major ones for `left=False`."""
    columns, rows = column_major(forward), row_major(forward)

    @wraps(forward)
    def with_format(*arrays, left=True, **params):
        return (columns if left else rows)(*arrays, left=left, **params)

    return with_format


def as_column_major(array: np.ndarray) -> np.ndarray:
    """Return `array` with its last two dimensions column-major in memory."""
    if array.ndim < 2:
        return array
    if not array.size:
        return empty_column_major(array.shape, array.dtype)
    return to_contiguous(array.swapaxes(-1, -2)).swapaxes(-1, -2)


def empty_column_major(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return matrices without entries, with the strides that they would have column-major."""
    strides = [dtype.itemsize]
    for n in (*shape[-2:], *shape[-3:0:-1]):
        strides.append(strides[-1] * max(n, 1))
    strides = (*strides[len(shape) - 1:1:-1], *strides[:2])
    return np.ndarray(shape, dtype, np.empty(0, np.uint8), 0, strides)


def elementwise(forward: Callable) -> Callable:
    """Wrap `forward` to return results with the strides of torch's elementwise kernels."""

    @wraps(forward)
    def with_format(*arrays, **params):
        result = forward(*arrays, **params)
        return result if result.ndim < 2 or are_row_major(arrays) else restride_result(result,
            arrays)

    return with_format


def are_row_major(arrays: tuple) -> bool:
    """Return True if all arrays are row-major."""
    for array in arrays:
        if isinstance(array, np.ndarray) and not has_contiguous_strides(array):
            return False
    return True


def channels_last_as_inputs(forward: Callable) -> Callable:
    """Wrap `forward` to return row-major results, or channels last if all its inputs are."""

    @wraps(forward)
    def with_format(*arrays, **params):
        result = forward(*arrays, **params)
        first = arrays[0]
        last = is_channels_last(first) and all(
            is_channels_last(x) for x in arrays[1:] if np.ndim(x) == first.ndim
            and x.shape[0] == first.shape[0])
        if type(result) is tuple:
            return tuple([to_memory_format(each, last and each.ndim == first.ndim)
                          for each in result])
        return to_memory_format(result, last)

    return with_format


def channels_last_as_input_or_weight(forward: Callable) -> Callable:
    """Wrap `forward` to return row-major images, or channels last if its input or its weight is."""

    @wraps(forward)
    def with_format(input, weight, *others, **params):
        result = forward(input, weight, *others, **params)
        last = result.ndim == 4 and (is_channels_last(input) or is_channels_last(weight))
        return to_memory_format(result, last)

    return with_format


def channels_last_as_second(forward: Callable) -> Callable:
    """Wrap `forward` to return row-major results, or channels last if its second input is."""

    @wraps(forward)
    def with_format(first, second, *others, **params):
        return to_memory_format(forward(first, second, *others, **params), is_channels_last(second))

    return with_format


def stack_like_cat(cat: Callable, forward: Callable) -> Callable:
    """Return `stack` with the strides of torch, where it is a view of `cat`.

    At the last dimension it is `cat` of tensors with a new dimension.
    """

    @wraps(forward)
    def with_format(*arrays, dim):
        shape = arrays[0].shape
        if dim < len(shape):
            joined = cat(*arrays, dim=dim)
            return joined.reshape(*shape[:dim], len(arrays), *shape[dim:])
        result = forward(*arrays, dim=dim)
        if dim == len(shape) in (3, 4) and all([has_channels_last_strides(x) for x in arrays]):
            return copy_in_format(result, channels_last if result.ndim == 4 else channels_last_3d)
        return to_contiguous(result)

    return with_format


def as_input(forward: Callable) -> Callable:
    """Wrap `forward` to return results with the memory format of its input."""

    @wraps(forward)
    def with_format(array, **params):
        result = forward(array, **params)
        if has_contiguous_strides(array):
            return result
        if type(result) is tuple:
            return tuple([copy_with_strides_of(each, array) for each in result])
        return copy_with_strides_of(result, array)

    return with_format


def copy_with_strides_of(made: np.ndarray, array: np.ndarray) -> np.ndarray:
    """Return a copy of `made` with the memory format of `array`."""
    copy = empty_like_array(array, made.dtype, None)
    copy[...] = made
    return copy
