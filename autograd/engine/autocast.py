"""Casts of arguments inside of `torch.autocast("cpu")`.

The functions that compute in lower precision or in float32 are those of torch's table for the CPU
(aten/src/ATen/autocast_mode.cpp). A parameter that is cast to lower precision is cached until the
outermost block ends, so that all uses share one node.
"""

from __future__ import annotations

from typing import Any

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from autograd.runtime.execution_state import execution, override
from autograd.runtime.wrapping import wraps
from autograd.tensor.dtype import dtype_of
from autograd.tensor.tensor import Tensor

_parameter_cache: dict[int, tuple[Tensor, Tensor]] = {}


@contextmanager
def compute_in(dtype: np.dtype | None, keep: bool) -> Iterator[None]:
    """Context: functions compute in `dtype`, or with None in the dtypes of their tensors."""
    depth = execution.autocast_depth
    try:
        with override(autocast_dtype=dtype, autocast_caching=keep, autocast_depth=depth + 1):
            yield
    finally:
        if not depth:
            clear_cache()


def clear_cache() -> None:
    """Clear the cache of parameters that were cast to lower precision."""
    _parameter_cache.clear()


def autocast_lower_precision(function: Callable) -> Callable:
    """Decorate a function to take its tensors in the dtype of the block."""
    return _cast_arguments(function, to_lower_precision)


def autocast_float32(function: Callable) -> Callable:
    """Decorate a function to take its tensors in float32 inside of a block."""
    return _cast_arguments(function, to_float32)


def _cast_arguments(function: Callable, cast: Callable) -> Callable:
    @wraps(function)
    def run(*args, **options):
        if execution.autocast_dtype is None:
            return function(*args, **options)
        args = [cast(each) for each in args]
        options = {name: cast(each) for name, each in options.items()}
        # Functions that it calls get tensors that are cast already.
        with compute_in(None, execution.autocast_caching):
            return function(*args, **options)

    return run


def autocast_promote(function: Callable) -> Callable:
    """Decorate a function of a list of tensors to cast them to the widest dtype among them."""
    @wraps(function)
    def run(tensors, *args, **options):
        if execution.autocast_dtype is not None and any(map(is_eligible, tensors)):
            wide = any(each._array.dtype == np.float32 for each in tensors)
            dtype = np.dtype(np.float32) if wide else execution.autocast_dtype
            tensors = [cast_tensor(each, dtype) for each in tensors]
        return function(tensors, *args, **options)

    return run


def to_lower_precision(value: Any) -> Any:
    """Cast `value` to the dtype of the block if it is a floating-point tensor."""
    return cast_tensor(value, execution.autocast_dtype)


def to_float32(value: Any) -> Any:
    """Cast `value` to float32 if it is a floating-point tensor."""
    return cast_tensor(value, np.dtype(np.float32))


def to_float32_if_active(tensor: Tensor) -> Any:
    """Cast `tensor` to float32 inside of a block, for an op that computes in it."""
    return tensor if execution.autocast_dtype is None else to_float32(tensor)


def cast_tensor(value: Any, dtype: np.dtype) -> Any:
    """Cast `value` to `dtype`; return other values, integers and float64 unchanged."""
    if not is_eligible(value) or value._array.dtype == dtype:
        return value
    worth = (execution.autocast_caching and dtype == execution.autocast_dtype
             and value._array.dtype == np.float32
             and value.requires_grad and value.is_leaf and value._base is None)
    if not worth:
        return value.to(dtype_of(dtype))
    if id(value) not in _parameter_cache:
        _parameter_cache[id(value)] = value, value.to(dtype_of(dtype))
    return _parameter_cache[id(value)][1]


def is_eligible(value: Any) -> bool:
    """Return whether autocast may cast `value`: a floating-point tensor except float64."""
    return isinstance(value, Tensor) and value.is_floating_point() and (
        value._array.dtype != np.float64)
