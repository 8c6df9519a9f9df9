"""Views of arrays with torch's strides, with the gradients of such views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograd.tensor.memory_format import empty_in_order_of, has_contiguous_strides


def expand_view(array: np.ndarray, size: tuple[int, ...]) -> np.ndarray:
    """Return `array` expanded to a larger shape; writeable where no dimension is expanded."""
    if not array.ndim and type(array) is np.ndarray and array.dtype.char in "fd":
        return np.ndarray(size, array.dtype, array, 0, [0] * len(size))
    result = np.broadcast_to(array, size, subok=True)
    if 1 not in result.shape:
        result.flags.writeable = array.flags.writeable
        return result
    strides, first = [], result.ndim - array.ndim
    for dim in range(result.ndim - 1, -1, -1):
        stride = result.strides[dim]
        if result.shape[dim] == 1:  # numpy drops its stride
            stride = (array.strides[dim - first] if dim >= first
                      else new_dim_stride(result, strides, dim))
        strides.insert(0, stride if array.ndim else 0)
    return np.lib.stride_tricks.as_strided(array, result.shape, strides, subok=True)


def new_dim_stride(array: np.ndarray, steps: list[int], dim: int) -> int:
    """Return the stride that torch gives a new dimension of one entry; `steps` are those after
    `dim`."""
    return array.shape[dim + 1] * steps[0] if steps else array.itemsize


def reshape_view(array: np.ndarray, size: tuple[int, ...]) -> np.ndarray:
    """Return a view in another shape, with torch's strides of dimensions of one entry.

    For gradients it is a copy if their strides do not allow a view.
    """
    result = array.reshape(size)
    if (1 not in result.shape or has_contiguous_strides(array)
            or not np.may_share_memory(result, array)):
        return result
    strides = compute_strides(array, result.shape)
    return np.lib.stride_tricks.as_strided(result, result.shape, strides, subok=True)


def compute_strides(array: np.ndarray, size: tuple[int, ...]) -> list[int]:
    """Return the strides of an array viewed in another shape, which is known to need no copy.

    Follows `computeStride_impl` of aten/src/ATen/TensorUtils.cpp: contiguous dimensions are merged,
    from the last dimension to the first.
    """
    shape, strides = array.shape, array.strides
    steps, dim, count, seen = [0] * len(size), len(size) - 1, 1, 1
    stride = strides[-1] if shape else array.itemsize
    for i in range(len(shape) - 1, -1, -1):
        count *= shape[i]
        if i and (shape[i - 1] == 1 or strides[i - 1] == count * stride):
            continue
        while dim >= 0 and (seen < count or size[dim] == 1):
            steps[dim] = seen * stride
            seen *= size[dim]
            dim -= 1
        if i:
            stride, count, seen = strides[i - 1], 1, 1
    return steps


def unsqueeze_view(array: np.ndarray, dim: int) -> np.ndarray:
    """Return a view with a new dimension of one entry, with torch's stride."""
    result = np.expand_dims(array, dim)
    dim %= result.ndim
    strides = list(array.strides)
    strides.insert(dim, new_dim_stride(result, strides[dim:], dim))
    if result.strides == tuple(strides):
        return result
    return np.lib.stride_tricks.as_strided(array, result.shape, strides, subok=True)


def index_dim(dim: int, key: Any) -> tuple:
    """Return the index that applies `key` to dimension `dim`, a non-negative number."""
    # The ellipsis makes numpy return a view even of a single element.
    return (np.s_[:],) * dim + (key, ...)


def slice_dim(array: np.ndarray, dim: int, entries: slice) -> np.ndarray:
    """Return a view of some entries along `dim`; an empty one keeps its address, as in torch."""
    part = array[index_dim(dim, entries)]
    if part.size or not array.size or not array.flags.forc:
        return part
    first = entries.indices(array.shape[dim])[0] * array.strides[dim]
    return np.ndarray(part.shape, array.dtype, array, min(first, array.nbytes))


def index_array(array: np.ndarray, key: Any) -> np.ndarray:
    """Return the entries of an index with index arrays, with torch's strides."""
    result = array[key]
    if array.flags.c_contiguous or result.ndim < 2:
        return np.asarray(result, order="C")
    keys = key if isinstance(key, tuple) else (key,)
    if not all(type(k) is np.ndarray or k == np.s_[:] for k in keys):
        return np.asarray(result)
    memory = empty_in_order_of(restride_indexed(array, keys), result.shape, result.dtype)
    memory[...] = result
    return memory


def restride_indexed(array: np.ndarray, keys: tuple) -> list[np.ndarray]:
    """Return the arrays that torch's indexing kernel iterates over: the entries, its index arrays.

    Follows `AdvancedIndex` of aten/src/ATen/native/TensorAdvancedIndexing.cpp: indexed dimensions
    have strides of 0; where they are not adjacent they come first.
    """
    arrays, axes = [], []
    for k in keys:
        axis = len(axes) and axes[-1] + 1
        parts = [None] if type(k) is not np.ndarray else np.nonzero(k) if k.dtype == bool else [k]
        arrays += parts
        axes += range(axis, axis + len(parts))
    arrays += [None] * (array.ndim - len(arrays))
    indexed = [dim for dim, k in enumerate(arrays) if k is not None]
    before = indexed[0] if indexed[-1] - indexed[0] < len(indexed) else 0
    indices = np.broadcast_arrays(*[arrays[dim] for dim in indexed])
    free = [dim for dim in range(array.ndim) if dim not in indexed]
    lengths, strides = ([each[dim] for dim in free] for each in (array.shape, array.strides))
    whole = indices[0].shape
    source = np.lib.stride_tricks.as_strided(
        array, (*lengths[:before], *whole, *lengths[before:]),
        (*strides[:before], *[0] * len(whole), *strides[before:]))
    ones = [1] * before, [1] * (len(free) - before)
    return [source, *[k.reshape(*ones[0], *whole, *ones[1]) for k in indices]]


def zeros_with_added(values: np.ndarray, size: tuple[int, ...], key: Any) -> np.ndarray:
    """Return zeros of `size` with `values` added at `key`."""
    result = np.zeros(size, np.asarray(values).dtype)
    np.add.at(result, key, values)
    return result


def zeros_with_written(values: np.ndarray, size: tuple[int, ...], key: Any) -> np.ndarray:
    """Return zeros of `size` with `values` at `key`, which names no entry twice."""
    result = np.zeros(size, np.asarray(values).dtype)
    result[key] = values
    return result


def split_views(array: np.ndarray, sections: tuple[int, ...], dim: int) -> tuple[np.ndarray, ...]:
    """Return views of `array` of the given lengths along `dim`."""
    ends = np.cumsum(sections)
    return tuple(array[index_dim(dim, np.s_[end - n:end])] for n, end in zip(sections, ends))


def diagonal_view(array: np.ndarray, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Return a view of the diagonal between two dimensions, as the last dimension."""
    n, m = array.shape[dim1], array.shape[dim2]
    length = max(0, min(n + min(offset, 0), m - max(offset, 0)))
    start = [np.s_[:]] * array.ndim
    start[dim1], start[dim2] = np.s_[max(-offset, 0):], np.s_[max(offset, 0):]
    corner = array[tuple(start)]
    rest = [i for i in range(array.ndim) if i not in (dim1, dim2)]
    return np.lib.stride_tricks.as_strided(
        corner, [array.shape[i] for i in rest] + [length],
        [array.strides[i] for i in rest] + [array.strides[dim1] + array.strides[dim2]],
        subok=True,
    )


def repeat_array(array: np.ndarray, repeats: tuple[int, ...]) -> np.ndarray:
    """Return copies of an array side by side, row-major."""
    if not array.size:  # sizes may be negative
        lead = (1,) * (len(repeats) - array.ndim)
        return np.empty([max(m * n, 0) for m, n in zip(repeats, lead + array.shape)], array.dtype)
    return np.asarray(np.tile(array, repeats), order="C")


def zeros_with_diagonal(
        values: np.ndarray, size: Sequence[int], offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Return zeros of `size` with `values` on a diagonal."""
    result = np.zeros(size, values.dtype)
    diagonal_view(result, offset, dim1, dim2)[...] = values
    return result


def diag_embed_array(values: np.ndarray, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Return square matrices of zeros with the last dimension of `values` on a diagonal."""
    n = values.shape[-1] + abs(offset)
    ndim = values.ndim + 1
    size = list(values.shape[:-1])
    for dim in sorted((dim1 % ndim, dim2 % ndim)):
        size.insert(dim, n)
    return zeros_with_diagonal(values, size, offset, dim1 % ndim, dim2 % ndim)


def unfold_view(array: np.ndarray, dimension: int, size: int, step: int) -> np.ndarray:
    """Return a view of all windows of `size` along a dimension, `step` apart, as a last dimension.
    """
    if not array.ndim:
        return np.lib.stride_tricks.as_strided(array, (size,), (array.itemsize,), subok=True)
    count = (array.shape[dimension] - size) // step + 1
    shape, strides = list(array.shape), list(array.strides)
    shape[dimension], strides[dimension] = count, strides[dimension] * step
    return np.lib.stride_tricks.as_strided(
        array, shape + [size], strides + [array.strides[dimension]], subok=True
    )


def unfold_gradient(values: np.ndarray, input_size: tuple[int, ...], dimension: int, size: int,
           step: int) -> np.ndarray:
    """Return the gradient of `unfold_view`: overlapping windows are added up."""
    result = np.zeros(input_size, values.dtype)
    for i in range(size):
        target = unfold_view(result, dimension, size, step)[..., i]
        target += values[..., i]
    return result
