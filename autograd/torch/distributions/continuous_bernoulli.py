"""The continuous Bernoulli distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.utils import (
    PROBS_OR_LOGITS_ERROR,
    batch_shape_of,
    broadcast_all,
    clamp_probs,
    lazy_property,
    logits_to_probs,
    probs_to_logits,
)
from torch.nn.functional import binary_cross_entropy_with_logits

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


class ContinuousBernoulli(ExponentialFamily):
    """The continuous Bernoulli distribution on [0, 1] (Loaiza-Ganem and Cunningham 2019).

    Where `probs` lies within `lims`, around 0.5, Taylor series replace formulas that cancel there.
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError(PROBS_OR_LOGITS_ERROR)
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
            if validate_args is not None and not constraints.unit_interval.check(self.probs).all():
                raise ValueError("The parameter probs has invalid values")
            self._param = self.probs = clamp_probs(self.probs)
        else:
            (self._param,) = (self.logits,) = broadcast_all(logits)
        self._lims = lims
        shape = batch_shape_of(self._param, logits if probs is None else probs)
        super().__init__(shape, validate_args=validate_args)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        return self._expand_params(ContinuousBernoulli, batch_shape, _instance, "_lims")

    @lazy_property
    def logits(self) -> Tensor:
        """The log odds of `probs`."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Tensor:
        """The parameter in (0, 1), which is no probability here."""
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    @property
    def param_shape(self) -> Size:
        """The shape of the parameter."""
        return self._param.size()

    def _outside_unstable_region(self):
        """Return a mask, true where `probs` lies outside of the unstable region."""
        return torch.max(torch.le(self.probs, self._lims[0]), torch.gt(self.probs, self._lims[1]))

    def _cut_probs(self):
        return torch.where(
            self._outside_unstable_region(), self.probs, self._lims[0] * torch.ones_like(self.probs)
        )

    def _cont_bern_log_norm(self):
        """Return the logarithm of the normalizing constant."""
        p = self._cut_probs()
        small = torch.le(p, 0.5)
        below = torch.where(small, p, torch.zeros_like(p))
        above = torch.where(torch.ge(p, 0.5), p, torch.ones_like(p))
        log_norm = torch.log(torch.abs(torch.log1p(-p) - torch.log(p))) - torch.where(
            small, torch.log1p(-2.0 * below), torch.log(2.0 * above - 1.0))
        x = torch.pow(self.probs - 0.5, 2)
        taylor = math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x
        return torch.where(self._outside_unstable_region(), log_norm, taylor)

    @property
    def mean(self) -> Tensor:
        p = self._cut_probs()
        means = p / (2.0 * p - 1.0) + 1.0 / (torch.log1p(-p) - torch.log(p))
        x = self.probs - 0.5
        taylor = 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * torch.pow(x, 2)) * x
        return torch.where(self._outside_unstable_region(), means, taylor)

    @property
    def stddev(self) -> Tensor:
        return torch.sqrt(self.variance)

    @property
    def variance(self) -> Tensor:
        p = self._cut_probs()
        variances = p * (p - 1.0) / torch.pow(1.0 - 2.0 * p, 2) + 1.0 / torch.pow(
            torch.log1p(-p) - torch.log(p), 2)
        x = torch.pow(self.probs - 0.5, 2)
        taylor = 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x
        return torch.where(self._outside_unstable_region(), variances, taylor)

    def rsample(self, sample_shape: Size = torch.Size()) -> Tensor:
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype))

    def log_prob(self, value: Tensor) -> Tensor:
        logits, value = broadcast_all(self.logits, self._validate(value))
        loss = binary_cross_entropy_with_logits(logits, value, reduction="none")
        return -loss + self._cont_bern_log_norm()

    def cdf(self, value: Tensor) -> Tensor:
        p = self._cut_probs()
        inside = torch.pow(p, self._validate(value)) * torch.pow(1.0 - p, 1.0 - value)
        inside = torch.where(
            self._outside_unstable_region(), (inside + p - 1.0) / (2.0 * p - 1.0), value
        )
        upper = torch.where(torch.ge(value, 1.0), torch.ones_like(value), inside)
        return torch.where(torch.le(value, 0.0), torch.zeros_like(value), upper)

    def icdf(self, value: Tensor) -> Tensor:
        p = self._cut_probs()
        quantile = torch.log1p(-p + value * (2.0 * p - 1.0)) - torch.log1p(-p)
        quantile = quantile / (torch.log(p) - torch.log1p(-p))
        return torch.where(self._outside_unstable_region(), quantile, value)

    def entropy(self) -> Tensor:
        log_zero, log_one = torch.log1p(-self.probs), torch.log(self.probs)
        return self.mean * (log_zero - log_one) - self._cont_bern_log_norm() - log_zero

    @property
    def _natural_params(self):
        return (self.logits,)

    def _log_normalizer(self, x):
        low, high = (limit - 0.5 for limit in self._lims)
        outside = torch.max(torch.le(x, low), torch.gt(x, high))
        cut = torch.where(outside, x, low * torch.ones_like(x))
        log_norm = torch.log(torch.abs(torch.special.expm1(cut))) - torch.log(torch.abs(cut))
        taylor = 0.5 * x + torch.pow(x, 2) / 24.0 - torch.pow(x, 4) / 2880.0
        return torch.where(outside, log_norm, taylor)
