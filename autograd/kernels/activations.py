"""Activation kernels on arrays, in the steps of torch's CPU kernels, with their derivatives."""

from __future__ import annotations

import math

import numpy as np

from autograd.kernels import libm
from autograd.kernels.simd import find_vector_run, multiply_add


def elu_forward(array: np.ndarray, alpha: float, scale: float, input_scale: float) -> np.ndarray:
    """Return the ELU family: linear above 0, an exponential that levels off below it."""
    left = libm.expm1(array * input_scale) * (alpha * scale)
    return np.where(array <= 0, left, array * scale)


ROOT_HALF = math.sqrt(0.5)
ROOT_2_PI = math.sqrt(2 * math.pi)
TANH_COEFFICIENTS = math.sqrt(2 / math.pi), 0.044715


def normal_cdf(array: np.ndarray, approximate: str) -> np.ndarray:
    """Return the cumulative distribution of the standard normal, exact or by torch's tanh formula.
    """
    if approximate == "tanh":
        return 0.5 * (1 + libm.tanh(TANH_COEFFICIENTS[0]
            * (array + TANH_COEFFICIENTS[1] * (array * array * array))))
    return 0.5 * (1 + libm.erf(array * ROOT_HALF))


# The error function to seven digits, by formula 7.1.26 of Abramowitz and Stegun.
ERF_COEFFICIENTS = 0.3275911, (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)


def erf_and_gaussian(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return `erf(x)` of float32 in the steps of torch's vector library, with `exp(-x^2)`."""
    single, (factor, terms) = np.float32, ERF_COEFFICIENTS
    bell = np.exp(-(x * x), dtype=np.float64).astype(single)
    part = 1 / multiply_add(np.abs(x), single(factor), single(1))
    result = single(terms[0])
    for term in terms[1:]:
        result = multiply_add(part, result, single(term))
    return np.copysign(multiply_add(-(bell * part), result, single(1)), x), bell


def gelu_derivative(array: np.ndarray, approximate: str) -> np.ndarray:
    """Return the derivative of `gelu`; contiguous float32 in the steps of torch's vector library.
    """
    if approximate == "none" and array.dtype == np.float32 and array.size > 1 and (
            array.flags.c_contiguous):
        inner = array * np.float32(ROOT_HALF)
        curve, bell = erf_and_gaussian(inner)
        slope = inner * np.float32(1 / math.sqrt(math.pi)) * bell + np.float32(0.5)
        return curve * np.float32(0.5) + slope
    share = normal_cdf(array, approximate)
    if approximate == "tanh":
        bend = TANH_COEFFICIENTS[0] * (1 + 3 * TANH_COEFFICIENTS[1] * array * array)
        return share + array * (2 * share * (1 - share)) * bend
    return share + array * np.exp(array * array * -0.5) / ROOT_2_PI


def softshrink_forward(array: np.ndarray, lambd: float) -> np.ndarray:
    """Return `softshrink`.

    The zeros keep the sign of the entry where torch's loop takes no vectors.
    """
    wide = array.astype(np.float32) if array.dtype.itemsize == 2 else array
    far = np.where(np.abs(wide) > lambd, wide - np.clip(wide, -lambd, lambd), wide * 0)
    result = far.astype(array.dtype, copy=False)
    if result.flags.c_contiguous:
        length, _, whole = find_vector_run(result, array)
        result.reshape(-1, length)[:, :whole] += array.dtype.type(0)  # -0 + 0 is 0
    return result


def softplus_forward(array: np.ndarray, beta: float, threshold: float) -> np.ndarray:
    """Return `softplus`, linear above `threshold`, where it would overflow."""
    scaled = array * beta
    return np.where(scaled > threshold, array, libm.log1p_of_exp(scaled) / beta)


def softplus_gradient(grad: np.ndarray, scaled: np.ndarray, threshold: float) -> np.ndarray:
    """Return `grad` times the derivative of `softplus`; `scaled` is the input times `beta`."""
    power = libm.loop_exp(scaled)
    return np.where(scaled > threshold, grad, grad * power / (power + 1))


def log_sigmoid_gradient(grad: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return `grad` times the derivative of `log_sigmoid`.

    torch's kernel keeps the exponentials of 16-bit floats in a buffer of their own dtype.
    """
    kind, wide = value.dtype, np.float32 if value.dtype.itemsize == 2 else value.dtype
    power = libm.loop_exp(-np.abs(value.astype(wide))).astype(kind).astype(wide)
    share = power / (1 + power)
    return (np.where(value < 0, 1 - share, share) * grad.astype(wide)).astype(kind)
