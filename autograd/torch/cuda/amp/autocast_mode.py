"""`torch.cuda.amp.autocast_mode`: the deprecated form of `torch.amp.autocast("cuda")`."""

from __future__ import annotations


from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.runtime.warnings import caution
from torch.amp.autocast_mode import (
    autocast as _autocast, custom_bwd as _custom_bwd, custom_fwd as _custom_fwd,
)

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype

DEPRECATION_WARNING = (
    "`torch.cuda.amp.{0}(args...)` is deprecated. Please use `torch.amp.{0}('cuda', args...)` {1}"
)

DECORATOR_DEPRECATION_WARNING = (
    "`torch.cuda.amp.{0}(args...)` is deprecated. Please use `torch.amp.{0}(args..., "
    "device_type='cuda')` instead.")


class autocast(_autocast):
    """Deprecated form of `torch.amp.autocast("cuda")`."""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        caution(DEPRECATION_WARNING.format("autocast", "instead."), FutureWarning)
        super().__init__("cuda", dtype=dtype, enabled=enabled)


def custom_fwd(
        fwd: Callable[..., Any] | None = None, *, cast_inputs: dtype | None = None
) -> Callable[..., Any]:
    """Decorate a `forward`: deprecated form of `torch.amp.custom_fwd` for CUDA."""
    caution(DECORATOR_DEPRECATION_WARNING.format("custom_fwd"), FutureWarning)
    return _custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd: Callable[..., Any] | None) -> Callable[..., Any]:
    """Decorate a `backward`: deprecated form of `torch.amp.custom_bwd` for CUDA."""
    caution(DECORATOR_DEPRECATION_WARNING.format("custom_bwd"), FutureWarning)
    return _custom_bwd(bwd, device_type="cuda")
