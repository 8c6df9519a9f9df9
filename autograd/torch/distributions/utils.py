"""What distributions share: broadcasting, the two ways to give chances, lazy properties."""

from __future__ import annotations

from functools import update_wrapper
from typing import TYPE_CHECKING, Any
from torch.types import Number

import torch
from torch.nn.functional import softmax

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor
    from numpy import generic

euler_constant = 0.57721566490153286060  # gamma
EITHER = "Either `probs` or `logits` must be specified, but not both."


def broadcast_all(*values: Tensor | float | generic) -> tuple[Tensor, ...]:
    """The values as tensors of one shape; numbers take the dtype of the first tensor."""
    if not all(isinstance(v, (torch.Tensor, Number)) for v in values):
        raise ValueError(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing "
            "__torch_function__."
        )
    first = next((v for v in values if isinstance(v, torch.Tensor)), None)
    dtype = torch.get_default_dtype() if first is None else first.dtype
    tensors = [v if isinstance(v, torch.Tensor) else torch.tensor(v, dtype=dtype) for v in values]
    return torch.broadcast_tensors(*tensors)


def batch_shape_of(tensor: Tensor, *given: Tensor | float | generic) -> Size:
    """The batch shape of parameters: none when all were given as numbers."""
    return torch.Size() if all(isinstance(x, Number) for x in given) else tensor.size()


def _standard_normal(shape, dtype, device=None):
    return torch.empty(shape, dtype=dtype).normal_()


def _sum_rightmost(value, dim):
    """The sum over the last `dim` dimensions."""
    return value if dim == 0 else value.reshape(value.shape[:-dim] + (-1,)).sum(-1)


def logits_to_probs(logits: Any, is_binary: bool = False) -> Any:
    """Chances from log odds, or from logarithms up to a constant."""
    return torch.sigmoid(logits) if is_binary else softmax(logits, dim=-1)


def clamp_probs(probs: Tensor) -> Tensor:
    """Chances that keep clear of 0 and 1."""
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs: Any, is_binary: bool = False) -> Tensor:
    """Log odds, or logarithms, of chances."""
    clamped = clamp_probs(probs)
    if is_binary:
        return torch.log(clamped) - torch.log1p(-clamped)
    return torch.log(clamped)


def below(n: int, diag: Any) -> Any:
    """Which entries of a square lie on or below a diagonal."""
    count = torch.arange(n)
    return count < count.view(-1, 1) + (diag + 1)


def tril_matrix_to_vec(mat: Tensor, diag: int = 0) -> Any:
    """The entries of matrices on and below a diagonal, row by row."""
    n = mat.shape[-1]
    if diag < -n or diag >= n:
        raise ValueError(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    return mat[..., below(n, diag)]


def vec_to_tril_matrix(vec: Tensor, diag: int = 0) -> Any:
    """Matrices whose entries on and below a diagonal are those of `vec`, row by row."""
    ahead = 1 + 2 * diag
    n = (-ahead + (ahead**2 + 8 * vec.shape[-1] + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2
    if round(n) - n > torch.finfo(vec.dtype).eps:
        raise ValueError(
            f"The size of last dimension is {vec.shape[-1]} which cannot be expressed as the lower "
            "triangular part of a square D x D matrix."
        )
    mat = vec.new_zeros(vec.shape[:-1] + torch.Size((round(n), round(n))))
    mat[..., below(round(n), diag)] = vec
    return mat


class lazy_property:
    """An attribute that is computed when it is first asked for."""

    def __init__(self, wrapped):
        self.wrapped = wrapped
        update_wrapper(self, wrapped)

    def __get__(self, instance, obj_type=None):
        if instance is None:
            return _lazy_property_and_property(self.wrapped)
        with torch.enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


class _lazy_property_and_property(lazy_property, property):
    """What the class itself shows of a lazy property."""

    def __init__(self, wrapped):
        property.__init__(self, wrapped)


class ProbsOrLogits:
    """A distribution of yes or no whose chance is given as `probs` or as `logits`."""

    def _choose(self, probs, logits):
        """Keep the one that was given; the batch shape."""
        if (probs is None) == (logits is None):
            raise ValueError(EITHER)
        given = probs if logits is None else logits
        (self._param,) = broadcast_all(given)
        setattr(self, "probs" if logits is None else "logits", self._param)
        return batch_shape_of(self._param, given)

    def _new(self, *args, **kwargs):
        return self._param.new(*args, **kwargs)

    @lazy_property
    def logits(self) -> Tensor:
        """The log odds."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Any:
        """The chance of a one."""
        return logits_to_probs(self.logits, is_binary=True)

    @property
    def param_shape(self) -> Any:
        """The shape of what was given."""
        return self._param.size()


class ByCategory:
    """A distribution that keeps its chances in a Categorical."""

    def _new(self, *args, **kwargs):
        return self._categorical._new(*args, **kwargs)

    @property
    def _param(self):
        return self._categorical._param

    @property
    def probs(self) -> Tensor:
        """The chance of each category."""
        return self._categorical.probs

    @property
    def logits(self) -> Tensor:
        """The logarithms of the chances, up to a constant."""
        return self._categorical.logits

    @property
    def param_shape(self) -> Any:
        """The shape of what was given."""
        return self._categorical.param_shape
