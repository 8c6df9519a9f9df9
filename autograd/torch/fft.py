"""`torch.fft`: discrete Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable as _Callable
from typing import Any as _Any

from autograd.functions.fft import fourier as _fourier
from autograd.functions.nn.c_argument_checks import wrap_native as _wrap_native


def _publish(name: str, function: _Callable[..., _Any]) -> _Callable[..., _Any]:
    """Return the function with the argument checks of torch's C++ function `name`."""
    return _wrap_native(function, "torch.fft", name)


fft = _publish("fft_fft", _fourier.fft)
fft2 = _publish("fft_fft2", _fourier.fft2)
fftfreq = _publish("fft_fftfreq", _fourier.fftfreq)
fftn = _publish("fft_fftn", _fourier.fftn)
fftshift = _publish("fft_fftshift", _fourier.fftshift)
hfft = _publish("fft_hfft", _fourier.hfft)
hfft2 = _publish("fft_hfft2", _fourier.hfft2)
hfftn = _publish("fft_hfftn", _fourier.hfftn)
ifft = _publish("fft_ifft", _fourier.ifft)
ifft2 = _publish("fft_ifft2", _fourier.ifft2)
ifftn = _publish("fft_ifftn", _fourier.ifftn)
ifftshift = _publish("fft_ifftshift", _fourier.ifftshift)
ihfft = _publish("fft_ihfft", _fourier.ihfft)
ihfft2 = _publish("fft_ihfft2", _fourier.ihfft2)
ihfftn = _publish("fft_ihfftn", _fourier.ihfftn)
irfft = _publish("fft_irfft", _fourier.irfft)
irfft2 = _publish("fft_irfft2", _fourier.irfft2)
irfftn = _publish("fft_irfftn", _fourier.irfftn)
rfft = _publish("fft_rfft", _fourier.rfft)
rfft2 = _publish("fft_rfft2", _fourier.rfft2)
rfftfreq = _publish("fft_rfftfreq", _fourier.rfftfreq)
rfftn = _publish("fft_rfftn", _fourier.rfftn)
