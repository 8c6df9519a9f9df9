"""When an encoder computes without the padding: torch makes a nested tensor of what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograd.runtime import grad_mode
from autograd.runtime.warnings import warn_once
from torch.amp.autocast_mode import is_autocast_enabled
from torch.backends import mha

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor
    from torch.nn.modules.module import Module

NESTED = (
    "The PyTorch API of nested tensors is in prototype stage and will change in the near future. "
    "We recommend specifying layout=torch.jagged when constructing a nested tensor, as this layout "
    "receives active development, has better operator coverage, and works with torch.compile."
)


def leaves_out(encoder: Module, src: Tensor, padding: Tensor) -> bool:
    """Whether the padding, which is not 0 in `padding`, gives zeros; torch's warning if so.

    It does when nothing is recorded or trained and each sequence begins where its row begins.
    """
    first = encoder.layers[0]
    if not encoder.use_nested_tensor or not mha.get_fastpath_enabled() or first.training:
        return False
    if src.dim() != 3 or is_autocast_enabled():
        return False
    if grad_mode.grad_enabled and any(x.requires_grad for x in (src, *first.parameters())):
        return False
    hidden = padding != 0
    if encoder.mask_check and bool((hidden[:, :-1] & ~hidden[:, 1:]).any()):
        return False
    warn_once(NESTED, at="aten/src/ATen/NestedTensorImpl.cpp:177")
    return True
