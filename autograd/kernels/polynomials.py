"""Orthogonal polynomials of numbers, by their recurrences (A&S 22.7), as torch computes them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np


def evaluate_polynomial(value: Any, x: np.ndarray, n: Any) -> np.ndarray:
    """`value(x, n)` of each pair of two arrays that broadcast, computed in their dtype."""
    xs, degrees = np.broadcast_arrays(x, n)
    with np.errstate(all="ignore"):
        made = [value(a, int(b) if np.isfinite(b) else -1)
                for a, b in zip(xs.ravel(), degrees.ravel())]
    return np.array(made, xs.dtype).reshape(xs.shape)


def polynomial_by_recurrence(first: Callable[..., Any],
        step: Callable[..., Any]) -> Callable[..., Any]:
    """A polynomial of degree n: 1, then `first(x)`, then `step(k, x, p_k, p_{k-1})`.

    Degrees above the first for which it is NaN are so, too.
    """

    def value(x: np.floating, n: int) -> np.floating:
        if n < 1:
            return float(n == 0)
        before, now = 1.0, first(x)
        for k in range(1, n):
            if np.isnan(now):
                break
            before, now = now, step(k, x, now, before)
        return now

    return value


def chebyshev_polynomial(
        first: Callable[..., Any], ends: Callable[..., Any], by_angle: Callable[..., Any],
        most: int = 8) -> Callable[..., Any]:
    """A Chebyshev polynomial, whose kinds differ in the first degree.

    `ends(n)` are its values at 1 and, but for the sign, at -1. In between those of a degree above
    `most` are what `by_angle` makes of `acos(x)`, n, `sin` and `cos`.
    """
    small = polynomial_by_recurrence(first, lambda k, x, now, before: 2 * x * now - before)

    def value(x: np.floating, n: int) -> np.floating:
        if n > 0 and abs(x) == 1:
            right, left = ends(n)
            return float(right if x > 0 else left * (-1) ** (n % 2))
        if n <= most or not abs(x) < 1:
            return small(x, n)
        kind = type(x)

        def rounded(function):  # numpy's own are not those of the C library
            return lambda a: kind(function(a))

        return by_angle(kind(math.acos(x)), n, rounded(math.sin), rounded(math.cos))

    return value


POLYNOMIALS = {
    "chebyshev_polynomial_t": chebyshev_polynomial(
        lambda x: x, lambda n: (1, 1), lambda a, n, sin, cos: cos(n * a), 6),
    "chebyshev_polynomial_u": chebyshev_polynomial(
        lambda x: 2 * x, lambda n: (n + 1, n + 1),
        lambda a, n, sin, cos: sin((n + 1) * a) / sin(a)),
    "chebyshev_polynomial_v": chebyshev_polynomial(
        lambda x: 2 * x - 1, lambda n: (1, 2 * n + 1),
        lambda a, n, sin, cos: cos((n + 0.5) * a) / cos(a / 2)),
    "chebyshev_polynomial_w": chebyshev_polynomial(
        lambda x: 2 * x + 1, lambda n: (2 * n + 1, 1),
        lambda a, n, sin, cos: sin((n + 0.5) * a) / sin(a / 2)),
    "hermite_polynomial_h": polynomial_by_recurrence(
        lambda x: 2 * x, lambda k, x, now, before: 2 * x * now - 2 * k * before),
    "hermite_polynomial_he": polynomial_by_recurrence(
        lambda x: x, lambda k, x, now, before: x * now - k * before),
    "laguerre_polynomial_l": polynomial_by_recurrence(
        lambda x: 1 - x,
        lambda k, x, now, before: ((2 * k + 1 - x) * now - k * before) / (k + 1)),
    "legendre_polynomial_p": polynomial_by_recurrence(
        lambda x: x, lambda k, x, now, before: ((2 * k + 1) * x * now - k * before) / (k + 1)),
}
for _kind in "tuvw":
    POLYNOMIALS[f"shifted_chebyshev_polynomial_{_kind}"] = (
        lambda x, n, whole=POLYNOMIALS[f"chebyshev_polynomial_{_kind}"]: whole(2 * x - 1, n))
