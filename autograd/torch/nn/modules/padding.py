"""Padding as modules: constants, mirrored ends, repeated ends, the other end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.sizes import ntuple
from autograd.runtime.method_owner import told_by_heirs

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@told_by_heirs("__init__")
class _PadNd(Module):
    """A padding of `count` dimensions by what `mode` says."""

    count = 0
    mode = ""

    def __init__(self, padding):
        super().__init__()
        self.padding = ntuple(padding, 2 * self.count)

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, self.mode)

    def extra_repr(self) -> str:
        return f"{self.padding}"


@told_by_heirs("__init__")
class _ConstantPadNd(_PadNd):
    """A padding by one value."""

    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    """One value around sequences."""

    count = 1


class ConstantPad2d(_ConstantPadNd):
    """One value around images."""

    count = 2


class ConstantPad3d(_ConstantPadNd):
    """One value around volumes."""

    count = 3


class ZeroPad1d(ConstantPad1d):
    """Zeros around sequences."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    """Zeros around images."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    """Zeros around volumes."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self) -> Any:
        return f"{self.padding}"


class _ReflectionPadNd(_PadNd):
    """A padding by the mirrored input."""

    mode = "reflect"


class ReflectionPad1d(_ReflectionPadNd):
    """Sequences with mirrored ends."""

    count = 1


class ReflectionPad2d(_ReflectionPadNd):
    """Images with mirrored borders."""

    count = 2


class ReflectionPad3d(_ReflectionPadNd):
    """Volumes with mirrored borders."""

    count = 3


class _ReplicationPadNd(_PadNd):
    """A padding by the repeated border."""

    mode = "replicate"


class ReplicationPad1d(_ReplicationPadNd):
    """Sequences with repeated ends."""

    count = 1


class ReplicationPad2d(_ReplicationPadNd):
    """Images with repeated borders."""

    count = 2


class ReplicationPad3d(_ReplicationPadNd):
    """Volumes with repeated borders."""

    count = 3


class _CircularPadNd(_PadNd):
    """A padding by the input's other end."""

    mode = "circular"

    def forward(self, input: Tensor) -> Tensor:
        wanted = (self.count + 1, self.count + 2)
        if input.dim() not in wanted:
            raise ValueError(
                f"expected {wanted[0]}D or {wanted[1]}D input (got {input.dim()}D input)"
            )
        return super().forward(input)


class CircularPad1d(_CircularPadNd):
    """Sequences that go on from their other end."""

    count = 1


class CircularPad2d(_CircularPadNd):
    """Images that go on from their other border."""

    count = 2


class CircularPad3d(_CircularPadNd):
    """Volumes that go on from their other border."""

    count = 3
