"""Rejection sampling of single numbers, as torch's CPU kernels draw them.

Facts from ATen/native/Distributions.h and Distributions.cpp of torch 2.13. Each sampler returns one
number for each entry of its parameters, in the order in which torch walks them.
"""

from __future__ import annotations

from typing import Any

import math

import numpy as np

from autograd.kernels.generator import Generator
from autograd.kernels.sampling import normal_doubles, units

INT64_LIMIT = 1 << 63
THIRD = float(np.float32(1) / np.float32(3))  # torch writes 1.0f / 3.0f
STIRLING_ERRORS = (0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
         0.0166446911898211, 0.0138761288230707, 0.0118967099458917, 0.0104112652619720,
         0.00925546218271273, 0.00833056343336287)  # errors of Stirling's formula for log k!


def draw_unit(generator: Generator) -> float:
    """Return one uniform number in [0, 1)."""
    return float(units(generator, 1, np.float64)[0])


def sample_gammas(generator: Generator, alphas: np.ndarray) -> np.ndarray:
    """Return standard gamma samples with the shapes `alphas`, in double precision."""
    return np.array([sample_gamma(generator, alpha) for alpha in alphas], np.float64)


def sample_gamma(generator: Generator, alpha: Any) -> float:
    """Return a gamma sample by Marsaglia and Tsang.

    `alpha` is a numpy number, whose precision torch keeps at first.
    """
    kind = type(alpha)
    scale = 1.0
    if alpha < 1:
        if alpha == 0:
            return 0.0
        scale = math.pow(1 - draw_unit(generator), float(kind(1) / alpha))
        alpha += kind(1)
    d = float(alpha - kind(THIRD))
    c = 1 / math.sqrt(9 * d)
    while True:
        x = float(normal_doubles(generator, 1, 0.0, 1.0)[0])
        y = 1 + c * x
        if y <= 0:
            continue
        v = y * y * y
        u = 1 - draw_unit(generator)
        square = x * x
        if u < 1 - float(np.float32(0.0331)) * square * square:
            return scale * d * v
        if math.log(u) < 0.5 * square + d * (1 - v + math.log(v)):
            return scale * d * v


def sample_poissons(generator: Generator, rates: np.ndarray) -> np.ndarray:
    """Return Poisson samples of the given rates; raises torch's error for a negative rate."""
    if not (rates >= 0).all():  # NaN raises, too
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    return np.array([sample_poisson(generator, float(rate)) for rate in rates], np.float64)


def sample_poisson(generator: Generator, rate: float) -> int:
    """Return a Poisson sample, by transformed rejection for rates from 10 on, else by a product."""
    if rate >= 10:
        return sample_large_poisson(generator, rate)
    count, product, end = 0, 1.0, math.exp(-rate)
    while rate:
        product *= draw_unit(generator)
        if product <= end:
            break
        count += 1
    return count


def sample_large_poisson(generator: Generator, rate: float) -> int:
    """Return a Poisson sample of a rate of at least 10 (Hoermann's transformed rejection)."""
    root, log_rate = math.sqrt(rate), math.log(rate)
    b = 0.931 + 2.53 * root
    a = -0.059 + 0.02483 * b
    scale = 1.1239 + 1.1328 / (b - 3.4)
    sure = 0.9277 - 3.6224 / (b - 2)
    while True:
        u = draw_unit(generator) - 0.5
        v = draw_unit(generator)
        us = 0.5 - abs(u)
        k = floor_to_int64((2 * a / us + b) * u + rate + 0.43)
        if us >= 0.07 and v <= sure:
            return k
        if k < 0 or (us < 0.013 and v > us):
            continue
        left = math.log(v) + math.log(scale) - math.log(a / (us * us) + b)
        if left <= -rate + k * log_rate - math.lgamma(k + 1):
            return k


def floor_to_int64(value: float) -> int:
    """Return the integer below; the least int64 where it overflows, as C++ casts it."""
    return math.floor(value) if -INT64_LIMIT <= value < INT64_LIMIT else -INT64_LIMIT


def sample_binomials(generator: Generator, counts: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """Return the numbers of successes among `counts` trials of the given `chances`."""
    pairs = zip(counts.astype(float), chances.astype(float), strict=True)
    return np.array([sample_binomial(generator, n, p) for n, p in pairs], np.float64)


def sample_binomial(generator: Generator, count: float, chance: float) -> float:
    """Return a binomial sample, by transformed rejection if at least 10 successes are expected.

    Otherwise by the gaps between successes.
    """
    if count <= 0 or chance <= 0:
        return 0.0
    if chance >= 1:
        return count
    if math.isnan(chance) or count == math.inf:
        return math.nan
    rarer = chance if chance <= 0.5 else 1 - chance
    draw = sample_binomial_by_rejection if count * rarer >= 10 else sample_binomial_by_gaps
    result = draw(generator, count, rarer)
    return result if chance <= 0.5 else count - result


def sample_binomial_by_gaps(generator: Generator, count: float, chance: float) -> float:
    """Return a binomial sample, by steps from one success to the next."""
    log_miss, trials, result = math.log1p(-chance), 0.0, 0.0
    while True:
        u = draw_unit(generator)
        trials += math.ceil(math.log(u) / log_miss) if u else math.inf
        if trials > count:
            return result
        result += 1


def sample_binomial_by_rejection(generator: Generator, count: float, chance: float) -> float:
    """Return a binomial sample by Hoermann's transformed rejection."""
    spread = math.sqrt(count * chance * (1 - chance))
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * chance
    middle = count * chance + 0.5
    sure = 0.92 - 4.2 / b
    odds = chance / (1 - chance)
    alpha = (2.83 + 5.1 / b) * spread
    m = math.floor((count + 1) * chance)
    while True:
        u = draw_unit(generator) - 0.5
        v = draw_unit(generator)
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + middle)
        if k < 0 or k > count:
            continue
        if us >= 0.07 and v <= sure:
            return k
        left = math.log(v * alpha / (a / (us * us) + b))
        bound = (
            (m + 0.5) * math.log((m + 1) / (odds * (count - m + 1)))
            + (count + 1) * math.log((count - m + 1) / (count - k + 1))
            + (k + 0.5) * math.log(odds * (count - k + 1) / (k + 1))
            + stirling_error(m) + stirling_error(count - m) - stirling_error(k)
                - stirling_error(count - k)
        )
        if left <= bound:
            return k


def stirling_error(k: float) -> float:
    """Return the error of Stirling's formula for log k!."""
    if k <= 9:
        return STIRLING_ERRORS[int(k)]
    square = (k + 1) * (k + 1)
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)
