"""Elementary functions on arrays, rounded as torch rounds them.

torch's float32 kernels are accurate to about half a unit in the last place, numpy's are not: here
float32 is computed in float64 and rounded once. What numpy lacks (error, gamma and related
functions) is made of the C library's functions, number by number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from autograd.kernels import simd
from autograd.kernels.complex_arithmetic import divide_complex, multiply_complex
from autograd.tensor.lazy_bits import resolve


def compute_in_float64(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a ufunc to compute float32 in float64."""

    def run(x):
        if x.dtype.char == "f":
            return function(x, dtype=np.float64).astype(np.float32)
        return function(x)

    return run


exp, log, log2, log10, real_log1p, expm1, exp2 = map(compute_in_float64, (
    np.exp, np.log, np.log2, np.log10, np.log1p, np.expm1, np.exp2))
sin, cos, tan, arcsin, arccos, arctan = map(compute_in_float64, (
    np.sin, np.cos, np.tan, np.arcsin, np.arccos, np.arctan))
sinh, cosh, tanh, arcsinh, arccosh, arctanh = map(compute_in_float64, (
    np.sinh, np.cosh, np.tanh, np.arcsinh, np.arccosh, np.arctanh))


def arctan2(y: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the angle of the points `(x, y)`."""
    if y.dtype.char == "f":
        return np.arctan2(y, x, dtype=np.float64).astype(np.float32)
    return np.arctan2(y, x)


def power(base: Any, exponent: Any) -> Any:
    """Return `base ** exponent`, with torch's short cuts for small exponents.

    float16 is computed in float32, with the exponent rounded to float16; bfloat16 is rounded at
    each step of a short cut.
    """
    if getattr(base, "dtype", None) == np.float16:
        if isinstance(exponent, float):
            exponent = float(np.float16(exponent))
        return np.asarray(power(base.astype(np.float32), exponent)).astype(np.float16)
    if isinstance(exponent, int | float):
        short = SHORT_POWERS.get(exponent)
        if short is not None and (np.asarray(base).dtype.kind in "cfV" or exponent >= 0):
            return short(base)
    if np.asarray(base).dtype.char == "f":
        result = np.power(base, exponent, dtype=np.float64)
        return result.astype(np.float32)
    if np.asarray(base).dtype.kind in "iu" and np.any(np.less(exponent, 0)):
        # torch rounds fractions of integers towards 0.
        powers = np.power(base, np.maximum(exponent, 0))
        signs = np.where(np.equal(base, -1), 1 - 2 * (exponent % 2), 0)
        units = np.where(np.equal(base, 1), 1, signs)
        return np.where(np.less(exponent, 0), units, powers).astype(powers.dtype)
    if np.asarray(base).dtype.kind == "V":
        exponent = np.asarray(exponent, base.dtype).astype(np.float32)
        return power(base.astype(np.float32), exponent).astype(base.dtype)
    if "c" in (np.asarray(base).dtype.kind, np.asarray(exponent).dtype.kind):
        return complex_power(base, exponent)
    return base ** exponent


def complex_power(base: np.ndarray | float, exponent: np.ndarray | complex) -> np.ndarray:
    """Return `exp(exponent * log(base))` of complex numbers, for integer exponents too.

    As the C library's `cpow`: part by part, with the same zeros and infinities.
    """
    dtype = next(x.dtype for x in (base, exponent) if isinstance(x, np.ndarray | np.generic))
    log, exponent = np.log(np.asarray(base, dtype)), np.asarray(exponent, dtype)
    result = np.empty(np.broadcast_shapes(log.shape, exponent.shape), dtype)
    result.real = exponent.real * log.real - exponent.imag * log.imag
    result.imag = exponent.real * log.imag + exponent.imag * log.real
    lost = np.isnan(result.real) & np.isnan(result.imag)
    if lost.any():
        result[lost] = recover_infinities(
            *(np.broadcast_to(x, result.shape)[lost] for x in (exponent, log)))
    return np.exp(result)


def recover_infinities(a: np.ndarray, b: np.ndarray) -> Any:
    """Return products of complex numbers that came out as NaN, infinite if a factor is.

    Follows annex G.5.1 of the C standard: the infinite factor counts as a corner of a square.
    """
    infinite = [np.isinf(x.real) | np.isinf(x.imag) for x in (a, b)]
    (p, q), (r, s) = (
        [np.where(own, np.copysign(np.isinf(part), part),
                  np.where(np.isnan(part), np.copysign(0, part), part))
         for part in (x.real, x.imag)] for x, own in zip((a, b), infinite))
    either = infinite[0] | infinite[1]
    result = np.full(a.shape, np.nan + 1j * np.nan, a.dtype)
    result.real[either] = (np.inf * (p * r - q * s))[either]
    result.imag[either] = (np.inf * (p * s + q * r))[either]
    return result


SHORT_POWERS = {
    0: np.ones_like, 1: lambda x: x.copy("K"), 2: lambda x: x * x, 3: lambda x: x * x * x,
    0.5: np.sqrt,
    -0.5: lambda x: 1 / np.sqrt(x), -1: lambda x: 1 / x, -2: lambda x: 1 / (x * x),
}


def loop_exp(x: np.ndarray, factor: int = 1) -> np.ndarray:
    """Return `exp(factor * x)` as torch's loops over whole tensors compute it."""
    return simd.loop_exp(x, factor) if x.dtype.char == "f" else exp(factor * x)


def logistic(x: np.ndarray) -> np.ndarray:
    """Return `1 / (1 + exp(-x))`."""
    return simd.logistic(x) if x.dtype.char == "f" else 1 / (1 + exp(-x))


def silu(x: np.ndarray) -> np.ndarray:
    """Return `x / (1 + exp(-x))`."""
    return x / (1 + loop_exp(x, -1))


def log1p(x: np.ndarray) -> np.ndarray:
    """Return `log(1 + x)`; of a complex number corrected for the bits that `1 + x` loses."""
    if x.dtype.kind != "c":
        return real_log1p(x)
    more = x + 1
    kept, logs = more - 1, np.log(more)
    with np.errstate(all="ignore"):
        corrected = multiply_complex(logs, divide_complex(x, kept, True), True)
    return np.where(more == 1, x, np.where(kept == x, logs, corrected))


def log1p_of_exp(x: np.ndarray) -> np.ndarray:
    """Return `log(1 + exp(x))`."""
    return log1p(loop_exp(x))


def tanh_backward(grad: np.ndarray, result: np.ndarray) -> np.ndarray:
    """Return `grad * (1 - result ** 2)`; float32 in a fused operation."""
    if result.dtype.char == "f":
        return grad * simd.fma(-result, result, np.float32(1))
    return grad * (1 - result * result)


def vectorize(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function of one float64 number to take arrays."""

    def run(x):
        x = np.asarray(resolve(x))
        values = np.fromiter(map(function, x.ravel().tolist()), np.float64, x.size)
        return values.reshape(x.shape).astype(x.dtype)

    return run


def log_gamma(x: float) -> float:
    """Return the logarithm of the absolute value of the gamma function; infinite at its poles."""
    if math.isinf(x) or x <= 0 and x == math.floor(x):
        return math.inf
    return math.lgamma(x)


def scalar_polygamma(n: int, x: float) -> float:
    """Return the polygamma function of order `n`: digamma for 0, trigamma for 1, and so on."""
    if math.isnan(x) or x == math.inf:
        return x if n == 0 else math.nan
    if x == -math.inf or x <= 0 and x == math.floor(x):
        return math.nan if n == 0 and x < 0 else math.copysign(math.inf, -x) if n == 0 else (
            math.inf if n % 2 else -math.inf)
    if x < 0 and n == 0:
        return scalar_polygamma(0, 1 - x) - math.pi / math.tan(math.pi * x)
    sign, factorial = (-1) ** (n + 1), math.factorial(n)
    total = 0.0
    while x < 12:  # psi_n(x) = psi_n(x + 1) - (-1)^n n! / x^(n+1)
        total += -1 / x if n == 0 else sign * factorial / x ** (n + 1)
        x += 1
    if n == 0:
        series = math.log(x) - 1 / (2 * x)
        return total + series - sum(b / k * x ** -k for k, b in BERNOULLI)
    series = math.factorial(n - 1) / x ** n + factorial / (2 * x ** (n + 1))
    series += sum(
        b * math.factorial(k + n - 1) / math.factorial(k) * x ** -(k + n) for k, b in BERNOULLI
    )
    return total + sign * series


BERNOULLI = tuple(zip(range(2, 22, 2), (
    1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798,
    -174611 / 330)))


def inverse_erf(y: float) -> float:
    """Return the inverse error function: a first guess (Giles 2010), then Newton's steps."""
    if not -1 < y < 1:
        return math.copysign(math.inf, y) if abs(y) == 1 else math.nan
    w = -math.log1p(-y * y)
    x = math.copysign(math.sqrt(max(0.0, (
        math.sqrt((2 / (math.pi * 0.147) - w / 2) ** 2 + w / 0.147)
        - (2 / (math.pi * 0.147) - w / 2)
    ))), y)
    for _ in range(4):
        slope = 2 / math.sqrt(math.pi) * math.exp(-x * x)
        if not slope:
            break
        missing = (1 - abs(y)) - math.erfc(abs(x))
        miss = math.erf(x) - y if abs(y) < 0.5 else missing if y > 0 else -missing
        step = miss / slope
        x -= step / (1 + x * step)
    return x


scalar_erf, erfc, erfinv, lgamma = map(vectorize, (math.erf, math.erfc, inverse_erf, log_gamma))
ERF_GRID, ERF_LIMIT = 1024, 4  # points per unit; above the limit erf of a float32 is 1
ERF_ERROR = 1e-13  # bound of the relative error of a series


@cache
def erf_series() -> list[np.ndarray]:
    """Return Taylor's coefficients of erf at each grid point, from the constant to the third."""
    x = np.arange(ERF_GRID * ERF_LIMIT + 1) / ERF_GRID
    slope = 2 / math.sqrt(math.pi) * np.exp(-x * x)
    return [vectorize(math.erf)(x), slope, -x * slope, (4 * x * x - 2) / 6 * slope]


def erf(x: np.ndarray) -> np.ndarray:
    """Return the error function.

    Many float32 are computed by series, and number by number where these are unsure: so it is
    rounded as the C library's double is, ten times as fast.
    """
    x = np.asarray(x)
    if x.dtype.char != "f" or x.size < ERF_GRID:
        return scalar_erf(x)
    size = np.minimum(np.abs(x), np.float32(ERF_LIMIT)).astype(np.float64)
    with np.errstate(invalid="ignore"):  # NaN stays NaN
        near = np.minimum(np.rint(size * ERF_GRID), ERF_GRID * ERF_LIMIT).astype(np.int32)
    np.maximum(near, 0, out=near)
    size -= near / ERF_GRID
    zeroth, first, second, third = erf_series()
    result = np.take(third, near)
    for terms in (second, first, zeroth):
        result *= size
        result += np.take(terms, near)
    low, high = ((result * part).astype(np.float32) for part in (1 - ERF_ERROR, 1 + ERF_ERROR))
    unsure = low != high
    if unsure.any():
        low[unsure] = scalar_erf(np.abs(x[unsure]))
    return np.copysign(low, x)


def polygamma(n: int, x: np.ndarray) -> np.ndarray:
    """Return the polygamma function of order `n` over an array."""
    if n == 1:
        return trigamma(x)
    return vectorize(lambda value: scalar_polygamma(n, value))(x)


def trigamma(x: np.ndarray) -> np.ndarray:
    """Return the derivative of `digamma`, in torch's steps and the dtype of `x`."""
    x = np.asarray(resolve(x))
    pi, below = x.dtype.type(np.pi), x < 0.5
    with np.errstate(divide="ignore", invalid="ignore"):
        mirrored = pi * pi / np.square(sin(np.asarray(pi * x)))
        y = np.where(below, 1 - x, x)
        total = np.zeros_like(y)
        for _ in range(6):
            total += 1 / (y * y)
            y = y + 1
        square = 1 / (y * y)
        total += (1 + 1 / (2 * y) + square * (
            1 / 6 - square * (1 / 30 - square * (1 / 42)))) / y
        return np.where(below, mirrored - total, total).astype(x.dtype)


def bessel_i0(x: np.ndarray) -> np.ndarray:
    """Return the modified Bessel function of the first kind and order 0."""
    return np.i0(np.asarray(resolve(x), np.float64)).reshape(np.shape(x)).astype(x.dtype)


def bessel_i1(x: np.ndarray) -> np.ndarray:
    """Return the modified Bessel function of the first kind and order 1, by Simpson's rule."""
    angle = np.linspace(0, np.pi, 1025)
    x = np.asarray(resolve(x))
    values = np.exp(np.multiply.outer(x.astype(np.float64), np.cos(angle))) * np.cos(angle)
    weights = np.full(1025, 2.0)
    weights[1::2], weights[0], weights[-1] = 4.0, 1.0, 1.0
    result = (values @ weights / (3 * 1024)).reshape(np.shape(x))
    result = np.where(np.isinf(x), np.nan, result)
    return np.where(np.equal(x, 0), x, result).astype(x.dtype)
