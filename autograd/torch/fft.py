"""`torch.fft`: discrete Fourier transforms."""

from autograd.functions.fourier import (  # noqa: F401
    fft,
    fft2,
    fftfreq,
    fftn,
    fftshift,
    hfft,
    ifft,
    ifft2,
    ifftn,
    ifftshift,
    ihfft,
    irfft,
    irfft2,
    irfftn,
    rfft,
    rfft2,
    rfftfreq,
    rfftn,
)
from autograd.unknown import missing as _missing


def __getattr__(name):
    raise _missing("torch.fft", name, globals())
