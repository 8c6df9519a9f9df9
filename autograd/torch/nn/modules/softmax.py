"""Activations along a dimension; torch keeps them in its file `activation`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch.nn import functional as F
from torch.nn.modules.module import Module
from autograd.runtime.method_owner import told_by_heirs

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@told_by_heirs("__init__", "extra_repr")
class _Dimension(Module):
    """An activation along a dimension."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class GLU(_Dimension):
    """The first half along `dim`, times the sigmoid of the second."""

    def __init__(self, dim=-1):
        super().__init__(dim)

    def forward(self, input: Tensor) -> Any:
        return F.glu(input, self.dim)


class Softmax(_Dimension):
    """`exp(x)`, normalised to sum 1 along `dim`."""

    def forward(self, input: Tensor) -> Tensor:
        return F.softmax(input, self.dim, _stacklevel=5)


class Softmin(_Dimension):
    """`exp(-x)`, normalised to sum 1 along `dim`."""

    def forward(self, input: Tensor) -> Tensor:
        return F.softmin(input, self.dim, _stacklevel=5)


class LogSoftmax(_Dimension):
    """The logarithm of the softmax along `dim`."""

    def forward(self, input: Tensor) -> Any:
        return F.log_softmax(input, self.dim, _stacklevel=5)


class Softmax2d(Module):
    """The softmax over the channels of images."""

    def forward(self, input: Tensor) -> Any:
        if input.dim() not in (3, 4):
            raise ValueError(
                f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead"
            )
        return F.softmax(input, -3, _stacklevel=5)


for _type in (GLU, Softmax, Softmin, LogSoftmax, Softmax2d):
    _type.__module__ = "torch.nn.modules.activation"
