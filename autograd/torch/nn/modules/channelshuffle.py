"""Channels dealt out in turn, as a module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch.nn import functional as F
from torch.nn.modules.module import Module

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class ChannelShuffle(Module):
    """Channels dealt out in turn from `groups` stacks."""

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Any:
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self) -> Any:
        return f"groups={self.groups}"
