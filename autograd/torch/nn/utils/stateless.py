"""`torch.nn.utils.stateless`: the old place of `torch.func.functional_call`."""

from __future__ import annotations

from autograd.runtime.warnings import caution
from torch.func.modules import functional_call as _call


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True,
                    strict=False):
    """The module's output with other parameters and buffers; `torch.func` has it now."""
    caution(
        "`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be "
        "removed in a future version of PyTorch. Please use `torch.func.functional_call` instead "
        "which is a drop-in replacement.",
        FutureWarning)
    return _call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights,
                 strict=strict)
