"""Python numbers that a tensor is to hold: torch refuses what its dtype cannot."""

from __future__ import annotations

from typing import Any

import math

import numpy as np

from autograd.tensor.dtype import of
from autograd.tensor.dtype_limits import finfo

# How torch's C++ writes its types in these errors.
C_TYPES = {
    "uint8": "uint8_t", "uint16": "uint16_t", "uint32": "uint32_t", "uint64": "uint64_t",
    "int8": "int8_t", "int16": "int16_t", "int32": "int", "int64": "int64_t", "bool": "bool",
    "float16": "c10::Half", "bfloat16": "c10::BFloat16", "float32": "float", "float64": "double",
}  # fmt: skip

SMALL = 65504  # which has room in each dtype of floats


def held(value: Any, dtype: np.dtype, names: dict[str, str] = C_TYPES) -> np.ndarray:
    """A Python number as a 0-dim array of `dtype`: cut off, rounded, -1 made the greatest unsigned.

    Raises RuntimeError where it does not fit, `dtype` named as in `names`.
    """
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
        raise OverflowError("int too big to convert")
    if overflows(value, dtype):
        name = of(dtype).name
        raise RuntimeError(
            f"value cannot be converted to type {names.get(name, name)} without overflow"
        )
    return wrapped(value, dtype)


def overflows(value: complex, dtype: np.dtype) -> bool:
    """Whether a number is out of the range of `dtype`; infinities are floats like any other."""
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
    return math.isfinite(value) and abs(value) > finfo(of(dtype)).max


def wrapped(value: Any, dtype: np.dtype) -> np.ndarray:
    """A Python number as a 0-dim array of `dtype`; an integer's higher bits are lost."""
    if isinstance(value, complex) and dtype.kind not in "bc":
        value = value.real
    if dtype.kind in "iu":
        bits = int(value) & (1 << 8 * dtype.itemsize) - 1
        return np.array(bits, f"u{dtype.itemsize}").view(dtype)
    return np.asarray(float(value) if dtype.kind == "V" else value).astype(dtype)


def fitted(params: dict, dtype: np.dtype, wide: bool = False) -> dict:
    """Numbers as a kernel for `dtype` takes them: whole ones beside integers.

    Raises torch's error for those that are too large, for floats if the kernel is `wide`, which
    computes with halves as with floats.
    """
    if dtype.kind in "iu":
        return {name: held(value, dtype).item() for name, value in params.items()}
    if dtype.kind in "fV":
        kind = np.dtype(np.float32) if wide and dtype.itemsize == 2 else dtype
        for value in params.values():
            if isinstance(value, float | int) and not -SMALL <= value <= SMALL:
                held(value, kind)
    return params


def check_factor(name: str, factor: float, kind: str) -> None:
    """Raise torch's error for a factor of a higher category than that of a result."""
    if isinstance(factor, bool) and kind != "b":
        raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
    if isinstance(factor, float | complex) and kind in "biu":
        raise RuntimeError(
            f"For integral input tensors, argument {name} must not be a floating point number.")
    if isinstance(factor, complex) and kind != "c":
        raise RuntimeError(
            f"For non-complex input tensors, argument {name} must not be a complex number.")
