"""Starting values of parameters, drawn from the generator in torch's order (`torch.nn.init`)."""

from __future__ import annotations

import math
from types import FunctionType
from typing import Any

import numpy as np

from autograd.functions.indexing.setitem import EXACT_IN_FLOATS
from autograd.functions.nn.c_argument_checks import wrap_functional
from autograd.kernels import distributions, sampling
from autograd.kernels.generator import default_generator
from autograd.runtime import interpreters
from autograd.runtime.function_record import Keyword, Native, Read, declare, record
from autograd.runtime.grad_mode import no_grad
from autograd.runtime.observer import library_call
from autograd.runtime.warnings import caution
from autograd.tensor import torch_function
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import Tensor
from torch.nn.parameter import Parameter


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """By how much weights before this nonlinearity should be larger."""
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


# --- Plain -------------------------------------------------------------------------------------


@declare(
    native=Native("torch.Tensor", "uniform_", ("a", "b", Keyword("generator"))),
    reads_first=(Read("tensor", "uniform_"),),
)
def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Any = None) -> Tensor:
    """Numbers in [a, b)."""
    if tensor._meta:
        return tensor
    array = tensor._array
    drawn = sampling.uniform(generator or default_generator, array.size, array.dtype, a, b)
    return in_memory_order(tensor, drawn, "uniform_")


@declare(
    native=Native("torch.Tensor", "normal_", ("mean", "std", Keyword("generator"))),
    reads_first=(Read("tensor", "normal_"),),
)
def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Any = None) -> Tensor:
    """Normal numbers."""
    if tensor._meta:
        return tensor
    array = tensor._array
    drawn = sampling.normal(generator or default_generator, array.size, array.dtype, mean, std,
                            array.flags.c_contiguous)
    return in_memory_order(tensor, drawn, "normal_")


def in_memory_order(tensor: Tensor, drawn: np.ndarray, by: str) -> Tensor:
    """Write what was drawn as torch does: in the order of the tensor's memory."""
    made = np.empty_like(tensor._array)
    sampling.fill(made, drawn)
    return overwrite(tensor, made, by)


@declare(reads_first=(Read("tensor", "fill_"),))
def constant_(tensor: Tensor, val: float) -> Tensor:
    """One value everywhere."""
    is_exact = type(val) in (int, float) and -EXACT_IN_FLOATS < val < EXACT_IN_FLOATS
    if is_exact and is_plain(tensor, "f"):
        return overwrite(tensor, val, "fill_")
    with no_grad():
        return tensor.fill_(val)


@declare(reads_first=(Read("tensor", "fill_"),))
def ones_(tensor: Tensor) -> Tensor:
    """Ones."""
    return constant_(tensor, 1.0)


@declare(reads_first=(Read("tensor", "zero_"),))
def zeros_(tensor: Tensor) -> Tensor:
    """Zeros."""
    if is_plain(tensor, "fi"):
        return overwrite(tensor, 0, "zero_")
    with no_grad():
        return tensor.zero_()


def is_plain(tensor: Any, kinds: str) -> bool:
    """Whether a write over all of a tensor of these kinds of numbers needs no op to look at it.

    A tape would tell of the op, and of the mode it stands in, for each layer that is made. Under
    `vmap`, and where a TorchFunctionMode listens, it is run as ever.
    """
    return (type(tensor) in (Tensor, Parameter) and not tensor._meta and not tensor._inference
            and tensor._base is None and tensor._array.dtype.kind in kinds
            and tensor._array.flags.c_contiguous and tensor._array.flags.writeable
            and not (interpreters.stack or torch_function.modes))


@declare(reads_first=(Read("tensor", "ndimension"),))
def eye_(tensor: Tensor) -> Any:
    """Ones on the diagonal of a matrix, zeros elsewhere."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return overwrite(tensor, np.eye(*tensor._array.shape), "eye_")


@declare(reads_first=(Read("tensor", "ndimension"),))
def dirac_(tensor: Tensor, groups: int = 1) -> Any:
    """Convolution weights that pass their input through."""
    shape = tensor._array.shape
    if len(shape) not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if shape[0] % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    each = shape[0] // groups
    array = np.zeros(shape)
    middle = tuple(n // 2 for n in shape[2:])
    for group in range(groups):
        for channel in range(min(each, shape[1])):
            array[(group * each + channel, channel, *middle)] = 1
    return overwrite(tensor, array, "dirac_", versions=1 + groups * min(each, shape[1]))


# --- By the number of connections --------------------------------------------------------------


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


@declare(reads_first=(Read("tensor", "dim"),))
def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Glorot's uniform distribution: the variance of outputs and gradients stays."""
    bound = math.sqrt(3.0) * xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


@declare(reads_first=(Read("tensor", "dim"),))
def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Any:
    """Glorot's normal distribution."""
    return normal_(tensor, 0.0, xavier_std(tensor, gain), generator)


def xavier_std(tensor: Tensor, gain: float) -> float:
    """The standard deviation of Glorot's distributions."""
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return gain * math.sqrt(2.0 / float(fan_in + fan_out))


@declare(reads_first=(Read("tensor", "shape"),))
def kaiming_uniform_(
        tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
        generator: Any = None) -> Tensor:
    """He's uniform distribution, for layers before rectifiers."""
    if has_no_elements(tensor):
        return tensor
    bound = math.sqrt(3.0) * kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


@declare(reads_first=(Read("tensor", "shape"),))
def kaiming_normal_(
        tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
        generator: Any = None) -> Any:
    """He's normal distribution."""
    if has_no_elements(tensor):
        return tensor
    return normal_(tensor, 0, kaiming_std(tensor, a, mode, nonlinearity), generator)


def has_no_elements(tensor: Tensor) -> bool:
    """Whether there is nothing to initialise; torch warns of it."""
    if 0 in tensor._array.shape:
        caution("Initializing zero-element tensors is a no-op", depth=2)
        return True
    return False


def kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    """The standard deviation of He's distributions."""
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


# --- Others ------------------------------------------------------------------------------------


@declare(
    native=Native("torch.Tensor", "normal_", ("mean", "std", Keyword("generator"))),
    reads_first=(Read("tensor", "is_meta"),),
)
def trunc_normal_(
        tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0,
        generator: Any = None) -> Tensor:
    """Normal numbers, drawn again until they lie in [a, b]."""
    if mean < a - 2 * std or mean > b + 2 * std:
        caution(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of "
            "values may be incorrect.")
    generator = generator or default_generator
    array = tensor._array
    kept = [math.erf((bound - mean) / std / math.sqrt(2.0)) for bound in (a, b)]
    if (kept[1] - kept[0]) / 2 > 0.3:
        made, versions = distributions.normal_within(generator, array, mean, std, a, b)
    else:
        made, versions = distributions.normal_far_out(generator, array, mean, std, a, b), 2
    return overwrite(tensor, made, "normal_", versions)


@declare(
    native=Native("torch.Tensor", "normal_", (1, 1, Keyword("generator"))),
    reads_first=(Read("tensor", "ndimension"),),
)
def orthogonal_(tensor: Tensor, gain: float = 1, generator: Any = None) -> Any:
    """A random (semi-)orthogonal matrix, from the QR decomposition of normal numbers."""
    shape = tensor._array.shape
    if len(shape) < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor._array.size:
        return tensor
    rows, columns = shape[0], tensor._array.size // shape[0]
    flat = sampling.normal(generator or default_generator, (rows, columns), tensor._array.dtype)
    q, r = np.linalg.qr(flat.T if rows < columns else flat)
    q = q * np.sign(np.diagonal(r))
    made = (q.T if rows < columns else q).reshape(shape)
    return overwrite(tensor, made * gain, "orthogonal_", versions=2)


@declare(reads_first=(Read("tensor", "ndimension"),))
def sparse_(tensor: Tensor, sparsity: Any, std: float = 0.01, generator: Any = None) -> Any:
    """A matrix of normal numbers with a share of zeros in each column."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    normal_(tensor, 0, std, generator)
    rows, columns = tensor._array.shape
    made = tensor._array.copy()
    for column in range(columns):
        order = sampling.permutation(default_generator, rows)
        made[order[: math.ceil(sparsity * rows)], column] = 0
    return overwrite(tensor, made, "sparse_", versions=columns)


def _old_name(function):
    def deprecated(*args, **kwargs):
        name = function.__name__
        caution(
            f"`nn.init.{name[:-1]}` is now deprecated in favor of `nn.init.{name}`.",
            FutureWarning)
        return function(*args, **kwargs)

    deprecated.__name__ = function.__name__[:-1]
    return deprecated


_no_grad_uniform_, _no_grad_normal_, _no_grad_trunc_normal_ = uniform_, normal_, trunc_normal_
_no_grad_fill_, _no_grad_zero_ = constant_, zeros_
for _name, _function in tuple(globals().items()):
    if isinstance(_function, FunctionType) and _function.__module__ == __name__:
        _made = wrap_functional(_function)
        if _name.endswith("_") and not _name.startswith("_"):  # a call is one step of a program
            _made = library_call(f"init.{_name}")(_made)
        globals()[_name] = _made
uniform, normal, constant, eye, dirac = map(_old_name, (uniform_, normal_, constant_, eye_, dirac_))
xavier_uniform, xavier_normal = _old_name(xavier_uniform_), _old_name(xavier_normal_)
kaiming_uniform, kaiming_normal = _old_name(kaiming_uniform_), _old_name(kaiming_normal_)
orthogonal, sparse = _old_name(orthogonal_), _old_name(sparse_)
