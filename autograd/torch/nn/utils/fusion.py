"""A batch norm in evaluation, taken into the layer before it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from torch.nn.parameter import Parameter

from autograd.functions.creation.filled import ones_like, zeros_like


def fuse_conv_bn_weights(
        conv_w: Any, conv_b: Any, bn_rm: Any, bn_rv: Any, bn_eps: Any, bn_w: Any, bn_b: Any,
        transpose: bool = False) -> Any:
    """Weight and bias of a convolution that does what it and a batch norm did."""
    shape = [1] * conv_w.dim()
    shape[1 if transpose else 0] = -1
    return fused(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, shape)


def fuse_linear_bn_weights(
        linear_w: Any, linear_b: Any, bn_rm: Any, bn_rv: Any, bn_eps: Any, bn_w: Any, bn_b: Any
) -> Any:
    """Weight and bias of a linear layer that does what it and a batch norm did."""
    return fused(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, [-1, 1])


def fused(
        weight: Any, bias: bool, mean: Any, variance: Any, eps: float, scale: Any,
        shift: Any, shape: Any) -> Any:
    """The two parameters, with the norm's scale along the dimension of `shape` that is -1."""
    bias = zeros_like(mean) if bias is None else bias
    scale = ones_like(mean) if scale is None else scale
    shift = zeros_like(mean) if shift is None else shift
    factor = scale * (variance + eps).rsqrt()
    return (Parameter((weight * factor.reshape(shape)).data, weight.requires_grad),
            Parameter(((bias - mean) * factor + shift).data, bias.requires_grad))


def fuse_conv_bn_eval(conv: Any, bn: Any, transpose: bool = False) -> Any:
    """A copy of `conv` that does what `conv` and then `bn` did in evaluation."""
    if conv.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    made = deepcopy(conv)
    made.weight, made.bias = fuse_conv_bn_weights(
        made.weight, made.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias,
        transpose)
    return made


def fuse_linear_bn_eval(linear: Any, bn: Any) -> Any:
    """A copy of `linear` that does what `linear` and then `bn` did in evaluation."""
    if linear.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if linear.out_features != bn.num_features and bn.num_features != 1:
        raise AssertionError(
            "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
            f"linear.out_features={linear.out_features} and bn.num_features={bn.num_features}"
        )
    made = deepcopy(linear)
    made.weight, made.bias = fuse_linear_bn_weights(
        made.weight, made.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
    return made
