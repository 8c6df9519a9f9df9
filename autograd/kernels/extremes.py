"""The larger or smaller of two arrays, with the NaN or the zero that torch's kernels take."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.kernels.vectorization import VECTOR_BLOCK, find_vector_run


def clamp_min_forward(low: Any, array: np.ndarray) -> np.ndarray:
    """The larger of both, NaN where there is one; of zeros torch leaves the one of `array`."""
    return np.maximum(array, low) if array.dtype.char == "e" else np.maximum(low, array)


def clamp_max_forward(high: Any, array: np.ndarray) -> np.ndarray:
    """The smaller of both, as `at_least`."""
    return np.minimum(array, high) if array.dtype.char == "e" else np.minimum(high, array)


def maximum_forward(a: np.ndarray, b: np.ndarray, ufunc: np.ufunc = np.maximum) -> np.ndarray:
    """`np.maximum` of two; of zeros of both signs torch takes the second where it takes vectors,
    the first elsewhere."""
    a, b = (b, a) if a.dtype == np.float16 else (a, b)  # where numpy's own order is the other
    made = ufunc(b, a)
    if made.nbytes < VECTOR_BLOCK or not made.flags.c_contiguous:
        return made
    length, _, whole = find_vector_run(made, a, b)
    if whole:
        second = ufunc(a, b)
        if whole == length:
            return second
        made.reshape(-1, length)[:, :whole] = second.reshape(-1, length)[:, :whole]
    return made
