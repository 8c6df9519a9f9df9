"""Discrete Fourier transforms of `torch.fft`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.type_promotion import float_dtype_for
from autograd.functions.shape.split import narrow
from autograd.functions.tensor_api.out_argument import with_out
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import of, of_array

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

SCALES = {"backward": 0, "ortho": 1, "forward": 2}  # of a forward transform


def scaling(norm: str | None, forward: bool = True) -> int:
    """Return the number by which kernels know the normalization `norm` of a transform.

    Raise RuntimeError for an unknown mode.
    """
    if norm is not None and norm not in SCALES:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    scale = SCALES[norm or "backward"]
    return scale if forward else 2 - scale


def refuse_half(x: Tensor) -> None:
    """torch's error of a transform of 16-bit floats, also where integers are made such."""
    kind = of(float_dtype_for(x) or x._array.dtype)
    if kind.is_floating_point and kind.itemsize == 2:
        raise RuntimeError(f"Unsupported dtype {kind.legacy_name}")


def resized(x: Tensor, lengths: list[int], dims: tuple[int, ...]) -> Tensor:
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
        return with_entries(x)
    pad = tuple(width for n in reversed(behind) for width in (0, n))
    return with_entries(apply(ops.constant_pad, (x,), {"pad": pad, "value": 0}))


def with_entries(x: Tensor) -> Tensor:
    """Return `x`; raise MKL's RuntimeError if it has no elements."""
    if not x._array.size:
        raise RuntimeError(
            "MKL FFT error: Intel oneMKL DFTI ERROR: Inconsistent configuration parameters")
    return x


def check_length(n: int) -> None:
    """Raise RuntimeError for a transform of length 0 or less."""
    if n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")


def length_along(x: Tensor, n: int | None, dim: int, back: bool = False) -> list[int] | None:
    """Return the length of a transform along one dimension in a list, or None.

    `back` is True for a transform from a half spectrum. Raise torch's errors about all arguments.
    """
    refuse_half(x)
    dim = int(wrap_dim(dim, x._array.ndim, scalars=False))
    if back and n is None:
        n = 2 * (x._array.shape[dim] - 1)
    check_length(1 if n is None else n)
    return None if n is None else [n]


def complex_of(x: Tensor) -> Tensor:
    """Return `x` cast to a complex dtype."""
    refuse_half(x)
    kind = float_dtype_for(x) or x._array.dtype
    if x._array.dtype.kind == "c":
        return x
    dtype = np.dtype(np.complex128 if kind == np.float64 else np.complex64)
    return apply(ops.to_dtype, (x,), {"dtype": dtype})


def over(x: Tensor, s: Sequence[int] | int | None, dim: Sequence[int] | None) -> tuple[Any, ...]:
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


def check_axes(name: str, dims: tuple[int, ...]) -> None:
    """Raise RuntimeError for a transform over no dimensions."""
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")


def to_complex(
        x: Tensor, s: Any, dim: Sequence[int] | None, norm: Any,
        forward: bool) -> Tensor:
    """Return a complex-to-complex transform."""
    lengths, dims = over(x, s, dim)
    x = resized(complex_of(x), lengths, dims)
    params = {"dim": dims, "normalization": scaling(norm, forward), "forward": forward}
    return apply(ops.fft_c2c, (x,), params)


def one(forward: bool) -> Callable[..., Any]:
    """Return `fft` or `ifft`."""

    @with_out
    @autocast_float32
    def function(input, n=None, dim=-1, norm=None):
        lengths = length_along(input, n, dim)
        if input._array.dtype.kind == "c":
            return to_complex(input, lengths, [dim], norm, forward)
        made = of_real(input, lengths, [dim], norm, forward, onesided=False)
        return made if forward else made.conj()

    return function


def many(forward: bool, default: tuple[int, ...] | None) -> Callable[..., Any]:
    """Return `fft2`, `ifft2`, `fftn` or `ifftn`."""

    @with_out
    @autocast_float32
    def function(input, s=None, dim=default, norm=None):
        return to_complex(input, s, dim, norm, forward)

    return function


def of_real(
        x: Tensor, s: list[int] | None, dim: Sequence[int] | None, norm: str | None,
        forward: bool = True, onesided: bool = True,
        words: str = "rfftn expects a real-valued input tensor, but got") -> Tensor:
    """Return the transform of real numbers, half of it if `onesided`.

    `words` begin the error for complex input.
    """
    if x._array.dtype.kind == "c":
        raise RuntimeError(f"{words} {of_array(x._array).legacy_name}")
    lengths, dims = over(x, s, dim)
    check_axes("rfftn", dims)
    refuse_half(x)
    cut = resized(x, lengths, dims)
    params = {"dim": dims, "normalization": scaling(norm, forward), "onesided": onesided}
    return apply(ops.fft_r2c, (cut,), params, float_dtype_for(x))


def to_real(
        x: Tensor, s: list[int] | None, dim: Sequence[int] | None, norm: str | None,
        mirrored: bool = False) -> Tensor:
    """Return the complex-to-real transform of a half spectrum, or its conjugate if `mirrored`."""
    lengths, dims = over(x, s, dim)
    check_axes("irfftn", dims)
    x, n = complex_of(x), lengths[-1]
    if n in (-1, None):
        n = 2 * (x._array.shape[dims[-1]] - 1)
    check_length(n)
    given = resized(x, [*lengths[:-1], n // 2 + 1], dims)
    params = {"dim": dims, "normalization": scaling(norm, False), "last_dim_size": n}
    return apply(ops.fft_c2r, (given.conj() if mirrored else given,), params)


fft, ifft = one(True), one(False)
fft2, ifft2 = many(True, (-2, -1)), many(False, (-2, -1))
fftn, ifftn = many(True, None), many(False, None)


@with_out
@autocast_float32
def rfft(input: Tensor, n: Any = None, dim: int = -1, norm: Any = None) -> Tensor:
    """Return the one-sided transform of real numbers along `dim`."""
    lengths, words = length_along(input, n, dim), "rfft expects a real input tensor, but got"
    return of_real(input, lengths, [dim], norm, words=words)


@with_out
@autocast_float32
def irfft(input: Tensor, n: int | None = None, dim: int = -1, norm: Any = None) -> Tensor:
    """Return the real numbers whose one-sided transform along `dim` is `input`."""
    return to_real(complex_of(input), length_along(input, n, dim, back=True), [dim], norm)


@with_out
@autocast_float32
def rfft2(
        input: Tensor, s: Any = None, dim: tuple[int, ...] = (-2, -1), norm: Any = None) -> Tensor:
    """Return the one-sided transform of real numbers over two dimensions."""
    return of_real(input, s, dim, norm)


@with_out
@autocast_float32
def irfft2(
        input: Tensor, s: Any = None, dim: tuple[int, ...] = (-2, -1), norm: Any = None) -> Tensor:
    """Return the real numbers whose one-sided transform over two dimensions is `input`."""
    return to_real(input, s, dim, norm)


@with_out
@autocast_float32
def rfftn(input: Tensor, s: Any = None, dim: Any = None, norm: Any = None) -> Tensor:
    """Return the one-sided transform of real numbers over several dimensions."""
    return of_real(input, s, dim, norm)


@with_out
@autocast_float32
def irfftn(input: Tensor, s: Any = None, dim: Any = None, norm: Any = None) -> Tensor:
    """Return the real numbers whose one-sided transform over several dimensions is `input`."""
    return to_real(input, s, dim, norm)


@with_out
@autocast_float32
def hfft(input: Tensor, n: int | None = None, dim: int = -1, norm: Any = None) -> Tensor:
    """Return the real transform of a signal with Hermitian symmetry, given by its first half."""
    lengths = length_along(input, n, dim, back=True)
    return to_real(complex_of(input), lengths, [dim], flipped(norm), mirrored=True)


@with_out
@autocast_float32
def ihfft(input: Tensor, n: Any = None, dim: int = -1, norm: Any = None) -> Tensor:
    """Return the inverse of `hfft`."""
    lengths, words = length_along(input, n, dim), "ihfft expects a real input tensor, but got"
    return of_real(input, lengths, [dim], norm, False, words=words).conj()


def mirrored(default: tuple[int, ...] | None) -> Callable[..., Any]:
    """Return `hfft2` or `hfftn`."""

    @with_out
    def function(input, s=None, dim=default, norm=None):
        lengths, dims = over(input, s, dim)
        check_axes("hfftn", dims)
        n = lengths[-1]
        if n in (-1, None):
            n = 2 * (input._array.shape[dims[-1]] - 1)
        x = resized(complex_of(input), [*lengths[:-1], n // 2 + 1], dims)
        params = {"normalization": scaling(norm)}
        if dims[1:]:
            x = apply(ops.fft_c2c, (x,), {**params, "dim": dims[:-1], "forward": True})
        params |= {"dim": dims[-1:], "last_dim_size": n}
        return apply(ops.fft_c2r, (x.conj(),), params)

    return function


def unmirrored(default: tuple[int, ...] | None) -> Callable[..., Any]:
    """Return `ihfft2` or `ihfftn`."""

    @with_out
    def function(input, s=None, dim=default, norm=None):
        lengths, dims = over(input, s, dim)
        check_axes("ihfftn", dims)
        words = "Only supports floating-point dtypes, but found:"
        cut = resized(input, lengths, dims)
        made = of_real(cut, None, dims[-1:], norm, False, words=words).conj()
        if not dims[1:]:
            return made
        params = {"dim": dims[:-1], "normalization": scaling(norm, False), "forward": False}
        return apply(ops.fft_c2c, (made,), params)

    return function


hfft2, hfftn = mirrored((-2, -1)), mirrored(None)
ihfft2, ihfftn = unmirrored((-2, -1)), unmirrored(None)


def flipped(norm: Any) -> str:
    """Return the normalization of the opposite transform."""
    return {None: "forward", "backward": "forward", "forward": "backward"}.get(norm, norm)
