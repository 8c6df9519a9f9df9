"""Arithmetic of torch's vector units, to the last bit.

Softmax and the functions built on the logistic curve use SLEEF's `expf` and `logf` with an error of
at most one unit in the last place, whose bits lessons print with `loss.item()`. The polynomials
here follow those two; compared bit by bit with torch 2.13 on 64,000 numbers. Other kernels use
fused multiply-adds, which round once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# Constants are 0-dim arrays, which numpy takes three times as fast as scalars.
PER_LOG2 = np.array(1.442695040888963407, np.float32)
LOG2_HIGH, LOG2_LOW = (np.array(part, np.float32).astype(np.float64) for part in (
    0.693145751953125, 1.428606765330187e-06))
LOG2_IN_TWO = np.array(
    float(np.float32(0.69314718246459960938)) - float(np.float32(1.904654323148236e-09)))
EXP_FIRST, *EXP_TERMS = (np.array(term, np.float32).astype(np.float64) for term in (
    0.000198527617612853646, 0.00139304355252534151, 0.00833336077630519867,
    0.0416664853692054749, 0.166666671633720398, 0.5))
# Bounds of the argument: below, exp of a float32 is 0; above, infinite.
EXP_MIN, EXP_MAX = np.array(-105, np.float32), np.array(90, np.float32)
LOG_TERMS = [np.array(term, np.float32).astype(np.float64) for term in (
    0.3027294874, 0.3996108174, 0.6666694880)]
ONE, TWO, LOG_SPLIT = np.array(1.0), np.array(2.0), np.array(0.75)
SINGLE_ONE = np.array(1, np.float32)
EXP_BLOCK = 32  # numbers of float32 in two registers of 512 bits
HALF_BLOCK = 32  # 16-bit numbers that `add_scaled_16bit` takes at once
FAST_EXP_TERMS = [np.array(term, np.float32).astype(np.float64) for term in (
    0.00828929059, 0.0418978221, 0.166676521, 0.499991506, 0.999999701, 1)]
FASTEST_EXP_TERMS = [np.array(term, np.float32).astype(np.float64) for term in (
    -0.079204240219773236, -0.22433836478672356, 0.30354260500649682, 0.00010703434948458272)]
# Below the first the result is 0, above the second the largest float.
FAST_EXP_MIN, FAST_EXP_MAX = np.array(-87.33654, np.float32), np.array(88.72284, np.float32)
LOG2, HALF = np.array(0.6931472, np.float32).astype(np.float64), np.array(0.5)


def fma(a: np.ndarray, b: Any, c: Any) -> np.ndarray:
    """Return `a * b + c` rounded once, as a fused multiply-add does."""
    if a.dtype == np.float32:  # the product is exact in double precision
        wide = a.astype(np.float64) * np.asarray(b, np.float64) + np.asarray(c, np.float64)
        return wide.astype(np.float32)
    product = a * b
    total = product + c
    part = total - product
    lost = (product - (total - part)) + (c - part)  # Knuth's exact error of the sum
    error = lost + _product_error(a, b, product)
    # The error of infinities, or of numbers near them, is unknown; -0 keeps its sign.
    return total + np.where(np.isfinite(error) & (error != 0), error, -0.0)


def add_scaled(a: np.ndarray, b: np.ndarray | float, factor: float) -> np.ndarray:
    """Return `a + factor * b`.

    torch multiplies complex numbers by 1, too, as zeros of both signs show.
    """
    if factor == 1:
        result = a + b
        if result.dtype.kind != "c":
            return result
    return fused_add_scaled(a, b, factor)


def subtract_scaled(a: np.ndarray | float, b: np.ndarray | complex, factor: float) -> Any:
    """Return `a - factor * b`; torch adds complex numbers that it has multiplied by -1."""
    if factor == 1:
        result = a - b
        if result.dtype.kind != "c":
            return result
    return fused_subtract_scaled(a, b, factor)


def is_complex_array(value: np.ndarray | complex) -> bool:
    """Return True if `value` is an array of complex numbers."""
    return isinstance(value, np.ndarray | np.generic) and value.dtype.kind == "c"


def fused_add_scaled(
        a: np.ndarray | complex, b: np.ndarray | complex, factor: Any) -> Any:
    """Return `a + factor * b`, which torch's kernels round once."""
    if not np.ndim(factor) and (is_complex_array(a) or is_complex_array(b)):
        return a + b * complex(factor)
    kind = getattr(a, "dtype", None)
    if kind is None or kind.kind not in "fV" or np.ndim(factor) and kind.itemsize == 2:
        return a + factor * b
    if kind.itemsize == 2:
        return add_scaled_16bit(a, np.asarray(b, kind), np.asarray(factor, kind).astype(np.float32))
    if not isinstance(b, np.ndarray):
        b = np.asarray(b, kind)
    return fma(b, np.asarray(factor, kind), a) if b.dtype == kind else a + factor * b


def add_scaled_16bit(a: Any, b: np.ndarray, factor: np.ndarray) -> np.ndarray:
    """Return `a + factor * b` of 16-bit floats: rounded once in whole registers, else after each
    step."""
    product, wide = factor * b.astype(np.float32), a.astype(np.float32)
    result = (wide + product.astype(a.dtype).astype(np.float32)).astype(a.dtype)
    flat = all(x.size == 1 or x.shape == result.shape and x.flags.c_contiguous for x in (a, b))
    has_rows = result.ndim and all(
        x.size == 1 or x.shape[-1] == 1 or x.strides[-1] == x.itemsize for x in (a, b))
    if has_rows:
        rounded_once = np.broadcast_to((wide + product).astype(a.dtype), result.shape)
        rows = (result.reshape(-1), rounded_once.reshape(-1)) if flat else (result, rounded_once)
        whole = rows[0].shape[-1] // HALF_BLOCK * HALF_BLOCK
        rows[0][..., :whole] = rows[1][..., :whole]
    return result


def fused_subtract_scaled(a: np.ndarray | complex, b: np.ndarray | complex, factor: float) -> Any:
    """Return `a - factor * b`, which torch's kernels round once."""
    if is_complex_array(a) or is_complex_array(b):
        return fused_add_scaled(a, b, -factor)
    is_float = getattr(a, "dtype", None) is not None and a.dtype.kind in "fV"
    return fused_add_scaled(a, -b, factor) if is_float else a - factor * b


def multiply_add(a: ArrayOrTensor, b: Any, c: Any) -> ArrayOrTensor:
    """Return `a * b + c`: of float32 or float64 arrays rounded once, of Tensors by ops."""
    if isinstance(a, np.ndarray | np.generic) and a.dtype.kind == "f" and a.itemsize > 2:
        return fma(a, b, c)
    return a * b + c


def sum_fused(products: np.ndarray) -> np.ndarray:
    """Return the float32 sum over the first dimension of exact products, in fused steps one by one.
    """
    total = np.zeros(products.shape[1:], np.float32)
    for product in products:
        total = (total + product).astype(np.float32)
    return total


def dot_rows(a: np.ndarray, b: np.ndarray, lanes: int) -> np.ndarray:
    """Return sums of `a * b` along the last dimension, which stays, as `vec::map2_reduce_all`.

    Each lane adds its own, the last turn in fused steps unless it is whole, then the lanes are
    added by halves; rows shorter than a register are added from the first to the last.
    """
    terms = a * b
    n = terms.shape[-1]
    if n < lanes:
        return np.add.accumulate(terms, -1)[..., -1:]
    whole = n // lanes * lanes
    sums = np.add.reduce(terms[..., :whole].reshape(*terms.shape[:-1], -1, lanes), -2)
    if whole < n:
        wide = np.broadcast_to(a, terms.shape)[..., whole:]
        sums[..., : n - whole] = fma(wide, b[..., whole:], sums[..., : n - whole])
    while sums.shape[-1] > 1:
        half = sums.shape[-1] // 2
        sums = sums[..., :half] + sums[..., half:]
    return sums


def _product_error(a: np.ndarray, b, product: np.ndarray) -> np.ndarray:
    """Return the rounding error of float64 `a * b` (Dekker: halves of 26 bits multiply exactly)."""
    (a_high, a_low), (b_high, b_low) = _split_float64(a), _split_float64(b)
    return a_low * b_low - (product - a_high * b_high - a_low * b_high - a_high * b_low)


def _split_float64(x) -> tuple:
    scaled = x * 134217729.0  # 2**27 + 1
    high = scaled - (scaled - x)
    return high, x - high


def exp(x: np.ndarray) -> np.ndarray:
    """Return `e ** x` of float32 as a vector unit computes it."""
    if not x.ndim:
        return exp(x.reshape(1))[0]
    clamped = np.minimum(np.maximum(x, EXP_MIN), EXP_MAX)
    turns = np.rint(clamped * PER_LOG2)
    single, rest = np.empty_like(clamped), clamped.astype(np.float64)
    wide = turns.astype(np.float64)
    for part in (LOG2_HIGH, LOG2_LOW):
        rest -= wide * part
        single[...] = rest  # rounds
        rest[...] = single
    squares = single * single
    power = rest * EXP_FIRST
    for term in EXP_TERMS[:-1]:
        power += term
        single[...] = power
        power[...] = single
        power *= rest
    power += EXP_TERMS[-1]
    single[...] = power
    power[...] = single
    power *= squares.astype(np.float64)
    power += rest
    single[...] = power
    single += SINGLE_ONE
    with np.errstate(over="ignore", invalid="ignore"):  # of NaN
        return np.ldexp(single, turns.astype(np.int32), single)


def fast_exp(x: np.ndarray) -> np.ndarray:
    """Return `e ** x` of float32 to twenty units in the last place, as torch's attention computes
    it."""
    clamped = np.minimum(np.maximum(x, FAST_EXP_MIN), FAST_EXP_MAX)
    whole = np.floor(fma(clamped, PER_LOG2, HALF))
    rest = fma(-whole, LOG2, clamped)
    power = np.full_like(rest, FAST_EXP_TERMS[0])
    for term in FAST_EXP_TERMS[1:]:
        power = fma(rest, power, term)
    return np.where(x < FAST_EXP_MIN, 0, np.ldexp(power, whole.astype(np.int32)))


def fastest_exp(x: np.ndarray) -> np.ndarray:
    """Return `e ** x` of float32 precise enough for 16 bits: a cubic, written into a float's bits.

    After Malossi, Ineichen, Bekas and Curioni, "Fast Exponential Computation on SIMD
    Architectures", as in torch's attention.
    """
    scaled = np.maximum(x, FAST_EXP_MIN) * PER_LOG2
    rest, power = scaled - np.floor(scaled), FASTEST_EXP_TERMS[0]
    for term in FASTEST_EXP_TERMS[1:]:
        power = fma(rest, power, term)
    bits = fma(scaled - power, np.float32(1 << 23), np.float32(127 << 23)).astype(np.int32)
    return np.where(x < FAST_EXP_MIN, 0, bits.view(np.float32))


def loop_exp(x: np.ndarray, factor: int = 1) -> np.ndarray:
    """Return `exp(factor * x)` of float32 as torch's loops over tensors compute it.

    They take two registers of contiguous numbers at a time, and the remainder with the C library.
    """
    if x.ndim > 1 and not x.flags.c_contiguous and min(x.strides) > 0:
        order = sorted(range(x.ndim), key=lambda i: -x.strides[i])
        if order != sorted(order):
            return loop_exp(x.transpose(order), factor).transpose(np.argsort(order))
    inner = count_contiguous(x)
    whole = inner // EXP_BLOCK * EXP_BLOCK
    rows = x.reshape(-1, inner)
    if factor != 1:
        rows = rows * np.array(factor, x.dtype)
    if whole == inner:
        return exp(rows).reshape(x.shape)
    result, rest = np.empty_like(rows), rows[:, whole:].astype(np.float64)
    result[:, whole:] = np.exp(rest, rest)
    if whole:
        result[:, :whole] = exp(rows[:, :whole])
    return result.reshape(x.shape)


def count_contiguous(x: np.ndarray) -> int:
    """Return the number of entries of each contiguous run in memory."""
    if x.flags.c_contiguous:
        return max(x.size, 1)
    count = 1
    for length, stride in zip(x.shape[::-1], x.strides[::-1]):
        if length > 1 and stride != count * x.itemsize:
            break
        count *= length
    return count


def log(x: np.ndarray) -> np.ndarray:
    """Return the natural logarithm of positive float32 as a vector unit computes it."""
    mantissa, exponent = np.frexp(x.astype(np.float64))
    low = mantissa < LOG_SPLIT
    mantissa, exponent = np.where(low, mantissa + mantissa, mantissa), exponent - low
    ratio = (mantissa - ONE) / (mantissa + ONE)
    first = ratio.astype(np.float32)
    square = first * first
    wide = square.astype(np.float64)
    series = LOG_TERMS[0]
    for term in LOG_TERMS[1:]:
        series = (series * wide + term).astype(np.float32).astype(np.float64)
    small = (square * first * series.astype(np.float32)).astype(np.float64)
    return (LOG2_IN_TWO * exponent + TWO * ratio + small).astype(np.float32)


def logistic(x: np.ndarray) -> np.ndarray:
    """Return `1 / (1 + exp(-x))` of float32."""
    return SINGLE_ONE / (SINGLE_ONE + loop_exp(x, -1))


def linspace_values(
        start: Any, end: Any, steps: Any, dtype: Any) -> np.ndarray:
    """Return `steps` equidistant numbers; torch counts from the nearer end, so that both are exact.

    Its kernels for float32 and float64 multiply and add in one rounding (a wider dtype stands for
    that here); between integers it steps in float64.
    """
    scalar = np.float64 if dtype.kind in "iu" else dtype.type
    wide = {np.float32: np.float64, np.float64: np.longdouble}.get(dtype.type, scalar)
    step = wide((scalar(end) - scalar(start)) / scalar(steps - 1))
    index = np.arange(steps)
    forward = wide(scalar(start)) + step * index.astype(wide)
    backward = wide(scalar(end)) - step * (steps - 1 - index).astype(wide)
    return np.where(index < steps // 2, forward, backward).astype(dtype)


VECTOR_BLOCK = 64  # bytes: two registers of AVX2 at a time


def find_vector_run(made: np.ndarray, *inputs: np.ndarray) -> tuple[int, bool, int]:
    """Return the innermost loop that writes row-major `made` from `inputs` that broadcast to it.

    That is the number of entries with the same stride, whether they are contiguous in all arrays,
    and the number of entries in whole blocks.
    """
    axes = [i for i, n in enumerate(made.shape) if n > 1]
    if not axes:
        return 1, True, 0
    strides = [np.broadcast_to(x, made.shape).strides for x in inputs]
    steps, length = [each[axes[-1]] for each in strides], made.shape[axes[-1]]
    for axis in axes[-2::-1]:
        if any(each[axis] != step * length for each, step in zip(strides, steps)):
            break
        length *= made.shape[axis]
    near = all(step in (0, made.itemsize) for step in steps)
    block = VECTOR_BLOCK // made.itemsize
    return length, near, length // block * block if near else 0
