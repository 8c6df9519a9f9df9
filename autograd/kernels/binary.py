"""Binary elementwise kernels whose results or errors differ from those of numpy's ufuncs."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.kernels.simd import VECTOR_BLOCK, find_vector_run
from autograd.tensor.dtype import get_default_dtype


def divide_floor(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return `a

    b`; raises torch's error for an integer divided by 0.
    """
    check_divisor(a, b)
    return a // b


def divide_trunc(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return `a / b` rounded towards 0; raises torch's error for an integer divided by 0."""
    check_divisor(a, b)
    return np.trunc(np.true_divide(a, b)).astype(np.result_type(a, b))


def check_divisor(a: np.ndarray, b: np.ndarray) -> None:
    """Raise torch's error for an integer divided by 0."""
    np.broadcast_shapes(np.shape(a), np.shape(b))  # raises for shapes that do not broadcast
    if np.result_type(a, b).kind in "iu" and np.size(a) and np.any(np.equal(b, 0)):
        raise RuntimeError("ZeroDivisionError")


def compute_remainder(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return `a % b` with the sign of `b`, except that a zero keeps the sign of `a`, as in torch.
    """
    if np.result_type(a, b).kind in "iub":
        divide_floor(a, b)
        return a % b
    rest = np.fmod(a, b)
    crossed = (rest != 0) & ((b < 0) != (rest < 0))
    return np.where(crossed, rest + b, rest).astype(rest.dtype)


def clamp_min_forward(low: Any, array: np.ndarray) -> np.ndarray:
    """Return the larger of both, NaN where either is NaN; of two zeros the one of `array`."""
    return np.maximum(array, low) if array.dtype.char == "e" else np.maximum(low, array)


def clamp_max_forward(high: Any, array: np.ndarray) -> np.ndarray:
    """Return the smaller of both, NaN where either is NaN; of two zeros the one of `array`."""
    return np.minimum(array, high) if array.dtype.char == "e" else np.minimum(high, array)


def maximum_forward(a: np.ndarray, b: np.ndarray, ufunc: np.ufunc = np.maximum) -> np.ndarray:
    """Return `np.maximum` (or `np.minimum`) of two arrays, with the zeros that torch takes.

    Of zeros of both signs torch takes the second where it takes vectors, the first elsewhere.
    """
    a, b = (b, a) if a.dtype == np.float16 else (a, b)  # numpy's float16 loop has the other order
    result = ufunc(b, a)
    if result.nbytes < VECTOR_BLOCK or not result.flags.c_contiguous:
        return result
    length, _, whole = find_vector_run(result, a, b)
    if whole:
        second = ufunc(a, b)
        if whole == length:
            return second
        result.reshape(-1, length)[:, :whole] = second.reshape(-1, length)[:, :whole]
    return result


def isclose(
        one: np.ndarray, other: np.ndarray, rtol: float, atol: float, equal_nan: bool
) -> np.ndarray:
    """Return where `|one - other| <= atol + |rtol * other|`, or where both are the same.

    Booleans and integers are compared in the default dtype, as in torch.
    """
    same = one == other
    if equal_nan and one.dtype.kind in "fcV":
        same |= np.isnan(one) & np.isnan(other)
    if rtol == 0 and atol == 0:
        return same
    floating = get_default_dtype().numpy
    one = one.astype(floating) if one.dtype.kind == "b" else one
    other = other.astype(floating) if other.dtype.kind in "biu" else other
    with np.errstate(all="ignore"):
        allowed = atol + abs(rtol * other)
        delta = abs(one - other)
    return same | np.isfinite(delta) & (delta <= allowed)
