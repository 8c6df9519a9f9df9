"""The arithmetic of optimizer steps on plain arrays, rounded as torch's in-place kernels round it.

A number meets an array in the array's dtype, and `a + alpha * b` is rounded once. Arrays of 16-bit
floats are computed in float32, where only sums take numbers in the array's dtype.
"""

from __future__ import annotations

from autograd.kernels import simd
from autograd.kernels.box_muller import fused
from autograd.kernels.half_accumulation import rounded
from autograd.tensor.tensor import Tensor


def number(value) -> float:
    """A setting that may be a one-element Tensor, as a plain number."""
    return value.item() if isinstance(value, Tensor) else value


def same(value, array):
    """`value` in the dtype of `array`."""
    return array.dtype.type(value)


def add(array, other, alpha):
    """`array + alpha * other`, as `add_` computes it."""
    if array.dtype.itemsize == 2:
        return simd.plus(array, other, alpha)
    return plus_product(array, other, same(alpha, array))


@rounded
def times(array, factor):
    """`array * factor`, as `mul_` computes it."""
    return array * same(factor, array)


@rounded
def over(array, divisor):
    """`array / divisor`, as `div_` computes it."""
    return array / same(divisor, array)


def plus_product(array, first, second):
    """`array + first * second`, rounded once where torch's kernels round it once."""
    if array.dtype.kind != "f":
        return array + second * first
    return fused(first, second, array)


@rounded
def lerp(start, end, weight):
    """The point `weight` of the way from `start` to `end`, as `lerp_` computes it."""
    if weight < 0.5:
        return add(start, end - start, weight)
    return add(end, end - start, same(weight, end) - 1)


@rounded
def addcmul(array, first, second, value):
    """`array + value * first * second`, as `addcmul_` computes it."""
    return plus_product(array, second, same(value, array) * first)


def mul_addcmul(array, factor, first, second, value):
    """`factor * array + value * first * second`, as `mul_` and `addcmul_` compute it."""
    return addcmul(times(array, factor), first, second, value)


@rounded
def addcdiv(array, numerator, denominator, value):
    """`array + value * numerator / denominator`, as `addcdiv_` computes it."""
    return array + same(value, array) * numerator / denominator
