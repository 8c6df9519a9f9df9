"""Activation functions of `torch.nn.functional`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.autocast import autocast_lower_precision
from autograd.engine.vmap_factories import expand_for_vmap
from autograd.functions.creation.filled import empty_like, zeros_like
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.functions.pointwise.clamping import check_relu
from autograd.functions.shape.reshape import view
from autograd.functions.tensor_api.binding import method
from autograd.kernels import sampling
from autograd.kernels.generator import default_generator
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import (
    BUILTIN, FOUND, NN_BUILTIN, Bool, Keyword, Native, Or, Out, Read, declare,
)
from autograd.runtime.registry import OPS, export
from autograd.runtime.warnings import caution
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.dtype_limits import finfo
from autograd.tensor.scalar import checked_params
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op

SELU = {"alpha": 1.6732632423543772, "scale": 1.0507009873554805, "input_scale": 1}


def dtype_name(tensor: Tensor) -> str:
    """Return the name of a tensor's dtype in torch's errors: `Long` for int64."""
    return dtype_of_array(tensor._array).legacy_name


def require_floating(input: Tensor, kernel: str) -> None:
    """Raise NotImplementedError if `kernel` has no version for the integer dtype of `input`."""
    check_kernel_dtype(kernel, input, "biu")


def require_real(input: Tensor, kernel: str) -> None:
    """Raise NotImplementedError if `kernel` has no version for an integer or complex `input`."""
    check_kernel_dtype(kernel, input, "biuc")


def require_tensor(name: str, value: Tensor, argument: str = "input", position: int = 1) -> None:
    """Raise TypeError if an argument of the function `name` is not a Tensor."""
    if not isinstance(value, Tensor):
        raise TypeError(
            f"{name}(): argument '{argument}' (position {position}) must be Tensor, not "
            f"{type_name(value)}")


def run_activation(
        entry: Op, input: Tensor, inplace: bool, params: dict[str, Any], name: str | None = None,
        kernel: str | None = None) -> Tensor:
    """Run an elementwise op, in place if `inplace`.

    `name` is the function in errors about `input`, if not the op's; `kernel` the one in errors
    about its dtype.
    """
    require_tensor((name or entry.name) + "_" * bool(inplace), input)
    if kernel is not None:
        require_floating(input, kernel)
        checked_params(params, input._array.dtype, entry is not ops.hardshrink)
    if inplace:
        entry = OPS[entry.in_place] if entry.in_place else entry
        return apply_into(input, entry, (input,), params, by=f"{entry.name.rstrip('_')}_")
    return apply(entry, (input,), params)


# --- Piecewise linear --------------------------------------------------------------------------


@declare(gain=math.sqrt(2.0), native=Native("torch", "relu", ("input",)))
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """Return `max(input, 0)`."""
    require_tensor("relu_" if inplace else "relu", input)
    check_relu(input, inplace)
    return run_activation(ops.relu, input, inplace, {})


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """Clamp `input` to [0, 6]."""
    return run_activation(ops.hardtanh, input, inplace, {"min_val": 0, "max_val": 6}, "relu6")


@declare(native=Native("torch.nn", "hardtanh", ("input", "min_val", "max_val")))
def hardtanh(
        input: Tensor, min_val: Any = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """Clamp `input` to [`min_val`, `max_val`]."""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    dtype, bounds = input._array.dtype, {"min_val": min_val, "max_val": max_val}
    bounds = checked_params(bounds, np.dtype(np.int64) if dtype.kind in "iu" else dtype)
    if dtype == np.uint8 and min(bounds.values()) < 0:
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    return run_activation(ops.hardtanh, input, inplace, bounds)


@declare(native=Native("torch.nn", "leaky_relu", ("input", "negative_slope")))
def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """Return `input`, times `negative_slope` where it is negative."""
    params = {"negative_slope": negative_slope}
    return run_activation(ops.leaky_relu, input, inplace, params, kernel="leaky_relu_cpu")


@export()
@method()
@autocast_lower_precision
@declare(native=Native("torch", "prelu"), home=BUILTIN)
def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """Return `leaky_relu` with a learned slope: one for all entries or one for each channel."""
    if input._array.dtype != weight._array.dtype:
        raise RuntimeError(
            f"prelu: Type promoting not supported. Got {dtype_name(input)} and "
            f"{dtype_name(weight)}")
    shape, n, dims = input._array.shape, weight._array.size, weight._array.ndim
    if dims > 1:
        raise RuntimeError(
            f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {dims}")
    if n != 1:
        if not shape:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = shape[1] if len(shape) > 1 else 1
        if channels != n:
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                f"{n} and channel size = {channels}.")
    sides = (1, n, *[1] * (len(shape) - 2))[:len(shape)]
    return apply(ops.prelu, (input, weight if len(shape) == 1 == dims else view(weight, sides)))


@export()
@declare(
    native=Native("torch", "rrelu", ("input", "lower", "upper", "training")),
    bools=(Bool("training", "rrelu", 4),),
)
def rrelu(
        input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False,
        inplace: bool = False) -> Tensor:
    """Return `leaky_relu` with a slope drawn from [`lower`, `upper`] for each entry in training."""
    require_tensor("rrelu_" if inplace else "rrelu", input)
    for side, bound in (("lower", lower), ("upper", upper)):
        if not math.isfinite(bound):
            raise RuntimeError(f"rrelu: {side} bound must be finite, got {bound}")
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    require_floating(input, "leaky_relu_cpu")
    array = input._array
    noise = np.where(array > 0, 1, (lower + upper) / 2).astype(array.dtype)
    if training:
        negative, noise = array <= 0, np.ones_like(array)
        noise[negative] = sampling.uniform(
            default_generator, int(negative.sum()), np.dtype(np.float64), lower, upper)
    params = {"noise": noise, "lower": lower, "upper": upper, "training": training}
    return run_activation(ops.rrelu, input, inplace, params)


@export()
@declare(native=Native("torch", "threshold", ("input", "threshold", "value")))
def threshold(
        input: Tensor, threshold: float, value: float, inplace: bool = False
) -> Tensor:
    """Return `input` where it is greater than `threshold`, else `value`."""
    params = checked_params({"threshold": threshold, "value": value}, input._array.dtype)
    return run_activation(ops.threshold, input, inplace, params)


@export()
@method()
@declare(out=Out(dtype_error=FOUND), native=Native("torch", "hardshrink"), home=BUILTIN)
def hardshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """Return `input` where its absolute value is greater than `lambd`, else 0."""
    return run_activation(ops.hardshrink, input, False, {"lambd": lambd}, kernel="hardshrink_cpu")


@declare(native=Native("torch.nn", "softshrink"), home=NN_BUILTIN)
def softshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """Return `input` moved towards 0 by `lambd`, 0 where it is nearer."""
    require_tensor("softshrink", input)
    require_floating(input, "softshrink_check")
    most = finfo(input.dtype).max
    if not 0 <= lambd <= most:
        raise RuntimeError(
            f"lambda must be in range [0, {most:g}] for input dtype {dtype_name(input)}, but found "
            f"{lambd:g}")
    return run_activation(ops.softshrink, input, False, {"lambd": lambd}, kernel="softshrink_check")


@declare(native=Native("torch.nn", "hardsigmoid", ("input",)))
def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """Return `relu6(input + 3) / 6`."""
    return run_activation(ops.hardsigmoid, input, inplace, {}, kernel="hardsigmoid_cpu")


@declare(native=Native("torch.nn", "hardswish", ("input",)))
def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """Return `input * hardsigmoid(input)`."""
    return run_activation(ops.hardswish, input, inplace, {}, kernel="hardswish_cpu")


# --- Smooth ------------------------------------------------------------------------------------


@declare(native=Native("torch.nn", "elu", ("input", "alpha")))
def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Return `input`, or `alpha * (exp(input) - 1)` where it is negative."""
    params = {"alpha": alpha, "scale": 1, "input_scale": 1}
    return run_activation(ops.elu, input, inplace, params, kernel="elu_cpu")


@export()
@declare(gain=3.0 / 4, native=Native("torch", "selu", ("input",)))
def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """Return `elu` with the constants that keep mean 0 and variance 1."""
    return run_activation(ops.elu, input, inplace, SELU, "selu", "elu_cpu")


@export()
@declare(native=Native("torch", "celu", ("input", "alpha")))
def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Return `elu` with a continuous derivative for every `alpha`."""
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return run_activation(ops.celu, input, inplace, {"alpha": alpha}, kernel="elu_cpu")


@declare(native=Native("torch.nn", "gelu"), home=NN_BUILTIN, compiled="torch.nn")
def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """Return `input` times the normal distribution function, or its `tanh` approximation."""
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return run_activation(ops.gelu, input, False, {"approximate": approximate},
                    kernel="GeluKernelImpl")


@declare(native=Native("torch.nn", "silu", ("input",)))
def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """Return `input * sigmoid(input)`."""
    return run_activation(ops.silu, input, inplace, {}, kernel="silu_cpu")


@declare(native=Native("torch.nn", "mish", ("input",)))
def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """Return `input * tanh(softplus(input))`."""
    return run_activation(ops.mish, input, inplace, {}, kernel="mish_cpu")


@declare(native=Native("torch.nn", "softplus"), home=NN_BUILTIN, compiled="torch.nn")
def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """Return `log(1 + exp(beta * input)) / beta`, the input itself above `threshold / beta`."""
    return run_activation(ops.softplus, input, False, {"beta": beta, "threshold": threshold},
                    kernel="softplus_cpu")


@declare(native=Native("torch.nn", "log_sigmoid"), compiled="torch.nn")
@declare("log_sigmoid", home=NN_BUILTIN)
def logsigmoid(input: Tensor) -> Tensor:
    """Return the logarithm of `sigmoid(input)`."""
    return run_activation(ops.log_sigmoid, input, False, {}, kernel="log_sigmoid_cpu")


@declare(reads_first=(Read("input", "abs"),))
def softsign(input: Tensor) -> Tensor:
    """Return `input / (1 + |input|)`."""
    return input / (input.abs() + 1)


@declare(reads_first=(Read("input", "tanh"),))
def tanhshrink(input: Tensor) -> Tensor:
    """Return `input - tanh(input)`."""
    return input - input.tanh()


# --- Along a dimension -------------------------------------------------------------------------


def choose_dim(name: str, ndim: int) -> int:
    """Return the dimension that torch chooses if none is given, with its warning."""
    caution(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include "
        "dim=X as an argument.")
    return 0 if ndim in (0, 1, 3) else 1


@declare(
    native=Native("torch.Tensor", "softmax", (Or("dim", 1), Keyword("dtype"))),
    reads_first=(Read("input", "dim", unless="dim"), Read("input", "softmax")),
)
def softmax(
        input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None
) -> Tensor:
    """Return `exp(input)` normalized to sum 1 along `dim`."""
    dim = choose_dim("softmax", input._array.ndim) if dim is None else dim
    return softmax_along(ops.softmax, input, dim, dtype)


@declare(
    native=Native("torch.Tensor", "softmax", (Or("dim", 1), Keyword("dtype"))),
    reads_first=(Read("input", "dim", unless="dim"),),
)
def softmin(
        input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """Return `softmax(-input)`."""
    dim = choose_dim("softmin", input._array.ndim) if dim is None else dim
    return softmax_along(ops.softmax, -input, dim, dtype)


@declare(
    native=Native("torch.Tensor", "log_softmax", (Or("dim", 1), Keyword("dtype"))),
    reads_first=(Read("input", "dim", unless="dim"), Read("input", "log_softmax")),
)
def log_softmax(
        input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """Return the logarithm of `softmax(input, dim)`."""
    dim = choose_dim("log_softmax", input._array.ndim) if dim is None else dim
    return softmax_along(ops.log_softmax, input, dim, dtype)


def softmax_along(entry: Op, input: Tensor, dim: int, dtype: Any) -> Tensor:
    """Run `softmax` or `log_softmax` along `dim`, in `dtype` if one is given."""
    require_tensor(entry.name, input)
    if dtype is not None:
        input = input.to(dtype)
    ndim = input._array.ndim
    dim = wrap_dim(dim, ndim)
    last = "_lastdim" if dim == max(ndim, 1) - 1 else ""
    if not input._array.size:  # torch calls no kernel, so integers stay
        return input.clone() if input._array.dtype.kind in "biu" else apply(
            entry, (input,), {"dim": dim})
    require_real(input, f"{entry.name}{last}_kernel_impl")
    return apply(entry, (input,), {"dim": dim})


@declare(native=Native("torch.nn", "glu", ("input", "dim")), reads_first=(Read("input", "dim"),))
def glu(input: Tensor, dim: int = -1) -> Tensor:
    """Return the first half of `input` along `dim` times the sigmoid of the second half."""
    if not input._array.ndim:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    dim = wrap_dim(dim, input._array.ndim)
    n = input._array.shape[dim]
    if n % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {n}")
    require_floating(input, "glu_cpu")
    return apply(ops.glu, (input,), {"dim": dim})


@declare(native=Native("torch", "empty_like", ("logits",)))
def gumbel_softmax(
        logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Tensor:
    """Sample the Gumbel-softmax distribution.

    With `hard` samples are one-hot, and their gradient is that of the soft sample.
    """
    if eps != 1e-10:
        caution("`eps` parameter is deprecated and has no effect.")
    # for each slice under vmap
    fresh = expand_for_vmap(empty_like(logits), "empty_like", (logits,))
    soft = softmax((logits + -fresh.exponential_().log()) / tau, dim)
    if not hard:
        return soft
    zeros = expand_for_vmap(zeros_like(logits), "zeros_like", (logits,))
    return zeros.scatter_(dim, soft.max(dim, keepdim=True)[1], 1.0) - soft.detach() + soft
