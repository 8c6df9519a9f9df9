"""The multivariate normal distribution whose covariance is a low-rank matrix plus a diagonal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.multivariate_normal import _batch_mahalanobis, _batch_mv
from torch.distributions.utils import _standard_normal, lazy_property

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


def cholesky_of_identity_plus(K: Any) -> Any:
    """Return the Cholesky factor of `K` plus the identity."""
    K, n = K.contiguous(), K.shape[-1]
    K.view(-1, n * n)[:, :: n + 1] += 1
    return torch.linalg.cholesky(K)


def check_shapes(loc: Any, factor: Any, diagonal: Any) -> None:
    """Raise ValueError if the shapes of the parameters do not fit each other."""
    if loc.dim() < 1:
        raise ValueError("loc must be at least one-dimensional.")
    event_shape = loc.shape[-1:]
    if factor.dim() < 2:
        raise ValueError(
            "cov_factor must be at least two-dimensional, with optional leading batch dimensions")
    if factor.shape[-2:-1] != event_shape:
        raise ValueError(
            f"cov_factor must be a batch of matrices with shape {event_shape[0]} x m")
    if diagonal.shape[-1:] != event_shape:
        raise ValueError(f"cov_diag must be a batch of vectors with shape {event_shape}")


class LowRankMultivariateNormal(Distribution):
    """Normal vectors with the covariance `cov_factor @ cov_factor.mT + diag(cov_diag)`."""

    arg_constraints = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        check_shapes(loc, cov_factor, cov_diag)
        try:
            wide, self.cov_factor, diagonal = torch.broadcast_tensors(
                loc.unsqueeze(-1), cov_factor, cov_diag.unsqueeze(-1))
        except RuntimeError as error:
            raise ValueError(
                f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, "
                f"cov_diag {cov_diag.shape}"
            ) from error
        self.loc, self.cov_diag = wide[..., 0], diagonal[..., 0]
        self._unbroadcasted_cov_factor = cov_factor
        self._unbroadcasted_cov_diag = cov_diag
        self._capacitance_tril = cholesky_of_identity_plus(
            torch.matmul(self._scaled_factor(), cov_factor)
        )
        super().__init__(self.loc.shape[:-1], loc.shape[-1:], validate_args=validate_args)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        return self._expand_params(
            LowRankMultivariateNormal, batch_shape, _instance, "_unbroadcasted_cov_factor",
            "_unbroadcasted_cov_diag", "_capacitance_tril")

    def _scaled_factor(self):
        """Return the transposed factor divided by the diagonal."""
        return self._unbroadcasted_cov_factor.mT / self._unbroadcasted_cov_diag.unsqueeze(-2)

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
    def variance(self) -> Tensor:
        squares = self._unbroadcasted_cov_factor.pow(2).sum(-1)
        variance = squares + self._unbroadcasted_cov_diag
        return variance.expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self) -> Tensor:
        """The Cholesky factor of the covariance."""
        root = self._unbroadcasted_cov_diag.sqrt().unsqueeze(-1)
        factor = self._unbroadcasted_cov_factor / root
        return self._expand_to_batch(
            root * cholesky_of_identity_plus(torch.matmul(factor, factor.mT))
        )

    @lazy_property
    def covariance_matrix(self) -> Tensor:
        """The covariance."""
        factor = self._unbroadcasted_cov_factor
        product = torch.matmul(factor, factor.mT)
        return self._expand_to_batch(product + torch.diag_embed(self._unbroadcasted_cov_diag))

    @lazy_property
    def precision_matrix(self) -> Tensor:
        """The inverse of the covariance, by Woodbury's identity."""
        A = torch.linalg.solve_triangular(
            self._capacitance_tril, self._scaled_factor(), upper=False
        )
        inverse = torch.diag_embed(self._unbroadcasted_cov_diag.reciprocal())
        return self._expand_to_batch(inverse - A.mT @ A)

    def rsample(self, sample_shape: Size = torch.Size()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        of_factor = _standard_normal(shape[:-1] + self.cov_factor.shape[-1:], self.loc.dtype)
        of_diagonal = _standard_normal(shape, self.loc.dtype)
        return (
            self.loc + _batch_mv(self._unbroadcasted_cov_factor, of_factor)
            + self._unbroadcasted_cov_diag.sqrt() * of_diagonal
        )

    def _log_det(self):
        """Return the log determinant of the covariance."""
        factor = self._capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return 2 * factor + self._unbroadcasted_cov_diag.log().sum(-1)

    def _mahalanobis(self, difference):
        """Return the squared Mahalanobis distance."""
        plain = (difference.pow(2) / self._unbroadcasted_cov_diag).sum(-1)
        return plain - _batch_mahalanobis(
            self._capacitance_tril, _batch_mv(self._scaled_factor(), difference))

    def log_prob(self, value: Tensor) -> Tensor:
        distance = self._mahalanobis(self._validate(value) - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + distance)

    def entropy(self) -> Tensor:
        entropy = 0.5 * (
            self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_det())
        return entropy.expand(self._batch_shape) if self._batch_shape else entropy
