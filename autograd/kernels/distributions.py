"""Samples of further random distributions, bit for bit as torch's CPU kernels draw them.

Conventions as in `sampling.py`. Facts from ATen/core/TransformationHelper.h and
ATen/native/cpu/MultinomialKernel.cpp of torch 2.13. On Intel processors torch takes `bernoulli`
with one probability and `exponential` from Intel's MKL, not from the code followed here.
"""

from __future__ import annotations

import math

import numpy as np

from autograd.kernels.box_muller import map_scalar_function
from autograd.kernels.generator import Generator
from autograd.kernels.sampling import (
    cast, check_floating, count_entries, normal, normal_doubles, not_implemented, uniform, units,
)
from autograd.kernels.simd import fma
from autograd.tensor.dtype import dtype_of


def bernoulli(
        generator: Generator, shape: int | tuple[int, ...], dtype: np.dtype | str,
        p: float | np.ndarray) -> np.ndarray:
    """Return ones with probability `p`, a number or an array that broadcasts to `shape`."""
    if isinstance(p, np.ndarray):
        if p.dtype.kind in "iub" and p.size:
            raise not_implemented("bernoulli_tensor_cpu_p_", p.dtype)
        if not ((p >= 0) & (p <= 1)).all():
            raise RuntimeError(
                "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error "
                "message be improved?  If so, please report an enhancement request to PyTorch.)"
            )
        wide = np.float64 if p.dtype == np.float64 else np.float32
        p = p.real.astype(wide)
    else:
        wide = np.float64
        if not 0 <= p <= 1:
            raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
    return (units(generator, count_entries(shape), wide).reshape(shape) < p).astype(dtype)


def exponential(
        generator: Generator, shape: tuple[int, ...], dtype: np.dtype | str, rate: float = 1.0
) -> np.ndarray:
    """Return exponentially distributed numbers of the given rate (`lambd` in torch)."""
    dtype = np.dtype(dtype)
    if not rate > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={rate:g}")
    if not dtype_of(dtype).is_floating_point:
        raise RuntimeError(
            "Exponential distribution is a continuous probability distribution. dtype must be a "
            f"floating point but you specified {dtype_of(dtype).legacy_name}"
        )
    u = units(generator, count_entries(shape), np.float64)
    return cast(-1.0 / rate * map_scalar_function(math.log1p, -u), dtype).reshape(shape)


def cauchy(
        generator: Generator, shape: tuple[int, ...], dtype: str, median: float = 0.0,
        sigma: float = 1.0) -> np.ndarray:
    """Return Cauchy-distributed numbers."""
    dtype = np.dtype(dtype)
    if not sigma > 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}")
    if not dtype_of(dtype).is_floating_point:
        raise RuntimeError(
            "Cauchy distribution is a continuous probability distribution. dtype must be a "
            f"floating point but you specified {dtype_of(dtype).cpp_name}"
        )
    u = units(generator, count_entries(shape), np.float64)
    tangent = map_scalar_function(math.tan, math.pi * (u - 0.5))
    return cast(fma(tangent, float(sigma), float(median)), dtype).reshape(shape)


def log_normal(
        generator: Generator, shape: tuple[int, ...], dtype: str, mean: float = 1.0,
        std: float = 2.0) -> np.ndarray:
    """Return numbers whose logarithm is normal with the given mean and standard deviation."""
    dtype = np.dtype(dtype)
    if not std > 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
    check_floating(dtype, "log_normal_cpu")
    values = map_scalar_function(
        math.exp, normal_doubles(generator, count_entries(shape), mean, std))
    return cast(values, dtype).reshape(shape)


def geometric(generator: Generator, shape: tuple[int, ...], dtype: str, p: float) -> np.ndarray:
    """Return the number of trials of success probability `p` up to the first success."""
    dtype = np.dtype(dtype)
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    if dtype.kind in "cb":
        raise not_implemented("geometric_cpu", dtype)
    u = units(generator, count_entries(shape), np.float64)
    logarithm = map_scalar_function(lambda value: math.log(value) if value else -math.inf, u)
    return cast(np.ceil(logarithm / math.log1p(-p)), dtype).reshape(shape)


# -- multinomial --------------------------------------------------------------------------------


def multinomial(
    generator: Generator, weights: np.ndarray, count: int, replacement: bool
) -> np.ndarray:
    """Return indices drawn by weight from each row of `weights` (1 or 2 dimensions), as int64."""
    _check_multinomial(weights, count, replacement)
    if replacement and count > 1:
        rows = [_sample_with_replacement(generator, row, count) for row in np.atleast_2d(weights)]
        return np.array(rows, np.int64).reshape(*weights.shape[:-1], count)
    if not (np.isfinite(weights) & (weights >= 0)).all():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if (weights.sum(-1) == 0).any():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    race = exponential(generator, weights.shape, weights.dtype)
    winners = np.argsort(-(weights / race), axis=-1, kind="stable")
    return winners[..., :count].astype(np.int64)


def _check_multinomial(weights: np.ndarray, count: int, replacement: bool) -> None:
    """Raise torch's errors for arguments that `multinomial` does not take."""
    if not 1 <= weights.ndim <= 2:
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if not dtype_of(weights.dtype).is_floating_point:
        raise RuntimeError(
            "multinomial only supports floating-point dtypes for input, got: "
            f"{dtype_of(weights.dtype).legacy_name}"
        )
    if count <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and count > weights.shape[-1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )


def _sample_with_replacement(generator: Generator, row: np.ndarray, count: int) -> np.ndarray:
    """Return `count` indices of a row, looked up in its cumulative sums, which end in exactly 1."""
    wide = np.float64 if row.dtype == np.float64 else np.float32
    row = row.astype(wide)
    wrong = row[~((row >= 0) & (row < np.inf))]
    if wrong.size:
        told = "= infinity or NaN" if wrong[0] > 0 else "< 0"
        raise RuntimeError(
            f"invalid multinomial distribution (encountering probability entry {told})")
    bounds = np.cumsum(row, dtype=wide)
    if not bounds[-1] > 0:
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    bounds = (bounds / bounds[-1]).astype(np.float64)
    bounds[-1] = 1.0
    return np.searchsorted(bounds, units(generator, count, np.float64), side="left")


def truncated_normal(
    generator: Generator, array: np.ndarray, mean: float, std: float, a: float, b: float,
) -> tuple[np.ndarray, int]:
    """Return normal numbers in [a, b] for an array, with the number of version bumps in torch.

    Numbers outside are drawn again.
    """
    versions = 1
    low, high = array.dtype.type(a), array.dtype.type(b)
    result = normal(generator, array.shape, array.dtype, mean, std)
    outside = (result < low) | (result > high)
    while outside.any():
        again = normal(generator, array.shape, array.dtype, mean, std)
        result = np.where(outside, again, result)
        outside = (result < low) | (result > high)
        versions = 2  # torch combines both in new memory
    return result, versions


def truncated_normal_by_rejection(
    generator: Generator, array: np.ndarray, mean: float, std: float, a: float, b: float,
) -> np.ndarray:
    """Return normal numbers in [a, b], for intervals that hold few of them.

    They are drawn uniformly from [a, b] and accepted by the density.
    """
    kind, shape = array.dtype, array.shape
    highest = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2

    def density(values: np.ndarray) -> np.ndarray:
        return (((values - kind.type(mean)) / kind.type(std)) ** 2 * kind.type(-0.5)
                - kind.type(highest))

    result = uniform(generator, shape, kind, a, b)
    pending = np.log(uniform(generator, shape, kind)) > density(result)
    while pending.any():
        again = uniform(generator, shape, kind, a, b)
        result = np.where(pending, again, result)
        refused = np.log(uniform(generator, shape, kind)) > density(again)
        pending = pending & refused
    return result
