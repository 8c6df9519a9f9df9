"""`torch.cpu.amp`: deprecated forms of `torch.amp` for the CPU."""

from torch.amp.grad_scaler import GradScaler as _GradScaler
from torch.amp.autocast_mode import autocast as _autocast
from autograd.runtime.warnings import caution as _caution
import torch as _torch

DEPRECATION_WARNING = (
    "`torch.cpu.amp.{0}(args...)` is deprecated. "
    "Please use `torch.amp.{0}('cpu', args...)` instead."
)


class autocast(_autocast):
    """Deprecated form of `torch.amp.autocast("cpu")`."""

    def __init__(self, enabled=True, dtype=_torch.bfloat16, cache_enabled=True):
        _caution(DEPRECATION_WARNING.format("autocast"), FutureWarning)
        super().__init__("cpu", dtype, enabled, cache_enabled)


class GradScaler(_GradScaler):
    """Deprecated form of `torch.amp.GradScaler("cpu")`."""

    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, enabled=True):
        _caution(DEPRECATION_WARNING.format("GradScaler"), FutureWarning)
        super().__init__(
            "cpu", init_scale, growth_factor, backoff_factor, growth_interval, enabled)
