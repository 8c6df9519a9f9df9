"""`torch.cuda.amp`: the old place of `torch.amp`."""

from autograd.unknown import missing as _missing
from torch.cuda.amp import autocast_mode as autocast_mode, grad_scaler as grad_scaler
from torch.cuda.amp.autocast_mode import autocast as autocast
from torch.cuda.amp.grad_scaler import GradScaler as GradScaler


def __getattr__(name):
    raise _missing("torch.cuda.amp", name, globals())
