"""Short-time Fourier transforms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.arguments.argument_parser import check_arguments
from autograd.engine.apply import apply
from autograd.engine.missing_rules import warn_missing_rule_of_composite
from autograd.functions.fft.fourier import fft, ifft, irfft, rfft
from autograd.functions.nn.padding import pad
from autograd.functions.pointwise.complex_numbers import view_as_real
from autograd.functions.shape.split import narrow
from autograd.functions.tensor_api.binding import method
from autograd.runtime.function_record import FUNCTIONAL, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import aten_type
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


STFT_NO_WINDOW = (
    "A window was not provided. A rectangular window will be applied,which is known to cause "
    "spectral leakage. Other windows such as torch.hann_window or torch.hamming_window are "
    "recommended to reduce spectral leakage.To suppress this warning and use a rectangular "
    "window, explicitly set `window=torch.ones(n_fft, device=<device>)`.")
ISTFT_NO_WINDOW = (
    "A window was not provided. A rectangular window will be applied.Please provide the same "
    "window used by stft to make the inversion lossless.To suppress this warning and use a "
    "rectangular window, explicitly set `window=torch.ones(n_fft, device=<device>)`.")
ONESIDED_COMPLEX = "Cannot have onesided output if window or input is complex"


def pad_window(window: Any, win_length: Any, n_fft: int, like: Any) -> Tensor:
    """Return the window padded on both sides to `n_fft` elements; ones if None is given."""
    if window is None:
        window = wrap(np.ones(win_length, like._array.real.dtype))
    left = (n_fft - win_length) // 2
    return pad(window, (left, n_fft - win_length - left)) if win_length < n_fft else window


def is_complex(x: Tensor) -> bool:
    """Return True for a tensor of complex dtype; None is none."""
    return x is not None and x._array.dtype.kind == "c"


def format_call(name: str, input: Tensor, window: Any, **rest: Any) -> str:
    """Return the call as torch's errors print it."""
    parts = {key: int(value) if isinstance(value, bool) else value for key, value in rest.items()}
    lengths = [f"{key}={parts.pop(key)}" for key in ("n_fft", "hop_length", "win_length")]
    window_text = "None"
    if window is not None:
        window_text = f"{aten_type(window._array)}{{{list(window.shape)}}}"
    texts = [f"{aten_type(input._array)}{list(input.shape)}", *lengths, f"window={window_text}"]
    return f"{name}({', '.join(texts + [f'{key}={value}' for key, value in parts.items()])}) "


@export()
@method(qualified=True)
@declare(home=FUNCTIONAL, python_function=True, python_method=True)
def stft(
        input: Tensor, n_fft: int, hop_length: Any = None, win_length: Any = None,
        window: Any = None, center: bool = True, pad_mode: str = "reflect",
        normalized: bool = False, onesided: Any = None, return_complex: bool | None = None,
        align_to_window: Any = None) -> Tensor:
    """Return the short-time Fourier transform of signals (N, T): complex (N, frequencies, frames).

    Raise RuntimeError for real input without `return_complex`.
    """
    if center:
        if align_to_window is not None:
            raise RuntimeError("stft align_to_window should only be set when center = false")
        fill = (1,) * (3 - input.dim()) + tuple(input.shape)
        padded = pad(input.view(fill), (n_fft // 2, n_fft // 2), pad_mode)
        input = padded.view(padded.shape[-input.dim():])
    if window is None:
        warn_once(STFT_NO_WINDOW, at="aten/src/ATen/native/SpectralOps.cpp:835")
    warn_missing_rule_of_composite("stft", input, window)
    check_arguments("torch._VF", "stft", (
        input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex,
        align_to_window), {})
    hop = n_fft // 4 if hop_length is None else hop_length
    length = n_fft if win_length is None else win_length
    if not (is_complex(input) or is_complex(window) if return_complex is None else return_complex):
        check_return_complex(return_complex)
    settings = {"n_fft": n_fft, "hop_length": hop, "win_length": length, "normalized": normalized,
                "onesided": onesided, "return_complex": return_complex in (None, True),
                "align_to_window": align_to_window}
    check_stft(input, window, settings)
    unbatched = input._array.ndim == 1
    signal = input.unsqueeze(0) if unbatched else input
    if align_to_window:
        left = (n_fft - length) // 2
        signal = pad(signal, (left, n_fft - length - left))
    frames = signal.unfold(-1, n_fft, hop)
    if window is not None or length < n_fft:
        frames = frames * pad_window(window, length, n_fft, input)
    is_onesided = not is_complex(frames) if onesided is None else onesided
    if is_complex(frames) and is_onesided:
        raise RuntimeError(ONESIDED_COMPLEX)
    norm = "ortho" if normalized else None
    result = (rfft if is_onesided else fft)(frames, norm=norm).transpose_(1, 2)
    result = result.squeeze_(0) if unbatched else result
    return view_as_real(result) if return_complex is False else result


def check_return_complex(return_complex: Any) -> None:
    """Raise or warn if pairs of real numbers would be returned instead of complex ones."""
    if return_complex is None:
        raise RuntimeError(
            "stft requires the return_complex parameter be given for real inputs, and will further "
            "require that return_complex=True in a future PyTorch release."
        )
    warn_once(
        "stft with return_complex=False is deprecated. In a future pytorch release, stft will "
        "return complex tensors for all inputs, and return_complex=False will raise an error."
        "\nNote: you can still call torch.view_as_real on the complex output to recover the "
        "old return format.", at="aten/src/ATen/native/SpectralOps.cpp:874")


def check_stft(input: Tensor, window: Any, settings: dict[str, int]) -> None:
    """Raise `stft`'s error about its arguments."""
    n_fft, hop, length = (settings[key] for key in ("n_fft", "hop_length", "win_length"))
    last = input._array.shape[-1] if input._array.ndim else 0
    for wrong, text in (
        (input._array.dtype.kind not in "fcV", "a tensor of floating point or complex values"),
        (input._array.ndim not in (1, 2), "a 1D or 2D tensor"),
        (not 0 < n_fft <= last, f"0 < n_fft < {last}, but got n_fft={n_fft}"),
        (hop <= 0, f"hop_length > 0, but got hop_length={hop}"),
        (not 0 < length <= n_fft, f"0 < win_length <= n_fft, but got win_length={length}"),
        (window is not None and window._array.shape != (length,),
         f"a 1D window tensor of size equal to win_length={length}, but got window with size "
         f"{list(getattr(window, 'shape', ()))}"),
    ):
        if wrong:
            raise RuntimeError(f"{format_call('stft', input, window, **settings)}: expected {text}")


@export()
@method(qualified=True)
@declare(python_method=True)
def istft(
        input: Tensor, n_fft: int, hop_length: Any = None, win_length: Any = None,
        window: Any = None, center: bool = True, normalized: bool = False,
        onesided: bool | None = None, length: int | None = None, return_complex: bool = False
) -> Tensor:
    """Return the signals whose short-time Fourier transform is `input`, by overlap-add."""
    if window is None:
        warn_once(ISTFT_NO_WINDOW, at="aten/src/ATen/native/SpectralOps.cpp:1035")
    warn_missing_rule_of_composite("istft", input, window)
    if not is_complex(input):
        raise RuntimeError(
            "istft requires a complex-valued input tensor matching the output from stft with "
            "return_complex=True.")
    hop = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    settings = {"n_fft": n_fft, "hop_length": hop, "win_length": win_length, "center": center,
                "normalized": normalized, "onesided": onesided, "length": length,
                "return_complex": return_complex}
    wrap_dim(-3, input._array.ndim + 1)
    one = input._array.shape[-2] != n_fft if onesided is None else onesided
    check_istft(input, window, one, settings)
    alone = input._array.ndim == 2
    frames = inverse_frames((input.unsqueeze(0) if alone else input).transpose(1, 2), n_fft, one,
                            window, normalized, return_complex)
    padded_window = pad_window(window, win_length, n_fft, input)
    count = frames._array.shape[1]
    total = n_fft + hop * (count - 1)
    signal = overlap_add(frames * padded_window, total, hop)
    weight = overlap_add((padded_window ** 2).expand(1, count, n_fft), total, hop)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else total - start
    signal, weight = (x[:, start:end] for x in (signal, weight))
    if bool(weight.abs().min() < 1e-11):
        raise RuntimeError(
            f"{format_call('istft', input, window, **settings)}window overlap add min: 1\n"
            "[ CPUBoolType{} ]")
    signal = (signal / weight).squeeze(0) if alone else signal / weight
    if end <= total:
        return signal
    warn_once(
        "The length of signal is shorter than the length parameter. Result is being padded with "
        "zeros in the tail. Please check your center and hop_length settings.",
        at="aten/src/ATen/native/SpectralOps.cpp:1199")
    return pad(signal, (0, end - total))


def check_istft(
        input: Tensor, window: Any, one: Any, settings: Any) -> None:
    """Raise `istft`'s error about its arguments."""
    n_fft, hop, length = (settings[key] for key in ("n_fft", "hop_length", "win_length"))
    count = input._array.shape[-2]
    matches = ("expected the frequency dimension (3rd to the last) of the input tensor to match "
               f"n_fft{{}} when onesided={bool(one)}, but got {count}")
    for wrong, text in (
        (not input._array.size, "input tensor cannot be empty."),
        (input._array.ndim not in (2, 3), "expected a tensor with 3 or 4 dimensions, but got "
         f"{input._array.ndim + 1}"),
        (one and n_fft // 2 + 1 != count, matches.format(" / 2 + 1")),
        (not one and n_fft != count, matches.format("")),
        (not 0 < hop <= length, "expected 0 < hop_length <= win_length"),
        (not 0 < length <= n_fft, "expected 0 < win_length <= n_fft"),
        (window is not None and window._array.shape != (length,),
         "Invalid window shape. window has to be 1D and length of `win_length`"),
    ):
        if wrong:
            raise RuntimeError(f"{format_call('istft', input, window, **settings)}: {text}")


def inverse_frames(
        spectra: Any, n_fft: int, one: Any, window: Any, normalized: bool, return_complex: bool
) -> Tensor:
    """Return the frames (N, frames, n_fft) of the inverse transforms of spectra."""
    norm = "ortho" if normalized else None
    if return_complex:
        if one:
            raise RuntimeError(ONESIDED_COMPLEX)
        return ifft(spectra, norm=norm)
    if is_complex(window):
        raise RuntimeError("Complex windows are incompatible with return_complex=False")
    # The first half of a two-sided spectrum determines a real signal.
    return irfft(spectra if one else narrow(spectra, 2, 0, n_fft // 2 + 1), n_fft, norm=norm)


def overlap_add(frames: Any, total: Any, hop: Any) -> Tensor:
    """Return the overlap-add of frames (N, frames, n), `hop` apart: signals of length `total`."""
    n, count, size = frames._array.shape
    index = (np.arange(size) + hop * np.arange(count)[:, None]).ravel()
    empty = wrap(np.zeros((n, total), frames._array.dtype))
    params = {"dim": 1, "alpha": 1}
    return apply(ops.index_add, (empty, wrap(index), frames.reshape(n, -1)), params)
