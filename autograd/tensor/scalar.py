"""Python numbers converted to a dtype, with torch's errors where they do not fit."""

from __future__ import annotations

from typing import Any

import math

import numpy as np

from autograd.tensor.dtype import dtype_of
from autograd.tensor.dtype_limits import finfo

SMALL = 65504  # which has room in each dtype of floats


def checked_scalar(value: Any, dtype: np.dtype) -> np.ndarray:
    """Return a Python number as a 0-dim array of `dtype`: truncated, rounded or wrapped.

    A negative number wraps to an unsigned one. Raises RuntimeError where it does not fit.
    """
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
        raise OverflowError("int too big to convert")
    if overflows(value, dtype):
        raise RuntimeError(
            f"value cannot be converted to type {dtype_of(dtype).stdint_name} without overflow"
        )
    return wrap_scalar(value, dtype)


def overflows(value: complex, dtype: np.dtype) -> bool:
    """Return whether a number is out of the range of `dtype`; infinities fit all floats."""
    if dtype.kind in "bc":
        return False
    if isinstance(value, complex):
        if value.imag:
            return True
        value = value.real
    if dtype.kind in "iu":
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        if isinstance(value, float):
            return not low <= value <= high
        return value > high or value < (low or -high)
    return math.isfinite(value) and abs(value) > finfo(dtype_of(dtype)).max


def wrap_scalar(value: Any, dtype: np.dtype) -> np.ndarray:
    """Return a Python number as a 0-dim array of `dtype`; higher bits of an integer are dropped."""
    if isinstance(value, complex) and dtype.kind not in "bc":
        value = value.real
    if dtype.kind in "iu":
        bits = int(value) & (1 << 8 * dtype.itemsize) - 1
        return np.array(bits, f"u{dtype.itemsize}").view(dtype)
    return np.asarray(float(value) if dtype.kind == "V" else value).astype(dtype)


def checked_params(params: dict, dtype: np.dtype, wide: bool = False) -> dict:
    """Return numbers as a kernel for `dtype` takes them: integers for integers.

    Raises torch's error for numbers that are too large; a `wide` kernel computes 16-bit floats in
    float32, so its limit is that of float32.
    """
    if dtype.kind in "iu":
        return {name: checked_scalar(value, dtype).item() for name, value in params.items()}
    if dtype.kind in "fV":
        kind = np.dtype(np.float32) if wide and dtype.itemsize == 2 else dtype
        for value in params.values():
            if isinstance(value, float | int) and not -SMALL <= value <= SMALL:
                checked_scalar(value, kind)
    return params


def check_factor(name: str, factor: float, kind: str) -> None:
    """Raise torch's error for a factor of a higher category than the result's."""
    if isinstance(factor, bool) and kind != "b":
        raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
    if isinstance(factor, float | complex) and kind in "biu":
        raise RuntimeError(
            f"For integral input tensors, argument {name} must not be a floating point number.")
    if isinstance(factor, complex) and kind != "c":
        raise RuntimeError(
            f"For non-complex input tensors, argument {name} must not be a complex number.")
