"""The binomial distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import PROBS_OR_LOGITS_ERROR, ProbsOrLogits, broadcast_all

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


def _clamp_by_zero(x):
    """Return `x` clamped below at 0, with the gradient one half at 0."""
    return (x.clamp(min=0) + x - x.clamp(max=0)) / 2


class Binomial(ProbsOrLogits, Distribution):
    """The number of successes in `total_count` independent trials."""

    arg_constraints = {"total_count": constraints.nonnegative_integer,
                       "probs": constraints.unit_interval, "logits": constraints.real}
    has_enumerate_support = True

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError(PROBS_OR_LOGITS_ERROR)
        total_count, self._param = broadcast_all(total_count, probs if logits is None else logits)
        setattr(self, "probs" if logits is None else "logits", self._param)
        self.total_count = total_count.type_as(self._param)
        super().__init__(self._param.size(), validate_args=validate_args)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        return self._expand_params(Binomial, batch_shape, _instance)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Tensor:
        return self.total_count * self.probs

    @property
    def mode(self) -> Tensor:
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self) -> Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Size = torch.Size()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate(value)
        normalize = (
            self.total_count * _clamp_by_zero(self.logits)
            + self.total_count * torch.log1p(torch.exp(-torch.abs(self.logits)))
            - torch.lgamma(self.total_count + 1)
        )
        return (
            value * self.logits
            - torch.lgamma(value + 1)
            - torch.lgamma(self.total_count - value + 1)
            - normalize
        )

    def entropy(self) -> Tensor:
        self._common_total_count("entropy")
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(torch.exp(log_prob) * log_prob).sum(0)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        values = torch.arange(
            1 + self._common_total_count("enumerate_support"), dtype=self._param.dtype
        )
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1,) + self._batch_shape) if expand else values

    def _common_total_count(self, name):
        """Return the number of trials as an int; raise NotImplementedError if it varies in the
        batch."""
        total_count = int(self.total_count.max())
        if self.total_count.min() != total_count:
            raise NotImplementedError(f"Inhomogeneous total count not supported by `{name}`.")
        return total_count
