"""`torch.cuda.amp`: the old place of `torch.amp`."""

import warnings

from autograd.unknown import missing as _missing
from torch.amp.autocast_mode import autocast as _autocast
from torch.amp.grad_scaler import GradScaler as _GradScaler

OLD = "`torch.cuda.amp.{0}(args...)` is deprecated. Please use `torch.amp.{0}('cuda', args...)` {1}"


class autocast(_autocast):
    """`torch.amp.autocast("cuda")`."""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        warnings.warn(OLD.format("autocast", "instead."), FutureWarning, stacklevel=2)
        super().__init__("cuda", dtype=dtype, enabled=enabled)


class GradScaler(_GradScaler):
    """`torch.amp.GradScaler("cuda")`."""

    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, enabled=True):
        warnings.warn(OLD.format("GradScaler", "instead."), FutureWarning, stacklevel=2)
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval,
                         enabled)


def __getattr__(name):
    raise _missing("torch.cuda.amp", name, globals())
