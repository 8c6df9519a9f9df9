"""`torch.fft`: discrete Fourier transforms."""

from types import FunctionType as _FunctionType

from autograd.functions.fft.fourier import (  # noqa: F401
    fft, fft2, fftfreq, fftn, fftshift, hfft, hfft2, hfftn, ifft, ifft2, ifftn, ifftshift, ihfft,
    ihfft2, ihfftn, irfft, irfft2, irfftn, rfft, rfft2, rfftfreq, rfftn,
)
from autograd.functions.nn.c_argument_checks import wrap_native as _handed


for _name, _function in tuple(globals().items()):
    if isinstance(_function, _FunctionType) and not _name.startswith("_"):
        globals()[_name] = _handed(_function, "torch.fft", f"fft_{_name}")
