"""`torch.signal`: windows for signals."""

from autograd.unknown import missing
from torch.signal import windows  # noqa: F401


def __getattr__(name):
    raise missing("torch.signal", name, globals())
