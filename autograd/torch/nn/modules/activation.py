"""Activation functions as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.runtime.method_owner import told_by_heirs
from autograd.runtime.warnings import caution
from torch import empty, sigmoid, tanh
from torch.nn import functional as F
from torch.nn.init import constant_
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def in_place(module: Module, comma: str = ", ") -> str:
    """How a repr tells that the module works in place."""
    return f"{comma}inplace=True" if module.inplace else ""


@told_by_heirs("__init__", "extra_repr")
class _InPlace(Module):
    """An activation whose only setting is whether it works in place."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self) -> str:
        return in_place(self, "")


class ReLU(_InPlace):
    """`max(x, 0)`."""

    def forward(self, input: Tensor) -> Tensor:
        return F.relu(input, inplace=self.inplace)


class SiLU(_InPlace):
    """`x * sigmoid(x)`."""

    def forward(self, input: Tensor) -> Any:
        return F.silu(input, inplace=self.inplace)


class Mish(_InPlace):
    """`x * tanh(softplus(x))`."""

    def forward(self, input: Tensor) -> Any:
        return F.mish(input, inplace=self.inplace)


class SELU(_InPlace):
    """ELU with the constants that keep mean 0 and variance 1."""

    def forward(self, input: Tensor) -> Any:
        return F.selu(input, self.inplace)


class Hardsigmoid(_InPlace):
    """A sigmoid of three straight pieces."""

    def forward(self, input: Tensor) -> Any:
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self) -> Any:
        return ""


class Hardswish(_InPlace):
    """`x * hardsigmoid(x)`."""

    def forward(self, input: Tensor) -> Any:
        return F.hardswish(input, self.inplace)

    def extra_repr(self) -> Any:
        return ""


class Threshold(Module):
    """`x` where it exceeds `threshold`, else `value`."""

    def __init__(self, threshold, value, inplace=False):
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        return f"threshold={self.threshold}, value={self.value}{in_place(self)}"


class RReLU(Module):
    """LeakyReLU whose slope is drawn anew for each entry while training."""

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__()
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

    def forward(self, input: Tensor) -> Any:
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self) -> Any:
        return f"lower={self.lower}, upper={self.upper}{in_place(self)}"


class Hardtanh(Module):
    """`x` between two bounds."""

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        super().__init__()
        for name, old in (("min", min_value), ("max", max_value)):
            if old is not None:
                caution(
                    f"keyword argument `{name}_value` is deprecated and renamed to `{name}_val`",
                    FutureWarning)
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError(
                f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})"
            )

    def forward(self, input: Tensor) -> Any:
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> Any:
        return f"min_val={self.min_val}, max_val={self.max_val}{in_place(self)}"


class ReLU6(Hardtanh):
    """`x` between 0 and 6."""

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> Any:
        return in_place(self, "")


class Sigmoid(Module):
    """`1 / (1 + exp(-x))`."""

    def forward(self, input: Tensor) -> Tensor:
        return sigmoid(input)


class Tanh(Module):
    """The hyperbolic tangent."""

    def forward(self, input: Tensor) -> Tensor:
        return tanh(input)


class LogSigmoid(Module):
    """The logarithm of the sigmoid."""

    def forward(self, input: Tensor) -> Any:
        return F.logsigmoid(input)


class Softsign(Module):
    """`x / (1 + |x|)`."""

    def forward(self, input: Tensor) -> Any:
        return F.softsign(input)


class Tanhshrink(Module):
    """`x - tanh(x)`."""

    def forward(self, input: Tensor) -> Any:
        return F.tanhshrink(input)


@told_by_heirs("__init__", "extra_repr")
class _Alpha(Module):
    """An activation with a constant `alpha`."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def extra_repr(self) -> Any:
        return f"alpha={self.alpha}{in_place(self)}"


class ELU(_Alpha):
    """`x`, and `alpha * (exp(x) - 1)` where that is negative."""

    def forward(self, input: Tensor) -> Any:
        return F.elu(input, self.alpha, self.inplace)


class CELU(_Alpha):
    """ELU with a continuous slope for every `alpha`."""

    def forward(self, input: Tensor) -> Any:
        return F.celu(input, self.alpha, self.inplace)


class LeakyReLU(Module):
    """`x`, times `negative_slope` where it is negative."""

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        return f"negative_slope={self.negative_slope}{in_place(self)}"


class PReLU(Module):
    """LeakyReLU whose slope is learned."""

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        kind = {"device": device, "dtype": dtype}
        self.weight = Parameter(empty(num_parameters, **kind))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Give all slopes the value they began with."""
        constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Any:
        return F.prelu(input, self.weight)

    def extra_repr(self) -> Any:
        return f"num_parameters={self.num_parameters}"


class GELU(Module):
    """`x` times the normal distribution's cumulative share."""

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        return f"approximate={self.approximate!r}"


class Softplus(Module):
    """`log(1 + exp(beta * x)) / beta`."""

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Any:
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> Any:
        return f"beta={self.beta}, threshold={self.threshold}"


@told_by_heirs("__init__", "extra_repr")
class _Shrink(Module):
    """An activation that is 0 within `lambd` of 0."""

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def extra_repr(self) -> Any:
        return str(self.lambd)


class Hardshrink(_Shrink):
    """`x`, 0 where it is within `lambd` of 0."""

    def forward(self, input: Tensor) -> Any:
        return F.hardshrink(input, self.lambd)


class Softshrink(_Shrink):
    """`x` moved towards 0 by `lambd`."""

    def forward(self, input: Tensor) -> Any:
        return F.softshrink(input, self.lambd)
