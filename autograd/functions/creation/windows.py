"""Window functions: `hann_window`, `kaiser_window` etc."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.functions.creation.tensor_options import finish_tensor, make_array, numpy_dtype
from autograd.kernels.libm import cos
from autograd.runtime.function_record import Factory, declare
from autograd.runtime.registry import export
from autograd.tensor.dtype import dtype_of
from autograd.tensor.tensor import Tensor


def parse_window_dtype(name: str, window_length: int, dtype: Any) -> np.dtype:
    """Return the numpy dtype of a window function.

    Raise torch's error for an integer or complex dtype and for a negative length.
    """
    target = numpy_dtype(dtype)
    if target.kind in "biu":
        raise RuntimeError(
            f"{name} expects floating point dtypes, got: TensorOptions(dtype="
            f"{dtype_of(target).cpp_name}, device=cpu, layout=Strided (default), "
            "requires_grad=false "
            "(default), pinned_memory=false, memory_format=(nullopt))")
    if window_length < 0:
        raise RuntimeError(
            f"{name} requires non-negative window_length, got window_length={window_length}")
    if target.kind == "c" and window_length > 1:
        raise NotImplementedError(
            f"\"arange_cpu\" not implemented for '{dtype_of(target).legacy_name}'")
    return target


WINDOW_FACTORY = Factory(
    sparse_error="{name} is not implemented for sparse types, got: layout={layout}")


def make_window_function(name: str, shape: Callable[..., Any]) -> Callable[..., Any]:
    """Return the window function `name`, made from its formula.

    `shape(k, last)` gets the indices `k` from 0 to `last` and is computed in torch's order.
    """

    def function(window_length, periodic=True, *factors, dtype=None, device=None,
                 requires_grad=False, **options):
        target = parse_window_dtype(name, window_length, dtype)
        if window_length < 2:
            return finish_tensor(np.ones(window_length, target), requires_grad, device)
        last = window_length - (not periodic)
        result = make_array(device, (window_length,), target, lambda: shape(
            np.arange(last + 1).astype(target), last, *factors, **options
        )[:window_length].astype(target))
        return finish_tensor(result, requires_grad, device)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"torch's `{name}`."
    return export()(declare(factory=WINDOW_FACTORY)(function))


def raised_cosine(k: np.ndarray, last: int, alpha: float = 0.54, beta: float = 0.46) -> np.ndarray:
    """Return `alpha - beta cos(2 pi k / last)`, the generalized Hamming window."""
    return cos(k * (2 * math.pi / last)) * -beta + alpha


def blackman(k: Tensor, last: int) -> Any:
    """Return the Blackman window, `0.42 - 0.5 cos(2 pi k / last) + 0.08 cos(4 pi k / last)`."""
    angle = k * (math.pi / last)
    return cos(angle * 4) * 0.08 - cos(angle * 2) * 0.5 + 0.42


def bartlett(k: Tensor, last: int) -> Any:
    """Return the Bartlett window, which rises from 0 to 1 and falls to 0 again."""
    way = k * (2 / last)
    half = last // 2 + 1
    return np.concatenate([way[:half], 2 - way[half:]])


hann_window = make_window_function("hann_window", lambda k, last: raised_cosine(k, last, 0.5, 0.5))
hamming_window = make_window_function("hamming_window", raised_cosine)
blackman_window = make_window_function("blackman_window", blackman)
bartlett_window = make_window_function("bartlett_window", bartlett)


@export()
@declare(factory=WINDOW_FACTORY)
def kaiser_window(
        window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None,
        device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a Kaiser window, which narrows as `beta` grows."""
    target = parse_window_dtype("kaiser_window", window_length, dtype)
    count = window_length + bool(periodic)
    array = np.kaiser(count, beta) if window_length > 1 else np.ones(count)
    array = array[:window_length]
    return finish_tensor(array.astype(target), requires_grad, device)
