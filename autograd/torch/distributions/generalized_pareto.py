"""The generalized Pareto distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import batch_shape_of, broadcast_all

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


class GeneralizedPareto(Distribution):
    """The distribution of values above the threshold `loc`; exponential if `concentration` is 0."""

    arg_constraints = {
        "loc": constraints.real,
        "scale": constraints.positive,
        "concentration": constraints.real,
    }
    has_rsample = True

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(
            batch_shape_of(self.loc, loc, scale, concentration), validate_args=validate_args)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        return self._expand_params(GeneralizedPareto, batch_shape, _instance)

    def rsample(self, sample_shape: Size = torch.Size()) -> Tensor:
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype))

    def _z(self, x):
        return (x - self.loc) / self.scale

    def _split_concentration(self):
        """Return the mask of zero concentrations, and the concentration with 1 in these entries."""
        zero = torch.isclose(self.concentration, torch.zeros_like(self.concentration))
        return zero, torch.where(zero, torch.ones_like(self.concentration), self.concentration)

    def log_prob(self, value: Tensor) -> Tensor:
        z = self._z(self._validate(value))
        zero, safe = self._split_concentration()
        y = 1 / safe + torch.ones_like(z)
        other = torch.where(y == 0, y, y * torch.log1p(safe * z))
        return -self.scale.log() - torch.where(zero, z, other)

    def log_survival_function(self, value: Tensor) -> Any:
        """Return the log of the probability of more than `value`."""
        z = self._z(self._validate(value))
        zero, safe = self._split_concentration()
        return torch.where(zero, -z, -torch.log1p(safe * z) / safe)

    def log_cdf(self, value: Tensor) -> Any:
        """Return the log of the cumulative distribution function at `value`."""
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value: Tensor) -> Tensor:
        return torch.exp(self.log_cdf(value))

    def icdf(self, value: Tensor) -> Tensor:
        zero, safe = self._split_concentration()
        logarithm = torch.log1p(-value)
        other = self.loc + self.scale / safe * torch.expm1(-safe * logarithm)
        return torch.where(zero, self.loc - self.scale * logarithm, other)

    @property
    def mean(self) -> Tensor:
        valid = self.concentration < 1
        result = self.loc + self.scale / (1 - torch.where(valid, self.concentration, 0.5))
        return torch.where(valid, result, math.nan)

    @property
    def variance(self) -> Tensor:
        valid = self.concentration < 0.5
        safe = torch.where(valid, self.concentration, 0.25)
        result = self.scale**2 / ((1 - safe) ** 2 * (1 - 2 * safe))
        return torch.where(valid, result, math.nan)

    def entropy(self) -> Tensor:
        return torch.broadcast_to(torch.log(self.scale) + self.concentration + 1, self._batch_shape)

    @property
    def mode(self) -> Tensor:
        return self.loc

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        end = self.loc - self.scale / self.concentration
        return constraints.interval(self.loc, torch.where(self.concentration < 0, end, math.inf))
