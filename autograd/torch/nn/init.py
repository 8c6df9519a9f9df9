"""`torch.nn.init`: initialization of parameters, drawn in torch's order."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.functions.indexing.setitem import EXACT_IN_FLOATS
from autograd.functions.nn.c_argument_checks import wrap_functional
from autograd.kernels import distributions, sampling
from autograd.kernels.generator import Generator, default_generator
from autograd.runtime import interpreters
from autograd.runtime.function_record import Keyword, Native, Read, declare, record
from autograd.runtime.grad_mode import no_grad
from autograd.runtime.observer import library_call
from autograd.runtime.warnings import caution
from autograd.tensor import torch_function
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import Tensor
from torch.nn.parameter import Parameter


def initializer(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Decorate an initializer: check its arguments as torch's C++; a call is one library call."""
    return library_call(f"init.{function.__name__}")(wrap_functional(function))


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return the recommended gain of the weights before a nonlinearity."""
    if nonlinearity == "leaky_relu":
        if param is None:
            param = 0.01
        if isinstance(param, bool) or not isinstance(param, int | float):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + param**2))
    gain = record(nonlinearity).gain
    if gain is None:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return gain


# --- Constants or distributions ----------------------------------------------------------------


@initializer
@declare(
    native=Native("torch.Tensor", "uniform_", ("a", "b", Keyword("generator"))),
    reads_first=(Read("tensor", "uniform_"),),
)
def uniform_(
        tensor: Tensor, a: float = 0.0, b: float = 1.0,
        generator: Generator | None = None) -> Tensor:
    """Fill with numbers from the uniform distribution on [a, b)."""
    if tensor._meta:
        return tensor
    array = tensor._array
    numbers = sampling.uniform(generator or default_generator, array.size, array.dtype, a, b)
    return fill_in_memory_order(tensor, numbers, "uniform_")


@initializer
@declare(
    native=Native("torch.Tensor", "normal_", ("mean", "std", Keyword("generator"))),
    reads_first=(Read("tensor", "normal_"),),
)
def normal_(
        tensor: Tensor, mean: float = 0.0, std: float = 1.0,
        generator: Generator | None = None) -> Tensor:
    """Fill with numbers from the normal distribution."""
    if tensor._meta:
        return tensor
    array = tensor._array
    numbers = sampling.normal(generator or default_generator, array.size, array.dtype, mean, std,
                              array.flags.c_contiguous)
    return fill_in_memory_order(tensor, numbers, "normal_")


def fill_in_memory_order(tensor: Tensor, numbers: np.ndarray, by: str) -> Tensor:
    """Write random numbers in the order of the tensor's memory, as torch does."""
    array = np.empty_like(tensor._array)
    sampling.fill(array, numbers)
    return overwrite(tensor, array, by)


@initializer
@declare(reads_first=(Read("tensor", "fill_"),))
def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill with one value."""
    is_exact = type(val) in (int, float) and -EXACT_IN_FLOATS < val < EXACT_IN_FLOATS
    if is_exact and can_overwrite(tensor, "f"):
        return overwrite(tensor, val, "fill_")
    with no_grad():
        return tensor.fill_(val)


@initializer
@declare(reads_first=(Read("tensor", "fill_"),))
def ones_(tensor: Tensor) -> Tensor:
    """Fill with ones."""
    return constant_(tensor, 1.0)


@initializer
@declare(reads_first=(Read("tensor", "zero_"),))
def zeros_(tensor: Tensor) -> Tensor:
    """Fill with zeros."""
    if can_overwrite(tensor, "fi"):
        return overwrite(tensor, 0, "zero_")
    with no_grad():
        return tensor.zero_()


def can_overwrite(tensor: Any, kinds: str) -> bool:
    """Return True if a tensor of these dtype kinds can be overwritten without an op.

    Otherwise each new layer would record ops. Under `vmap` and a TorchFunctionMode they are run.
    """
    return (type(tensor) in (Tensor, Parameter) and not tensor._meta and not tensor._inference
            and tensor._base is None and tensor._array.dtype.kind in kinds
            and tensor._array.flags.c_contiguous and tensor._array.flags.writeable
            and not (interpreters.stack or torch_function.modes))


@initializer
@declare(reads_first=(Read("tensor", "ndimension"),))
def eye_(tensor: Tensor) -> Tensor:
    """Fill a matrix with the identity."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return overwrite(tensor, np.eye(*tensor._array.shape), "eye_")


@initializer
@declare(reads_first=(Read("tensor", "ndimension"),))
def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Fill weights (out, in / groups, *kernel) so that a convolution returns its input."""
    shape = tensor._array.shape
    if len(shape) not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if shape[0] % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    group_size = shape[0] // groups
    array = np.zeros(shape)
    middle = tuple(n // 2 for n in shape[2:])
    for group in range(groups):
        for channel in range(min(group_size, shape[1])):
            array[(group * group_size + channel, channel, *middle)] = 1
    return overwrite(tensor, array, "dirac_", versions=1 + groups * min(group_size, shape[1]))


# --- Scaled by fan in or fan out ---------------------------------------------------------------


def _calculate_fan_in_and_fan_out(tensor):
    shape = tensor._array.shape
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    field = math.prod(shape[2:])
    return shape[1] * field, shape[0] * field


def _calculate_correct_fan(tensor, mode):
    mode = mode.lower()
    modes = ["fan_in", "fan_out"]
    if mode not in modes:
        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode)]


@initializer
@declare(reads_first=(Read("tensor", "dim"),))
def xavier_uniform_(
        tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Fill from Glorot's uniform distribution, which keeps variances from layer to layer."""
    bound = math.sqrt(3.0) * xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


@initializer
@declare(reads_first=(Read("tensor", "dim"),))
def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Fill from Glorot's normal distribution."""
    return normal_(tensor, 0.0, xavier_std(tensor, gain), generator)


def xavier_std(tensor: Tensor, gain: float) -> float:
    """Return the standard deviation of Glorot's distributions."""
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return gain * math.sqrt(2.0 / float(fan_in + fan_out))


@initializer
@declare(reads_first=(Read("tensor", "shape"),))
def kaiming_uniform_(
        tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
        generator: Generator | None = None) -> Tensor:
    """Fill from He's uniform distribution, for layers before rectifiers."""
    if has_no_elements(tensor):
        return tensor
    bound = math.sqrt(3.0) * kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


@initializer
@declare(reads_first=(Read("tensor", "shape"),))
def kaiming_normal_(
        tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
        generator: Generator | None = None) -> Tensor:
    """Fill from He's normal distribution."""
    if has_no_elements(tensor):
        return tensor
    return normal_(tensor, 0, kaiming_std(tensor, a, mode, nonlinearity), generator)


def has_no_elements(tensor: Tensor) -> bool:
    """Return True, with torch's warning, if a tensor has no elements."""
    if 0 in tensor._array.shape:
        caution("Initializing zero-element tensors is a no-op", depth=2)
        return True
    return False


def kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    """Return the standard deviation of He's distributions."""
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


# --- Others ------------------------------------------------------------------------------------


@initializer
@declare(
    native=Native("torch.Tensor", "normal_", ("mean", "std", Keyword("generator"))),
    reads_first=(Read("tensor", "is_meta"),),
)
def trunc_normal_(
        tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0,
        generator: Generator | None = None) -> Tensor:
    """Fill from the normal distribution truncated to [a, b]."""
    if mean < a - 2 * std or mean > b + 2 * std:
        caution(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of "
            "values may be incorrect.")
    generator = generator or default_generator
    array = tensor._array
    probabilities = [math.erf((bound - mean) / std / math.sqrt(2.0)) for bound in (a, b)]
    if (probabilities[1] - probabilities[0]) / 2 > 0.3:
        numbers, versions = distributions.truncated_normal(generator, array, mean, std, a, b)
    else:
        numbers, versions = distributions.truncated_normal_by_rejection(generator, array, mean, std,
            a, b), 2
    return overwrite(tensor, numbers, "normal_", versions)


@initializer
@declare(
    native=Native("torch.Tensor", "normal_", (1, 1, Keyword("generator"))),
    reads_first=(Read("tensor", "ndimension"),),
)
def orthogonal_(tensor: Tensor, gain: float = 1, generator: Generator | None = None) -> Tensor:
    """Fill with a random (semi-)orthogonal matrix: dimension 0 by all others."""
    shape = tensor._array.shape
    if len(shape) < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor._array.size:
        return tensor
    rows, columns = shape[0], tensor._array.size // shape[0]
    matrix = sampling.normal(generator or default_generator, (rows, columns), tensor._array.dtype)
    q, r = np.linalg.qr(matrix.T if rows < columns else matrix)
    q = q * np.sign(np.diagonal(r))
    array = (q.T if rows < columns else q).reshape(shape)
    return overwrite(tensor, array * gain, "orthogonal_", versions=2)


@initializer
@declare(reads_first=(Read("tensor", "ndimension"),))
def sparse_(
        tensor: Tensor, sparsity: float, std: float = 0.01,
        generator: Generator | None = None) -> Tensor:
    """Fill a matrix with normal numbers, a share `sparsity` of each column with zeros."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    normal_(tensor, 0, std, generator)
    rows, columns = tensor._array.shape
    array = tensor._array.copy()
    for column in range(columns):
        order = sampling.permutation(default_generator, rows)
        array[order[: math.ceil(sparsity * rows)], column] = 0
    return overwrite(tensor, array, "sparse_", versions=columns)


def _make_deprecate(function):
    def deprecated(*args, **kwargs):
        name = function.__name__
        caution(
            f"`nn.init.{name[:-1]}` is now deprecated in favor of `nn.init.{name}`.",
            FutureWarning)
        return function(*args, **kwargs)

    deprecated.__name__ = function.__name__[:-1]
    return deprecated


# Names that programs import from torch; their calls are not recorded as library calls.
_no_grad_uniform_, _no_grad_normal_, _no_grad_trunc_normal_, _no_grad_fill_, _no_grad_zero_ = (
    function.__wrapped__ for function in (uniform_, normal_, trunc_normal_, constant_, zeros_))
uniform, normal, constant, eye, dirac = map(
    _make_deprecate, (uniform_, normal_, constant_, eye_, dirac_))
xavier_uniform, xavier_normal = _make_deprecate(xavier_uniform_), _make_deprecate(xavier_normal_)
kaiming_uniform = _make_deprecate(kaiming_uniform_)
kaiming_normal = _make_deprecate(kaiming_normal_)
orthogonal, sparse = _make_deprecate(orthogonal_), _make_deprecate(sparse_)
