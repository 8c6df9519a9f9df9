"""The Box-Muller transform, bit for bit as torch's CPU kernels compute it.

torch fills float32 tensors of 16 and more elements by vector code whose logarithm, sine and cosine
are Cephes' single-precision polynomials, evaluated with fused multiply-adds; everything else goes
through the C library in double precision. Facts from ATen/native/cpu/DistributionTemplates.h and
avx_mathfun.h, found equal to torch 2.13 on x86-64 with AVX2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.kernels.simd import fma

# 0-dim arrays are faster in numpy than scalars; constants of fused steps are float64.
_ONE, _HALF, _MINUS_TWO = (np.array(each, np.float32) for each in (1, 0.5, -2))
_TWO_PI = np.array(2 * np.pi, np.float32)


def _as_float64(*numbers: float) -> list[np.ndarray]:
    return [np.array(each, np.float32).astype(np.float64) for each in numbers]


_LOG = _as_float64(
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
    -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip
_COS = _as_float64(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
_SIN = _as_float64(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_SQRT_HALF = np.array(0.707106781186547524, np.float32)
_LOG_2_LOW = np.array(-2.12194440e-4, np.float32)
_LOG_2_HIGH, _MINUS_HALF = _as_float64(0.693359375, -0.5)
_MINUS_QUARTER_PI = _as_float64(-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)
_FOUR_OVER_PI = np.array(1.27323954473516, np.float32)
_INTEGERS = {each: np.array(each, np.int32) for each in (0, 1, ~1, 2, 4)}


def transform_blocks_of_16(uniform: np.ndarray, mean: float, std: float) -> np.ndarray:
    """Return normal numbers from uniform ones in [0, 1), float32 or float64, in blocks of 16.

    The size is a multiple of 16. In each block the first eight uniform numbers give the radii, the
    last eight the angles.
    """
    blocks = uniform.reshape(-1, 16)
    radius, cosine, sine = (_polar32 if uniform.dtype == np.float32 else _polar64)(
        1 - blocks[:, :8], blocks[:, 8:]
    )
    normal = np.concatenate([radius * cosine, radius * sine], axis=1).reshape(-1)
    return fma(normal, normal.dtype.type(std), normal.dtype.type(mean))


def transform_pairs(u1: np.ndarray, u2: np.ndarray) -> np.ndarray:
    """Return normal numbers from pairs of float64 uniform ones: cosine and sine of each pair in
    turn."""
    radius = np.sqrt(-2.0 * map_scalar_function(math.log1p, -u2))
    angle = 2.0 * math.pi * u1
    return np.stack([radius * map_scalar_function(math.cos, angle),
        radius * map_scalar_function(math.sin, angle)], 1).reshape(-1)


def map_scalar_function(function: Callable[..., Any], values: np.ndarray) -> np.ndarray:
    """Apply a function of `math` to each element; numpy's own vector code differs in the last bit.
    """
    flat = np.fromiter(map(function, values.ravel().tolist()), np.float64, values.size)
    return flat.reshape(values.shape)


def _polar64(u1: np.ndarray, u2: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    angle = 2.0 * math.pi * u2
    radius = np.sqrt(-2.0 * map_scalar_function(math.log, u1))
    return radius, map_scalar_function(math.cos, angle), map_scalar_function(math.sin, angle)


def _polar32(u1: np.ndarray, u2: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    sine, cosine = _sincos(_TWO_PI * u2)
    return np.sqrt(_MINUS_TWO * _log(u1)), cosine, sine


def _log(x: np.ndarray) -> np.ndarray:
    """Return the natural logarithm of positive float32."""
    fraction, exponent = np.frexp(x)
    exponent = exponent.astype(np.float32)
    small = fraction < _SQRT_HALF
    x = fraction - _ONE
    x = np.where(small, x + fraction, x)
    exponent = np.where(small, exponent - _ONE, exponent)
    square = x * x
    y = _horner(_LOG, x) * x
    y = fma(y, square, exponent * _LOG_2_LOW)
    y = fma(square, _MINUS_HALF, y)
    return fma(exponent, _LOG_2_HIGH, x + y)


def _sincos(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return sine and cosine of float32 in [0, 2 pi]."""
    octant = ((x * _FOUR_OVER_PI).astype(np.int32) + _INTEGERS[1]) & _INTEGERS[~1]
    turns = octant.astype(np.float64)
    for part in _MINUS_QUARTER_PI:
        x = (turns * part + x.astype(np.float64)).astype(np.float32)
    square = x * x
    near_one = _horner(_COS, square) * square
    near_one = fma(near_one, square, -(square * _HALF)) + _ONE
    near_x = fma(_horner(_SIN, square) * square, x, x)
    swapped = (octant & _INTEGERS[2]) != _INTEGERS[0]
    sine, cosine = np.where(swapped, near_one, near_x), np.where(swapped, near_x, near_one)
    negative = (octant & _INTEGERS[4]) != _INTEGERS[0]
    return np.where(negative, -sine, sine), np.where(negative ^ swapped, -cosine, cosine)


def _horner(coefficients: list[np.ndarray], x: np.ndarray) -> np.ndarray:
    wide, single = x.astype(np.float64), np.empty_like(x)
    first, *others, last = coefficients
    value = wide * first
    for coefficient in others:
        value += coefficient
        single[...] = value  # rounds
        value[...] = single
        value *= wide
    value += last
    single[...] = value
    return single
