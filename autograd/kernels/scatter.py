"""Copies of arrays with entries written, added or reduced at an index or a mask."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.kernels.views import diagonal_view, index_dim


def set_at(array: np.ndarray, key: Any, values: Any) -> np.ndarray:
    """Return a copy of `array` with `values` at `key`."""
    result = np.array(array)  # a 0-dim gradient may be a Python number
    np.atleast_1d(result)[key] = values  # a view: a 0-dim array takes an index, too
    return result


def fill_slices(array: np.ndarray, dim: int, index: np.ndarray, value: Any) -> np.ndarray:
    """Return a copy of `array` with one `value` in the slices at `index`, if there are any entries.
    """
    if not array.size:
        return np.array(array)
    return set_at(array,
        index_dim(dim, index) if array.ndim else () if index.size else index, value)


def add_at(array: np.ndarray, key: Any, values: Any) -> np.ndarray:
    """Return a copy of `array` with `values` added at `key`, once for each time it is named."""
    result = np.array(array)
    if result.size:  # numpy would check the key
        np.add.at(np.atleast_1d(result), key, values)
    return result


def set_masked(
        array: np.ndarray, mask: np.ndarray, source: np.ndarray, in_turn: bool) -> np.ndarray:
    """Return a copy of `array` with the entries of `source`, in order, where `mask` is True.

    `in_turn` is True if `source` is the memory that is written, and row-major.
    """
    result = np.array(np.broadcast_arrays(array, mask)[0])
    mask = np.broadcast_to(mask, result.shape)
    if in_turn and array.flags.c_contiguous:
        flat = result.reshape(-1)
        for i, target in enumerate(np.flatnonzero(mask)):
            flat[target] = flat[i]
        return result
    result[mask] = np.ravel(source)[:np.count_nonzero(mask)]
    return result


def put_flat(
        array: np.ndarray, index: np.ndarray, source: np.ndarray, accumulate: bool) -> np.ndarray:
    """Return a copy of `array` with `source` written or added at flat indices."""
    flat = np.array(array).reshape(-1)
    if accumulate:
        np.add.at(flat, np.ravel(index), np.ravel(source))
    else:
        flat[np.ravel(index)] = np.ravel(source)
    return flat.reshape(array.shape)


UFUNCS = {"sum": np.add, "mean": np.add, "prod": np.multiply, "amax": np.maximum,
          "amin": np.minimum, "max": np.maximum, "min": np.minimum}
NEUTRAL = {np.add: 0, np.multiply: 1}


def reduction_identity(reduce: str, dtype: np.dtype) -> float:
    """Return the identity of a reduction; of extremes the opposite end of the dtype."""
    ufunc = UFUNCS[reduce]
    if ufunc in NEUTRAL:
        return NEUTRAL[ufunc]
    if dtype.kind == "b":
        return ufunc is np.minimum
    if dtype.kind in "iu":
        ends = np.iinfo(dtype)
        return ends.min if ufunc is np.maximum else ends.max
    return -np.inf if ufunc is np.maximum else np.inf


def reduce_at(array: np.ndarray, key: Any, values: np.ndarray, reduce: str,
             include_self: bool) -> np.ndarray:
    """Return a copy of `array` with `values` reduced into it at `key`, by the name of a reduction.
    """
    result = np.array(array)
    entries = np.atleast_1d(result)
    if not include_self:
        entries[key] = reduction_identity(reduce, result.dtype)
    UFUNCS[reduce].at(entries, key, values)
    if reduce == "mean":
        counts = (np.ones if include_self else np.zeros)(array.shape, int)
        np.add.at(np.atleast_1d(counts), key, 1)
        divisors = np.maximum(counts, 1).astype(result.dtype)
        result = result // divisors if result.dtype.kind in "iu" else result / divisors
    return result


def set_diagonal(
        array: np.ndarray, values: np.ndarray, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Return a copy of `array` with `values` on a diagonal."""
    result = np.array(array)
    diagonal_view(result, offset, dim1, dim2)[...] = values
    return result


def select_slices(array: np.ndarray, index: np.ndarray, dim: int) -> np.ndarray:
    """Return the slices of `array` at `index`; raises torch's error for several of a 0-dim array.
    """
    if array.ndim:
        return np.take(array, index, dim)
    if index.size != 1:
        raise RuntimeError("index_select(): Index to scalar can have only 1 value, "
                           f"got {index.size} value(s)")
    return array.copy()
