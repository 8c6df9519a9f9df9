"""Dropout as modules: active in training mode only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch.nn import functional as F
from torch.nn.modules.module import Module

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class _DropoutNd(Module):
    """A dropout with probability `p`."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """Each entry becomes 0 with probability `p`."""

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_DropoutNd):
    """Whole channels of sequences become 0."""

    def forward(self, input: Tensor) -> Any:
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """Whole channels of images become 0."""

    def forward(self, input: Tensor) -> Any:
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_DropoutNd):
    """Whole channels of volumes become 0."""

    def forward(self, input: Tensor) -> Any:
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_DropoutNd):
    """Dropout to SELU's lower bound that keeps mean and variance."""

    def forward(self, input: Tensor) -> Any:
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    """AlphaDropout of whole channels."""

    def forward(self, input: Tensor) -> Any:
        return F.feature_alpha_dropout(input, self.p, self.training)
