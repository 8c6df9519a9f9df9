"""Sample frequencies of a transform, shifts of its zero frequency."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.functions.creation.tensor_options import finish_tensor, numpy_dtype, resolve_dtype
from autograd.functions.shape.arrangements import roll
from autograd.runtime.function_record import Factory, declare
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import of as of_numpy
from autograd.tensor.size import check_makeable

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def sample_frequencies(
        name: str, counts: np.ndarray, n: int, d: float, dtype: Any, device: Any,
        requires_grad: bool, out: Any) -> Tensor:
    """Return `counts` times the lowest frequency, `1 / (n * d)`.

    Raise torch's error for dtypes that are not floating point.
    """
    if name == "fftfreq":
        check_makeable([n])
    kind = numpy_dtype(resolve_dtype(out, dtype))
    if kind.kind not in "fcV":
        raise RuntimeError(f"{name} requires a floating point or complex dtype")
    if kind.kind == "c":
        raise NotImplementedError(
            f'"arange_cpu" not implemented for \'{of_numpy(kind).legacy_name}\'')
    wide = np.float64 if kind == np.float64 else np.float32
    with np.errstate(all="ignore"):
        array = (counts.astype(wide) * wide(np.float64(1.0) / (n * d))).astype(kind)
    return finish_tensor(array, requires_grad, device, out, name)


@declare("fft_fftfreq", factory=Factory(filled_by="arange.start_out"))
def fftfreq(
        n: int, d: float = 1.0, *, out: Any = None, dtype: Any = None, device: Any = None,
        requires_grad: bool = False) -> Tensor:
    """Return the sample frequencies of a transform of length `n`, with sample spacing `d`."""
    counts = np.concatenate([np.arange((n + 1) // 2), np.arange(-(n // 2), 0)])
    return sample_frequencies("fftfreq", counts, n, d, dtype, device, requires_grad, out)


@declare("fft_rfftfreq", factory=Factory(filled_by="arange.start_out"))
def rfftfreq(
        n: int, d: float = 1.0, *, out: Any = None, dtype: Any = None, device: Any = None,
        requires_grad: bool = False) -> Tensor:
    """Return the sample frequencies of a one-sided transform of length `n`."""
    counts = np.arange(int(n / 2) + 1)
    return sample_frequencies("rfftfreq", counts, n, d, dtype, device, requires_grad, out)


def roll_by_half(input: Tensor, dim: int | None, sign: int) -> Tensor:
    """Return `input` rolled by half of each dimension; `sign` is the direction."""
    dims = range(input._array.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = tuple(int(wrap_dim(i, input._array.ndim)) for i in dims)
    halves = [input._array.shape[i] // 2 if sign > 0 else -(input._array.shape[i] // 2)
              for i in dims]
    return roll(input, tuple(halves), dims)


def fftshift(input: Tensor, dim: int | None = None) -> Tensor:
    """Return `input` with the zero frequency moved to the center."""
    return roll_by_half(input, dim, 1)


def ifftshift(input: Tensor, dim: Any = None) -> Tensor:
    """Return `input` with the zero frequency moved back to index 0."""
    return roll_by_half(input, dim, -1)
