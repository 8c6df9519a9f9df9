"""Division of arrays without what follows the point, with the errors that torch raises."""

from __future__ import annotations

import numpy as np


def divide_and_floor(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """`a // b`; torch's error for an integer divided by 0."""
    check_divisor(a, b)
    return a // b


def divide_and_truncate(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """`a / b` without what follows the point; torch's error for an integer divided by 0."""
    check_divisor(a, b)
    return np.trunc(np.true_divide(a, b)).astype(np.result_type(a, b))


def check_divisor(a: np.ndarray, b: np.ndarray) -> None:
    """Raise torch's error for whole numbers divided by 0."""
    np.broadcast_shapes(np.shape(a), np.shape(b))  # shapes that do not fit are told first
    if np.result_type(a, b).kind in "iu" and np.size(a) and np.any(np.equal(b, 0)):
        raise RuntimeError("ZeroDivisionError")


def compute_remainder(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """`a % b` with the sign of `b`, but for a zero, which keeps the sign of `a`, as torch's."""
    if np.result_type(a, b).kind in "iub":
        divide_and_floor(a, b)
        return a % b
    rest = np.fmod(a, b)
    crossed = (rest != 0) & ((b < 0) != (rest < 0))
    return np.where(crossed, rest + b, rest).astype(rest.dtype)
