"""Transforms of vectors and matrices."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.elementwise import _clipped_sigmoid
from torch.distributions.transform import FEW, Transform
from torch.distributions.utils import tril_matrix_to_vec, vec_to_tril_matrix
from torch.nn.functional import logsigmoid, pad, softplus

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


class ReshapeTransform(Transform):
    """Another shape of the last dimensions."""

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size=0):
        self.in_shape = torch.Size(in_shape)
        self.out_shape = torch.Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")
        super().__init__(cache_size=cache_size)

    @constraints.dependent_property
    def domain(self) -> Any:
        return constraints.independent(constraints.real, len(self.in_shape))

    @constraints.dependent_property
    def codomain(self) -> Any:
        return constraints.independent(constraints.real, len(self.out_shape))

    def with_cache(self, cache_size: int = 1) -> Any:
        if self._cache_size == cache_size:
            return self
        return ReshapeTransform(self.in_shape, self.out_shape, cache_size=cache_size)

    def _call(self, x):
        return x.reshape(x.shape[:x.dim() - len(self.in_shape)] + self.out_shape)

    def _inverse(self, y):
        return y.reshape(y.shape[:y.dim() - len(self.out_shape)] + self.in_shape)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        return x.new_zeros(x.shape[:x.dim() - len(self.in_shape)])

    def forward_shape(self, shape: Size) -> Any:
        return exchanged(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape: Size) -> Any:
        return exchanged(shape, self.out_shape, self.in_shape)


def exchanged(shape: Size, before: str, after: str) -> Any:
    """`shape` with its end `before` replaced by `after`."""
    cut = len(shape) - len(before)
    if cut < 0:
        raise ValueError(FEW)
    if shape[cut:] != before:
        raise ValueError(f"Shape mismatch: expected {shape[cut:]} but got {before}")
    return shape[:cut] + after


class _OfVectors(Transform):
    """A transform of the last dimension."""

    domain = constraints.real_vector

    def __eq__(self, other):
        return isinstance(other, type(self))

    __hash__ = None

    def forward_shape(self, shape: Size) -> Any:
        if len(shape) < 1:
            raise ValueError(FEW)
        return shape

    def inverse_shape(self, shape: Size) -> Any:
        if len(shape) < 1:
            raise ValueError(FEW)
        return shape


class SoftmaxTransform(_OfVectors):
    """`y = exp(x)`, made to sum to 1."""

    codomain = constraints.simplex

    def _call(self, x):
        probs = (x - x.max(-1, True)[0]).exp()
        return probs / probs.sum(-1, True)

    def _inverse(self, y):
        return y.log()


class StickBreakingTransform(_OfVectors):
    """Parts of a stick that is broken again and again."""

    codomain = constraints.simplex
    bijective = True

    def _call(self, x):
        offset = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        z = _clipped_sigmoid(x - offset.log())
        rest = (1 - z).cumprod(-1)
        return pad(z, [0, 1], value=1) * pad(rest, [1, 0], value=1)

    def _inverse(self, y):
        cropped = y[..., :-1]
        offset = y.shape[-1] - y.new_ones(cropped.shape[-1]).cumsum(-1)
        rest = torch.clamp(1 - cropped.cumsum(-1), min=torch.finfo(y.dtype).tiny)
        return cropped.log() - rest.log() + offset.log()

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        offset = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        x = x - offset.log()
        return (-x + logsigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape: Size) -> Any:
        return super().forward_shape(shape)[:-1] + (shape[-1] + 1,)

    def inverse_shape(self, shape: Size) -> Any:
        return super().inverse_shape(shape)[:-1] + (shape[-1] - 1,)


class _OfMatrices(Transform):
    """A transform of the last two dimensions."""

    domain = constraints.independent(constraints.real, 2)

    def __eq__(self, other):
        return isinstance(other, type(self))

    __hash__ = None


class LowerCholeskyTransform(_OfMatrices):
    """Lower triangular matrices with a positive diagonal."""

    codomain = constraints.lower_cholesky

    def _call(self, x):
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y):
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(_OfMatrices):
    """Positive definite matrices."""

    codomain = constraints.positive_definite

    def _call(self, x):
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.mT

    def _inverse(self, y):
        return LowerCholeskyTransform().inv(torch.linalg.cholesky(y))


class CorrCholeskyTransform(Transform):
    """Cholesky factors of correlation matrices, from the numbers under their diagonal."""

    domain = constraints.real_vector
    codomain = constraints.corr_cholesky
    bijective = True

    def _call(self, x):
        eps = torch.finfo(x.dtype).eps
        r = vec_to_tril_matrix(torch.tanh(x).clamp(min=-1 + eps, max=1 - eps), diag=-1)
        left = (1 - r**2).sqrt().cumprod(-1)
        r = r + torch.eye(r.shape[-1], dtype=r.dtype)
        return r * pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y):
        left = pad((1 - torch.cumsum(y * y, dim=-1))[..., :-1], [1, 0], value=1)
        t = tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(left, diag=-1).sqrt()
        return (t.log1p() - t.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor, intermediates: Any = None) -> Any:
        left = tril_matrix_to_vec(1 - (y * y).cumsum(dim=-1), diag=-2)
        of_tanh = -2 * (x + softplus(-2 * x) - math.log(2.0)).sum(dim=-1)
        return 0.5 * left.log().sum(-1) + of_tanh

    def forward_shape(self, shape: Size) -> Any:
        if len(shape) < 1:
            raise ValueError(FEW)
        count = shape[-1]
        side = round((0.25 + 2 * count) ** 0.5 + 0.5)
        if side * (side - 1) // 2 != count:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return shape[:-1] + (side, side)

    def inverse_shape(self, shape: Size) -> Any:
        if len(shape) < 2:
            raise ValueError(FEW)
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        side = shape[-1]
        return shape[:-2] + (side * (side - 1) // 2,)
