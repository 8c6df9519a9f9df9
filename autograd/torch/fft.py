"""`torch.fft`: discrete Fourier transforms."""

from types import FunctionType as _FunctionType

from autograd.functions.fft.fourier import (  # noqa: F401
    fft, fft2, fftn, hfft, hfft2, hfftn, ifft, ifft2, ifftn, ihfft, ihfft2, ihfftn, irfft, irfft2,
    irfftn, rfft, rfft2, rfftn,
)
from autograd.functions.fft.frequencies import fftfreq, fftshift, ifftshift, rfftfreq  # noqa: F401
from autograd.functions.nn.c_argument_checks import wrap_native as _handed


for _name, _function in tuple(globals().items()):
    if isinstance(_function, _FunctionType) and not _name.startswith("_"):
        globals()[_name] = _handed(_function, "torch.fft", f"fft_{_name}")
