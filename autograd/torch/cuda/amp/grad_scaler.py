"""`torch.cuda.amp.grad_scaler`: the deprecated form of `torch.amp.GradScaler("cuda")`."""


from autograd.runtime.warnings import caution
from torch.amp.grad_scaler import GradScaler as _GradScaler
from torch.amp.grad_scaler import OptState as OptState
from torch.cuda.amp.autocast_mode import DEPRECATION_WARNING


class GradScaler(_GradScaler):
    """Deprecated form of `torch.amp.GradScaler("cuda")`."""

    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, enabled=True):
        caution(DEPRECATION_WARNING.format("GradScaler", "instead."), FutureWarning)
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval,
                         enabled)
