"""`torch.nn.utils.stateless`: deprecated alias of `torch.func.functional_call`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.runtime.warnings import caution
from torch.func.modules import functional_call as _call

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor
    from torch.nn.modules.module import Module


def functional_call(
        module: Module, parameters_and_buffers: Any, args: tuple[Tensor, ...] | None = None,
        kwargs: dict[Any, Any] | None = None, *, tie_weights: bool = True, strict: bool = False
) -> Any:
    """Call `module` with other parameters and buffers; deprecated in favor of `torch.func`."""
    caution(
        "`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be "
        "removed in a future version of PyTorch. Please use `torch.func.functional_call` instead "
        "which is a drop-in replacement.",
        FutureWarning)
    return _call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights,
                 strict=strict)
