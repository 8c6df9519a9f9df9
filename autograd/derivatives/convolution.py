"""The derivative table, chapter eight: convolutions.

A convolution is linear in the input and in the weight; what goes back to either is again one of
three: the convolution itself, its transpose (`convolution_input`), and the correlation of input and
gradient (`convolution_weight`). So each is the other's derivative, to any order.

Input (N, C, *spatial), weight (O, C / groups, *kernel), result (N, O, *spatial); `stride`,
`padding` and `dilation` have one entry for each spatial dimension.
"""

import math

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from autograd import products
from autograd.derivatives.reductions import sum_dim
from autograd.op import d, op

FORWARD = r"$weight \ast $input + $bias"

convolution = op("convolution", "ConvolutionBackward0",
    lambda input, weight, bias, *, stride, padding, dilation, groups:
        biased(correlate(input, weight, stride, padding, dilation, groups), bias),
    FORWARD,
    input =d(lambda grad, weight, input_shape, stride, padding, dilation, groups:
             convolution_input(grad, weight, size=input_shape, stride=stride, padding=padding,
                               dilation=dilation, groups=groups),
             r"$grad \ast^\top $weight"),
    weight=d(lambda grad, input, weight_shape, stride, padding, dilation, groups:
             convolution_weight(grad, input, size=weight_shape, stride=stride, padding=padding,
                                dilation=dilation, groups=groups),
             r"$grad \star $input"),
    bias  =d(lambda grad: over_channels(grad), r"\textstyle\sum_{n,x} $grad"))

# Here the weight is (C, O / groups, *kernel): the same weight as of the convolution it transposes.
convolution_transposed = op("convolution_transposed", "ConvolutionBackward0",
    lambda input, weight, bias, *, size, stride, padding, dilation, groups:
        biased(spread(input, weight, size, stride, padding, dilation, groups), bias),
    r"$weight \ast^\top $input + $bias",
    input =d(lambda grad, weight, stride, padding, dilation, groups:
             convolution(grad, weight, None, stride=stride, padding=padding, dilation=dilation,
                         groups=groups), r"$grad \ast $weight"),
    weight=d(lambda grad, input, weight_shape, stride, padding, dilation, groups:
             convolution_weight(input, grad, size=weight_shape, stride=stride, padding=padding,
                                dilation=dilation, groups=groups), r"$input \star $grad"),
    bias  =d(lambda grad: over_channels(grad), r"\textstyle\sum_{n,x} $grad"))

convolution_input = op("convolution_input", "ConvolutionBackwardBackward0",
    lambda grad_output, weight, *, size, stride, padding, dilation, groups:
        spread(grad_output, weight, size, stride, padding, dilation, groups),
    r"$grad_output \ast^\top $weight",
    grad_output=d(lambda grad, weight, stride, padding, dilation, groups:
                  convolution(grad, weight, None, stride=stride, padding=padding,
                              dilation=dilation, groups=groups), r"$grad \ast $weight"),
    weight=d(lambda grad, grad_output, weight_shape, stride, padding, dilation, groups:
             convolution_weight(grad_output, grad, size=weight_shape, stride=stride,
                                padding=padding, dilation=dilation, groups=groups),
             r"$grad_output \star $grad"))

convolution_weight = op("convolution_weight", "ConvolutionBackwardBackward0",
    lambda grad_output, input, *, size, stride, padding, dilation, groups:
        correlation(grad_output, input, size, stride, padding, dilation, groups),
    r"$grad_output \star $input",
    grad_output=d(lambda grad, input, stride, padding, dilation, groups:
                  convolution(input, grad, None, stride=stride, padding=padding,
                              dilation=dilation, groups=groups), r"$grad \ast $input"),
    input=d(lambda grad, grad_output, input_shape, stride, padding, dilation, groups:
            convolution_input(grad_output, grad, size=input_shape, stride=stride, padding=padding,
                              dilation=dilation, groups=groups), r"$grad_output \ast^\top $grad"))


def biased(array, bias):
    """`array` with one number added to each channel."""
    return array if bias is None else array + bias.reshape((-1,) + (1,) * (array.ndim - 2))


def over_channels(grad):
    """The sum of everything that belongs to one channel, by table ops."""
    return sum_dim(grad, dim=(0, *range(2, len(grad.shape))), keepdim=False)


def padded(array, padding):
    """`array` with zeros around its spatial dimensions."""
    if not any(padding):
        return array
    return np.pad(array, ((0, 0), (0, 0), *((p, p) for p in padding)))


def columns(input, kernel, stride, padding, dilation, groups):
    """What each output place sees, as (N, groups, places, C / groups * kernel); and the places."""
    array = padded(input, padding)
    n = len(kernel)
    reach = tuple(d * (k - 1) + 1 for k, d in zip(kernel, dilation))
    windows = sliding_window_view(array, reach, tuple(range(2, 2 + n)))
    steps = tuple(np.s_[::s] for s in stride)
    taps = tuple(np.s_[::d] for d in dilation)
    windows = windows[(np.s_[:], np.s_[:], *steps, *taps)]
    places = windows.shape[2:2 + n]
    depth = array.shape[1] // groups
    split = windows.reshape(array.shape[0], groups, depth, *windows.shape[2:])
    order = (0, 1, *range(3, 3 + n), 2, *range(3 + n, 3 + 2 * n))
    shape = array.shape[0], groups, math.prod(places), depth * math.prod(kernel)
    return split.transpose(order).reshape(shape), places


def correlate(input, weight, stride, padding, dilation, groups):
    """The convolution itself, as one product of matrices for each sample and group."""
    seen, places = columns(input, weight.shape[2:], stride, padding, dilation, groups)
    matrix = weight.reshape(groups, weight.shape[0] // groups, -1)
    made = products.times(matrix, seen.swapaxes(-1, -2))
    return made.reshape(input.shape[0], weight.shape[0], *places)


def spread(grad, weight, size, stride, padding, dilation, groups):
    """The transpose: each output place sends its value back to all that it saw."""
    n, kernel = len(stride), weight.shape[2:]
    rows = grad.reshape(
        grad.shape[0], groups, grad.shape[1] // groups, math.prod(grad.shape[2:]))
    matrix = weight.reshape(groups, weight.shape[0] // groups, -1)
    sent = products.times(matrix.swapaxes(-1, -2), rows)
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
    return made.reshape(grad.shape[0], groups * weight.shape[1], *size[2:])


def correlation(grad, input, size, stride, padding, dilation, groups):
    """What goes to the weight: for each tap, the sum of gradient times what the tap saw."""
    seen, _ = columns(input, size[2:], stride, padding, dilation, groups)
    rows = grad.reshape(
        grad.shape[0], groups, grad.shape[1] // groups, math.prod(grad.shape[2:]))
    return products.times(rows, seen).sum(0).reshape(size)
