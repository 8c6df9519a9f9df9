"""`torch.signal.windows`: windows of `M` entries, symmetric or (`sym=False`) periodic."""

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


def checked(name: str, M: int, dtype: Any, layout: layout) -> dtype:
    """The dtype of a window; torch's errors for what it cannot be."""
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not torch.strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if dtype not in (torch.float32, torch.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return dtype


def shortest(M: int, dtype: dtype, device: str | None, requires_grad: bool) -> Tensor | None:
    """The window of no entries or of one; None for longer ones."""
    if M in (0, 1):
        return torch.ones((int(M),), dtype=dtype, device=device, requires_grad=requires_grad)
    return None


def places(
        start: Tensor | float, end: Tensor | float, M: int, dtype: dtype, device: str | None,
        requires_grad: bool) -> Tensor:
    """`M` places from `start` to `end`."""
    return torch.linspace(
        start=start, end=end, steps=M, dtype=dtype, layout=torch.strided, device=device,
        requires_grad=requires_grad)


def made(
        function: Callable[..., Any], start: float, step: float, M: int, dtype: dtype, device: Any,
        requires_grad: bool) -> Tensor:
    """`function` of `M` places, counted from `start` and scaled by `step`; of none, nothing."""
    if M == 0:
        return torch.empty((0,), dtype=dtype, device=device, requires_grad=requires_grad)
    end = (start + (M - 1)) * step
    return function(places(start * step, end, M, dtype, device, requires_grad))


def length(M: int, sym: bool) -> int:
    """The length of the period."""
    return M if not sym and M > 1 else M - 1


def exponential(
        M: int, *, center: Any = None, tau: float = 1.0, sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: str | None = None, requires_grad: bool = False
) -> Tensor:
    """`exp(-|n - center| / tau)`."""
    dtype = checked("exponential", M, dtype, layout)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    center = length(M, sym) / 2.0 if center is None else center
    return made(
        lambda k: torch.exp(-torch.abs(k)), -center, 1 / tau, M, dtype, device, requires_grad)


def cosine(
        M: int, *, sym: bool = True, dtype: Any = None, layout: layout = torch.strided,
        device: str | None = None, requires_grad: bool = False) -> Tensor:
    """Half a wave."""
    dtype = checked("cosine", M, dtype, layout)
    step = torch.pi / (length(M, sym) + 1) if M else 0.0
    return made(torch.sin, 0.5, step, M, dtype, device, requires_grad)


def gaussian(
        M: int, *, std: float = 1.0, sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: str | None = None, requires_grad: bool = False
) -> Tensor:
    """A bell of the given standard deviation."""
    dtype = checked("gaussian", M, dtype, layout)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    step = 1 / (std * math.sqrt(2))
    return made(
        lambda k: torch.exp(-(k**2)), -length(M, sym) / 2.0, step, M, dtype, device, requires_grad)


def kaiser(
        M: int, *, beta: float = 12.0, sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: str | None = None, requires_grad: bool = False
) -> Tensor:
    """A window made of a Bessel function."""
    dtype = checked("kaiser", M, dtype, layout)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if (window := shortest(M, dtype, device, requires_grad)) is not None:
        return window
    beta = torch.tensor(beta, dtype=dtype, device="cpu")
    end = torch.minimum(beta, -beta + (M - 1) * (2.0 * beta / length(M, sym)))
    k = places(-beta, end, M, dtype, device, requires_grad)
    return torch.i0(torch.sqrt(beta * beta - torch.pow(k, 2))) / torch.i0(beta)


def bartlett(
        M: int, *, sym: bool = True, dtype: Any = None, layout: layout = torch.strided,
        device: str | None = None, requires_grad: bool = False) -> Tensor:
    """A triangle."""
    dtype = checked("bartlett", M, dtype, layout)
    if (window := shortest(M, dtype, device, requires_grad)) is not None:
        return window
    end = -1 + (M - 1) * (2 / length(M, sym))
    return 1 - torch.abs(places(-1, end, M, dtype, device, requires_grad))


def general_cosine(
        M: int, *, a: list[float], sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: str | None = None, requires_grad: bool = False
) -> Tensor:
    """A sum of cosines with the weights `a`, their signs alternating."""
    dtype = checked("general_cosine", M, dtype, layout)
    if (window := shortest(M, dtype, device, requires_grad)) is not None:
        return window
    if not isinstance(a, Iterable):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    k = places(0, (M - 1) * (2 * torch.pi / length(M, sym)), M, dtype, device, requires_grad)
    weights = torch.tensor(
        [(-1) ** i * w for i, w in enumerate(a)], dtype=dtype, device=device,
        requires_grad=requires_grad)
    i = torch.arange(
        weights.shape[0], dtype=dtype, device=device, requires_grad=requires_grad)
    return (weights.unsqueeze(-1) * torch.cos(i.unsqueeze(-1) * k)).sum(0)


def general_hamming(
        M: int, *, alpha: float = 0.54, sym: bool = True, dtype: Any = None,
        layout: layout = torch.strided, device: Any = None, requires_grad: bool = False) -> Any:
    """A raised cosine."""
    return general_cosine(
        M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device,
        requires_grad=requires_grad)


def of_cosines(name: str, about: str, a: list[float], own: str = "") -> Callable[..., Any]:
    """A window that is a `general_cosine` with fixed weights."""

    def window(M, *, sym=True, dtype=None, layout=torch.strided, device=None,
               requires_grad=False):
        if own:
            checked(own, M, dtype, layout)
        return general_cosine(M, a=a, sym=sym, dtype=dtype, layout=layout, device=device,
                              requires_grad=requires_grad)

    window.__name__ = window.__qualname__ = name
    window.__doc__ = about
    return window


hamming = of_cosines("hamming", "Hamming's raised cosine.", [0.54, 1.0 - 0.54])
hann = of_cosines("hann", "A cosine raised to begin at 0.", [0.5, 0.5])
blackman = of_cosines("blackman", "Three cosines.", [0.42, 0.5, 0.08], "blackman")
nuttall = of_cosines("nuttall", "Four cosines.", [0.3635819, 0.4891775, 0.1365995, 0.0106411])
