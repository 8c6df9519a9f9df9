"""Fusion of a batch norm into the layer before it (`torch/nn/utils/fusion.py`)."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from torch.nn.parameter import Parameter

from autograd.functions.creation.filled import ones_like, zeros_like

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autograd.tensor.tensor import Tensor
    from torch.nn.modules.module import Module


def fuse_conv_bn_weights(
        conv_w: Tensor, conv_b: Tensor | None, bn_rm: Tensor, bn_rv: Tensor, bn_eps: float,
        bn_w: Tensor | None, bn_b: Tensor | None, transpose: bool = False
) -> tuple[Parameter, Parameter]:
    """Return weight and bias of a convolution that equals it with a batch norm after it."""
    shape = [1] * conv_w.dim()
    shape[1 if transpose else 0] = -1
    return fuse_parameters(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, shape)


def fuse_linear_bn_weights(
        linear_w: Tensor, linear_b: Tensor | None, bn_rm: Tensor, bn_rv: Tensor, bn_eps: float,
        bn_w: Tensor | None, bn_b: Tensor | None) -> tuple[Parameter, Parameter]:
    """Return weight and bias of a linear layer that equals it with a batch norm after it."""
    return fuse_parameters(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, [-1, 1])


def fuse_parameters(
        weight: Tensor, bias: Tensor | None, mean: Tensor, variance: Tensor, eps: float,
        scale: Tensor | None, shift: Tensor | None, shape: Sequence[int]
) -> tuple[Parameter, Parameter]:
    """Return the fused weight and bias; the dimension -1 of `shape` is that of the channels."""
    bias = zeros_like(mean) if bias is None else bias
    scale = ones_like(mean) if scale is None else scale
    shift = zeros_like(mean) if shift is None else shift
    factor = scale * (variance + eps).rsqrt()
    return (Parameter((weight * factor.reshape(shape)).data, weight.requires_grad),
            Parameter(((bias - mean) * factor + shift).data, bias.requires_grad))


def fuse_conv_bn_eval(conv: Module, bn: Module, transpose: bool = False) -> Module:
    """Return a convolution that equals `conv` followed by `bn` in evaluation mode."""
    if conv.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias,
        transpose)
    return fused


def fuse_linear_bn_eval(linear: Module, bn: Module) -> Module:
    """Return a linear layer that equals `linear` followed by `bn` in evaluation mode."""
    if linear.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if linear.out_features != bn.num_features and bn.num_features != 1:
        raise AssertionError(
            "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
            f"linear.out_features={linear.out_features} and bn.num_features={bn.num_features}"
        )
    fused = deepcopy(linear)
    fused.weight, fused.bias = fuse_linear_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
    return fused
