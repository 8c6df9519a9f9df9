"""The multivariate normal distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import _standard_normal, lazy_property

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor

MATRIX_NAMES = ("covariance_matrix", "precision_matrix", "scale_tril")


def _batch_mv(bmat, bvec):
    """Return the products of batched matrices with batched vectors."""
    return torch.matmul(bmat, bvec.unsqueeze(-1)).squeeze(-1)


def _batch_mahalanobis(bL, bx):
    """Return the squared distances `x^T (L L^T)^-1 x`; the batch of `bL` may be smaller."""
    n = bx.size(-1)
    batch = bx.shape[:-1]
    dims = bL.dim() - 2
    outer = len(batch) - dims
    new = outer + 2 * dims
    shape = bx.shape[:outer]
    for of_matrix, of_vector in zip(bL.shape[:-2], bx.shape[outer:-1]):
        shape += (of_vector // of_matrix, of_matrix)
    order = [*range(outer), *range(outer, new, 2), *range(outer + 1, new, 2), new]
    bx = bx.reshape(shape + (n,)).permute(order)
    flat_L = bL.reshape(-1, n, n)
    flat_x = bx.reshape(-1, flat_L.size(0), n).permute(1, 2, 0)
    distances = torch.linalg.solve_triangular(flat_L, flat_x, upper=False).pow(2).sum(-2).t()
    back = list(range(outer))
    for i in range(dims):
        back += [outer + i, len(batch) + i]
    return distances.reshape(bx.shape[:-1]).permute(back).reshape(batch)


def _precision_to_scale_tril(P):
    """Return the Cholesky factor of the inverse of a precision matrix."""
    factor = torch.linalg.cholesky(torch.flip(P, (-2, -1)))
    inverse = torch.transpose(torch.flip(factor, (-2, -1)), -2, -1)
    identity = torch.eye(P.shape[-1], dtype=P.dtype)
    return torch.linalg.solve_triangular(inverse, identity, upper=False)


def select_given_matrix(matrices: tuple[Tensor | None, ...], error_type: type) -> Any:
    """Return the name and value of the one matrix that is not None, else raise `error_type`."""
    pairs = [pair for pair in zip(MATRIX_NAMES, matrices) if pair[1] is not None]
    if len(pairs) != 1:
        raise error_type(
            "Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified."
        )
    return pairs[0]


def to_scale_tril(name: Any, matrix: Any) -> Any:
    """Return the Cholesky factor of the covariance, from a matrix named as in `MATRICES`."""
    if name == "covariance_matrix":
        return torch.linalg.cholesky(matrix)
    return _precision_to_scale_tril(matrix) if name == "precision_matrix" else matrix


class MultivariateNormal(Distribution):
    """Normal vectors with mean `loc` and a covariance, given as such, as precision or as factor."""

    arg_constraints = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None,
                 validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        name, matrix = select_given_matrix(
            (covariance_matrix, precision_matrix, scale_tril), error_type=ValueError)
        if matrix.dim() < 2:
            named = "scale_tril matrix" if name == "scale_tril" else name
            raise ValueError(
                f"{named} must be at least two-dimensional, with optional leading batch dimensions"
            )
        batch_shape = torch.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        setattr(self, name, matrix.expand(batch_shape + (-1, -1)))
        self.loc = loc.expand(batch_shape + (-1,))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = to_scale_tril(name, matrix)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        return self._expand_params(
            MultivariateNormal, batch_shape, _instance, "_unbroadcasted_scale_tril")

    def _expand_to_batch(self, matrix):
        """Return `matrix` expanded to the batch shape."""
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @lazy_property
    def scale_tril(self) -> Tensor:
        """The Cholesky factor of the covariance."""
        return self._expand_to_batch(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self) -> Tensor:
        """The covariance."""
        factor = self._unbroadcasted_scale_tril
        return self._expand_to_batch(torch.matmul(factor, factor.mT))

    @lazy_property
    def precision_matrix(self) -> Tensor:
        """The inverse of the covariance."""
        return self._expand_to_batch(torch.cholesky_inverse(self._unbroadcasted_scale_tril))

    @property
    def variance(self) -> Tensor:
        squares = self._unbroadcasted_scale_tril.pow(2).sum(-1)
        return squares.expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape: Size = torch.Size()) -> Tensor:
        eps = _standard_normal(self._extended_shape(sample_shape), self.loc.dtype)
        return self.loc + _batch_mv(self._unbroadcasted_scale_tril, eps)

    def _half_log_det(self):
        """Return half the log determinant of the covariance."""
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value: Tensor) -> Tensor:
        difference = self._validate(value) - self.loc
        distance = _batch_mahalanobis(self._unbroadcasted_scale_tril, difference)
        half_log_det = self._half_log_det()
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + distance) - half_log_det

    def entropy(self) -> Tensor:
        entropy = (
            0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._half_log_det()
        )
        return entropy.expand(self._batch_shape) if self._batch_shape else entropy
