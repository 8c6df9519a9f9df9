"""The Wishart distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any
from torch.types import Number

import torch
from autograd.runtime.warnings import caution
from torch.distributions import constraints
from torch.distributions.chi2 import Chi2
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.multivariate_normal import MATRIX_NAMES, to_scale_tril, select_given_matrix
from torch.distributions.utils import lazy_property

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor

LOG_2 = math.log(2)


def mvdigamma(x: Tensor, p: float) -> Any:
    """Return the derivative of `mvlgamma(x, p)` by `x`."""
    if not x.gt((p - 1) / 2).all():
        raise AssertionError("Wrong domain for multivariate digamma function.")
    steps = torch.arange(p, dtype=x.dtype).div(2).expand(x.shape + (-1,))
    return torch.digamma(x.unsqueeze(-1) - steps).sum(-1)


class Wishart(ExponentialFamily):
    """The Wishart distribution of positive definite matrices, with `df` degrees of freedom."""

    support = constraints.positive_definite
    has_rsample = True
    _mean_carrier_measure = 0

    @property
    def arg_constraints(self) -> Any:
        return {
            "covariance_matrix": constraints.positive_definite,
            "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky,
            "df": constraints.greater_than(self.event_shape[-1] - 1),
        }

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None,
                 validate_args=None):
        name, matrix = select_given_matrix(
            (covariance_matrix, precision_matrix, scale_tril), error_type=AssertionError)
        if matrix.dim() < 2:
            raise ValueError(
                "scale_tril must be at least two-dimensional, with optional leading batch "
                "dimensions"
            )
        if isinstance(df, Number):
            batch_shape = torch.Size(matrix.shape[:-2])
            self.df = torch.tensor(df, dtype=matrix.dtype)
        else:
            batch_shape = torch.broadcast_shapes(matrix.shape[:-2], df.shape)
            self.df = df.expand(batch_shape)
        self._check_df(df, matrix.shape[-1])
        setattr(self, name, matrix.expand(batch_shape + (-1, -1)))
        super().__init__(batch_shape, matrix.shape[-2:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = to_scale_tril(name, matrix)
        self._dist_chi2 = self._make_chi2()

    def _check_df(self, df, p) -> None:
        """Raise ValueError for too few degrees of freedom; warn about unstable sampling."""
        if self.df.le(p - 1).any():
            raise ValueError(
                f"Value of df={df} expected to be greater than ndim - 1 = {p - 1}.")
        if self.df.lt(p).any():
            caution(
                "Low df values detected. Singular samples are highly likely to occur for ndim - 1 "
                "< df < ndim.")

    def _make_chi2(self):
        """Return the chi-squared distributions of the squared diagonal of a sample's factor."""
        steps = torch.arange(self._event_shape[-1], dtype=self._unbroadcasted_scale_tril.dtype)
        return Chi2(df=self.df.unsqueeze(-1) - steps.expand(self._batch_shape + (-1,)))

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        new = self._get_checked_instance(Wishart, _instance)
        batch_shape = torch.Size(batch_shape)
        for name in ("_unbroadcasted_scale_tril", *MATRIX_NAMES):
            if name in self.__dict__:
                value = getattr(self, name)
                setattr(new, name, value.expand(batch_shape + self.event_shape))
        new.df = self.df.expand(batch_shape)
        self._initialize_expanded(new, batch_shape)
        new._dist_chi2 = new._make_chi2()
        return new

    def _expand_to_batch(self, matrix):
        """Return `matrix` expanded to the batch shape."""
        return matrix.expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self) -> Tensor:
        """The Cholesky factor of the scale matrix."""
        return self._expand_to_batch(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self) -> Tensor:
        """The scale matrix."""
        factor = self._unbroadcasted_scale_tril
        return self._expand_to_batch(factor @ factor.transpose(-2, -1))

    @lazy_property
    def precision_matrix(self) -> Tensor:
        """The inverse of the scale matrix."""
        factor = self._unbroadcasted_scale_tril
        identity = torch.eye(self._event_shape[-1], dtype=factor.dtype)
        return self._expand_to_batch(torch.cholesky_solve(identity, factor))

    def _scale(self, factor, matrix):
        """Return `factor`, of the batch shape, times `matrix`."""
        return factor.view(self._batch_shape + (1, 1)) * matrix

    @property
    def mean(self) -> Tensor:
        return self._scale(self.df, self.covariance_matrix)

    @property
    def mode(self) -> Tensor:
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        factor[factor <= 0] = math.nan
        return self._scale(factor, self.covariance_matrix)

    @property
    def variance(self) -> Tensor:
        V = self.covariance_matrix
        diagonal = V.diagonal(dim1=-2, dim2=-1)
        outer = torch.einsum("...i,...j->...ij", diagonal, diagonal)
        return self._scale(self.df, V.pow(2) + outer)

    def _bartlett_sampling(self, sample_shape):
        """Return samples by Bartlett's decomposition."""
        p = self._event_shape[-1]
        roots = self._dist_chi2.rsample(sample_shape).sqrt()
        noise = roots.clamp(min=torch.finfo(roots.dtype).eps).diag_embed(dim1=-2, dim2=-1)
        i, j = torch.tril_indices(p, p, offset=-1)
        shape = torch.Size(sample_shape) + self._batch_shape + (p * (p - 1) // 2,)
        noise[..., i, j] = torch.randn(shape, dtype=noise.dtype)
        factor = self._unbroadcasted_scale_tril @ noise
        return factor @ factor.transpose(-2, -1)

    def _needs_resampling(self, sample):
        """Return which samples to draw again: at first, as in torch, those within the support."""
        is_supported = self.support.check(sample)
        dims = [-(x + 1) for x in range(len(self._batch_shape))]
        return is_supported.amax(dims) if self._batch_shape else is_supported

    def rsample(self, sample_shape: Size = torch.Size(), max_try_correction: int = 10) -> Tensor:
        sample = self._bartlett_sampling(torch.Size(sample_shape))
        singular = self._needs_resampling(sample)
        if not singular.any():
            return sample
        caution("Singular sample detected.")
        for _ in range(max_try_correction or 0):
            new = self._bartlett_sampling(singular[singular].shape)
            sample[singular] = new
            still_singular = ~self.support.check(new)
            if self._batch_shape:
                still_singular = still_singular.amax(
                    [-(x + 1) for x in range(len(self._batch_shape))]
                )
            singular[singular.clone()] = still_singular
            if not singular.any():
                break
        return sample

    def _log_diagonal(self):
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value: Tensor) -> Tensor:
        nu, p = self.df, self._event_shape[-1]
        solved = torch.cholesky_solve(self._validate(value), self._unbroadcasted_scale_tril)
        return (
            -nu * (p * LOG_2 / 2 + self._log_diagonal())
            - torch.mvlgamma(nu / 2, p=p)
            + (nu - p - 1) / 2 * torch.linalg.slogdet(value).logabsdet
            - solved.diagonal(dim1=-2, dim2=-1).sum(dim=-1) / 2
        )

    def entropy(self) -> Tensor:
        nu, p = self.df, self._event_shape[-1]
        return (
            (p + 1) * (p * LOG_2 / 2 + self._log_diagonal())
            + torch.mvlgamma(nu / 2, p=p)
            - (nu - p - 1) / 2 * mvdigamma(nu / 2, p=p)
            + nu * p / 2
        )

    @property
    def _natural_params(self):
        return -self.precision_matrix / 2, (self.df - self._event_shape[-1] - 1) / 2

    def _log_normalizer(self, x, y):
        p = self._event_shape[-1]
        half = y + (p + 1) / 2
        return half * (-torch.linalg.slogdet(-2 * x).logabsdet + LOG_2 * p) + torch.mvlgamma(
            half, p=p)
