"""Arithmetic of optimizer steps on arrays, rounded as torch's in-place kernels round it.

Python scalars are cast to the dtype of the array, and `a + alpha * b` is rounded once. Arrays of
16-bit floats are computed in float32; there only sums take scalars in the dtype of the array.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograd.kernels import simd
from autograd.kernels.half_accumulation import compute_in_float32
from autograd.kernels.simd import fma
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from numpy import generic, ndarray


def as_number(value: Tensor | float) -> float:
    """Return an option as a Python number, also of a one-element Tensor."""
    return value.item() if isinstance(value, Tensor) else value


def cast_scalar(value: float | generic, array: ndarray) -> generic:
    """Return `value` in the dtype of `array`."""
    return array.dtype.type(value)


def add(array: ndarray, other: ndarray, alpha: float | generic) -> ndarray:
    """Return `array + alpha * other`, as `add_` computes it."""
    if array.dtype.itemsize == 2:
        return simd.fused_add_scaled(array, other, alpha)
    return multiply_add(array, other, cast_scalar(alpha, array))


@compute_in_float32
def mul(array: ndarray, factor: float) -> ndarray:
    """Return `array * factor`, as `mul_` computes it."""
    return array * cast_scalar(factor, array)


@compute_in_float32
def div(array: ndarray, divisor: float) -> ndarray:
    """Return `array / divisor`, as `div_` computes it."""
    return array / cast_scalar(divisor, array)


def multiply_add(array: ndarray, first: ndarray, second: ndarray | generic) -> ndarray:
    """Return `array + first * second`, rounded once where torch's kernels do so."""
    if array.dtype.kind != "f":
        return array + second * first
    return fma(first, second, array)


@compute_in_float32
def lerp(start: ndarray, end: ndarray, weight: float) -> ndarray:
    """Return `start + weight * (end - start)`, as `lerp_` computes it."""
    if weight < 0.5:
        return add(start, end - start, weight)
    return add(end, end - start, cast_scalar(weight, end) - 1)


@compute_in_float32
def addcmul(array: ndarray, first: ndarray, second: ndarray, value: float) -> ndarray:
    """Return `array + value * first * second`, as `addcmul_` computes it."""
    return multiply_add(array, second, cast_scalar(value, array) * first)


def mul_addcmul(
        array: ndarray, factor: float, first: ndarray, second: ndarray, value: float) -> ndarray:
    """Return `factor * array + value * first * second`, as `mul_` and `addcmul_` compute it."""
    return addcmul(mul(array, factor), first, second, value)


@compute_in_float32
def addcdiv(array: ndarray, numerator: ndarray, denominator: ndarray, value: float) -> ndarray:
    """Return `array + value * numerator / denominator`, as `addcdiv_` computes it."""
    return array + cast_scalar(value, array) * numerator / denominator
