"""Normalization modules without running statistics (`torch/nn/modules/normalization.py`)."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from torch import Size, empty
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

_shape_t = int | list[int] | Size


def as_shape(normalized_shape: Sequence[int] | int) -> tuple[int, ...]:
    """Return the sizes of the last dimensions as a tuple, also of a single int."""
    if isinstance(normalized_shape, numbers.Integral):
        return (normalized_shape,)
    return tuple(normalized_shape)


class LayerNorm(Module):
    """Layer normalization over the last dimensions, of sizes `normalized_shape`.

    `weight` and `bias` have shape `normalized_shape`.
    """

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None,
                 dtype=None):
        super().__init__()
        self.normalized_shape = as_shape(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        register_affine(self, self.normalized_shape, device, dtype, weight=elementwise_affine,
                        bias=elementwise_affine and bias)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set `weight` to 1, `bias` to 0."""
        reset_affine(self.weight, self.bias)

    def forward(self, input: Tensor) -> Tensor:
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (f"{self.normalized_shape}, eps={self.eps}, "
                f"elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}")


class GroupNorm(Module):
    """Group normalization over an input (N, C, ...), whose channels form `num_groups` groups.

    `weight` and `bias` have shape (num_channels,).
    """

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *,
                 bias=True):
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(
                f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})"
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        register_affine(self, num_channels, device, dtype, weight=affine, bias=affine and bias)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set `weight` to 1, `bias` to 0."""
        reset_affine(self.weight, self.bias)

    def forward(self, input: Tensor) -> Tensor:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
                f"bias={self.bias is not None}")


class RMSNorm(Module):
    """Root mean square normalization over the last dimensions, of sizes `normalized_shape`."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None,
                 dtype=None):
        super().__init__()
        self.normalized_shape = as_shape(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        register_affine(self, self.normalized_shape, device, dtype, weight=elementwise_affine)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set `weight` to 1."""
        reset_affine(self.weight, None)

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return (f"{self.normalized_shape}, eps={self.eps}, "
                f"elementwise_affine={self.elementwise_affine}")


class LocalResponseNorm(Module):
    """Local response normalization over `size` neighboring channels of (N, C, ...)."""

    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Tensor) -> Tensor:
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"


class CrossMapLRN2d(LocalResponseNorm):
    """Local response normalization over channels; an older form of LocalResponseNorm."""

    def __init__(self, size, alpha=1e-4, beta=0.75, k=1):
        super().__init__(size, alpha, beta, k)


def register_affine(
        module: Module, shape: int | tuple[int, ...], device: Any, dtype: Any, **is_learned: bool
) -> None:
    """Register the parameters named by `is_learned`, None where its value is False."""
    for name, learned in is_learned.items():
        parameter = Parameter(empty(shape, device=device, dtype=dtype)) if learned else None
        module.register_parameter(name, parameter)


def reset_affine(weight: Tensor | None, bias: Tensor | None) -> None:
    """Set `weight` to 1, `bias` to 0, as far as they are given."""
    if weight is not None:
        init.ones_(weight)
    if bias is not None:
        init.zeros_(bias)
