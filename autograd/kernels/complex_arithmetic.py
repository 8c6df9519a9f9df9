"""Complex multiplication or division, each step rounded as torch's loops round it.

The imaginary part of `z * z.conj()` is 0 in unfused steps, but a last bit where one of its two
products is fused into the sum. torch does both: whole vectors take unfused steps, what the compiler
has unrolled at their end fused ones. Found by comparing with torch 2.13 bit by bit.
"""

from __future__ import annotations

from typing import Any

from collections.abc import Callable

import numpy as np

from autograd.kernels.simd import find_vector_run, fma
from autograd.runtime.wrapping import wraps
from autograd.tensor.lazy_bits import resolve


def dispatch_complex(forward: Callable, of_complex: Callable) -> Callable:
    """Wrap `forward` to call `of_complex` instead if an input is complex."""

    @wraps(forward)
    def run(*arrays):
        for array in arrays:
            if getattr(array, "dtype", None) is not None and array.dtype.kind == "c":
                return of_complex(*arrays)
        return forward(*arrays)

    return run


def multiply_complex(a: np.ndarray, b: np.ndarray | complex,
        one_by_one: bool = False) -> np.ndarray:
    """Return the product of two arrays or numbers, of which at least one is complex.

    `one_by_one` is for loops that call a function for each number: they fuse all steps.
    """
    result = np.asarray(np.multiply(a, b))
    if not (np.iscomplexobj(a) and np.iscomplexobj(b)) or not result.size:
        return result  # products with a real number round once
    a, b = (np.asarray(resolve(x), result.dtype) for x in (a, b))
    (p, q), (r, s) = ((x.real, x.imag) for x in (a, b))
    plain = find_unfused(a, b, result, True) & (not one_by_one)
    real, imag = p * r - q * s, p * s + q * r
    if not plain.all():
        real = np.where(plain, real, fma(p, r, -(q * s)))
        imag = np.where(plain, imag, fma(p, s, q * r))
    result.real, result.imag = real, imag
    return result


def divide_complex(a: Any, b: np.ndarray | int, one_by_one: bool = False) -> np.ndarray:
    """Return the quotient of two arrays or numbers, of which at least one is complex (Smith 1962).

    `one_by_one` as in `multiply_complex`.
    """
    result = np.asarray(np.true_divide(a, b))
    if not result.size:
        return result
    a, b = (np.asarray(resolve(x), result.dtype) for x in (a, b))
    (p, q), (r, s) = ((x.real, x.imag) for x in (a, b))
    wide = abs(r) >= abs(s)
    large, small = np.where(wide, r, s), np.where(wide, s, r)
    ratio = small / large
    scale = 1 / fma(small, ratio, large)
    plain = find_unfused(a, b, result, False) & (not one_by_one)
    tops = [(np.where(wide, q, p), np.where(wide, p, q)),
            (np.where(wide, -p, q), np.where(wide, q, -p))]
    parts = [np.where(plain, x * ratio + y, fma(x, ratio, y)) * scale for x, y in tops]
    nothing = (r == 0) & (s == 0)
    result.real = np.where(nothing, p / abs(r), parts[0])
    result.imag = np.where(nothing, q / abs(r), parts[1])
    return result


def find_unfused(a: np.ndarray, b: np.ndarray, made: np.ndarray, has_vectors: bool) -> np.ndarray:
    """Return a mask, of the shape of `made`, of the entries that torch's loop computes in unfused
    steps.

    The loop takes vectors first where there are some, 8 numbers of complex64 or 4 of complex128. Of
    what is left the compiler has fused the steps; of complex64 by pairs, of which an odd one is
    alone, or, where one factor is the same for all, only four after the first one.
    """
    length, near, whole = find_vector_run(made, a, b)
    even = [x.size == 1 or np.broadcast_to(x, made.shape).strides[-1] == 0 for x in (a, b)]
    if not has_vectors:
        near, whole = False, 0
    plain = np.arange(length) < whole
    if made.itemsize == 8 and near and even[0] != even[1]:
        plain[:] = True
        plain[whole + 1:whole + 5] = length - whole < 5
    elif made.itemsize == 8 and (length - whole) % 2:
        plain[-1] = True
    return np.broadcast_to(plain, (made.size // length, length)).reshape(made.shape)
