"""Broadcasting of parameters, conversions of logits, lazy properties: shared by distributions."""

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

euler_constant = 0.57721566490153286060  # Euler-Mascheroni
PROBS_OR_LOGITS_ERROR = "Either `probs` or `logits` must be specified, but not both."


def broadcast_all(*values: Tensor | float | generic) -> tuple[Tensor, ...]:
    """Return the values as tensors of one shape; numbers take the dtype of the first tensor.

    ValueError for anything else.
    """
    if not all(isinstance(v, (torch.Tensor, Number)) for v in values):
        raise ValueError(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing "
            "__torch_function__."
        )
    first = next((v for v in values if isinstance(v, torch.Tensor)), None)
    dtype = torch.get_default_dtype() if first is None else first.dtype
    tensors = [v if isinstance(v, torch.Tensor) else torch.tensor(v, dtype=dtype) for v in values]
    return torch.broadcast_tensors(*tensors)


def batch_shape_of(tensor: Tensor, *values: Tensor | float | generic) -> Size:
    """Return the batch shape of parameters: empty if all were given as numbers."""
    return torch.Size() if all(isinstance(x, Number) for x in values) else tensor.size()


def _standard_normal(shape, dtype, device=None):
    """Return standard normal samples."""
    return torch.empty(shape, dtype=dtype).normal_()


def _sum_rightmost(value, dim):
    """Return the sum over the last `dim` dimensions."""
    return value if dim == 0 else value.reshape(value.shape[:-dim] + (-1,)).sum(-1)


def logits_to_probs(logits: Any, is_binary: bool = False) -> Any:
    """Return the probabilities: the sigmoid of binary logits, else the softmax."""
    return torch.sigmoid(logits) if is_binary else softmax(logits, dim=-1)


def clamp_probs(probs: Tensor) -> Tensor:
    """Return probabilities clamped away from 0 and 1 by the epsilon of the dtype."""
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs: Any, is_binary: bool = False) -> Tensor:
    """Return the log odds of binary probabilities, else their logarithms."""
    clamped = clamp_probs(probs)
    if is_binary:
        return torch.log(clamped) - torch.log1p(-clamped)
    return torch.log(clamped)


def tril_mask(n: int, diag: Any) -> Any:
    """Return a bool matrix, true on and below a diagonal."""
    count = torch.arange(n)
    return count < count.view(-1, 1) + (diag + 1)


def tril_matrix_to_vec(mat: Tensor, diag: int = 0) -> Any:
    """Return the entries of matrices on and below a diagonal, row by row."""
    n = mat.shape[-1]
    if diag < -n or diag >= n:
        raise ValueError(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    return mat[..., tril_mask(n, diag)]


def vec_to_tril_matrix(vec: Tensor, diag: int = 0) -> Any:
    """Return matrices whose entries on and below a diagonal are those of `vec`, row by row."""
    ahead = 1 + 2 * diag
    n = (-ahead + (ahead**2 + 8 * vec.shape[-1] + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2
    if round(n) - n > torch.finfo(vec.dtype).eps:
        raise ValueError(
            f"The size of last dimension is {vec.shape[-1]} which cannot be expressed as the lower "
            "triangular part of a square D x D matrix."
        )
    mat = vec.new_zeros(vec.shape[:-1] + torch.Size((round(n), round(n))))
    mat[..., tril_mask(round(n), diag)] = vec
    return mat


class lazy_property:
    """An attribute computed on first access, and stored in the instance."""

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
    """The value of a lazy property on its class: a property, for documentation tools."""

    def __init__(self, wrapped):
        property.__init__(self, wrapped)


class ProbsOrLogits:
    """Base of distributions with one binary parameter, given as `probs` or `logits`."""

    def _set_param(self, probs, logits):
        """Store the parameter that was given, and return the batch shape.

        ValueError unless exactly one of the two is given.
        """
        if (probs is None) == (logits is None):
            raise ValueError(PROBS_OR_LOGITS_ERROR)
        param = probs if logits is None else logits
        (self._param,) = broadcast_all(param)
        setattr(self, "probs" if logits is None else "logits", self._param)
        return batch_shape_of(self._param, param)

    def _new(self, *args, **kwargs):
        return self._param.new(*args, **kwargs)

    @lazy_property
    def logits(self) -> Tensor:
        """The log odds of a success."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Tensor:
        """The probability of a success."""
        return logits_to_probs(self.logits, is_binary=True)

    @property
    def param_shape(self) -> Size:
        """The shape of the parameter."""
        return self._param.size()


class CategoricalBased:
    """Base of distributions whose probabilities are held by a Categorical distribution."""

    _categorical: Any

    def _new(self, *args, **kwargs):
        return self._categorical._new(*args, **kwargs)

    @property
    def _param(self):
        return self._categorical._param

    @property
    def probs(self) -> Tensor:
        """The probability of each category."""
        return self._categorical.probs

    @property
    def logits(self) -> Tensor:
        """The log probabilities, normalized."""
        return self._categorical.logits

    @property
    def param_shape(self) -> Size:
        """The shape of the parameter."""
        return self._categorical.param_shape
