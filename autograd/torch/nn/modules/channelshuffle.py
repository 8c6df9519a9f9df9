"""ChannelShuffle module (`torch/nn/modules/channelshuffle.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch.nn import functional as F
from torch.nn.modules.module import Module

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class ChannelShuffle(Module):
    """Interleaves the channels of `groups` groups of an input (N, C, ...)."""

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        return f"groups={self.groups}"
