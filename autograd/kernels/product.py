"""Products of many numbers in the very order in which torch's CPU kernel multiplies them.

Along the memory torch multiplies in lanes of one AVX2 register, four registers side by side, as
long as whole blocks of these last; then the registers by pairs, their lanes in turn, and last what
is left over. Everywhere else one number comes after the other. Follows
aten/src/ATen/native/cpu/Reduce.h; which steps of complex numbers are fused was found by comparing
with torch 2.13 bit by bit.
"""

from __future__ import annotations

import math

import numpy as np

from autograd.kernels.simd import fma
from autograd.kernels.summation import REGISTERS, plan_reduction

def prod(
        array: np.ndarray, dims: int | None = None, keepdim: bool = False) -> np.ndarray:
    """The product of `array` over `dims` (an int or None for all), as `np.prod` shapes it."""
    if not array.ndim:
        array, dims, keepdim = array.reshape(1), 0, False
    way = plan_reduction(array.shape, array.strides, dims)
    if array.dtype.kind not in "fcV" or not (way.reduced and array.size):
        return np.prod(array, dims, keepdims=keepdim)
    a, b, n = way.blocks or (array.size, 1, 1)
    data, near = array.transpose(way.axes).reshape(a, b, n), way.stride == array.itemsize
    block = REGISTERS * 32 // array.itemsize
    if near and n >= block:
        data = multiply_lanes(data, block)
    rows = data.reshape(math.prod(way.shape), -1)
    if array.dtype.kind == "c":  # a real number times 1 is itself, zeros included
        rows = np.concatenate((np.ones((len(rows), 1), rows.dtype), rows), 1)
    abreast = not (near or way.parted) and way.second_stride == array.itemsize
    plain = np.full((a, b), array.itemsize == 8 and not (near or abreast))
    if abreast:
        plain[:, :b // block * block] = True
    made = multiply_in_order(rows, plain.reshape(-1)[:len(rows)])
    return made.reshape(way.kept if keepdim else way.shape)


def multiply_lanes(data: np.ndarray, block: int) -> np.ndarray:
    """`(a, b, n)` with all whole blocks of lanes multiplied: one number, then what is left."""
    a, b, n = data.shape
    whole = n // block * block
    blocks = data[..., :whole].reshape(a * b, -1, REGISTERS, block // REGISTERS)
    side = multiply_in_order(np.moveaxis(blocks, 1, -1), True)
    pairs = multiply_in_order(side.reshape(a * b, 2, 2, -1).swapaxes(2, 3), True)
    lanes = multiply_in_order(pairs.swapaxes(1, 2), True)
    most = np.stack((multiply_in_order(lanes[:, :-1]), lanes[:, -1]), -1)
    first = multiply_in_order(most, data.itemsize == 8)
    return np.concatenate((first.reshape(a, b, 1), data[..., whole:]), -1)


def multiply_in_order(data: np.ndarray, plain: np.ndarray | bool = False) -> np.ndarray:
    """The products over the last dimension, one factor after the other.

    The steps of complex numbers are rounded one by one where it is `plain`, else fused.
    """
    if data.dtype.kind != "c":
        return np.multiply.accumulate(data, -1)[..., -1]
    p, q = data[..., 0].real, data[..., 0].imag
    for factors in np.moveaxis(data, -1, 0)[1:]:
        r, s = factors.real, factors.imag
        p, q = (np.where(plain, p * r - q * s, fma(p, r, -(q * s))),
                np.where(plain, p * s + q * r, fma(p, s, q * r)))
    made = np.empty(p.shape, data.dtype)
    made.real, made.imag = p, q
    return made
