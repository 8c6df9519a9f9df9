"""Discrete Fourier transforms of `torch.fft`, with their frequencies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.type_promotion import float_dtype_for
from autograd.functions.creation.tensor_options import finish_tensor, numpy_dtype, resolve_dtype
from autograd.functions.shape.rearrange import roll
from autograd.functions.shape.split import narrow
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import Factory, declare
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import dtype_of as of_numpy, dtype_of, dtype_of_array
from autograd.tensor.size import check_sizes

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

NORM_MODES = {"backward": 0, "ortho": 1, "forward": 2}  # modes of a forward transform


def normalization_mode(norm: str | None, forward: bool = True) -> int:
    """Return the kernels' number of the normalization mode `norm`.

    Raise RuntimeError for an unknown mode.
    """
    if norm is not None and norm not in NORM_MODES:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    scale = NORM_MODES[norm or "backward"]
    return scale if forward else 2 - scale


def check_fft_dtype(x: Tensor) -> None:
    """Raise RuntimeError for 16-bit floats, also for integers if that is the default dtype."""
    kind = dtype_of(float_dtype_for(x) or x._array.dtype)
    if kind.is_floating_point and kind.itemsize == 2:
        raise RuntimeError(f"Unsupported dtype {kind.legacy_name}")


def resize_signal(x: Tensor, lengths: list[int], dims: tuple[int, ...]) -> Tensor:
    """Return `x` cut or padded with zeros to `lengths` along `dims`; -1 keeps a length."""
    behind = [0] * x._array.ndim
    for n, dim in zip(lengths, dims):
        have = x._array.shape[dim]
        n = have if n in (-1, None) else n
        check_length(n)
        if n < have:
            x = narrow(x, dim, 0, n)
        behind[dim] = max(n - have, 0)
    if not any(behind):
        return check_nonempty(x)
    pad = tuple(width for n in reversed(behind) for width in (0, n))
    return check_nonempty(apply(ops.constant_pad, (x,), {"pad": pad, "value": 0}))


def check_nonempty(x: Tensor) -> Tensor:
    """Return `x`; raise MKL's RuntimeError if it has no elements."""
    if not x._array.size:
        raise RuntimeError(
            "MKL FFT error: Intel oneMKL DFTI ERROR: Inconsistent configuration parameters")
    return x


def check_length(n: int) -> None:
    """Raise RuntimeError for a transform of length 0 or less."""
    if n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")


def signal_length(x: Tensor, n: int | None, dim: int, back: bool = False) -> list[int] | None:
    """Return the length of a transform along one dimension in a list, or None.

    `back` is True for a transform from a half spectrum. Raise torch's errors about all arguments.
    """
    check_fft_dtype(x)
    dim = int(wrap_dim(dim, x._array.ndim, scalars=False))
    if back and n is None:
        n = 2 * (x._array.shape[dim] - 1)
    check_length(1 if n is None else n)
    return None if n is None else [n]


def promote_to_complex(x: Tensor) -> Tensor:
    """Return `x` cast to a complex dtype."""
    check_fft_dtype(x)
    kind = float_dtype_for(x) or x._array.dtype
    if x._array.dtype.kind == "c":
        return x
    dtype = np.dtype(np.complex128 if kind == np.float64 else np.complex64)
    return apply(ops.to_dtype, (x,), {"dtype": dtype})


def canonicalize_shape_and_dims(
        x: Tensor, s: Sequence[int] | int | None, dim: Sequence[int] | None) -> tuple[Any, ...]:
    """Return lengths and dimensions of a transform over several dimensions; raise torch's errors.

    aten/src/ATen/native/SpectralOps.cpp, `canonicalize_fft_shape_and_dim_args`.
    """
    ndim = x._array.ndim
    s = [s] if isinstance(s, int) else s
    if dim is None:
        if s is not None and len(s) > ndim:
            raise RuntimeError(
                f"Got shape with {len(s)} values but input tensor only has {ndim} dimensions.")
        dim = range(ndim) if s is None else range(ndim - len(s), ndim)
    given = [dim] if isinstance(dim, int) else dim
    dims = tuple(int(wrap_dim(i, ndim, scalars=False)) for i in given)
    if len(set(dims)) < len(dims):
        raise RuntimeError("FFT dims must be unique")
    if s is not None and len(s) != len(dims):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    lengths = [-1] * len(dims) if s is None else list(s)
    for n, i in zip(lengths, dims):
        check_length(x._array.shape[i] if n in (-1, None) else n)
    return lengths, dims


def check_any_dim(name: str, dims: tuple[int, ...]) -> None:
    """Raise RuntimeError for a transform over no dimensions."""
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")


def apply_c2c(
        x: Tensor, s: Any, dim: Sequence[int] | None, norm: Any,
        forward: bool) -> Tensor:
    """Return a complex-to-complex transform."""
    lengths, dims = canonicalize_shape_and_dims(x, s, dim)
    x = resize_signal(promote_to_complex(x), lengths, dims)
    params = {"dim": dims, "normalization": normalization_mode(norm, forward), "forward": forward}
    return apply(ops.fft_c2c, (x,), params)


def make_fft(forward: bool) -> Callable[..., Any]:
    """Return `fft` or `ifft`."""

    @with_out
    @autocast_float32
    def function(input, n=None, dim=-1, norm=None):
        lengths = signal_length(input, n, dim)
        if input._array.dtype.kind == "c":
            return apply_c2c(input, lengths, [dim], norm, forward)
        result = apply_r2c(input, lengths, [dim], norm, forward, onesided=False)
        return result if forward else result.conj()

    return function


def make_fftn(forward: bool, default: tuple[int, ...] | None) -> Callable[..., Any]:
    """Return `fft2`, `ifft2`, `fftn` or `ifftn`."""

    @with_out
    @autocast_float32
    def function(input, s=None, dim=default, norm=None):
        return apply_c2c(input, s, dim, norm, forward)

    return function


def apply_r2c(
        x: Tensor, s: list[int] | None, dim: Sequence[int] | None, norm: str | None,
        forward: bool = True, onesided: bool = True,
        words: str = "rfftn expects a real-valued input tensor, but got") -> Tensor:
    """Return the transform of real numbers, half of it if `onesided`.

    `words` begin the error for complex input.
    """
    if x._array.dtype.kind == "c":
        raise RuntimeError(f"{words} {dtype_of_array(x._array).legacy_name}")
    lengths, dims = canonicalize_shape_and_dims(x, s, dim)
    check_any_dim("rfftn", dims)
    check_fft_dtype(x)
    cut = resize_signal(x, lengths, dims)
    params = {"dim": dims, "normalization": normalization_mode(norm, forward), "onesided": onesided}
    return apply(ops.fft_r2c, (cut,), params, float_dtype_for(x))


def apply_c2r(
        x: Tensor, s: list[int] | None, dim: Sequence[int] | None, norm: str | None,
        mirrored: bool = False) -> Tensor:
    """Return the complex-to-real transform of a half spectrum, or its conjugate if `mirrored`."""
    lengths, dims = canonicalize_shape_and_dims(x, s, dim)
    check_any_dim("irfftn", dims)
    x, n = promote_to_complex(x), lengths[-1]
    if n in (-1, None):
        n = 2 * (x._array.shape[dims[-1]] - 1)
    check_length(n)
    given = resize_signal(x, [*lengths[:-1], n // 2 + 1], dims)
    params = {"dim": dims, "normalization": normalization_mode(norm, False), "last_dim_size": n}
    return apply(ops.fft_c2r, (given.conj() if mirrored else given,), params)


fft, ifft = make_fft(True), make_fft(False)
fft2, ifft2 = make_fftn(True, (-2, -1)), make_fftn(False, (-2, -1))
fftn, ifftn = make_fftn(True, None), make_fftn(False, None)


@with_out
@autocast_float32
def rfft(input: Tensor, n: Any = None, dim: int = -1, norm: Any = None) -> Tensor:
    """Return the one-sided transform of real numbers along `dim`."""
    lengths, words = signal_length(input, n, dim), "rfft expects a real input tensor, but got"
    return apply_r2c(input, lengths, [dim], norm, words=words)


@with_out
@autocast_float32
def irfft(input: Tensor, n: int | None = None, dim: int = -1, norm: Any = None) -> Tensor:
    """Return the real numbers whose one-sided transform along `dim` is `input`."""
    return apply_c2r(
        promote_to_complex(input), signal_length(input, n, dim, back=True), [dim], norm)


@with_out
@autocast_float32
def rfft2(
        input: Tensor, s: Any = None, dim: tuple[int, ...] = (-2, -1), norm: Any = None) -> Tensor:
    """Return the one-sided transform of real numbers over two dimensions."""
    return apply_r2c(input, s, dim, norm)


@with_out
@autocast_float32
def irfft2(
        input: Tensor, s: Any = None, dim: tuple[int, ...] = (-2, -1), norm: Any = None) -> Tensor:
    """Return the real numbers whose one-sided transform over two dimensions is `input`."""
    return apply_c2r(input, s, dim, norm)


@with_out
@autocast_float32
def rfftn(input: Tensor, s: Any = None, dim: Any = None, norm: Any = None) -> Tensor:
    """Return the one-sided transform of real numbers over several dimensions."""
    return apply_r2c(input, s, dim, norm)


@with_out
@autocast_float32
def irfftn(input: Tensor, s: Any = None, dim: Any = None, norm: Any = None) -> Tensor:
    """Return the real numbers whose one-sided transform over several dimensions is `input`."""
    return apply_c2r(input, s, dim, norm)


@with_out
@autocast_float32
def hfft(input: Tensor, n: int | None = None, dim: int = -1, norm: Any = None) -> Tensor:
    """Return the real transform of a signal with Hermitian symmetry, given by its first half."""
    lengths = signal_length(input, n, dim, back=True)
    return apply_c2r(promote_to_complex(input), lengths, [dim], opposite_norm(norm), mirrored=True)


@with_out
@autocast_float32
def ihfft(input: Tensor, n: Any = None, dim: int = -1, norm: Any = None) -> Tensor:
    """Return the inverse of `hfft`."""
    lengths, words = signal_length(input, n, dim), "ihfft expects a real input tensor, but got"
    return apply_r2c(input, lengths, [dim], norm, False, words=words).conj()


def make_hfftn(default: tuple[int, ...] | None) -> Callable[..., Any]:
    """Return `hfft2` or `hfftn`."""

    @with_out
    def function(input, s=None, dim=default, norm=None):
        lengths, dims = canonicalize_shape_and_dims(input, s, dim)
        check_any_dim("hfftn", dims)
        n = lengths[-1]
        if n in (-1, None):
            n = 2 * (input._array.shape[dims[-1]] - 1)
        x = resize_signal(promote_to_complex(input), [*lengths[:-1], n // 2 + 1], dims)
        params = {"normalization": normalization_mode(norm)}
        if dims[1:]:
            x = apply(ops.fft_c2c, (x,), {**params, "dim": dims[:-1], "forward": True})
        params |= {"dim": dims[-1:], "last_dim_size": n}
        return apply(ops.fft_c2r, (x.conj(),), params)

    return function


def make_ihfftn(default: tuple[int, ...] | None) -> Callable[..., Any]:
    """Return `ihfft2` or `ihfftn`."""

    @with_out
    def function(input, s=None, dim=default, norm=None):
        lengths, dims = canonicalize_shape_and_dims(input, s, dim)
        check_any_dim("ihfftn", dims)
        words = "Only supports floating-point dtypes, but found:"
        cut = resize_signal(input, lengths, dims)
        result = apply_r2c(cut, None, dims[-1:], norm, False, words=words).conj()
        if not dims[1:]:
            return result
        params = {
            "dim": dims[:-1], "normalization": normalization_mode(norm, False), "forward": False}
        return apply(ops.fft_c2c, (result,), params)

    return function


hfft2, hfftn = make_hfftn((-2, -1)), make_hfftn(None)
ihfft2, ihfftn = make_ihfftn((-2, -1)), make_ihfftn(None)


def opposite_norm(norm: Any) -> str:
    """Return the normalization of the opposite transform."""
    return {None: "forward", "backward": "forward", "forward": "backward"}.get(norm, norm)


def sample_frequencies(
        name: str, counts: np.ndarray, n: int, d: float, dtype: Any, device: Any,
        requires_grad: bool, out: Any) -> Tensor:
    """Return `counts` times the lowest frequency, `1 / (n * d)`.

    Raise torch's error for dtypes that are not floating point.
    """
    if name == "fftfreq":
        check_sizes([n])
    kind = numpy_dtype(resolve_dtype(out, dtype))
    if kind.kind not in "fcV":
        raise RuntimeError(f"{name} requires a floating point or complex dtype")
    if kind.kind == "c":
        raise NotImplementedError(
            f'"arange_cpu" not implemented for \'{of_numpy(kind).legacy_name}\'')
    wide_dtype = np.float64 if kind == np.float64 else np.float32
    with np.errstate(all="ignore"):
        array = (counts.astype(wide_dtype) * wide_dtype(np.float64(1.0) / (n * d))).astype(kind)
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
