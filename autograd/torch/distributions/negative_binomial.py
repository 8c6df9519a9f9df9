"""The negative binomial distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.gamma import Gamma
from torch.distributions.utils import ProbsOrLogits, broadcast_all

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


class NegativeBinomial(ProbsOrLogits, Distribution):
    """The number of successes before `total_count` failures."""

    arg_constraints = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        if probs is not None and logits is None:
            total_count, probs = broadcast_all(total_count, probs)
        elif logits is not None and probs is None:
            total_count, logits = broadcast_all(total_count, logits)
        self._set_param(probs, logits)
        self.total_count = total_count.type_as(self._param)
        super().__init__(self._param.size(), validate_args=validate_args)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        return self._expand_params(NegativeBinomial, batch_shape, _instance)

    @property
    def mean(self) -> Tensor:
        return self.total_count * torch.exp(self.logits)

    @property
    def mode(self) -> Tensor:
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self) -> Tensor:
        return self.mean / torch.sigmoid(-self.logits)

    def sample(self, sample_shape: Size = torch.Size()) -> Tensor:
        with torch.no_grad():
            gamma = Gamma(self.total_count, torch.exp(-self.logits), validate_args=False)
            return torch.poisson(gamma.sample(sample_shape))

    def log_prob(self, value: Tensor) -> Tensor:
        value = self._validate(value)
        unnormalized = (
            self.total_count * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits))
        normalization = (
            -torch.lgamma(self.total_count + value) + torch.lgamma(1.0 + value)
            + torch.lgamma(self.total_count)
        )
        return unnormalized - normalization.masked_fill(self.total_count + value == 0.0, 0.0)
