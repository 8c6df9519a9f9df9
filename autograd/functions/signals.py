"""Short-time spectra, and differences and integrals on a grid."""

from __future__ import annotations

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply
from autograd.functions.complexes import view_as_real
from autograd.functions.fourier import fft, ifft, irfft, rfft
from autograd.functions.method import method
from autograd.functions.numbers import over, times
from autograd.functions.pieces import narrow
from autograd.functions.reductions import dims
from autograd.functions.resizing import pad
from autograd.functions.scans import cumsum, diff
from autograd.functions.shapes import cat
from autograd.once import warn_once
from autograd.promotion import wrap_dim
from autograd.tensor import Tensor, wrap

__all__ = [
    "stft", "istft", "gradient", "trapz", "trapezoid", "cumulative_trapezoid",
]

# --- Spectra -----------------------------------------------------------------------------------

RECTANGLE = (
    "A window was not provided. A rectangular window will be applied,which is known to cause "
    "spectral leakage. Other windows such as torch.hann_window or torch.hamming_window are "
    "recommended to reduce spectral leakage.To suppress this warning and use a rectangular "
    "window, explicitly set `window=torch.ones(n_fft, device=<device>)`.")


def window_for(window, win_length, n_fft, like):
    """The window in the middle of `n_fft` entries; ones where none is given."""
    if window is None:
        window = wrap(np.ones(win_length, like._array.real.dtype))
    left = (n_fft - win_length) // 2
    return pad(window, (left, n_fft - win_length - left)) if win_length < n_fft else window


@method()
def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True,
         pad_mode="reflect", normalized=False, onesided=None, return_complex=None,
         align_to_window=None):
    """The spectra of overlapping windows of signals (N, T): complex (N, frequencies, frames)."""
    if window is None:
        warn_once(RECTANGLE, at="aten/src/ATen/native/SpectralOps.cpp:835")
    if return_complex is None and input._array.dtype.kind != "c":
        raise RuntimeError(
            "stft requires the return_complex parameter be given for real inputs, and will further "
            "require that return_complex=True in a future PyTorch release."
        )
    hop = n_fft // 4 if hop_length is None else hop_length
    window = window_for(window, n_fft if win_length is None else win_length, n_fft, input)
    alone = input._array.ndim == 1
    signal = input.unsqueeze(0) if alone else input
    if center:
        half = n_fft // 2
        signal = pad(signal.unsqueeze(1), (half, half), pad_mode).squeeze(1)
    frames = signal.unfold(-1, n_fft, hop) * window
    one = input._array.dtype.kind != "c" if onesided is None else onesided
    norm = "ortho" if normalized else None
    made = (rfft if one else fft)(frames, norm=norm).transpose_(1, 2)
    made = made.squeeze_(0) if alone else made
    if return_complex is not False:
        return made
    if input._array.dtype.kind != "c":
        warn_once(
            "stft with return_complex=False is deprecated. In a future pytorch release, stft will "
            "return complex tensors for all inputs, and return_complex=False will raise an error."
            "\nNote: you can still call torch.view_as_real on the complex output to recover the "
            "old return format.", at="aten/src/ATen/native/SpectralOps.cpp:874")
    return view_as_real(made)


@method()
def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True,
          normalized=False, onesided=None, length=None, return_complex=False):
    """Signals from the spectra of their overlapping windows."""
    if window is None:
        warn_once(LOSSLESS, at="aten/src/ATen/native/SpectralOps.cpp:1035")
    hop = n_fft // 4 if hop_length is None else hop_length
    window = window_for(window, n_fft if win_length is None else win_length, n_fft, input)
    alone = input._array.ndim == 2
    spectra = (input.unsqueeze(0) if alone else input).transpose(1, 2)
    one = spectra._array.shape[-1] != n_fft if onesided is None else onesided
    norm = "ortho" if normalized else None
    if return_complex and not one:
        frames = ifft(spectra, norm=norm)
    else:  # of a whole spectrum the half that real signals have
        frames = irfft(spectra if one else narrow(spectra, 2, 0, n_fft // 2 + 1), n_fft, norm=norm)
    count = frames._array.shape[1]
    total = n_fft + hop * (count - 1)
    signal = overlapped(frames * window, total, hop)
    weight = overlapped((window * window).expand(1, count, n_fft), total, hop)
    start = n_fft // 2 if center else 0
    end = total - start if length is None else min(start + length, total)
    signal, weight = (narrow(x, 1, start, end - start) for x in (signal, weight))
    if bool((weight._array.real < 1e-11).any()):
        raise RuntimeError(
            "istft(...) window overlap add min: 1\n[ CPUBoolType{} ]"
        )
    signal = signal / weight
    if length is not None and length > end - start:
        signal = pad(signal, (0, length - (end - start)))
    return signal.squeeze(0) if alone else signal


LOSSLESS = (
    "A window was not provided. A rectangular window will be applied.Please provide the same "
    "window used by stft to make the inversion lossless.To suppress this warning and use a "
    "rectangular window, explicitly set `window=torch.ones(n_fft, device=<device>)`."
)


def overlapped(frames, total, hop):
    """Frames (N, frames, n) added up in signals of length `total`."""
    n, count, size = frames._array.shape
    index = (np.arange(size) + hop * np.arange(count)[:, None]).ravel()
    empty = wrap(np.zeros((n, total), frames._array.dtype))
    params = {"dim": 1, "alpha": 1}
    return apply(table.index_add, (empty, wrap(index), frames.reshape(n, -1)), params)


# --- Differences -------------------------------------------------------------------------------


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """Estimates of the derivatives along each dimension, by second-order differences.

    `spacing` is a number for all dimensions, or one number or tensor of coordinates for each.
    """
    spacing = 1 if spacing is None else spacing
    asked = range(input._array.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    spaces = list(spacing) if isinstance(spacing, tuple | list) else [spacing] * len(asked)
    check_gradient(input, spaces, dim is not None, asked, edge_order)
    along = [int(wrap_dim(i, input._array.ndim)) for i in asked]
    return tuple(slopes_along(input, i, space, edge_order) for i, space in zip(along, spaces))


def check_gradient(input, spaces, given, asked, edge_order) -> None:
    """Raise torch's errors about the arguments of `gradient`, in its order."""
    if input._array.dtype == np.uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if len(spaces) != len(asked) and given:
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim "
            f"arguments to have the same length, but got a spacing argument of length {len(spaces)}"
            f" and a dim argument of length {len(asked)}."
        )
    if len(spaces) != len(asked):
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar, or a list of length "
            f"equal to 'self.dim() = {input.dim()}', since dim argument was not given, but got a "
            f"list of length {len(spaces)}"
        )
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    if asked:
        dims(tuple(asked), input._array.ndim)
    for i in asked:
        if input.size(i) < edge_order + 1:
            raise RuntimeError(
                "torch.gradient expected each dimension size to be at least edge_order+1")


def slopes_along(x, dim, space, edge_order):
    """The derivative along one dimension."""
    n = x._array.shape[dim]
    if isinstance(space, Tensor) and space._array.ndim:
        return cat(uneven(x, dim, space, edge_order), dim)
    space = space if isinstance(space, Tensor | complex) else float(space)
    inner = over(narrow(x, dim, 2, n - 2) - narrow(x, dim, 0, n - 2), space)
    inner = over(inner, 2)
    first, last = (edge(x, dim, side, space, edge_order) for side in (0, n - 1))
    return cat([first, inner, last], dim)


def edge(x, dim, place, h, edge_order):
    """The derivative at the first or last place of an even grid."""
    step = 1 if place == 0 else -1
    a, b = (narrow(x, dim, place + step * i, 1) for i in range(2))
    if edge_order == 1:
        return over(b - a if step > 0 else a - b, h)
    c = narrow(x, dim, place + 2 * step, 1)
    if step > 0:
        return over(times(a, -1.5) + times(b, 2) - times(c, 0.5), h)
    return over(times(c, 0.5) - times(b, 2) + times(a, 1.5), h)


def uneven(x, dim, places, edge_order):
    """The derivative on a grid whose coordinates are `places`: first, inner ones, last."""
    n = x._array.shape[dim]
    shape = [-1 if i == dim else 1 for i in range(x._array.ndim)]
    steps = places.diff()
    before, after = (narrow(steps, 0, i, n - 2).view(shape) for i in range(2))
    low, here, high = (narrow(x, dim, i, n - 2) for i in range(3))
    inner = (low * (-after / (before * (before + after)))
             + here * ((after - before) / (before * after))
             + high * (before / (after * (before + after))))
    ends = []
    for place, sign, order in ((0, 1, (0, 1)), (n - 1, -1, (-1, -2))):
        h, k = steps[order[0]], steps[order[1]] if n > 2 else None
        a, b = (narrow(x, dim, place + sign * i, 1) for i in range(2))
        if edge_order == 1:
            ends.append((b - a if sign > 0 else a - b) / h)
            continue
        c = narrow(x, dim, place + 2 * sign, 1)
        terms = [a * (-sign * (2 * h + k) / (h * (h + k))), b * (sign * (h + k) / (h * k)),
                 c * (-sign * h / (k * (h + k)))]
        ends.append(terms[1 - sign] + terms[1] + terms[1 + sign])  # in the order of the grid
    return [ends[0], inner, ends[1]]


# --- Integrals on a grid ------------------------------------------------------------------------


def refuse_bool(name, y) -> None:
    """torch's error for heights that are truth values."""
    if y._array.dtype.kind == "b":
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")


def trapezoid(y, x=None, *, dx=1, dim=-1):
    """The integral of `y` by the trapezoidal rule along `dim`."""
    dim = wrap_dim(dim, y._array.ndim, scalars=False)
    if not y._array.shape[dim]:
        return y.new_zeros([n for i, n in enumerate(y._array.shape) if i != dim])
    refuse_bool("trapezoid", y)
    if x is None:
        ends = times(y.select(dim, 0) + y.select(dim, -1), 0.5)
        return times(y.sum(dim) - ends, float(dx))
    heights, share = steps_of(y, x, dx, dim)
    return share(heights.sum(dim))


trapz = trapezoid


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    """The running integral of `y` by the trapezoidal rule along `dim`."""
    refuse_bool("cumulative_trapezoid", y)
    if not y._array.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, y._array.ndim)
    heights, share = steps_of(y, x, dx, dim)
    return cumsum(share(heights), dim) if x is None else share(cumsum(heights, dim))


def steps_of(y, x, dx, dim):
    """What the trapezoids' areas are shares of, and which: numbers come last, as in torch."""
    n = max(y._array.shape[dim], 1)
    first = min(1, y._array.shape[dim])
    heights = narrow(y, dim, 0, n - 1) + narrow(y, dim, first, n - 1)
    if x is None:
        return heights, lambda total: times(total, dx / 2)
    if x._array.ndim == 1 and y._array.ndim > 1:
        x = x.reshape([-1 if i == wrap_dim(dim, y._array.ndim) else 1
                       for i in range(y._array.ndim)])
    areas = heights * diff(x, dim=dim)
    return areas, lambda total: over(total, 2.0)
