"""Special functions on arrays: gamma, zeta, Bessel, Airy, orthogonal polynomials.

They are made of the C library's functions, series and integrals in double precision, number by
number (the formulas are those of Abramowitz and Stegun); polynomials by their recurrences
(A&S 22.7), as torch computes them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from autograd.kernels.libm import BERNOULLI, log_gamma, vectorize

ROOT_PI = math.sqrt(math.pi)


def vectorize_pairs(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function of two float64 numbers to take two arrays that broadcast."""

    def run(a, b):
        dtype = np.result_type(a, b)  # Python numbers are weak
        pairs = np.broadcast_arrays(a, b)
        values = map(function, *(x.ravel().tolist() for x in pairs))
        return np.fromiter(values, np.float64, pairs[0].size).reshape(pairs[0].shape).astype(dtype)

    return run


LARGE_ALPHA = 1e6  # above, gamma functions use asymptotic formulas

# --- Gamma and zeta ----------------------------------------------------------------------------


def lower_gamma(a: float, x: float) -> float:
    """Return the regularised lower incomplete gamma function P(a, x)."""
    edge = gamma_at_boundary(a, x)
    if edge is not None:
        return edge
    if needs_temme(a, x):
        return gamma_by_temme(a, x, -1)
    return gamma_series(a, x) if x < a + 1 else 1 - gamma_fraction(a, x)


def upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(a, x)."""
    edge = gamma_at_boundary(a, x)
    if edge is not None:
        return 1 - edge
    if needs_temme(a, x):
        return gamma_by_temme(a, x, 1)
    return 1 - gamma_series(a, x) if x < a + 1 else gamma_fraction(a, x)


def gamma_at_boundary(a: float, x: float) -> float | None:
    """Return P(a, x) at 0, at infinity and where it is not defined, in torch's order; else None."""
    if a < 0 or x < 0 or a == 0 and not x > 0:
        return math.nan
    if a == 0 or x == 0:
        return 0.0 if x == 0 else 1.0
    if math.isinf(a):
        return math.nan if math.isinf(x) else 0.0
    if math.isinf(x):
        return 1.0
    return math.nan if math.isnan(a) or math.isnan(x) else None


def needs_temme(a: float, x: float) -> bool:
    """Return True if series and fraction would need too many terms: large `a`, `x` not far from it.
    """
    return a > LARGE_ALPHA and abs(x - a) < 0.3 * a


def gamma_by_temme(a: float, x: float, side: int) -> float:
    """Return Q(a, x), or P(a, x) for a `side` of -1, by Temme's expansion for large `a` (DLMF
    8.12)."""
    mu = (x - a) / a
    if abs(mu) > 0.01:
        gap = mu - math.log1p(mu)
    else:
        gap = sum((-mu) ** n / n for n in range(2, 10))
    eta = math.copysign(math.sqrt(2 * gap), mu)
    bend = 1 / mu - 1 / eta if abs(mu) > 0.01 else (
        -1 / 3 + eta * (1 / 12 + eta * (-2 / 135 + eta / 864)))
    rest = math.exp(-a * gap) / math.sqrt(2 * math.pi * a) * bend
    return 0.5 * math.erfc(side * eta * math.sqrt(a / 2)) + side * rest


def gamma_factor(a: float, x: float) -> float:
    """Return `x^a e^-x / Gamma(a)`, by Stirling's formula for large `a`."""
    if a <= LARGE_ALPHA:
        return math.exp(a * math.log(x) - x - math.lgamma(a))
    ratio = x / a
    return math.exp(a * (math.log(ratio) + 1 - ratio) + 0.5 * math.log(a / (2 * math.pi)))


def gamma_series(a: float, x: float) -> float:
    """Return P(a, x) by its power series (A&S 6.5.29), for small x."""
    term = total = 1 / a
    n = a
    while abs(term) > abs(total) * 1e-17:
        n += 1
        term *= x / n
        total += term
    return total * gamma_factor(a, x)


def gamma_fraction(a: float, x: float) -> float:
    """Return Q(a, x) by its continued fraction (A&S 6.5.31) after Lentz, for large x."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 10000):
        step = -i * (i - a)
        b += 2
        d = 1 / ((step * d + b) or tiny)
        c = (b + step / c) or tiny
        h *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return h * gamma_factor(a, x)


def hurwitz(s: float, q: float) -> float:
    """Return the Hurwitz zeta function by the Euler-Maclaurin sum (A&S 23.2.7 with 3.6.28)."""
    if s == 1:
        return math.inf
    if math.isnan(s) or math.isnan(q) or s < 1:
        return math.nan
    if q <= 0:
        if math.isinf(q) or q == math.floor(q):
            return math.inf
        if not math.isinf(s) and s != math.floor(s):
            return math.nan
    if s == math.inf or q == math.inf:
        return math.inf if q < 1 else math.nan
    total, n = 0.0, 0
    while n < 12 or q + n < 12:
        total += float(np.power(q + n, -s))  # may overflow
        n += 1
    if math.isinf(total):
        return total
    end = q + n
    total += end ** (1 - s) / (s - 1) + end ** -s / 2
    rising = s
    for k, b in BERNOULLI:
        total += b * rising / math.factorial(k) * end ** (-s - k + 1)
        rising *= (s + k - 1) * (s + k)
    return total


def multivariate_log_gamma(x: np.ndarray, p: int) -> np.ndarray:
    """Return the logarithm of the multivariate gamma function of dimension `p`."""
    total = sum(vectorize(log_gamma)(x - x.dtype.type(i / 2)) for i in range(p))
    return total + x.dtype.type(p * (p - 1) / 4 * math.log(math.pi))


# --- Errors ------------------------------------------------------------------------------------


def scaled_erfc(x: float) -> float:
    """Return `exp(x^2) erfc(x)`, by a continued fraction (A&S 7.1.14) where the factors overflow.
    """
    if x < 5:
        return math.exp(x * x) * math.erfc(x) if x > -26 else math.inf
    fraction = x
    for k in range(60, 0, -1):
        fraction = x + k / 2 / fraction
    return 1 / (fraction * ROOT_PI)


def log_normal_area(x: float) -> float:
    """Return the logarithm of the standard normal's cumulative distribution at `x`."""
    if math.isinf(x):
        return -math.inf if x < 0 else -0.0
    if x < -1:
        return math.log(scaled_erfc(-x / math.sqrt(2)) / 2) - x * x / 2
    return math.log1p(-math.erfc(x / math.sqrt(2)) / 2)


# --- Bessel and Airy ---------------------------------------------------------------------------


@cache
def gauss_legendre() -> tuple[np.ndarray, np.ndarray]:
    """Return the nodes with the weights of Gauss-Legendre quadrature on [-1, 1]."""
    return np.polynomial.legendre.leggauss(300)


def integrate(function: Callable[..., Any], low: float, high: float) -> float:
    """Return the integral of a smooth function of an array, by Gauss-Legendre quadrature."""
    nodes, weights = gauss_legendre()
    half = (high - low) / 2
    return float(half * (weights @ function(low + half * (nodes + 1))))


ASYMPTOTIC_FROM = 25  # above, the asymptotic series are exact to all digits


def asymptotic_terms(ratio: Any) -> list[float]:
    """Return the terms of a series from 1, each `ratio(k)` of the last, while they count and
    shrink."""
    terms = [1.0]
    while abs(terms[-1]) > 1e-18 and abs(factor := ratio(len(terms))) < 1:
        terms.append(terms[-1] * factor)
    return terms


def bessel_asymptotic_terms(n: int, x: float) -> list[float]:
    """Return the terms in which the Bessel functions of order `n` agree for large `x` (A&S 9.7.2).
    """
    return asymptotic_terms(lambda k: (4 * n * n - (2 * k - 1) ** 2) / (8 * k * x))


def bessel_asymptotic(n: int, x: float) -> complex:
    """Return J + iY for large `x` (A&S 9.2.5 and 9.2.6)."""
    turned = sum(term * 1j ** k for k, term in enumerate(bessel_asymptotic_terms(n, x)))
    angle = x - (2 * n + 1) * math.pi / 4
    return math.sqrt(2 / (math.pi * x)) * turned * complex(math.cos(angle), math.sin(angle))


def bessel_j(n: int, x: float) -> float:
    """Return the Bessel function of the first kind, by its integral (A&S 9.1.21)."""
    if math.isinf(x):
        return math.nan
    if n % 2 and x == 0:
        return 0.0
    if abs(x) > ASYMPTOTIC_FROM:
        return bessel_asymptotic(n, abs(x)).real * (-1 if n % 2 and x < 0 else 1)
    return integrate(lambda t: np.cos(n * t - x * np.sin(t)), 0, math.pi) / math.pi


def bessel_y(n: int, x: float) -> float:
    """Return the Bessel function of the second kind, by its integrals (A&S 9.1.22)."""
    if x <= 0 or math.isnan(x) or math.isinf(x):
        return -math.inf if x == 0 else math.nan
    if x > ASYMPTOTIC_FROM:
        return bessel_asymptotic(n, x).imag
    sign, end = (-1) ** n, math.asinh(750 / x)
    wave = integrate(lambda t: np.sin(x * np.sin(t) - n * t), 0, math.pi)
    tail = integrate(
        lambda t: (np.exp(n * t) + sign * np.exp(-n * t)) * np.exp(-x * np.sinh(t)), 0, end)
    return (wave - tail) / math.pi


def scaled_bessel_i(n: int, x: float) -> float:
    """Return `exp(-|x|)` times the modified Bessel function of the first kind (A&S 9.6.19)."""
    if n % 2 and x == 0:
        return 0.0
    sign, size = -1 if n % 2 and x < 0 else 1, abs(x)
    if size > ASYMPTOTIC_FROM:
        series = sum(term * (-1) ** k for k, term in enumerate(bessel_asymptotic_terms(n, size)))
        return sign * series / math.sqrt(2 * math.pi * size)
    value = integrate(lambda t: np.exp(size * (np.cos(t) - 1)) * np.cos(n * t), 0, math.pi)
    return sign * value / math.pi


def scaled_bessel_k(n: int, x: float) -> float:
    """Return `exp(x)` times the modified Bessel function of the second kind (A&S 9.6.24)."""
    if x <= 0 or math.isnan(x):
        return math.inf if x == 0 else math.nan
    if x > ASYMPTOTIC_FROM:
        return sum(bessel_asymptotic_terms(n, x)) * math.sqrt(math.pi / (2 * x))
    end = math.acosh(1 + 750 / x)
    return integrate(lambda t: np.exp(-x * (np.cosh(t) - 1)) * np.cosh(n * t), 0, end)


def bessel_k(n: int, x: float) -> float:
    """Return the modified Bessel function of the second kind."""
    return scaled_bessel_k(n, x) * math.exp(-max(x, 0))


def spherical_j0(x: float) -> float:
    """Return the spherical Bessel function of the first kind and order 0: `sin(x) / x`."""
    return math.sin(x) / x if x and not math.isinf(x) else float(x == 0)


def airy(x: float) -> float:
    """Return the Airy function Ai: its integral (A&S 10.4.32) along a line on which it decays."""
    if math.isinf(x):
        return math.nan
    if x < -10:
        return airy_asymptotic(-x)
    side = np.exp(1j * np.pi / 6)
    end = 8 + 2 * math.sqrt(max(-x, 0))
    if x > 1:  # by K_{1/3} (A&S 10.4.14), which keeps all digits where Ai is small
        far = 2 / 3 * x ** 1.5
        value = integrate(lambda t: np.exp(-far * np.cosh(t)) * np.cosh(t / 3), 0,
                         math.acosh(1 + 750 / far))
        return math.sqrt(x / 3) / math.pi * value
    return integrate(
        lambda s: (side * np.exp(-(s ** 3) / 3 + 1j * x * s * side)).real, 0, end) / math.pi


def airy_asymptotic(z: float) -> float:
    """Return Ai(-z) for large `z` (A&S 10.4.60)."""
    far = 2 / 3 * z ** 1.5
    terms = asymptotic_terms(
        lambda k: (6 * k - 5) * (6 * k - 3) * (6 * k - 1) / (216 * k * (2 * k - 1) * far))
    turned = sum(term * (-1j) ** k for k, term in enumerate(terms))
    angle = far + math.pi / 4
    wave = complex(math.cos(angle), math.sin(angle)) * turned
    return wave.imag / (math.sqrt(math.pi) * z ** 0.25)


def evaluate_polynomial(value: Any, x: np.ndarray, n: Any) -> np.ndarray:
    """Return `value(x, n)` of each pair of two arrays that broadcast, computed in their dtype."""
    xs, degrees = np.broadcast_arrays(x, n)
    with np.errstate(all="ignore"):
        result = [value(a, int(b) if np.isfinite(b) else -1)
                for a, b in zip(xs.ravel(), degrees.ravel())]
    return np.array(result, xs.dtype).reshape(xs.shape)


def polynomial_by_recurrence(first: Callable[..., Any],
        step: Callable[..., Any]) -> Callable[..., Any]:
    """Return the polynomial of degree n: 1, then `first(x)`, then `step(k, x, p_k, p_{k-1})`.

    Degrees above the first for which it is NaN are NaN, too.
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
    """Return a Chebyshev polynomial; the kinds differ in the first degree.

    `ends(n)` are its values at 1 and, but for the sign, at -1. Elsewhere a degree above `most` is
    computed by `by_angle` of `acos(x)`, n, `sin` and `cos`.
    """
    small = polynomial_by_recurrence(first, lambda k, x, now, before: 2 * x * now - before)

    def value(x: np.floating, n: int) -> np.floating:
        if n > 0 and abs(x) == 1:
            right, left = ends(n)
            return float(right if x > 0 else left * (-1) ** (n % 2))
        if n <= most or not abs(x) < 1:
            return small(x, n)
        kind = type(x)

        def rounded(function):  # numpy's functions differ from the C library's
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
