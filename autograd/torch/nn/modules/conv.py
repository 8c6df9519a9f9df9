"""Convolutions as modules, their transposes, and the lazy forms of both."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from torch import empty
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.modules.module import Module
from torch.nn.modules.sizes import ntuple
from torch.nn.parameter import Parameter, UninitializedParameter
from autograd.runtime.method_owner import told_by_heirs

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

MODES = ("zeros", "reflect", "replicate", "circular")


@told_by_heirs("__init__", "forward", "_conv_forward")
class _ConvNd(Module):
    """What all convolutions share: settings, parameters and their start."""

    count = 0  # spatial dimensions
    transposed = False

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__()
        stride = ntuple(stride, self.count)
        self._check(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = ntuple(kernel_size, self.count)
        self.stride = stride
        told = isinstance(padding, str) and not self.transposed
        self.padding = padding if told else ntuple(padding, self.count)
        self.dilation = ntuple(dilation, self.count)
        self.transposed = self.transposed
        self.output_padding = (0,) * self.count
        self.groups = groups
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = self._frame()
        kind = {"device": device, "dtype": dtype}
        self.weight = Parameter(empty(self._weight_shape(), **kind))
        if bias:
            self.bias = Parameter(empty(out_channels, **kind))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _check(self, in_channels, out_channels, groups, stride, padding, padding_mode):
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str) and not self.transposed:
            if padding not in ("same", "valid"):
                raise ValueError(
                    f"Invalid padding string {padding!r}, should be one of {{'valid', 'same'}}"
                )
            if padding == "same" and any(s != 1 for s in stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in MODES:
            raise ValueError(
                "padding_mode must be one of {'zeros', 'reflect', 'replicate', 'circular'}, but "
                f"got padding_mode='{padding_mode}'"
            )

    def _weight_shape(self):
        channels = (self.out_channels, self.in_channels // self.groups)
        if self.transposed:
            channels = (self.in_channels, self.out_channels // self.groups)
        return (*channels, *self.kernel_size)

    def reset_parameters(self) -> None:
        """Draw the weight, then the bias."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def _frame(self):
        """The padding of both ends of each dimension, the last dimension first."""
        if self.padding == "valid":
            return [0, 0] * self.count
        if self.padding != "same":
            return tuple(p for p in reversed(self.padding) for _ in range(2))
        totals = [d * (k - 1) for d, k in zip(self.dilation, self.kernel_size)]
        return [n for total in reversed(totals) for n in (total // 2, total - total // 2)]

    def forward(self, input: Tensor) -> Tensor:
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input, weight, bias):
        """The convolution with a weight and a bias that heirs may have changed."""
        convolve = getattr(F, f"conv{self.count}d")
        if self.padding_mode == "zeros":
            return convolve(input, weight, bias, self.stride, self.padding, self.dilation,
                            self.groups)
        framed = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
        return convolve(framed, weight, bias, self.stride, 0, self.dilation, self.groups)

    def extra_repr(self) -> str:
        text = (f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, "
                f"stride={self.stride}")
        usual = {"padding": 0, "dilation": 1, "output_padding": 0}
        for name, value in usual.items():
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


class Conv1d(_ConvNd):
    """Convolution of sequences (N, C, L); `weight` is (out, in / groups, kernel)."""

    count = 1


class Conv2d(_ConvNd):
    """Convolution of images (N, C, H, W); `weight` is (out, in / groups, *kernel)."""

    count = 2


class Conv3d(_ConvNd):
    """Convolution of volumes (N, C, D, H, W); `weight` is (out, in / groups, *kernel)."""

    count = 3


@told_by_heirs("__init__", "forward")
class _ConvTransposeNd(_ConvNd):
    """A convolution the other way round; `weight` is (in, out / groups, *kernel)."""

    transposed = True

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0,
                 output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros",
                 device=None, dtype=None):
        if padding_mode != "zeros":
            raise ValueError(
                f'Only "zeros" padding mode is supported for {type(self).__name__}'
            )
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups,
                         bias, padding_mode, device, dtype)
        self.output_padding = ntuple(output_padding, self.count)

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        extra = self.output_padding
        if output_size is not None:
            extra = self._output_padding(input, output_size)
        convolve = getattr(F, f"conv_transpose{self.count}d")
        return convolve(input, self.weight, self.bias, self.stride, self.padding, extra,
                        self.groups, self.dilation)

    def _output_padding(self, input, output_size):
        """What to add at one end so that the result gets `output_size`."""
        count = self.count
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
    """The transposed convolution of sequences."""

    count = 1


class ConvTranspose2d(_ConvTransposeNd):
    """The transposed convolution of images."""

    count = 2


class ConvTranspose3d(_ConvTransposeNd):
    """The transposed convolution of volumes."""

    count = 3


BIAS = 4  # its place after the size of a kernel


@told_by_heirs("__init__")
class _LazyConv(LazyModuleMixin):
    """A convolution that learns `in_channels` from its first input."""

    def __init__(self, out_channels, kernel_size, *args, bias=True, device=None, dtype=None,
                 **kwargs):
        kind = {"device": device, "dtype": dtype}
        if len(args) > BIAS:
            args, bias = (*args[:BIAS], False, *args[BIAS + 1:]), args[BIAS]
        else:
            kwargs["bias"] = False
        super().__init__(0, 0, kernel_size, *args, **kind, **kwargs)
        self.weight = UninitializedParameter(**kind)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(**kind)

    def reset_parameters(self) -> None:
        """Draw the parameters, once their shapes are known."""
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor, *args: Any, **kwargs: Any) -> None:
        """Take the number of channels from the first input."""
        if not self.has_uninitialized_params():
            return
        if input.dim() not in (self.count + 1, self.count + 2):
            raise RuntimeError(
                f"Expected {self.count + 1}D (unbatched) or {self.count + 2}D (batched) input to "
                f"{type(self).__name__}, but got input of size: {input.shape}"
            )
        self.in_channels = input.shape[-self.count - 1]
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        self.weight.materialize(self._weight_shape())
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()


class LazyConv1d(_LazyConv, Conv1d):
    """A Conv1d that learns `in_channels` from its first input."""

    cls_to_become = Conv1d


class LazyConv2d(_LazyConv, Conv2d):
    """A Conv2d that learns `in_channels` from its first input."""

    cls_to_become = Conv2d


class LazyConv3d(_LazyConv, Conv3d):
    """A Conv3d that learns `in_channels` from its first input."""

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConv, ConvTranspose1d):
    """A ConvTranspose1d that learns `in_channels` from its first input."""

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConv, ConvTranspose2d):
    """A ConvTranspose2d that learns `in_channels` from its first input."""

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConv, ConvTranspose3d):
    """A ConvTranspose3d that learns `in_channels` from its first input."""

    cls_to_become = ConvTranspose3d
