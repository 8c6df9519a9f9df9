"""Convolution modules with their transposed or lazy variants (`torch/nn/modules/conv.py`)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from torch import empty
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _pair, _reverse_repeat_tuple, _single, _triple
from torch.nn.parameter import Parameter, UninitializedParameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autograd.tensor.tensor import Tensor

PADDING_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """Base class of all convolutions: arguments, parameters and their initialization."""

    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation,
                 transposed, output_padding, groups, bias, padding_mode, device=None, dtype=None):
        super().__init__()
        check_arguments(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.transposed = transposed
        self.output_padding = output_padding
        self.groups = groups
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = padding_of_both_ends(
            padding, kernel_size, dilation)
        options = {"device": device, "dtype": dtype}
        self.weight = Parameter(empty(self._weight_shape(), **options))
        if bias:
            self.bias = Parameter(empty(out_channels, **options))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _weight_shape(self):
        channels = (self.out_channels, self.in_channels // self.groups)
        if self.transposed:
            channels = (self.in_channels, self.out_channels // self.groups)
        return (*channels, *self.kernel_size)

    def reset_parameters(self) -> None:
        """Draw `weight`, then `bias`, uniformly from +-1 / sqrt(fan_in)."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def _conv_forward(self, input, weight, bias):
        """Compute the convolution; subclasses define it."""

    def extra_repr(self) -> str:
        text = (f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, "
                f"stride={self.stride}")
        defaults = {"padding": 0, "dilation": 1, "output_padding": 0}
        for name, value in defaults.items():
            setting = getattr(self, name)
            if setting != (value,) * len(setting):
                text += f", {name}={setting}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


def check_arguments(
        in_channels: int, out_channels: int, groups: int, stride: tuple[int, ...],
        padding: tuple[int, ...] | str, padding_mode: str) -> None:
    """Raise torch's ValueErrors about the arguments of a convolution."""
    if groups <= 0:
        raise ValueError("groups must be a positive integer")
    if in_channels % groups != 0:
        raise ValueError("in_channels must be divisible by groups")
    if out_channels % groups != 0:
        raise ValueError("out_channels must be divisible by groups")
    if isinstance(padding, str):
        if padding not in ("same", "valid"):
            raise ValueError(
                f"Invalid padding string {padding!r}, should be one of {{'valid', 'same'}}"
            )
        if padding == "same" and any(s != 1 for s in stride):
            raise ValueError("padding='same' is not supported for strided convolutions")
    if padding_mode not in PADDING_MODES:
        raise ValueError(
            "padding_mode must be one of {'zeros', 'reflect', 'replicate', 'circular'}, but "
            f"got padding_mode='{padding_mode}'"
        )


def padding_of_both_ends(
        padding: tuple[int, ...] | str, kernel_size: tuple[int, ...], dilation: tuple[int, ...]
) -> Any:
    """Return the padding of both ends of each dimension, the last dimension first."""
    if padding == "valid":
        return [0, 0] * len(kernel_size)
    if padding != "same":
        return _reverse_repeat_tuple(padding, 2)
    totals = [d * (k - 1) for d, k in zip(dilation, kernel_size)]
    return [n for total in reversed(totals) for n in (total // 2, total - total // 2)]


class Conv1d(_ConvNd):
    """1D convolution over an input of shape (N, C_in, L), or the same without N.

    `weight` has shape (out_channels, in_channels / groups, kernel).
    """

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        padding = padding if isinstance(padding, str) else _single(padding)
        super().__init__(in_channels, out_channels, _single(kernel_size), _single(stride), padding,
                         _single(dilation), False, _single(0), groups, bias, padding_mode, device,
                         dtype)

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            padding = 0
        return F.conv1d(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        return self._conv_forward(input, self.weight, self.bias)


class Conv2d(_ConvNd):
    """2D convolution over an input of shape (N, C_in, H, W), or the same without N.

    `weight` has shape (out_channels, in_channels / groups, *kernel_size).
    """

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        padding = padding if isinstance(padding, str) else _pair(padding)
        super().__init__(in_channels, out_channels, _pair(kernel_size), _pair(stride), padding,
                         _pair(dilation), False, _pair(0), groups, bias, padding_mode, device,
                         dtype)

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            padding = 0
        return F.conv2d(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        return self._conv_forward(input, self.weight, self.bias)


class Conv3d(_ConvNd):
    """3D convolution over an input of shape (N, C_in, D, H, W), or the same without N.

    `weight` has shape (out_channels, in_channels / groups, *kernel_size).
    """

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        padding = padding if isinstance(padding, str) else _triple(padding)
        super().__init__(in_channels, out_channels, _triple(kernel_size), _triple(stride), padding,
                         _triple(dilation), False, _triple(0), groups, bias, padding_mode, device,
                         dtype)

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            padding = 0
        return F.conv3d(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        return self._conv_forward(input, self.weight, self.bias)


class _ConvTransposeNd(_ConvNd):
    """Base class of transposed convolutions; `weight` is (in, out / groups, *kernel_size)."""

    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation,
                 transposed, output_padding, groups, bias, padding_mode, device=None, dtype=None):
        if padding_mode != "zeros":
            raise ValueError(
                f'Only "zeros" padding mode is supported for {type(self).__name__}'
            )
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation,
                         transposed, output_padding, groups, bias, padding_mode, device, dtype)

    def _output_padding(self, input, output_size, num_spatial_dims):
        """Return the padding of one end that gives the result `output_size`.

        Raises ValueError if the output cannot have that size.
        """
        if output_size is None:
            return self.output_padding
        count = num_spatial_dims
        lead = 2 if input.dim() == count + 2 else 1
        if len(output_size) == lead + count:
            output_size = output_size[lead:]
        if len(output_size) != count:
            raise ValueError(
                f"ConvTranspose{count}D: for {input.dim()}D input, output_size must have {count} or"
                f" {lead + count} elements (got {len(output_size)})"
            )
        least = [
            (input.size(lead + i) - 1) * self.stride[i] - 2 * self.padding[i]
            + self.dilation[i] * (self.kernel_size[i] - 1) + 1 for i in range(count)
        ]
        most = [n + s - 1 for n, s in zip(least, self.stride)]
        if any(not low <= n <= high for n, low, high in zip(output_size, least, most)):
            raise ValueError(
                f"requested an output size of {output_size}, but valid sizes range from {least} to "
                f"{most} (for an input of {input.size()[2:]})"
            )
        return tuple(n - low for n, low in zip(output_size, least))


class ConvTranspose1d(_ConvTransposeNd):
    """1D transposed convolution over an input of shape (N, C_in, L), or without N."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0,
                 output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros",
                 device=None, dtype=None):
        super().__init__(in_channels, out_channels, _single(kernel_size), _single(stride),
                         _single(padding), _single(dilation), True, _single(output_padding), groups,
                         bias, padding_mode, device, dtype)

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        output_padding = self._output_padding(input, output_size, 1)
        return F.conv_transpose1d(input, self.weight, self.bias, self.stride, self.padding,
                                  output_padding, self.groups, self.dilation)


class ConvTranspose2d(_ConvTransposeNd):
    """2D transposed convolution over an input of shape (N, C_in, H, W), or without N."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0,
                 output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros",
                 device=None, dtype=None):
        super().__init__(in_channels, out_channels, _pair(kernel_size), _pair(stride),
                         _pair(padding), _pair(dilation), True, _pair(output_padding), groups,
                         bias, padding_mode, device, dtype)

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        output_padding = self._output_padding(input, output_size, 2)
        return F.conv_transpose2d(input, self.weight, self.bias, self.stride, self.padding,
                                  output_padding, self.groups, self.dilation)


class ConvTranspose3d(_ConvTransposeNd):
    """3D transposed convolution over an input of shape (N, C_in, D, H, W), or without N."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0,
                 output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros",
                 device=None, dtype=None):
        super().__init__(in_channels, out_channels, _triple(kernel_size), _triple(stride),
                         _triple(padding), _triple(dilation), True, _triple(output_padding), groups,
                         bias, padding_mode, device, dtype)

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        output_padding = self._output_padding(input, output_size, 3)
        return F.conv_transpose3d(input, self.weight, self.bias, self.stride, self.padding,
                                  output_padding, self.groups, self.dilation)


class _LazyConvXdMixin(LazyModuleMixin):
    """Base class of lazy convolutions, which take `in_channels` from their first input."""

    def _make_uninitialized(self, out_channels, bias, device, dtype):
        options = {"device": device, "dtype": dtype}
        self.weight = UninitializedParameter(**options)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(**options)

    def reset_parameters(self) -> None:
        """Draw the parameters if their shapes are known."""
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor, *args: Any, **kwargs: Any) -> None:
        """Take `in_channels` from the first input and allocate the parameters."""
        if not self.has_uninitialized_params():
            return
        self.in_channels = self._get_in_channels(input)
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        self.weight.materialize(self._weight_shape())
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()

    def _get_in_channels(self, input):
        count = self._get_num_spatial_dims()
        if input.dim() not in (count + 1, count + 2):
            raise RuntimeError(
                f"Expected {count + 1}D (unbatched) or {count + 2}D (batched) input to "
                f"{type(self).__name__}, but got input of size: {input.shape}"
            )
        return input.shape[-count - 1]

    def _get_num_spatial_dims(self):
        raise NotImplementedError


class LazyConv1d(_LazyConvXdMixin, Conv1d):
    """Conv1d that takes `in_channels` from its first input."""

    cls_to_become = Conv1d

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1,
                 bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False,
                         padding_mode, device, dtype)
        self._make_uninitialized(out_channels, bias, device, dtype)

    def _get_num_spatial_dims(self):
        return 1


class LazyConv2d(_LazyConvXdMixin, Conv2d):
    """Conv2d that takes `in_channels` from its first input."""

    cls_to_become = Conv2d

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1,
                 bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False,
                         padding_mode, device, dtype)
        self._make_uninitialized(out_channels, bias, device, dtype)

    def _get_num_spatial_dims(self):
        return 2


class LazyConv3d(_LazyConvXdMixin, Conv3d):
    """Conv3d that takes `in_channels` from its first input."""

    cls_to_become = Conv3d

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1,
                 bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False,
                         padding_mode, device, dtype)
        self._make_uninitialized(out_channels, bias, device, dtype)

    def _get_num_spatial_dims(self):
        return 3


class LazyConvTranspose1d(_LazyConvXdMixin, ConvTranspose1d):
    """ConvTranspose1d that takes `in_channels` from its first input."""

    cls_to_become = ConvTranspose1d

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, output_padding, groups, False,
                         dilation, padding_mode, device, dtype)
        self._make_uninitialized(out_channels, bias, device, dtype)

    def _get_num_spatial_dims(self):
        return 1


class LazyConvTranspose2d(_LazyConvXdMixin, ConvTranspose2d):
    """ConvTranspose2d that takes `in_channels` from its first input."""

    cls_to_become = ConvTranspose2d

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, output_padding, groups, False,
                         dilation, padding_mode, device, dtype)
        self._make_uninitialized(out_channels, bias, device, dtype)

    def _get_num_spatial_dims(self):
        return 2


class LazyConvTranspose3d(_LazyConvXdMixin, ConvTranspose3d):
    """ConvTranspose3d that takes `in_channels` from its first input."""

    cls_to_become = ConvTranspose3d

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, output_padding, groups, False,
                         dilation, padding_mode, device, dtype)
        self._make_uninitialized(out_channels, bias, device, dtype)

    def _get_num_spatial_dims(self):
        return 3
