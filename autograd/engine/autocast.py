"""In which dtype functions compute inside of `torch.autocast("cpu")`.

Which of them compute in fewer bits and which in float32 follows torch's table for the CPU
(aten/src/ATen/autocast_mode.cpp). A parameter that is turned into fewer bits is kept until the
outermost block ends, so that each use of it shares one node.
"""

from __future__ import annotations

from typing import Any

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

import numpy as np

from autograd.tensor.dtype import of as dtype_of
from autograd.tensor.tensor import Tensor

# The dtype of the innermost block that is on; None elsewhere. Read by each function below.
chosen: np.dtype | None = None
depth = 0  # of blocks, whether on or not
caching = True
_kept: dict[int, tuple[Tensor, Tensor]] = {}


@contextmanager
def computing(dtype: np.dtype | None, keep: bool) -> Iterator[None]:
    """A block in which functions compute in `dtype`, or each in the dtype of its tensors."""
    global chosen, depth, caching
    before = chosen, caching
    chosen, caching, depth = dtype, keep, depth + 1
    try:
        yield
    finally:
        (chosen, caching), depth = before, depth - 1
        if not depth:
            forget()


def forget() -> None:
    """Let go of the parameters that were turned into fewer bits."""
    _kept.clear()


def lowered(function: Callable) -> Callable:
    """Decorator: inside of a block the function takes its tensors in the dtype of the block."""
    return _casting(function, in_few_bits)


def raised(function: Callable) -> Callable:
    """Decorator: inside of a block the function takes its tensors in float32."""
    return _casting(function, in_float32)


def _casting(function: Callable, cast: Callable) -> Callable:
    @wraps(function)
    def run(*args, **options):
        if chosen is None:
            return function(*args, **options)
        args = [cast(each) for each in args]
        options = {name: cast(each) for name, each in options.items()}
        with computing(None, caching):  # what the function calls has its tensors already
            return function(*args, **options)

    return run


def widened(function: Callable) -> Callable:
    """Decorator: inside of a block the tensors of a list become as wide as the widest."""
    @wraps(function)
    def run(tensors, *args, **options):
        if chosen is not None and any(map(is_narrowable, tensors)):
            wide = any(each._array.dtype == np.float32 for each in tensors)
            tensors = [to(each, np.dtype(np.float32) if wide else chosen) for each in tensors]
        return function(tensors, *args, **options)

    return run


def in_few_bits(value: Tensor | int | tuple[int, ...]) -> Any:
    """`value` in the dtype of the block if it is a tensor of floating-point numbers."""
    return to(value, chosen)


def in_float32(value: Tensor | float) -> Tensor | float:
    """`value` in float32 if it is a tensor of floating-point numbers."""
    return to(value, np.dtype(np.float32))


def in_range(tensor: Tensor) -> Any:
    """`tensor` as an op takes it that computes in float32 inside of a block."""
    return tensor if chosen is None else in_float32(tensor)


def to(value: Any, dtype: np.dtype) -> Tensor | float:
    """`value` in `dtype`; what is no tensor, whole numbers and float64 stay."""
    if not is_narrowable(value) or value._array.dtype == dtype:
        return value
    worth = (caching and dtype == chosen and value._array.dtype == np.float32
             and value.requires_grad and value.is_leaf and value._base is None)
    if not worth:
        return value.to(dtype_of(dtype))
    if id(value) not in _kept:
        _kept[id(value)] = value, value.to(dtype_of(dtype))
    return _kept[id(value)][1]


def is_narrowable(value: Tensor | float) -> bool:
    """Whether a block has a say in the dtype of `value`."""
    return isinstance(value, Tensor) and value.is_floating_point() and (
        value._array.dtype != np.float64)
