"""Records of activation functions: softmax, relu, gelu, glu, dropout."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_attributes import saved, saved_all, saved_by, saved_constant
from autograd.kernels import libm, softmax as kernels
from autograd.kernels.activations import (
    ROOT_2_PI, TANH_COEFFICIENTS, elu_forward, gelu_derivative, log_sigmoid_gradient, normal_cdf,
    softplus_forward, softplus_gradient, softshrink_forward,
)
from autograd.kernels.half_accumulation import IN_FLOAT32, compute_in_float32
from autograd.kernels.memory_formats import as_input, elementwise, row_major
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, UNSIGNED, raises, unsupported
from autograd.kernels.simd import multiply_add
from autograd.ops.double_backward import FusedBackward, backward_op
from autograd.ops.pointwise import (
    exp, mul, raise_not_implemented, sigmoid, sigmoid_backward, tanh, where, zero_like,
)
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import cat, slice
from autograd.ops.unary import log1p
from autograd.ops.vmap_rules import ALONG_DIM, BROADCAST, ELEMENTWISE
from autograd.runtime.execution_state import execution
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# --- Over a dimension --------------------------------------------------------------------------

softmax = op("softmax", "SoftmaxBackward0",
    lambda self, *, dim: kernels.softmax_forward(self, dim), r"\mathrm{softmax}($self)",
    memory_format=row_major,
    self =d(lambda grad, result, dim: softmax_backward(grad, result, dim=dim),
            r"$result \odot \left($grad - \textstyle\sum_{$dim} $grad \odot $result\right)"),
    real_only="_softmax",
    vmap=ALONG_DIM,
    sums_in_backward=True)

softmax_backward = op("softmax_backward", "SoftmaxBackwardDataBackward0",
    lambda grad_output, output, *, dim: kernels.softmax_gradient(grad_output, output, dim),
    r"$output \odot \left($grad_output - \textstyle\sum_{$dim} $grad_output \odot $output\right)",
    grad_output=d(lambda grad, output, dim: softmax_backward(grad, output, dim=dim),
                  r"$output \odot \left($grad - \textstyle\sum_{$dim} $grad \odot $output\right)"),
    output=d(lambda grad, grad_output, output, dim:
             grad * grad_output - grad * sum_dim(grad_output * output, dim=dim, keepdim=True)
             - grad_output * sum_dim(grad * output, dim=dim, keepdim=True),
             r"$grad \odot $grad_output - $grad \textstyle\sum_{$dim} $grad_output \odot $output"
             r" - $grad_output \textstyle\sum_{$dim} $grad \odot $output"),
    vmap=ALONG_DIM)

log_softmax = op("log_softmax", "LogSoftmaxBackward0",
    lambda self, *, dim: kernels.log_softmax_forward(self, dim), r"\ln \mathrm{softmax}($self)",
    memory_format=row_major,
    self =d(lambda grad, result, dim: log_softmax_backward(grad, result, dim=dim),
            r"$grad - e^{$result} \textstyle\sum_{$dim} $grad"),
    real_only="_log_softmax",
    vmap=ALONG_DIM)

log_softmax_backward = op("log_softmax_backward", "LogSoftmaxBackwardDataBackward0",
    lambda grad_output, output, *, dim: kernels.log_softmax_gradient(grad_output, output, dim),
    r"$grad_output - e^{$output} \textstyle\sum_{$dim} $grad_output",
    grad_output=d(lambda grad, output, dim:
                  grad - sum_dim(grad * exp(output), dim=dim, keepdim=True),
                  r"$grad - \textstyle\sum_{$dim} $grad \odot e^{$output}"),
    output=d(lambda grad, grad_output, output, dim:
             -grad * (exp(output) * sum_dim(grad_output, dim=dim, keepdim=True)),
             r"-$grad \odot e^{$output} \textstyle\sum_{$dim} $grad_output"),
    vmap=ALONG_DIM)

glu = op("glu", "GluBackward0",
    lambda self, *, dim: take_half(self, dim, 0) * sigmoid(take_half(self, dim, 1)),
    r"${self}_{\text{first half}} \odot \sigma(${self}_{\text{second half}})",
    refuses=unsupported("glu_cpu", COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, dim: glu_backward(grad, self, dim=dim),
            r"[\,$grad \odot \sigma(${self}_2),"
            r"\ $grad \odot ${self}_1 \odot \sigma'(${self}_2)\,]"),
    vmap=ALONG_DIM)

glu_backward = backward_op("glu_backward", "GluBackwardBackward0",
    lambda grad_output, self, *, dim:
        cat(*glu_vjp(grad_output, take_half(self, dim, 0), sigmoid(take_half(self, dim, 1))),
            dim=dim),
    r"[\,$grad_output \odot \sigma(${self}_2),"
    r"\ $grad_output \odot ${self}_1 \odot \sigma'(${self}_2)\,]", by=("self",))

# --- Piecewise linear --------------------------------------------------------------------------

leaky_relu = op("leaky_relu", "LeakyReluBackward0",
    lambda self, *, negative_slope: np.where(self > 0, self, self * negative_slope),
    r"\max($self, 0) + $negative_slope \min($self, 0)",
    refuses=unsupported("leaky_relu_cpu", COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, negative_slope:
            leaky_relu_backward(grad, self, negative_slope=negative_slope),
            r"$grad \odot ([$self > 0] + $negative_slope\,[$self \le 0])"),
    in_place="leaky_relu_",
    vmap=ELEMENTWISE)

# In place torch saves the result instead, which for a positive slope has the same sign.
leaky_relu_ = op("leaky_relu_", "LeakyReluBackward1",
    lambda self, *, negative_slope: np.where(self > 0, self, self * negative_slope),
    r"\max($self, 0) + $negative_slope \min($self, 0)",
    refuses=unsupported("leaky_relu_cpu", COMPLEX),
    accumulate=IN_FLOAT32,
    self =d(lambda grad, result, negative_slope:
            leaky_relu_backward(grad, result, negative_slope=check_positive_slope(negative_slope)),
            r"$grad \odot ([$result > 0] + $negative_slope\,[$result \le 0])"),
    vmap=ELEMENTWISE)


def prelu_backward_whole_at_zero(grad: Tensor, value: Tensor, weight: Tensor) -> Tensor:
    """Return the gradient of `prelu` by its input, with slope 1 at 0.

    torch takes this slope in forward mode and in double backward.
    """
    return where(value >= 0, grad, grad * weight)


def check_positive_slope(slope: float) -> float:
    """Return the slope, or raise torch's error unless it is positive.

    With a positive slope the sign of the result is that of the input, which in-place backward
    needs.
    """
    if slope < 0:
        raise RuntimeError(
            "In-place leakyReLu backward calculation is triggered with a negative slope which is "
            "not supported. This is caused by calling in-place forward function with a negative "
            "slope, please call out-of-place version instead. File an issue at https://github.com/"
            "pytorch/pytorch if you do require supporting in-place leakRelu backward calculation "
            "with negative slope")
    return slope


leaky_relu_backward = op("leaky_relu_backward", "LeakyReluBackwardBackward0",
    lambda grad_output, self, *, negative_slope:
        np.where(self > 0, grad_output, grad_output * negative_slope),
    r"$grad_output \odot ([$self > 0] + $negative_slope\,[$self \le 0])",
    accumulate=IN_FLOAT32,
    grad_output=d(lambda grad, self, negative_slope:
                  leaky_relu_backward(grad, self, negative_slope=negative_slope),
                  r"$grad \odot ([$self > 0] + $negative_slope\,[$self \le 0])"),
    self =d(lambda grad, self: grad * 0, r"0 \cdot $grad"),
    vmap=BROADCAST)

prelu = op("prelu", "PreluKernelBackward0",
    lambda self, weight: np.where(self > 0, self, self * weight),
    r"\max($self, 0) + $weight \odot \min($self, 0)",
    refuses=unsupported("prelu_cpu", BOOL, INTEGERS, COMPLEX),
    memory_format=elementwise,
    self =d(lambda grad, self, weight: prelu_backward_whole_at_zero(grad, self, weight)
        if execution.double_vjp
            else prelu_backward(grad, self, weight),
            r"$grad \odot ([$self > 0] + $weight\,[$self \le 0])"),
    weight=d(lambda grad, self, weight: prelu_weight_backward(grad, self, weight),
             r"$grad \odot \min($self, 0)"),
    joint="prelu_slopes")

prelu_backward = backward_op("prelu_backward", "PreluKernelBackwardBackward0",
    lambda grad_output, self, weight: where(self > 0, grad_output, grad_output * weight),
    r"$grad_output \odot ([$self > 0] + $weight\,[$self \le 0])",
    by=("self", "weight"),
    back=d(lambda grad, self, weight: prelu_backward_whole_at_zero(grad, self, weight),
           r"$grad \odot ([$self \ge 0] + $weight\,[$self < 0])"))
prelu_weight_backward = backward_op("prelu_weight_backward", "PreluKernelBackwardBackward0",
    lambda grad_output, self, weight:
        where(self > 0, zero_like(grad_output), grad_output * self),
    r"$grad_output \odot \min($self, 0)", by=("self",), idle=("weight",))
FusedBackward(
    "prelu_slopes", r"$grad_output \odot ([$self > 0] + $weight\,[$self \le 0])", prelu_backward,
    prelu_weight_backward,
    saves={"each": None})

hardtanh = op("hardtanh", "HardtanhBackward0",
    lambda self, *, min_val, max_val: np.clip(self, min_val, max_val),
    r"\mathrm{clip}($self, $min_val, $max_val)",
    refuses=raises(NotImplementedError, "clamp is not supported for complex types", COMPLEX)
            | raises(RuntimeError, "Bool inputs not supported for hardtanh", BOOL)
            | unsupported("clamp_scalar_cpu", UNSIGNED),
    memory_format=as_input,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, min_val, max_val: inside(grad, self, low=min_val, high=max_val),
            r"$grad \odot [$min_val < $self < $max_val]"),
    vmap=ELEMENTWISE)

hardsigmoid = op("hardsigmoid", "HardsigmoidBackward0",
    lambda self: np.clip(self + 3, 0, 6) / 6, r"\tfrac{1}{6}\,\mathrm{clip}($self + 3, 0, 6)",
    refuses=unsupported("hardsigmoid_cpu", COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self: inside(grad / 6, self, low=-3, high=3) if execution.double_vjp else
            hardsigmoid_backward(grad, self),
            r"\tfrac{1}{6}\,$grad \odot [-3 < $self < 3]"),
    vmap=ELEMENTWISE)

hardsigmoid_backward = op("hardsigmoid_backward", "NotImplemented",
    lambda grad_output, self:
        np.where((self > -3) & (self < 3), grad_output / 6, zero_like(grad_output)),
    r"\tfrac{1}{6}\,$grad_output \odot [-3 < $self < 3]",
    memory_format=elementwise,
    grad_output=d(lambda grad: raise_not_implemented("aten::hardsigmoid_backward"),
        r"\text{not implemented}"),
    self =d(lambda grad: raise_not_implemented("aten::hardsigmoid_backward"),
        r"\text{not implemented}"),
    underived=True,
    vmap=BROADCAST,
    no_forward_ad="aten::hardsigmoid_backward")

# Zero outside the open interval, NaN passes: the backward of hardtanh and functions like it.
inside = op("inside", "HardtanhBackwardBackward0",
    lambda grad_output, self, *, low, high:
        np.where((self <= low) | (self >= high), zero_like(grad_output), grad_output),
    r"$grad_output \odot [$low < $self < $high]",
    accumulate=IN_FLOAT32,
    grad_output=d(lambda grad, self, low, high: inside(grad, self, low=low, high=high),
                  r"$grad \odot [$low < $self < $high]"),
    self =d(lambda grad, self: grad * 0, r"0 \cdot $grad"),
    saves={"low": None, "high": None, "min_val": saved("low"), "max_val": saved("high")},
    vmap=BROADCAST)

hardswish = op("hardswish", "HardswishBackward0",
    lambda self: self * np.clip(self + 3, 0, 6) / 6,
    r"\tfrac{1}{6}\,$self \odot \mathrm{clip}($self + 3, 0, 6)",
    refuses=unsupported("hardswish_cpu", COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self: hardswish_backward(grad, self),
            r"$grad \odot \left(\tfrac{1}{3} $self + \tfrac{1}{2}\right)\;[\,|$self| < 3\,]"),
    vmap=ELEMENTWISE)

hardswish_backward = backward_op("hardswish_backward", "HardswishBackwardBackward0",
    lambda grad_output, self:
        grad_output * where(self <= -3, 0.0, where(self < 3, self / 3 + 0.5, 1.0)),
    r"$grad_output \odot \left(\tfrac{1}{3} $self + \tfrac{1}{2}\right)\;[\,|$self| < 3\,]",
    by=("self",),
    accumulate=IN_FLOAT32)

threshold = op("threshold", "ThresholdBackward0",
    lambda self, *, threshold, value: np.where(self <= threshold, value, self).astype(self.dtype),
    r"$self\;[$self > $threshold],\ \text{else}\ $value",
    refuses=unsupported("threshold_cpu", BOOL, UNSIGNED, COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, threshold: past_threshold(grad, self, threshold=threshold),
            r"$grad \odot [$self > $threshold]"),
    in_place="threshold_",
    vmap=ELEMENTWISE)

past_threshold = backward_op("past_threshold", "ThresholdBackwardBackward0",
    lambda grad_output, self, *, threshold:
        where(self <= threshold, zero_like(grad_output), grad_output),
    r"$grad_output \odot [$self > $threshold]", by=(), flat=("self",),
    accumulate=IN_FLOAT32)

hardshrink = op("hardshrink", "HardshrinkBackward0",
    lambda self, *, lambd:
        np.where(np.abs(self) <= round_to_dtype(lambd, self), zero_like(self), self),
    r"$self\;[\,|$self| > $lambd\,]",
    refuses=unsupported("hardshrink_cpu", COMPLEX),
    memory_format=elementwise,
    self =d(lambda grad, self, lambd: hardshrink_backward(grad, self, lambd=lambd),
            r"$grad \odot [\,|$self| > $lambd\,]"),
    vmap=ELEMENTWISE)

hardshrink_backward = backward_op("hardshrink_backward", "HardshrinkBackwardBackward0",
    lambda grad_output, self, *, lambd: outside(grad_output, self, lambd=lambd),
    r"$grad_output \odot [\,|$self| > $lambd\,]", by=(), flat=("self",))

softshrink = op("softshrink", "SoftshrinkBackward0",
    lambda self, *, lambd: softshrink_forward(self, lambd),
    r"\operatorname{sgn}($self) \max(|$self| - $lambd, 0)",
    refuses=unsupported("softshrink_check", COMPLEX),
    memory_format=elementwise,
    self =d(lambda grad, self, lambd: outside(grad, self, lambd=lambd),
            r"$grad \odot [\,|$self| > $lambd\,]"),
    vmap=ELEMENTWISE)

outside = op("outside", "SoftshrinkBackwardBackward0",
    lambda grad_output, self, *, lambd:
        np.where(np.abs(self) <= round_to_dtype(lambd, self), zero_like(grad_output), grad_output),
    r"$grad_output \odot [\,|$self| > $lambd\,]",
    grad_output=d(lambda grad, self, lambd: outside(grad, self, lambd=lambd),
                  r"$grad \odot [\,|$self| > $lambd\,]"),
    self =d(lambda grad, self: grad * 0, r"0 \cdot $grad"),
    vmap=BROADCAST)

rrelu = op("rrelu", "RreluWithNoiseBackward0",
    lambda self, *, noise, lower, upper, training: self * noise, r"$self \odot $noise",
    refuses=unsupported("leaky_relu_cpu", COMPLEX),
    memory_format=row_major,
    self =d(lambda grad, self, noise, lower, upper, training: rrelu_backward(
                grad, self, noise=noise, lower=lower, upper=upper, training=training),
            r"$grad \odot $noise"),
    in_place="rrelu_")

rrelu_backward = backward_op("rrelu_backward", "RreluWithNoiseBackwardBackward0",
    lambda grad_output, self, *, noise, lower, upper, training:
        rrelu_vjp(grad_output, self, noise, lower, upper, training),
    r"$grad_output \odot $noise", by=(), flat=("self",),
    saves=saved_all("self", "noise", "lower", "upper", "training"))

# --- Smooth ------------------------------------------------------------------------------------

elu = op("elu", "EluBackward0",
    lambda self, *, alpha, scale, input_scale: elu_forward(self, alpha, scale, input_scale),
    r"$self\;[$self > 0],\ \text{else}\ $alpha\,(e^{$self} - 1)",
    refuses=unsupported("elu_cpu", BOOL, INTEGERS, COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, alpha, scale, input_scale:
            elu_backward(grad, self, alpha=alpha, scale=scale, input_scale=input_scale),
            r"$grad \odot ([$self > 0] + $alpha\,e^{$self}\,[$self \le 0])"),
    in_place="elu_",
    vmap=ELEMENTWISE)

celu = op("celu", "CeluBackward0",
    lambda self, *, alpha: elu_forward(self, alpha, 1, 1 / alpha),
    r"$self\;[$self > 0],\ \text{else}\ $alpha\,(e^{$self / $alpha} - 1)",
    refuses=unsupported("elu_cpu", COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, alpha:
            elu_backward(grad, self, alpha=alpha, scale=1, input_scale=1 / alpha),
            r"$grad \odot ([$self > 0] + e^{$self / $alpha}\,[$self \le 0])"),
    in_place="celu_",
    vmap=ELEMENTWISE)

elu_backward = op("elu_backward", "EluBackwardBackward0",
    lambda grad_output, self, *, alpha, scale, input_scale:
        elu_family_backward(grad_output, self, scale, input_scale * alpha * scale, input_scale),
    r"$grad_output \odot ([$self > 0] + $alpha\,e^{$self}\,[$self \le 0])",
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    grad_output=d(lambda grad, self, alpha, scale, input_scale:
                  elu_backward(grad, self, alpha=alpha, scale=scale, input_scale=input_scale),
                  r"$grad \odot ([$self > 0] + $alpha\,e^{$self}\,[$self \le 0])"),
    self =d(lambda grad, grad_output, self, alpha, scale, input_scale:
            where(self < 0, elu_family_backward(grad * grad_output, self, 0,
                                      input_scale ** 2 * alpha * scale, input_scale), 0.0),
            r"$grad \odot $grad_output \odot $alpha\,e^{$self}\,[$self < 0]"),
    saves={
        "self": None, "self_or_result": saved("self"), "is_result": saved_constant(False)},
    vmap=BROADCAST)

elu_backward_of_result = op("elu_backward_of_result", "EluBackwardBackward0",
    lambda grad_output, self_or_result, *, alpha, scale, input_scale: elu_family_backward_of_result(
        grad_output, self_or_result, alpha, scale, input_scale),
    r"$grad_output \odot ([$self_or_result > 0]"
    r" + ($self_or_result + $alpha)\,[$self_or_result \le 0])",
    grad_output=d(lambda grad, self_or_result, alpha, scale, input_scale: elu_backward_of_result(
                      grad, self_or_result, alpha=alpha, scale=scale, input_scale=input_scale),
                  r"$grad \odot ([$self_or_result > 0]"
                  r" + ($self_or_result + $alpha)\,[$self_or_result \le 0])"),
    self_or_result=d(lambda grad, grad_output, self_or_result, input_scale: where(
                         self_or_result < 0, grad * grad_output * input_scale, 0.0),
                     r"$grad \odot $grad_output \odot [$self_or_result < 0]"),
    saves={"is_result": saved_constant(True)},
    vmap=BROADCAST)

gelu = op("gelu", "GeluBackward0",
    lambda self, *, approximate:
        multiply_by_gate(self, normal_cdf(self, approximate), approximate),
    r"$self \odot \Phi($self)",
    refuses=unsupported("GeluKernelImpl", COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, approximate: gelu_backward(grad, self, approximate=approximate),
            r"$grad \odot (\Phi($self) + $self \odot \varphi($self))"),
    vmap=ELEMENTWISE)


def multiply_by_gate(array: np.ndarray, share: np.ndarray, approximate: str) -> np.ndarray:
    """Return `array * share`.

    float32 goes through MKL in torch, for which infinity times 1 is NaN.
    """
    made = array * share
    if approximate == "none" and array.dtype == np.float32 and array.flags.c_contiguous:
        if array.size > 1:
            made = np.where(np.isinf(array), np.float32(np.nan), made)
    return made


gelu_backward = op("gelu_backward", "GeluBackwardBackward0",
    lambda grad_output, self, *, approximate: grad_output * gelu_derivative(self, approximate),
    r"$grad_output \odot (\Phi($self) + $self \odot \varphi($self))",
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    grad_output=d(lambda grad, self, approximate:
                  gelu_backward(grad, self, approximate=approximate),
                  r"$grad \odot (\Phi($self) + $self \odot \varphi($self))"),
    self =d(lambda grad, grad_output, self, approximate:
            grad * grad_output * gelu_second_derivative(self, approximate),
            r"$grad \odot $grad_output \odot \varphi($self) \odot (2 - $self^2)"),
    vmap=BROADCAST)

silu = op("silu", "SiluBackward0",
    lambda self: libm.silu(self), r"$self \odot \sigma($self)",
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self: silu_vjp(grad, self, sigmoid(self)),
            r"$grad \odot \sigma($self) \odot (1 + $self \odot (1 - \sigma($self)))",
            accumulate=IN_FLOAT32),
    real_only="silu",
    vmap=ELEMENTWISE)

mish = op("mish", "MishBackward0",
    lambda self: self * libm.tanh(libm.log1p_of_exp(self)),
    r"$self \odot \tanh \ln(1 + e^{$self})",
    refuses=unsupported("mish_cpu", COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self:
            mish_vjp(grad, self),
            r"$grad \odot \left(t + $self \odot \sigma($self) \odot (1 - t^2)\right),\ "
            r"t = \tanh \ln(1 + e^{$self})", accumulate=IN_FLOAT32),
    vmap=ELEMENTWISE)

softplus = op("softplus", "SoftplusBackward0",
    lambda self, *, beta, threshold: softplus_forward(self, beta, threshold),
    r"\tfrac{1}{$beta} \ln\left(1 + e^{$beta\,$self}\right)",
    refuses=unsupported("softplus_cpu", COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self, beta, threshold:
            softplus_backward(grad, self, beta=beta, threshold=threshold),
            r"$grad \odot \sigma($beta\,$self)"),
    vmap=ELEMENTWISE)

softplus_backward = op("softplus_backward", "SoftplusBackwardBackward0",
    lambda grad_output, self, *, beta, threshold:
        softplus_gradient(grad_output, self * beta, threshold),
    r"$grad_output \odot \sigma($beta\,$self)",
    accumulate=IN_FLOAT32,
    grad_output=d(lambda grad, self, beta, threshold:
                  softplus_backward(grad, self, beta=beta, threshold=threshold),
                  r"$grad \odot \sigma($beta\,$self)"),
    self =d(lambda grad, grad_output, self, beta, threshold:
            sigmoid_backward(grad * grad_output, sigmoid(self * beta))
            * is_below(threshold, self * beta) * beta,
            r"$grad \odot $grad_output \odot $beta\,\sigma'($beta\,$self)"),
    vmap=BROADCAST)

SIGMOID_BUFFER = {"buffer": saved_by(lambda self: wrap(np.exp(-np.abs(self._array))))}

log_sigmoid = op("log_sigmoid", "LogSigmoidBackward0",
    lambda self: np.minimum(self, 0) - libm.log1p_of_exp(-np.abs(self)), r"\ln \sigma($self)",
    refuses=unsupported("log_sigmoid_cpu", INTEGERS, COMPLEX),
    memory_format=row_major,
    accumulate=IN_FLOAT32,
    self =d(lambda grad, self: log_sigmoid_backward(grad, self), r"$grad \odot \sigma(-$self)"),
    saves=SIGMOID_BUFFER,
    vmap=ELEMENTWISE)

log_sigmoid_backward = op("log_sigmoid_backward", "LogSigmoidBackwardBackward0",
    lambda grad_output, self: log_sigmoid_gradient(grad_output, self),
    r"$grad_output \odot \sigma(-$self)",
    grad_output=d(lambda grad, self: log_sigmoid_backward(grad, self),
                  r"$grad \odot \sigma(-$self)"),
    self =d(lambda grad, grad_output, self: neg_sigmoid_vjp(grad * grad_output, sigmoid(self)),
            r"-$grad \odot $grad_output \odot \sigma'($self)"),
    saves=SIGMOID_BUFFER,
    vmap=BROADCAST)

# --- In-place forms with other node names ------------------------------------------------------

elu_ = op("elu_", "EluBackward1", elu.kernel, elu.tex,
    refuses=unsupported("elu_cpu", COMPLEX),
    self =d(lambda grad, result, alpha, scale, input_scale: elu_backward_of_result(
                grad, result, alpha=alpha, scale=scale, input_scale=input_scale),
            r"$grad \odot ([$result > 0] + ($result + $alpha)\,[$result \le 0])"),
    vmap=ELEMENTWISE)
celu_ = op("celu_", "CeluBackward1", celu.kernel, celu.tex,
    refuses=unsupported("elu_cpu", COMPLEX),
    self =d(lambda grad, result, alpha: elu_backward_of_result(
                grad, result, alpha=alpha, scale=1, input_scale=1 / alpha),
            r"$grad \odot ([$result > 0] + (1 + $result / $alpha)\,[$result \le 0])"),
    vmap=ELEMENTWISE)
rrelu_ = op("rrelu_", "RreluWithNoiseBackward1", rrelu.kernel, rrelu.tex,
    refuses=unsupported("leaky_relu_cpu", COMPLEX),
    self =d(lambda grad, result, noise, lower, upper, training:
            rrelu_backward(grad, result, noise=noise, lower=lower, upper=upper, training=training),
            r"$grad \odot $noise"))
threshold_ = op("threshold_", "ThresholdBackward1", threshold.kernel, threshold.tex,
    refuses=unsupported("threshold_cpu", BOOL, UNSIGNED, COMPLEX),
    **threshold.gradients,
    vmap=ELEMENTWISE)


# --- Parts of formulas -------------------------------------------------------------------------


def take_half(value: ArrayOrTensor, dim: int, which: int) -> ArrayOrTensor:
    """Return the first (`which` 0) or second (1) half of `value` along `dim`."""
    n = value.shape[dim] // 2
    return slice(value, dim=dim, start=which * n, end=(which + 1) * n, step=1)


def glu_vjp(
        grad: ArrayOrTensor, first: ArrayOrTensor, gate: ArrayOrTensor
) -> tuple[Tensor | np.ndarray, ...]:
    """Return the gradients of both halves of `glu`; `gate` is the sigmoid of the second."""
    return grad * gate, gated(gate, grad, first)


gated = compute_in_float32(lambda gate, grad, first: (1 - gate) * gate * first * grad)


def elu_family_backward(
        factor: ArrayOrTensor, value: ArrayOrTensor, right: float, left: float, input_scale: float
) -> ArrayOrTensor:
    """Return `factor` times the derivative of elu, celu or selu.

    The derivative is `right` above 0, else `left * exp(value)`.
    """
    scaled = value * input_scale
    power = libm.loop_exp(scaled) if isinstance(scaled, np.ndarray) else exp(scaled)
    return where(value <= 0, factor * left * power, factor * right)


def elu_family_backward_of_result(
        factor: np.ndarray, result: np.ndarray, alpha: float, scale: float, input_scale: float
) -> np.ndarray:
    """Return the gradient of elu, celu or selu, computed from the result as torch does in place."""
    if alpha < 0:
        raise RuntimeError(
            "In-place elu backward calculation is triggered with a negative slope which is not "
            "supported. This is caused by calling in-place forward function with a negative slope, "
            "please call out-of-place version instead.")
    left = factor * input_scale * (result + alpha * scale)
    return where(result <= 0, left, factor * scale)


def rrelu_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, noise: np.ndarray, lower: float, upper: float,
        training: bool) -> ArrayOrTensor:
    """Return the gradient of `rrelu`: by the drawn slopes in training, else by their mean bound."""
    if training and upper - lower > 1e-6:
        return mul(grad, wrap(noise) if isinstance(grad, Tensor) else noise)
    return leaky_relu_backward(grad, value, negative_slope=(lower + upper) / 2)


def gelu_second_derivative(value: ArrayOrTensor, approximate: str) -> ArrayOrTensor:
    """Return the second derivative of `gelu`, computed by ops."""
    if approximate == "none":
        return exp(value * value * -0.5) / ROOT_2_PI * (2 - value * value)
    t = tanh(TANH_COEFFICIENTS[0] * (value + TANH_COEFFICIENTS[1] * value * value * value))
    bend = TANH_COEFFICIENTS[0] * (1 + 3 * TANH_COEFFICIENTS[1] * value * value)
    steep = 1 - t * t
    return steep * bend + 0.5 * value * steep * (
        6 * TANH_COEFFICIENTS[0] * TANH_COEFFICIENTS[1] * value
                                                 - 2 * t * bend * bend)


def silu_vjp(grad: ArrayOrTensor, value: ArrayOrTensor, share: ArrayOrTensor) -> ArrayOrTensor:
    """Return `grad` times the derivative of `silu`; `share` is the sigmoid of `value`."""
    return grad * share * multiply_add(value, 1 - share, 1)


def mish_vjp(grad: ArrayOrTensor, value: ArrayOrTensor) -> ArrayOrTensor:
    """Return `grad` times the derivative of `mish`.

    With a history the steps are those of torch's double backward.
    """
    if isinstance(value, Tensor):
        t = tanh(log1p(exp(value)))
        return grad * (t + value * sigmoid(value) * (1 - t * t))
    t = tanh(softplus(value, beta=1, threshold=math.inf))
    return grad * multiply_add(value * sigmoid(value), multiply_add(-t, t, 1), t)


def round_to_dtype(number: Tensor | float, like: np.ndarray) -> Any:
    """Round a number to the dtype of `like`; return a tensor unchanged."""
    return number if isinstance(number, Tensor) else np.asarray(number, like.dtype)[()]


def is_below(threshold: float, value: ArrayOrTensor) -> ArrayOrTensor:
    """Return 1 where `value` is below `threshold`, else 0, without a derivative."""
    array = getattr(value, "_array", value)
    mask = (array < threshold).astype(array.dtype)
    return mask if array is value else wrap(mask)


def neg_sigmoid_vjp(grad: ArrayOrTensor, share: ArrayOrTensor) -> ArrayOrTensor:
    """Return `-grad` times the derivative of the sigmoid `share`, in torch's order of
    multiplication.
    """
    return grad * (share - 1) * share


