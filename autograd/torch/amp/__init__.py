"""`torch.amp`: mixed precision, as far as a machine with only a CPU has it."""

from autograd.unknown import missing as _missing
from torch.amp.autocast_mode import autocast, is_autocast_available
from torch.amp.grad_scaler import GradScaler

__all__ = ["GradScaler", "autocast", "is_autocast_available"]


def __getattr__(name):
    raise _missing("torch.amp", name, globals())
