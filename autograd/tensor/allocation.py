"""Allocate the arrays of new tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.tensor import global_settings

# The entries of a meta tensor that take memory; where there are more, all share one location.
MOST_ENTRIES = 1 << 20
# Not empty once a meta tensor has had more entries: backward then runs on Tensors.
large: list[bool] = []


def empty_array(shape: Any, dtype: np.dtype) -> np.ndarray:
    """Return the array of an uninitialized tensor.

    What torch finds in fresh memory cannot be predicted; zeros are as good. Under
    `torch.use_deterministic_algorithms` it is filled: with NaN, the largest integer or True.
    """
    array = np.zeros(shape, dtype)
    if global_settings.must_fill():
        array[...] = np.iinfo(array.dtype).max if array.dtype.kind in "iu" else np.nan
    return array


def zeros(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return zeros of a shape; beyond `MOST_ENTRIES` all share one location."""
    if np.prod(shape, dtype=object) <= MOST_ENTRIES:
        return np.zeros(shape, dtype)
    large[:] = [True]
    return np.lib.stride_tricks.as_strided(np.zeros(1, dtype), shape, (0,) * len(shape))
