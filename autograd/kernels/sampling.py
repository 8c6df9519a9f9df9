"""Random arrays, bit for bit as torch's CPU kernels make them of a generator's words.

Each function draws from `generator` and returns a new numpy array of `shape` (an int or a tuple)
and of the numpy dtype `dtype`, in row-major order. An existing tensor is filled in the order of its
memory: `fill(array, uniform(generator, array.size, array.dtype))`. Facts from
ATen/native/DistributionTemplates.h, ATen/native/cpu/DistributionTemplates.h and
ATen/core/DistributionsHelper.h of torch 2.13. Further distributions are in `distributions.py`.
"""

from __future__ import annotations

from typing import Any

import math

import numpy as np

from autograd.kernels import box_muller
from autograd.kernels.generator import Generator
from autograd.kernels.simd import fma
from autograd.runtime.warnings import caution
from autograd.runtime.execution_state import execution
from autograd.tensor.dtype import dtype_of

_WIDE = 1 << 28  # from this range on, an integer takes a 64-bit word
_LONGEST = (1 << 63) - 1
_DIGITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}  # of the significand


def memory_axes(array: np.ndarray) -> list[int]:
    """Return the axes of `array`, largest stride first: the order in which torch walks a tensor."""
    return sorted(range(array.ndim), key=lambda axis: -array.strides[axis])


def fill(array: np.ndarray, values: np.ndarray) -> None:
    """Overwrite `array` with `values`, taken row-major, in the order of its memory."""
    ordered = array.transpose(memory_axes(array))
    ordered[...] = values.reshape(ordered.shape)


# -- uniform ---------------------------------------------------------------------------------


def uniform(
        generator: Generator, shape: int | tuple[int, ...], dtype: np.dtype | str | type,
        low: float = 0.0, high: float = 1.0) -> np.ndarray:
    """Return numbers in [low, high): of 24 random bits each, or of 53 if dtype is float64."""
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        return _complex(uniform, generator, shape, dtype, low, high)
    check_floating(dtype, "check_uniform_bounds")
    for word, bound in (("from", low), ("to", high)):
        if not abs(bound) <= _largest(dtype):
            raise RuntimeError(f"{word} is out of bounds for {dtype_of(dtype).cpp_name}")
    if not low <= high:
        raise RuntimeError(
            f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}"
        )
    if high - low > _largest(dtype):
        name = dtype_of(dtype).legacy_name
        raise RuntimeError(
            f"uniform_ expects to-from <= std::numeric_limits<{name}>::max(), but found "
            f"to={high:g} and from={low:g} which result in to-from to exceed the limit"
        )
    wide = np.float64 if dtype == np.float64 else np.float32
    values = units(generator, count_entries(shape), wide)
    low, high = wide(low), wide(high)
    if (low, high) != (0, 1):
        values = fma(values, high - low, low)
    values = values.astype(dtype)
    if dtype != np.float64:  # rounding may have reached the excluded bound
        values[values == np.array(high, dtype)] = low
    return values.reshape(shape)


def units(generator: Generator, count: int, dtype: type) -> np.ndarray:
    """Return `count` numbers in [0, 1) as float32 (24 bits) or float64 (53 bits)."""
    if dtype == np.float64:
        bits = generator.double_words(count) & np.uint64((1 << 53) - 1)
        return bits.astype(np.float64) * 2.0**-53
    bits = generator.words(count) & np.uint64((1 << 24) - 1)
    return bits.astype(np.float32) * np.float32(2.0**-24)


# -- normal ----------------------------------------------------------------------------------

AT_ONCE = 1 << 16  # numbers transformed at once, so that temporaries fit in a cache


def normal(
        generator: Generator, shape: int | tuple[int, ...], dtype: np.dtype | str | type,
        mean: float = 0.0, std: float = 1.0, contiguous: bool = True) -> np.ndarray:
    """Return normal numbers.

    16 and more of a contiguous tensor are drawn in blocks of 16, as in torch.
    """
    if execution.vmap_draws is not None:
        return execution.vmap_draws.part(
            generator, shape if isinstance(shape, tuple) else (shape,),
            lambda all_shape: normal(generator, all_shape, dtype, mean, std, contiguous))
    dtype = np.dtype(dtype)
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    if dtype.kind == "c":
        return _complex(normal, generator, shape, dtype, mean, std / math.sqrt(2), contiguous)
    count = count_entries(shape)
    if not count:
        return np.empty(shape, dtype)
    check_floating(dtype, "normal_kernel_cpu")
    if count < 16 or not contiguous:
        return cast(normal_doubles(generator, count, mean, std), dtype).reshape(shape)
    wide = np.float64 if dtype == np.float64 else np.float32
    whole = count - count % 16
    values = np.empty(count, wide)
    drawn = count if dtype == wide else whole  # 16-bit types draw only what is used
    values[:drawn] = units(generator, drawn, wide)
    for start in range(0, whole, AT_ONCE):
        part = values[start : min(start + AT_ONCE, whole)]
        part[:] = box_muller.transform_blocks_of_16(part, mean, std)
    if whole < count:
        values[-16:] = box_muller.transform_blocks_of_16(units(generator, 16, wide), mean, std)
    return values.astype(dtype, copy=False).reshape(shape)


def normal_doubles(generator: Generator, count: int, mean: float, std: float) -> np.ndarray:
    """Return normal numbers one after the other, in float64; an odd one stays with the generator.
    """
    values = np.empty(count)
    start = 0
    if generator.spare is not None and count:
        values[0], generator.spare, start = generator.spare, None, 1
    missing = count - start
    u = units(generator, missing + missing % 2, np.float64)
    result = box_muller.transform_pairs(u[::2], u[1::2])
    values[start:] = result[:missing]
    if missing % 2:
        generator.spare = float(result[-1])
    return fma(values, float(std), float(mean))


# -- integers --------------------------------------------------------------------------------


def integers(
        generator: Generator, shape: int | tuple[int, ...], dtype: Any, low: int,
        high: int | None) -> np.ndarray:
    """Return integers in [low, high), or from low up to the greatest of dtype if high is None."""
    dtype = np.dtype(dtype)
    name = dtype_of(dtype).name
    if high is None:
        last = 1 << _DIGITS[name] if name in _DIGITS else 1 if name == "bool" else _largest(dtype)
    else:
        if low >= high:
            raise RuntimeError(
                f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
            )
        last = high - 1
    if name in _DIGITS:
        low = _lower(low, dtype)
        last = last if high is None else _upper(high, dtype) - 1
        if low > last:
            raise RuntimeError(
                "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but "
                f"got from={low} >= to={last + 1}"
            )
    _check_within(dtype, {"from": low, "to - 1": last})
    values = _integers(generator, count_entries(shape), last - low + 1, low)
    return cast(values, dtype).reshape(shape)


def _integers(generator: Generator, count: int, span: int, base: int) -> np.ndarray:
    words = generator.double_words(count) if span >= _WIDE else generator.words(count)
    if span < 1 << 64:
        words = words % np.uint64(span)
    return (words + np.uint64(base % (1 << 64))).view(np.int64)


def _check_within(dtype: np.dtype, limits: dict[str, int]) -> None:
    """Raise torch's error for limits outside of `dtype`; warn of those that it holds with gaps
    only."""
    kind = dtype_of(dtype)
    said, digits = kind.cpp_name, _DIGITS.get(kind.name)
    for word, limit in limits.items():
        if not _smallest(dtype) <= limit <= _largest(dtype):
            raise RuntimeError(f"{word} is out of bounds for {said}")
    for word, limit in limits.items():
        if digits is not None and abs(limit) > 1 << digits:
            caution(
                f"{word} is out of bounds [-(2^{digits}), 2^{digits}]. Due to precision "
                f"limitations {said} can support discrete uniform distribution only within this "
                "range. This warning will become an error in version 1.7 release, please fix the "
                "code in advance",
                at=f"aten/src/ATen/native/DistributionTemplates.h:{110 + (word != 'from')}")


def _round_trip(value: int, dtype: np.dtype) -> int:
    """Return `value` rounded to `dtype`, as an integer; the least int64 in place of an infinity."""
    rounded_value = float(dtype.type(value))
    return int(rounded_value) if abs(rounded_value) != np.inf else -(1 << 63)


def _upper(high: int, dtype: np.dtype) -> int:
    """Return the nearest bound below `high` that dtype holds without rounding up to `high`."""
    rounded = _round_trip(high - 1, dtype)
    if rounded < high:
        return high
    return rounded - (1 << (abs(high - 1).bit_length() - _DIGITS[dtype_of(dtype).name]))


def _lower(low: int, dtype: np.dtype) -> int:
    rounded = _round_trip(low + 1, dtype)
    if rounded >= low:
        return low
    return rounded + (1 << (abs(low + 1).bit_length() - _DIGITS[dtype_of(dtype).name]))


def any_integers(generator: Generator, shape: tuple[int, ...], dtype: np.dtype | str) -> np.ndarray:
    """Return samples of `random_()`: every non-negative integer that dtype holds exactly."""
    dtype = np.dtype(dtype)
    name = dtype_of(dtype).name
    if dtype.kind == "c":
        raise not_implemented("random_kernel_cpu", dtype)
    span = (1 << _DIGITS[name]) + 1 if name in _DIGITS else _largest(dtype) + 1
    wide = name in ("int64", "float64")
    words = (generator.double_words if wide else generator.words)(count_entries(shape))
    return cast(words % np.uint64(span), dtype).reshape(shape)


def check_permutable(n: int, dtype: np.dtype) -> None:
    """Raise torch's error if a dtype cannot hold the numbers below `n`."""
    name = dtype_of(dtype).name
    if dtype.kind in "cb":
        raise not_implemented("randperm", dtype)
    if dtype.kind in "iu" and n > _largest(dtype) + 1:
        raise RuntimeError(f"value cannot be converted to type {name}_t without overflow")
    most = (1 << _DIGITS.get(name, 63)) + 1
    if n > most and name != "bfloat16":
        raise RuntimeError(
            f"n cannot be greater than {most} for {dtype_of(dtype).legacy_name} type.")


def permutation(generator: Generator, n: int) -> np.ndarray:
    """Return the numbers 0 .. n-1 in random order, as int64."""
    remaining = np.arange(n, 1, -1, dtype=np.uint64)
    swaps = (generator.words(len(remaining)) % remaining).tolist()
    order = list(range(n))
    for i, distance in enumerate(swaps):
        order[i], order[i + distance] = order[i + distance], order[i]
    return np.array(order, np.int64)


# -- shapes and types ------------------------------------------------------------------------


def count_entries(shape: int | tuple[int, ...]) -> int:
    """Return the number of entries of a shape, which may be an int."""
    return shape if isinstance(shape, int) else math.prod(shape)


def cast(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return `values` as `dtype`; to the 16-bit floats by way of float32, as C++ casts."""
    if dtype.itemsize == 2 and dtype_of(dtype).is_floating_point:
        values = values.astype(np.float32)
    return values.astype(dtype)


def _complex(sampler, generator: Generator, shape, dtype: np.dtype, *parameters) -> np.ndarray:
    """Return complex samples: real and imaginary parts in turn, like a last dimension of 2."""
    part = np.float32 if dtype == np.complex64 else np.float64
    return sampler(generator, 2 * count_entries(shape), part,
        *parameters).view(dtype).reshape(shape)


def integer_end(dtype: np.dtype) -> int:
    """Return the first integer above those that a dtype holds without gaps."""
    return (1 << _DIGITS[dtype_of(dtype).name] if dtype.kind in "fV" else _largest(dtype)) + 1


def _largest(dtype: np.dtype):
    if dtype.kind == "b":
        return 1
    return min(int(np.iinfo(dtype).max), _LONGEST) if dtype.kind in "iu" else _float_limit(dtype)


def _smallest(dtype: np.dtype):
    if dtype.kind == "b":
        return 0
    return int(np.iinfo(dtype).min) if dtype.kind in "iu" else -_float_limit(dtype)


def _float_limit(dtype: np.dtype) -> float:
    return 3.3895313892515355e38 if dtype.name == "bfloat16" else float(np.finfo(dtype).max)


def not_implemented(kernel: str, dtype: np.dtype) -> NotImplementedError:
    """Return torch's error for a kernel without this dtype."""
    return NotImplementedError(f"\"{kernel}\" not implemented for '{dtype_of(dtype).legacy_name}'")


def check_floating(dtype: np.dtype, kernel: str) -> None:
    """Raise torch's error unless `dtype` is floating."""
    if not dtype_of(dtype).is_floating_point:
        raise not_implemented(kernel, dtype)
