"""`torch.testing.make_tensor`: tensors of random numbers between two bounds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from autograd.runtime.warnings import caution

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.tensor import Tensor


def resolve_bounds(
        low: Any, high: Any, dtype: dtype, span: Any,
        default: tuple[int, ...]) -> Any:
    """Return the bounds, with defaults, clamped to the range `span` of the dtype.

    ValueError for NaN, for an empty interval, and for one outside of `span`.
    """
    low = default[0] if low is None else low
    high = default[1] if high is None else high
    if any(isinstance(value, float) and math.isnan(value) for value in (low, high)):
        raise ValueError(f"`low` and `high` cannot be NaN, but got low={low!r} and high={high!r}")
    floating = dtype.is_floating_point or dtype.is_complex
    if low == high and floating:
        caution(
            "Passing `low==high` to `torch.testing.make_tensor` for floating or complex types is "
            "deprecated since 2.1 and will be removed in 2.3. Use `torch.full(...)` instead.",
            FutureWarning)
    elif low >= high:
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    elif high < span[0] or low >= span[1]:
        raise ValueError(
            f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} "
            f"only supports [{span[0]}, {span[1]})"
        )
    low, high = (min(max(value, span[0]), span[1]) for value in (low, high))
    return (low, high) if floating else (math.ceil(low), math.ceil(high))


def make_tensor(
        *shape: Any, dtype: dtype, device: Any, low: int | None = None, high: int | None = None,
        requires_grad: bool = False, noncontiguous: bool = False, exclude_zero: bool = False,
        memory_format: Any = None) -> Tensor:
    """Return a tensor of random numbers in [low, high), by default [-9, 9) for most dtypes."""
    shape = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape
    is_integral = not (dtype.is_floating_point or dtype.is_complex)
    if noncontiguous and memory_format is not None:
        raise ValueError(
            "The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got "
            f"noncontiguous={noncontiguous!r} and memory_format={memory_format!r}"
        )
    if requires_grad and is_integral:
        raise ValueError(
            "`requires_grad=True` is not supported for boolean and integral dtypes, but got "
            f"dtype={dtype!r}"
        )
    is_noncontiguous = noncontiguous and math.prod(shape) > 1
    full_shape = (*shape[:-1], 2 * shape[-1]) if is_noncontiguous else shape
    result = draw_values(full_shape, dtype, low, high).to(device=device)
    if is_noncontiguous:
        result = result[..., 1::2]
    elif memory_format is not None:
        result = result.clone(memory_format=memory_format)
    if exclude_zero:
        result.masked_fill_(result == 0, 1 if is_integral else torch.finfo(dtype).tiny)
    if not is_integral:
        result.requires_grad = requires_grad
    return result


def draw_values(shape: tuple[int, ...], dtype: dtype, low: int | None, high: int | None) -> Tensor:
    """Return new random numbers of a dtype, in [low, high)."""
    if dtype is torch.bool:
        return torch.randint(*resolve_bounds(low, high, dtype, (0, 2), (0, 2)), shape, dtype=dtype)
    if not (dtype.is_floating_point or dtype.is_complex):
        info = torch.iinfo(dtype)
        span = info.min, info.max + (dtype is not torch.int64)
        return torch.randint(*resolve_bounds(low, high, dtype, span, (-9, 10)), shape, dtype=dtype)
    info = torch.finfo(dtype)
    low, high = resolve_bounds(low, high, dtype, (info.min, info.max), (-9, 9))
    result = torch.empty(shape, dtype=dtype)
    target = torch.view_as_real(result) if dtype.is_complex else result
    if high - low >= info.max:
        target.uniform_(low / 2, high / 2).mul_(2)
    else:
        target.uniform_(low, high)
    return result
