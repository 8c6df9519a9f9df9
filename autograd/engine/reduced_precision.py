"""Ops of narrow dtypes: 16-bit floats computed in float32, integers beside Python numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from autograd.tensor.scalar import wrap_scalar
from autograd.tensor.memory_format import cast
from autograd.tensor.tensor import Tensor


def wrap_integer(value: Any, dtype: np.dtype) -> Tensor | float:
    """Return an integer wrapped to the range of `dtype`, as torch's arithmetic takes it."""
    if type(value) is not int or dtype.kind not in "iu" or 0 <= value < 128:
        return value
    if not -(1 << 63) <= value < 1 << 64:
        raise OverflowError("int too big to convert")
    return wrap_scalar(value, dtype).item()


def narrow_operands(op: Any, a: Any, b: Any, dtype: np.dtype) -> tuple[Any, ...]:
    """Return op and operands as torch runs them in a narrow dtype.

    Half-precision ops compute in float32 and round once. add, sub, remainder and comparisons first
    round a Python number. Out-of-range integers wrap, also in comparisons.
    """
    if dtype.kind in "iu":
        return op, wrap_integer(a, dtype), wrap_integer(b, dtype)
    if dtype.kind not in "fV" or isinstance(a, Tensor) and isinstance(b, Tensor):
        return op, a, b
    if op.rounds_number:
        a, b = (x if isinstance(x, Tensor) else round_scalar(x, dtype) for x in (a, b))
    return compute_in_float32(op), a, b


def is_half_with_zero_dim(a: Any, b: Tensor | float, dtype: np.dtype) -> bool:
    """Return True if a half tensor is combined with a 0-dim tensor of another dtype."""
    return (dtype.kind in "fV" and isinstance(a, Tensor) and isinstance(b, Tensor)
            and not b._array.ndim and b._array.dtype is not dtype)


@cache
def with_exact_scalar(op: Any, dtype: np.dtype) -> Any:
    """Return the op with a second input, a 0-dim tensor, that is not rounded to 16 bits."""
    half = compute_in_float32(op).forward
    return op.computing(lambda a, b, **params: half(cast(a, dtype), b.astype(np.float32), **params))


def round_scalar(value: Any, dtype: np.dtype) -> float:
    """Round a Python number to a dtype of 16-bit floats."""
    with np.errstate(over="ignore"):
        return float(np.asarray(value, dtype))


@cache
def compute_in_float32(op: Any) -> Any:
    """Return the op with a forward that takes 16-bit floats and computes in float32."""

    def forward(*arrays, **params):
        kind = next(x.dtype for x in arrays if isinstance(x, np.ndarray | np.generic))
        wide = [x.astype(np.float32) if isinstance(x, np.ndarray | np.generic) else x
                for x in arrays]
        made = op.forward(*wide, **params)
        return made if made.dtype.kind == "b" else made.astype(kind)

    return op.computing(forward)
