"""The arithmetic of optimizer steps on plain arrays, rounded as torch's in-place kernels round it.

A number meets an array in the array's dtype, and `a + alpha * b` is rounded once. Arrays of 16-bit
floats are computed in float32, where only sums take numbers in the array's dtype.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.kernels import simd
from autograd.kernels.box_muller import fused
from autograd.kernels.half_accumulation import rounded
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from numpy import generic, ndarray


def number(value: float | str) -> float:
    """A setting that may be a one-element Tensor, as a plain number."""
    return value.item() if isinstance(value, Tensor) else value


def same(value: float | generic, array: ndarray) -> generic:
    """`value` in the dtype of `array`."""
    return array.dtype.type(value)


def add(array: ndarray, other: ndarray, alpha: float | generic) -> ndarray:
    """`array + alpha * other`, as `add_` computes it."""
    if array.dtype.itemsize == 2:
        return simd.plus(array, other, alpha)
    return plus_product(array, other, same(alpha, array))


@rounded
def times(array: ndarray, factor: float) -> ndarray:
    """`array * factor`, as `mul_` computes it."""
    return array * same(factor, array)


@rounded
def over(array: ndarray, divisor: float) -> ndarray:
    """`array / divisor`, as `div_` computes it."""
    return array / same(divisor, array)


def plus_product(array: ndarray, first: ndarray, second: Any) -> ndarray:
    """`array + first * second`, rounded once where torch's kernels round it once."""
    if array.dtype.kind != "f":
        return array + second * first
    return fused(first, second, array)


@rounded
def lerp(start: ndarray, end: ndarray, weight: Any) -> ndarray:
    """The point `weight` of the way from `start` to `end`, as `lerp_` computes it."""
    if weight < 0.5:
        return add(start, end - start, weight)
    return add(end, end - start, same(weight, end) - 1)


@rounded
def addcmul(array: ndarray, first: ndarray, second: ndarray, value: float) -> ndarray:
    """`array + value * first * second`, as `addcmul_` computes it."""
    return plus_product(array, second, same(value, array) * first)


def mul_addcmul(
        array: ndarray, factor: float, first: ndarray, second: ndarray, value: float) -> ndarray:
    """`factor * array + value * first * second`, as `mul_` and `addcmul_` compute it."""
    return addcmul(times(array, factor), first, second, value)


@rounded
def addcdiv(array: ndarray, numerator: ndarray, denominator: ndarray, value: float) -> ndarray:
    """`array + value * numerator / denominator`, as `addcdiv_` computes it."""
    return array + same(value, array) * numerator / denominator
