"""A linear layer with its cross entropy as one module."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from torch.nn import functional as F
from torch.nn.modules.linear import Linear
from torch.nn.modules.loss import _WeightedLoss

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class LinearCrossEntropyLoss(_WeightedLoss):
    """The cross entropy of inputs that a linear layer of its own makes logits of."""

    def __init__(self, in_features, num_classes, *, out_features=(), bias=False, device=None,
                 dtype=None, reduction="mean", weight=None, ignore_index=None, label_smoothing=0.0,
                 options=None):
        if weight is not None and weight.shape != (num_classes,):
            raise RuntimeError(
                f"expected weight shape to be {(num_classes,)}, got {tuple(weight.shape)}")
        if not 0 <= label_smoothing <= 1.0:
            raise RuntimeError(
                f"expected label_smoothing to be in range [0, 1], got {label_smoothing}")
        super().__init__(weight=weight, reduction=reduction)
        self.num_classes = num_classes
        self.out_features = out_features
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing
        self.linear = Linear(in_features, math.prod(out_features, start=num_classes), bias=bias,
                             device=device, dtype=dtype)
        self.options = options

    def forward(self, input: Tensor, target: Tensor) -> Any:
        linear, sides = self.linear, (self.num_classes, *self.out_features)
        return F.linear_cross_entropy(
            input, linear.weight.reshape((*sides, linear.in_features)), target,
            linear_bias=None if linear.bias is None else linear.bias.reshape(sides),
            weight=self.weight, reduction=self.reduction, ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing, options=self.options)

    def extra_repr(self) -> Any:
        names = ("num_classes", "out_features", "bias", "reduction", "ignore_index",
                 "label_smoothing", "options")
        told = {**vars(self), "bias": self.linear.bias is not None}
        rest = ", ".join(f"{name}={told[name]}" for name in names)
        return f"in_features={self.linear.in_features}, {rest}"
