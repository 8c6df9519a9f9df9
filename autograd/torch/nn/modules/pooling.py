"""Pools as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.sizes import ntuple
from autograd.runtime.method_owner import told_by_heirs

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class _MaxPoolNd(Module):
    """A pool of maxima."""

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False,
                 ceil_mode=False):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def _pool(self, function, input):
        return function(input, self.kernel_size, self.stride, self.padding, self.dilation,
                        ceil_mode=self.ceil_mode, return_indices=self.return_indices)

    def extra_repr(self) -> str:
        return (f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
                f"dilation={self.dilation}, ceil_mode={self.ceil_mode}")


class MaxPool1d(_MaxPoolNd):
    """The largest entry of each window of a sequence."""

    def forward(self, input: Tensor) -> Tensor:
        return self._pool(F.max_pool1d, input)


class MaxPool2d(_MaxPoolNd):
    """The largest entry of each window of an image."""

    def forward(self, input: Tensor) -> Tensor:
        return self._pool(F.max_pool2d, input)


class MaxPool3d(_MaxPoolNd):
    """The largest entry of each window of a volume."""

    def forward(self, input: Tensor) -> Any:
        return self._pool(F.max_pool3d, input)


@told_by_heirs("__init__", "forward")
class _MaxUnpoolNd(Module):
    """Values back at the places where a pool of maxima took them from."""

    count = 0

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size = ntuple(kernel_size, self.count)
        self.stride = ntuple(stride if stride is not None else kernel_size, self.count)
        self.padding = ntuple(padding, self.count)

    def forward(
            self, input: Tensor, indices: list[int],
            output_size: int | tuple[int, ...] | None = None) -> Any:
        unpool = getattr(F, f"max_unpool{self.count}d")
        return unpool(input, indices, self.kernel_size, self.stride, self.padding, output_size)

    def extra_repr(self) -> Any:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """The opposite of MaxPool1d."""

    count = 1


class MaxUnpool2d(_MaxUnpoolNd):
    """The opposite of MaxPool2d."""

    count = 2


class MaxUnpool3d(_MaxUnpoolNd):
    """The opposite of MaxPool3d."""

    count = 3


class _AvgPoolNd(Module):
    """A pool of averages."""

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd):
    """The average of each window of a sequence."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False,
                 count_include_pad=True):
        super().__init__()
        self.kernel_size = ntuple(kernel_size, 1)
        self.stride = ntuple(stride if stride is not None else kernel_size, 1)
        self.padding = ntuple(padding, 1)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Tensor) -> Any:
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                            self.count_include_pad)


class AvgPool2d(_AvgPoolNd):
    """The average of each window of an image."""

    count = 2

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False,
                 count_include_pad=True, divisor_override=None):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: Tensor) -> Tensor:
        pool = getattr(F, f"avg_pool{self.count}d")
        return pool(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                    self.count_include_pad, self.divisor_override)


class AvgPool3d(AvgPool2d):
    """The average of each window of a volume."""

    count = 3


@told_by_heirs("forward")
class _LPPoolNd(Module):
    """A pool of p-norms."""

    count = 0

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def forward(self, input: Tensor) -> Any:
        pool = getattr(F, f"lp_pool{self.count}d")
        return pool(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def extra_repr(self) -> Any:
        return (f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, "
                f"stride={self.stride}, ceil_mode={self.ceil_mode}")


class LPPool1d(_LPPoolNd):
    """The p-norm of each window of a sequence."""

    count = 1


class LPPool2d(_LPPoolNd):
    """The p-norm of each window of an image."""

    count = 2


class LPPool3d(_LPPoolNd):
    """The p-norm of each window of a volume."""

    count = 3


@told_by_heirs("forward")
class _AdaptiveMaxPoolNd(Module):
    """A pool of maxima to a given size."""

    count = 0

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def forward(self, input: Tensor) -> Tensor:
        pool = getattr(F, f"adaptive_max_pool{self.count}d")
        return pool(input, self.output_size, self.return_indices)

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """The largest entries of a sequence's parts."""

    count = 1


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """The largest entries of an image's parts."""

    count = 2


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """The largest entries of a volume's parts."""

    count = 3


@told_by_heirs("forward")
class _AdaptiveAvgPoolNd(Module):
    """A pool of averages to a given size."""

    count = 0

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Tensor) -> Tensor:
        return getattr(F, f"adaptive_avg_pool{self.count}d")(input, self.output_size)

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The averages of a sequence's parts."""

    count = 1


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """The averages of an image's parts."""

    count = 2


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """The averages of a volume's parts."""

    count = 3


# --- Drawn windows -----------------------------------------------------------------------------


@told_by_heirs("__init__", "forward")
class _FractionalMaxPoolNd(Module):
    """A pool of maxima over windows that are drawn unevenly."""

    count = 0

    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                 _random_samples=None):
        super().__init__()
        self.kernel_size = ntuple(kernel_size, self.count)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else ntuple(output_size, self.count)
        self.output_ratio = None if output_ratio is None else ntuple(output_ratio, self.count)
        name = type(self).__name__
        if output_size is None and output_ratio is None:
            raise ValueError(
                f"{name} requires specifying either an output size, or a pooling ratio"
            )
        if output_size is not None and output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        if output_ratio is not None and not all(0 < ratio < 1 for ratio in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input: Tensor) -> Tensor | tuple[Tensor, ...]:
        pool = getattr(F, f"fractional_max_pool{self.count}d")
        return pool(input, self.kernel_size, self.output_size, self.output_ratio,
                    self.return_indices, _random_samples=self._random_samples)


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """The largest entries of drawn windows of an image."""

    count = 2


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """The largest entries of drawn windows of a volume."""

    count = 3
