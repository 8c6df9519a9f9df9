"""Channels laid out as pixels and back, as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch.nn import functional as F
from torch.nn.modules.module import Module

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class PixelShuffle(Module):
    """Groups of channels laid out as finer images."""

    def __init__(self, upscale_factor):
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input: Tensor) -> Any:
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self) -> Any:
        return f"upscale_factor={self.upscale_factor}"


class PixelUnshuffle(Module):
    """The opposite of PixelShuffle."""

    def __init__(self, downscale_factor):
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input: Tensor) -> Any:
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self) -> Any:
        return f"downscale_factor={self.downscale_factor}"
