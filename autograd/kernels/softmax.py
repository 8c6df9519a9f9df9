"""Softmax kernels, with their gradients, in the order of torch's vector kernels.

Facts from ATen/native/cpu/SoftMaxKernel.cpp and vec/functional_base.h: along the last dimension a
row is added up in the 16 lanes of float32 that a register of 512 bits has (8 of float64), and the
lanes by halves; shorter rows are added from the first to the last, as along other dimensions. The
exponential of float32 is Sleef's, exact to one unit in the last place.
"""

from __future__ import annotations

import math

import numpy as np

from autograd.kernels import libm, simd
from autograd.kernels.half_accumulation import compute_in_float32

REGISTER_BYTES = 64
FLOATS_PER_REGISTER = 16  # of float32
MAX_FOLLOWED = 1 << 17  # elements above which numpy computes, which is faster
MAX_FUSED_TERMS = 64  # terms up to which sums are fused


def exp(x: np.ndarray, dim: int = -1) -> np.ndarray:
    """Return `e ** x`; small float32 arrays with the polynomial and the roundings of Sleef's.

    Behind another dimension than the last, numbers that fill no register use the C library.
    """
    if x.dtype != np.float32 or not 0 < x.size <= MAX_FOLLOWED:
        return libm.exp(x)
    if not x.ndim or is_last_dim(x, dim):
        return simd.exp(x)
    dim %= x.ndim
    inner = math.prod(x.shape[dim + 1:])
    rows = x.reshape(*x.shape[:dim + 1], inner)
    whole = inner // FLOATS_PER_REGISTER * FLOATS_PER_REGISTER
    if not whole:
        return libm.exp(x)
    parts = simd.exp(rows[..., :whole]), libm.exp(rows[..., whole:])
    return np.concatenate(parts, -1).reshape(x.shape)


def log(x: np.ndarray) -> np.ndarray:
    """Return the natural logarithm; of float32 with the roundings of Sleef's."""
    return simd.log(x) if x.dtype == np.float32 else libm.log(x)


def sum_along(terms: np.ndarray, dim: int) -> np.ndarray:
    """Return the sum along `dim`, which is kept."""
    lanes, n = REGISTER_BYTES // terms.itemsize, terms.shape[dim]
    if dim % terms.ndim < terms.ndim - 1 or n < lanes or terms.dtype.kind != "f":
        last = (slice(None),) * (dim % terms.ndim) + (slice(-1, None),)
        return np.add.accumulate(terms, dim)[last]
    whole = n // lanes * lanes
    shape = terms.shape[:-1]
    sums = np.add.reduce(terms[..., :whole].reshape(*shape, -1, lanes), -2)
    sums[..., :n - whole] += terms[..., whole:]
    while lanes > 1:
        lanes //= 2
        sums = sums[..., :lanes] + sums[..., lanes:]
    return sums


def exp_and_sum(array: np.ndarray, dim: int) -> tuple[np.generic | np.ndarray, ...]:
    """Return `exp(x - max)` with its sum along `dim`."""
    if not array.size:
        return array, array
    return sum_of_exp(array - max_along(array, dim), dim)


def max_along(array: np.ndarray, dim: int) -> np.ndarray:
    """Return the largest number along `dim`, which is kept."""
    return np.maximum.reduce(array, dim, keepdims=True) if array.ndim else array


def sum_of_exp(shifted: np.ndarray, dim: int) -> tuple[np.generic | np.ndarray, ...]:
    """Return `exp(x)` with its sum along `dim`."""
    powers = exp(shifted, dim)
    return powers, sum_along(powers, dim) if shifted.ndim else powers


def is_last_dim(array: np.ndarray, dim: int) -> bool:
    """Return True if `dim` is the last dimension, for which torch has separate kernels."""
    return dim % max(array.ndim, 1) == max(array.ndim, 1) - 1


def softmax_forward(array: np.ndarray, dim: int) -> np.ndarray:
    """Return `exp` over its sum along `dim`; along the last dimension torch multiplies by the
    inverse.

    16-bit floats are computed in float32; along another dimension their exponentials are rounded
    first.
    """
    kind, wide = array.dtype, array.astype(np.float32) if array.itemsize == 2 else array
    powers, sums = exp_and_sum(wide, dim)
    if array.ndim and is_last_dim(array, dim):
        return (powers * np.reciprocal(sums)).astype(kind, copy=False)
    powers = powers.astype(kind, copy=False).astype(wide.dtype, copy=False)
    return (powers / sums).astype(kind, copy=False)


def log_softmax_forward(array: np.ndarray, dim: int) -> np.ndarray:
    """Return the logarithm of softmax along `dim`, without overflow.

    16-bit floats are computed in float32, and along the last dimension torch rounds their sum and
    its logarithm.
    """
    if not array.size:
        return array
    wide = array.astype(np.float32) if array.itemsize == 2 else array
    shifted = wide - max_along(wide, dim)
    sums = np.asarray(sum_of_exp(shifted, dim)[1])
    if array.itemsize > 2 or not is_last_dim(array, dim):
        return (shifted - log(sums)).astype(array.dtype, copy=False)
    logs = log(sums.astype(array.dtype).astype(np.float32)).astype(array.dtype)
    return (shifted - logs.astype(np.float32)).astype(array.dtype)


@compute_in_float32
def softmax_gradient(grad: np.ndarray, output: np.ndarray, dim: int) -> np.ndarray:
    """Return the gradient of softmax: `output * (grad - sum of grad * output)`."""
    if not output.ndim or not output.size:
        return output * (grad - grad * output)
    if is_last_dim(output, dim):
        return output * (grad - simd.dot_rows(grad, output, REGISTER_BYTES // output.itemsize))
    if output.dtype != np.float32 or output.shape[dim] > MAX_FUSED_TERMS:
        return output * (grad - sum_along(grad * output, dim))
    terms = np.moveaxis(grad.astype(np.float64) * output, dim, 0)
    return output * (grad - np.expand_dims(simd.sum_fused(terms), dim))


@compute_in_float32
def log_softmax_gradient(grad: np.ndarray, output: np.ndarray, dim: int) -> np.ndarray:
    """Return the gradient of log softmax: `grad - exp(output) * sum of grad`, rounded once."""
    if not output.ndim or not output.size:
        return grad - np.exp(output) * grad
    sums, powers = sum_along(grad, dim), exp(output, dim)
    if output.dtype != np.float32:
        return grad - powers * sums
    return (grad - powers.astype(np.float64) * sums).astype(np.float32)
