"""`torch.nn.grad`: gradients of convolutions as functions."""

from functools import partial as _partial

from autograd import ops
from autograd.engine.apply import apply as _apply
from autograd.functions.nn.kernel_sizes import expand_setting as _each


def _params(count, size, stride, padding, dilation, groups) -> dict:
    spatial = {"stride": stride, "padding": padding, "dilation": dilation}
    return {name: _each(value, count, name) for name, value in spatial.items()} | {
        "size": tuple(size), "groups": groups}


def _input(count, input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """Return the gradient of a convolution with respect to its input of shape `input_size`."""
    params = _params(count, input_size, stride, padding, dilation, groups)
    return _apply(ops.convolution_input, (grad_output, None, weight), params)


def _weight(count, input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """Return the gradient of a convolution with respect to its weight of shape `weight_size`."""
    params = _params(count, weight_size, stride, padding, dilation, groups)
    return _apply(ops.convolution_weight, (grad_output, input, None), params)


conv1d_input, conv2d_input, conv3d_input = (_partial(_input, count) for count in (1, 2, 3))
conv1d_weight, conv2d_weight, conv3d_weight = (_partial(_weight, count) for count in (1, 2, 3))
