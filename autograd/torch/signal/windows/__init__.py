"""`torch.signal.windows`: windows of `M` elements, symmetric or, with `sym=False`, periodic."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.memory_format import layout
    from autograd.tensor.tensor import Tensor


__all__ = [
    "bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine",
    "general_hamming", "hamming", "hann", "kaiser", "nuttall",
]


def check_window(name: str, M: int, dtype: Any, layout: layout) -> dtype:
    """Return the dtype of a window; raise torch's errors for invalid arguments."""
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not torch.strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if dtype not in (torch.float32, torch.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return dtype


def make_short_window(
    M: int, dtype: dtype, device: str | None, requires_grad: bool
) -> Tensor | None:
    """Return the window of zero elements or of one; None for longer windows."""
    if M in (0, 1):
        return torch.ones((int(M),), dtype=dtype, device=device, requires_grad=requires_grad)
    return None


def make_linspace(
        start: Tensor | float, end: Tensor | float, M: int, dtype: dtype, device: str | None,
        requires_grad: bool) -> Tensor:
    """Return `M` evenly spaced numbers from `start` to `end`."""
    return torch.linspace(
        start=start, end=end, steps=M, dtype=dtype, layout=torch.strided, device=device,
        requires_grad=requires_grad)


def make_window(
        function: Callable[..., Any], start: float, step: float, M: int, dtype: dtype, device: Any,
        requires_grad: bool) -> Tensor:
    """Return `function` of `M` numbers from `start` in steps of `step`; empty for M = 0."""
    if M == 0:
        return torch.empty((0,), dtype=dtype, device=device, requires_grad=requires_grad)
    end = (start + (M - 1)) * step
    return function(make_linspace(start * step, end, M, dtype, device, requires_grad))


def period_length(M: int, sym: bool) -> int:
    """Return the length of the period."""
    return M if not sym and M > 1 else M - 1


def exponential(
        M: int, *, center: Any = None, tau: float = 1.0, sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: str | None = None, requires_grad: bool = False
) -> Tensor:
    """Return `exp(-|n - center| / tau)`."""
    dtype = check_window("exponential", M, dtype, layout)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    center = period_length(M, sym) / 2.0 if center is None else center
    return make_window(
        lambda k: torch.exp(-torch.abs(k)), -center, 1 / tau, M, dtype, device, requires_grad)


def cosine(
        M: int, *, sym: bool = True, dtype: Any = None, layout: layout = torch.strided,
        device: str | None = None, requires_grad: bool = False) -> Tensor:
    """Return half a period of a sine."""
    dtype = check_window("cosine", M, dtype, layout)
    step = torch.pi / (period_length(M, sym) + 1) if M else 0.0
    return make_window(torch.sin, 0.5, step, M, dtype, device, requires_grad)


def gaussian(
        M: int, *, std: float = 1.0, sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: str | None = None, requires_grad: bool = False
) -> Tensor:
    """Return a Gaussian with standard deviation `std`."""
    dtype = check_window("gaussian", M, dtype, layout)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    step = 1 / (std * math.sqrt(2))
    return make_window(
        lambda k: torch.exp(-(k**2)),
        -period_length(M, sym) / 2.0,
        step,
        M,
        dtype,
        device,
        requires_grad,
    )


def kaiser(
        M: int, *, beta: float = 12.0, sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: str | None = None, requires_grad: bool = False
) -> Tensor:
    """Return the Kaiser window with shape parameter `beta`."""
    dtype = check_window("kaiser", M, dtype, layout)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if (window := make_short_window(M, dtype, device, requires_grad)) is not None:
        return window
    beta = torch.tensor(beta, dtype=dtype, device="cpu")
    end = torch.minimum(beta, -beta + (M - 1) * (2.0 * beta / period_length(M, sym)))
    k = make_linspace(-beta, end, M, dtype, device, requires_grad)
    return torch.i0(torch.sqrt(beta * beta - torch.pow(k, 2))) / torch.i0(beta)


def bartlett(
        M: int, *, sym: bool = True, dtype: Any = None, layout: layout = torch.strided,
        device: str | None = None, requires_grad: bool = False) -> Tensor:
    """Return the triangular Bartlett window."""
    dtype = check_window("bartlett", M, dtype, layout)
    if (window := make_short_window(M, dtype, device, requires_grad)) is not None:
        return window
    end = -1 + (M - 1) * (2 / period_length(M, sym))
    return 1 - torch.abs(make_linspace(-1, end, M, dtype, device, requires_grad))


def general_cosine(
        M: int, *, a: list[float], sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: str | None = None, requires_grad: bool = False
) -> Tensor:
    """Return a sum of cosines with weights `a` of alternating sign."""
    dtype = check_window("general_cosine", M, dtype, layout)
    if (window := make_short_window(M, dtype, device, requires_grad)) is not None:
        return window
    if not isinstance(a, Iterable):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    k = make_linspace(
        0, (M - 1) * (2 * torch.pi / period_length(M, sym)), M, dtype, device, requires_grad
    )
    weights = torch.tensor(
        [(-1) ** i * w for i, w in enumerate(a)], dtype=dtype, device=device,
        requires_grad=requires_grad)
    i = torch.arange(
        weights.shape[0], dtype=dtype, device=device, requires_grad=requires_grad)
    return (weights.unsqueeze(-1) * torch.cos(i.unsqueeze(-1) * k)).sum(0)


def general_hamming(
        M: int, *, alpha: float = 0.54, sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return the generalized Hamming window, a raised cosine."""
    return general_cosine(
        M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device,
        requires_grad=requires_grad)


def make_general_cosine(name: str, about: str, a: list[float], own: str = "") -> Callable[..., Any]:
    """Return a window function that is a `general_cosine` with fixed weights."""

    def window(M, *, sym=True, dtype=None, layout=torch.strided, device=None,
               requires_grad=False):
        if own:
            check_window(own, M, dtype, layout)
        return general_cosine(M, a=a, sym=sym, dtype=dtype, layout=layout, device=device,
                              requires_grad=requires_grad)

    window.__name__ = window.__qualname__ = name
    window.__doc__ = about
    return window


hamming = make_general_cosine("hamming", "Hamming's raised cosine.", [0.54, 1.0 - 0.54])
hann = make_general_cosine("hann", "A cosine raised to begin at 0.", [0.5, 0.5])
blackman = make_general_cosine("blackman", "Three cosines.", [0.42, 0.5, 0.08], "blackman")
nuttall = make_general_cosine(
    "nuttall", "Four cosines.", [0.3635819, 0.4891775, 0.1365995, 0.0106411]
)
