"""`torch.cuda.amp.autocast_mode`: the old name of `torch.amp.autocast("cuda")`."""


from autograd.once import caution
from autograd.unknown import missing as _missing
from torch.amp.autocast_mode import autocast as _autocast

OLD = "`torch.cuda.amp.{0}(args...)` is deprecated. Please use `torch.amp.{0}('cuda', args...)` {1}"


class autocast(_autocast):
    """`torch.amp.autocast("cuda")`."""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        caution(OLD.format("autocast", "instead."), FutureWarning)
        super().__init__("cuda", dtype=dtype, enabled=enabled)


def __getattr__(name):
    raise _missing("torch.cuda.amp.autocast_mode", name, globals())
