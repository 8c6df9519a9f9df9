"""Records of convolutions, plain ones or transposed, with their double backward."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from autograd.graph.saved_attributes import saved_all, saved_by, saved_constant
from autograd.kernels import convolution as conv_kernels, gemm
from autograd.kernels.flops import (
    convolution_flop, input_flop, transposed_flop, transposed_input_flop, transposed_weight_flop,
    weight_flop,
)
from autograd.kernels.half_accumulation import BFLOAT16_IN_FLOAT32, IN_FLOAT32
from autograd.kernels.memory_formats import (
    channels_last_as_input_or_weight, channels_last_as_inputs,
)
from autograd.ops.double_backward import FusedBackward, no_gradient, fused_part, backward_op
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.resampling import constant_pad
from autograd.ops.shapes import slice
from autograd.ops.vmap_rules import (
    CONVOLUTION, CONVOLUTION_INPUT_BACKWARD, CONVOLUTION_WEIGHT_BACKWARD,
)

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import ArrayOrTensor

FORWARD = r"$weight \ast $input + $bias"


def compute_output_padding(
        input_shape: tuple[int, ...], weight_shape: tuple[int, ...], size: tuple[int, ...],
        stride: tuple[int, ...], padding: tuple[int, ...], dilation: tuple[int, ...]) -> tuple:
    """Return by how much a transposed convolution extends each side beyond its smallest size."""
    sides = zip(input_shape[2:], weight_shape[2:], size[2:], stride, padding, dilation)
    return tuple(m - ((n - 1) * s - 2 * p + d * (k - 1) + 1) for n, k, m, s, p, d in sides)


BIAS_SIZES = saved_by(lambda bias_shape: tuple(bias_shape) if bias_shape else (0,))
NO_PADDING = saved_by(lambda stride: (0,) * len(stride))
# Saved values of all backward ops of a convolution, which are one node in torch.
SAVED_FOR_BACKWARD = {
    **saved_all("grad_output", "input", "weight"), "size": None, "each": None,
    "transposed": saved_constant(False), "output_padding": NO_PADDING,
}
SAVED_FOR_TRANSPOSED_BACKWARD = {
    **saved_all("grad_output", "input", "weight"), "each": None,
    "transposed": saved_constant(True),
    "output_padding": saved_by(lambda input_shape, weight_shape, grad_output_shape, stride, padding,
                               dilation: compute_output_padding(input_shape, weight_shape,
                                   grad_output_shape,
                                                       stride, padding, dilation)),
}

convolution = op("convolution", "ConvolutionBackward0",
    lambda input, weight, bias, *, stride, padding, dilation, groups:
        convolve(input, weight, bias, stride, padding, dilation, groups),
    FORWARD,
    memory_format=channels_last_as_input_or_weight,
    accumulate=IN_FLOAT32,
    input =d(lambda grad, input, weight, input_shape, stride, padding, dilation, groups:
             convolution_input(grad, input, weight, size=input_shape, stride=stride,
                               padding=padding, dilation=dilation, groups=groups),
             r"$grad \ast^\top $weight"),
    weight=d(lambda grad, input, weight, weight_shape, stride, padding, dilation, groups:
             convolution_weight(grad, input, weight, size=weight_shape, stride=stride,
                                padding=padding, dilation=dilation, groups=groups),
             r"$grad \star $input"),
    bias  =d(lambda grad, input, weight, stride, padding, dilation, groups:
             convolution_bias(grad, input, weight, stride=stride, padding=padding,
                              dilation=dilation, groups=groups), r"\textstyle\sum_{n,x} $grad"),
    joint="convolution_backward",
    flops=("convolution", convolution_flop),
    saves={
        **saved_all("input", "weight"), "bias_sym_sizes_opt": BIAS_SIZES,
        "transposed": saved_constant(False), "output_padding": NO_PADDING},
    vmap=CONVOLUTION)

# Here the weight is (C, O / groups, *kernel): the weight of the convolution that it transposes.
convolution_transposed = op("convolution_transposed", "ConvolutionBackward0",
    lambda input, weight, bias, *, size, stride, padding, dilation, groups:
        add_bias(convolve_transposed(input, weight, size, stride, padding, dilation, groups), bias),
    r"$weight \ast^\top $input + $bias",
    memory_format=channels_last_as_input_or_weight,
    accumulate=BFLOAT16_IN_FLOAT32,
    input =d(lambda grad, input, weight, stride, padding, dilation, groups:
             transposed_input(grad, input, weight, stride=stride, padding=padding,
                              dilation=dilation, groups=groups), r"$grad \ast $weight"),
    weight=d(lambda grad, input, weight, stride, padding, dilation, groups:
             transposed_weight(grad, input, weight, stride=stride, padding=padding,
                               dilation=dilation, groups=groups), r"$input \star $grad"),
    bias  =d(lambda grad, input, weight, stride, padding, dilation, groups:
             transposed_bias(grad, input, weight, stride=stride, padding=padding,
                             dilation=dilation, groups=groups), r"\textstyle\sum_{n,x} $grad"),
    joint="transposed_backward",
    flops=("convolution", transposed_flop),
    saves={
        **saved_all("input", "weight"), "bias_sym_sizes_opt": BIAS_SIZES,
        "transposed": saved_constant(True), "output_padding": saved_by(compute_output_padding)})

# All of these have both inputs, because torch's one node computes all gradients and saves for them.
DOUBLE_BACKWARD = "ConvolutionBackwardBackward0"
convolution_input = fused_part(op("convolution_input", DOUBLE_BACKWARD,
    lambda grad_output, input, weight, *, size, stride, padding, dilation, groups:
        convolve_transposed(grad_output, weight, size, stride, padding, dilation, groups),
    r"$grad_output \ast^\top $weight",
    accumulate=BFLOAT16_IN_FLOAT32,
    grad_output=d(lambda grad, weight, stride, padding, dilation, groups:
                  convolution(grad, weight, None, stride=stride, padding=padding,
                              dilation=dilation, groups=groups), r"$grad \ast $weight"),
    input=no_gradient,
    weight=d(lambda grad, grad_output, weight_shape, stride, padding, dilation, groups:
             convolution_weight(grad_output, grad, None, size=weight_shape, stride=stride,
                                padding=padding, dilation=dilation, groups=groups),
             r"$grad_output \star $grad"),
    flops=("convolution_backward", input_flop),
    saves=SAVED_FOR_BACKWARD,
    vmap=CONVOLUTION_INPUT_BACKWARD))

convolution_weight = fused_part(op("convolution_weight", DOUBLE_BACKWARD,
    lambda grad_output, input, weight, *, size, stride, padding, dilation, groups:
        weight_vjp(grad_output, input, size, stride, padding, dilation, groups),
    r"$grad_output \star $input",
    accumulate=BFLOAT16_IN_FLOAT32,
    grad_output=d(lambda grad, input, stride, padding, dilation, groups:
                  convolution(input, grad, None, stride=stride, padding=padding,
                              dilation=dilation, groups=groups), r"$grad \ast $input"),
    input=d(lambda grad, grad_output, input_shape, stride, padding, dilation, groups:
            convolution_input(grad_output, None, grad, size=input_shape, stride=stride,
                              padding=padding, dilation=dilation, groups=groups),
            r"$grad_output \ast^\top $grad"),
    weight=no_gradient,
    flops=("convolution_backward", weight_flop),
    saves=SAVED_FOR_BACKWARD,
    vmap=CONVOLUTION_WEIGHT_BACKWARD))

convolution_bias = backward_op("convolution_bias", DOUBLE_BACKWARD,
    lambda grad_output, input, weight, *, stride, padding, dilation, groups:
        bias_vjp(grad_output, input.shape, weight.shape, stride, dilation, groups),
    r"\textstyle\sum_{n,x} $grad_output", by=(), idle=("input", "weight"),
    saves=SAVED_FOR_BACKWARD)

transposed_input = backward_op("transposed_input", DOUBLE_BACKWARD,
    lambda grad_output, input, weight, *, stride, padding, dilation, groups:
        crop_output_padding(convolution(grad_output, weight, None, stride=stride, padding=padding,
                        dilation=dilation, groups=groups), input.shape[2:]),
    r"$grad_output \ast $weight", by=("weight",), idle=("input",),
    memory_format=channels_last_as_inputs,
    flops=("convolution_backward", transposed_input_flop),
    saves=SAVED_FOR_TRANSPOSED_BACKWARD)
transposed_weight = backward_op("transposed_weight", DOUBLE_BACKWARD,
    lambda grad_output, input, weight, *, stride, padding, dilation, groups:
        convolution_weight(extend_input(input, grad_output, weight, stride, padding, dilation),
                           grad_output, None, size=tuple(weight.shape), stride=stride,
                           padding=padding, dilation=dilation, groups=groups),
    r"$input \star $grad_output", by=("input",), idle=("weight",),
    flops=("convolution_backward", transposed_weight_flop),
    saves=SAVED_FOR_TRANSPOSED_BACKWARD)
transposed_bias = backward_op("transposed_bias", DOUBLE_BACKWARD,
    lambda grad_output, input, weight, *, stride, padding, dilation, groups:
        sum_by_channel(grad_output), r"\textstyle\sum_{n,x} $grad_output", by=(),
    idle=("input", "weight"),
    saves=SAVED_FOR_TRANSPOSED_BACKWARD)

FusedBackward(
    "convolution_backward", r"$grad_output \ast^\top $weight,\ $grad_output \star $input",
    convolution_input, convolution_weight, convolution_bias,
    saves=SAVED_FOR_BACKWARD)
FusedBackward(
    "transposed_backward", r"$grad_output \ast $weight,\ $input \star $grad_output",
    transposed_input, transposed_weight, transposed_bias,
    saves=SAVED_FOR_TRANSPOSED_BACKWARD)


def add_bias(array: np.ndarray, bias: np.ndarray | None) -> np.ndarray:
    """Return `array` with one number added to each channel."""
    return array if bias is None else array + bias.reshape((-1,) + (1,) * (array.ndim - 2))


def crop_output_padding(grad: ArrayOrTensor, size: Size) -> ArrayOrTensor:
    """Crop `grad` to the spatial `size`, which removes the output padding."""
    for dim, n in enumerate(size, 2):
        if grad.shape[dim] > n:
            grad = slice(grad, dim=dim, start=0, end=n, step=1)
    return grad


def extend_input(
        input: ArrayOrTensor, grad_output: ArrayOrTensor, weight: ArrayOrTensor,
        stride: tuple[int, ...], padding: tuple[int, ...], dilation: tuple[int, ...]
) -> ArrayOrTensor:
    """Extend `input` with zeros where a convolution of `grad_output` reads beyond it."""
    more = [(grad_output.shape[i] + 2 * p - step * (weight.shape[i] - 1) - 1) // s + 1
            - input.shape[i] for i, (s, p, step) in enumerate(zip(stride, padding, dilation), 2)]
    ends = tuple(n for each in reversed(more) for n in (0, each))
    return constant_pad(input, pad=ends, value=0) if any(ends) else input


def sum_by_channel(grad: ArrayOrTensor) -> ArrayOrTensor:
    """Sum over all dimensions but that of the channels, by ops."""
    return sum_dim(grad, dim=(0, *range(2, len(grad.shape))), keepdim=False)


def pad_zeros(array: np.ndarray, padding: tuple[int, ...]) -> np.ndarray:
    """Pad the spatial dimensions of `array` with zeros."""
    if not any(padding):
        return array
    return np.pad(array, ((0, 0), (0, 0), *((p, p) for p in padding)))


def input_to_columns(
        input: np.ndarray, kernel: tuple[int, ...], stride: tuple[int, ...],
        padding: tuple[int, ...], dilation: tuple[int, ...], groups: int) -> tuple[Any, ...]:
    """Return the input entries of each output entry (im2col), and the output size.

    The result has the shape (groups, C / groups * kernel, N, positions). A row holds one kernel
    offset of one channel, so that copied entries are contiguous.
    """
    array = pad_zeros(input, padding)
    n = len(kernel)
    reach = tuple(d * (k - 1) + 1 for k, d in zip(kernel, dilation))
    windows = sliding_window_view(array, reach, tuple(range(2, 2 + n)))
    steps = tuple(np.s_[::s] for s in stride)
    taps = tuple(np.s_[::d] for d in dilation)
    windows = windows[(np.s_[:], np.s_[:], *steps, *taps)]
    places = windows.shape[2:2 + n]
    depth = array.shape[1] // groups
    split = windows.reshape(array.shape[0], groups, depth, *windows.shape[2:])
    order = (1, 2, *range(3 + n, 3 + 2 * n), 0, *range(3, 3 + n))
    shape = groups, depth * math.prod(kernel), array.shape[0], math.prod(places)
    return split.transpose(order).reshape(shape), places


def columns_by_sample(seen: np.ndarray) -> np.ndarray:
    """Return the columns as (N, groups, C / groups * kernel, positions)."""
    return seen.transpose(2, 0, 1, 3)


def weight_to_matrices(weight: np.ndarray, groups: int) -> np.ndarray:
    """Return the weight as (groups, O / groups, C / groups * kernel)."""
    return weight.reshape(groups, weight.shape[0] // groups, -1)


def convolve(
        input: np.ndarray, weight: np.ndarray, bias: np.ndarray | None, stride: tuple[int, ...],
        padding: tuple[int, ...], dilation: tuple[int, ...], groups: int) -> np.ndarray:
    """Compute a convolution as one product of matrices for each sample and group."""
    kernel = weight.shape[2:]
    seen, places = input_to_columns(input, kernel, stride, padding, dilation, groups)
    matrix, shape = weight_to_matrices(weight, groups), (input.shape[0], weight.shape[0], *places)
    if not conv_kernels.can_follow_order(seen, matrix):
        made = gemm.numpy_matmul(matrix, columns_by_sample(seen))
    elif conv_kernels.uses_onednn(input.shape, kernel, stride, dilation, groups):
        orders = conv_kernels.channel_orders(weight.shape[1], kernel)
        return conv_kernels.onednn_convolution(seen, matrix, bias, orders).reshape(shape)
    else:
        return conv_kernels.matmul_convolution(matrix, columns_by_sample(seen), bias).reshape(shape)
    return add_bias(made.reshape(shape), bias)


def convolve_transposed(
        grad: np.ndarray, weight: np.ndarray, size: tuple[int, ...], stride: tuple[int, ...],
        padding: tuple[int, ...], dilation: tuple[int, ...], groups: int) -> np.ndarray:
    """Compute a transposed convolution: each output entry adds to all inputs that it read."""
    n, kernel = len(stride), weight.shape[2:]
    rows = grad.reshape(
        grad.shape[0], groups, grad.shape[1] // groups, math.prod(grad.shape[2:]))
    matrix = weight_to_matrices(weight, groups).swapaxes(-1, -2)
    followed = conv_kernels.can_follow_order(grad, weight)
    if followed and conv_kernels.uses_onednn(size, kernel, stride, dilation, groups):
        return convolve_flipped(grad, weight, size, stride, padding, dilation, groups)
    sent = (conv_kernels.matmul_convolution if followed else gemm.numpy_matmul)(matrix, rows)
    sent = sent.reshape(grad.shape[0], groups, weight.shape[1], *kernel, *grad.shape[2:])
    spatial = tuple(m + 2 * p for m, p in zip(size[2:], padding))
    made = np.zeros((grad.shape[0], groups, weight.shape[1], *spatial), sent.dtype)
    for tap in np.ndindex(*kernel):
        reached = tuple(
            np.s_[t * d:t * d + s * (m - 1) + 1:s]
            for t, d, s, m in zip(tap, dilation, stride, grad.shape[2:])
        )
        made[(..., *reached)] += sent[(np.s_[:],) * 3 + tap]
    kept = tuple(np.s_[p:p + m] for p, m in zip(padding, size[2:]))
    made = made[(..., *kept)] if n else made
    made = made.reshape(grad.shape[0], groups * weight.shape[1], *size[2:])
    return np.ascontiguousarray(made)


def convolve_flipped(
        grad: np.ndarray, weight: np.ndarray, size: tuple[int, ...], stride: tuple[int, ...],
        padding: tuple[int, ...], dilation: tuple[int, ...], groups: int) -> np.ndarray:
    """Compute a transposed convolution as a convolution of the dilated `grad` by the flipped
    kernel.
    """
    n, kernel = len(stride), weight.shape[2:]
    reach = [d * (k - 1) + 1 for k, d in zip(kernel, dilation)]
    wide = np.zeros((*grad.shape[:2], *(m + 2 * p + r - 1 for m, p, r in zip(
        size[2:], padding, reach))), grad.dtype)
    starts = (np.s_[r - 1:r + s * (m - 1):s] for r, s, m in zip(reach, stride, grad.shape[2:]))
    wide[(..., *starts)] = grad
    wide = wide[(..., *(np.s_[p:p + m + r - 1] for p, m, r in zip(padding, size[2:], reach)))]
    seen, _ = input_to_columns(wide, kernel, (1,) * n, (0,) * n, dilation, groups)
    turned = weight.reshape(groups, -1, weight.shape[1], math.prod(kernel))[..., ::-1]
    matrix = turned.swapaxes(1, 2).reshape(groups, weight.shape[1], -1)
    by_column = max(stride) > 1 and not any(m % s for m, s in zip(size[2:], stride))
    orders = conv_kernels.channel_orders_backward(turned.shape[1], kernel, by_column)
    return conv_kernels.onednn_convolution(seen, matrix, None, orders).reshape(size)


def weight_vjp(
        grad: np.ndarray, input: np.ndarray, size: tuple[int, ...], stride: tuple[int, ...],
        padding: tuple[int, ...], dilation: tuple[int, ...], groups: int) -> np.ndarray:
    """Return the gradient of the weight: for each offset the sum of gradient times input."""
    seen, _ = input_to_columns(input, size[2:], stride, padding, dilation, groups)
    rows = grad.reshape(
        grad.shape[0], groups, grad.shape[1] // groups, math.prod(grad.shape[2:]))
    if not conv_kernels.can_follow_order(rows, seen):
        return gemm.numpy_matmul(rows,
            columns_by_sample(seen).swapaxes(-1, -2)).sum(0).reshape(size)
    if not conv_kernels.uses_onednn(input.shape, size[2:], stride, dilation, groups):
        sampled = columns_by_sample(seen).swapaxes(-1, -2)
        return conv_kernels.matmul_weight_gradient(rows, sampled).reshape(size)
    return np.ascontiguousarray(conv_kernels.weight_gradient(rows, seen).reshape(size))


def bias_vjp(
        grad: ArrayOrTensor, size: Size, weight_size: Size, stride: tuple[int, ...],
        dilation: tuple[int, ...], groups: int) -> ArrayOrTensor:
    """Return the gradient of the bias: the sum over all dimensions but that of the channels."""
    onednn = conv_kernels.uses_onednn(size, weight_size[2:], stride, dilation, groups)
    if onednn and isinstance(grad, np.ndarray) and conv_kernels.can_follow_order(grad):
        return conv_kernels.bias_gradient(grad)
    return sum_by_channel(grad)
