"""Mixtures of distributions of one family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.categorical import Categorical
from torch.distributions.distribution import Distribution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


class MixtureSameFamily(Distribution):
    """A mixture whose components lie along the last batch dimension of one distribution.

    A Categorical distribution selects the component.
    """

    arg_constraints = {}
    has_rsample = False

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self._mixture_distribution = mixture_distribution
        self._component_distribution = component_distribution
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(
                " The Mixture distribution needs to be an  instance of "
                "torch.distributions.Categorical"
            )
        if not isinstance(component_distribution, Distribution):
            raise ValueError(
                "The Component distribution needs to be an instance of "
                "torch.distributions.Distribution"
            )
        batch = component_distribution.batch_shape[:-1]
        check_components(mixture_distribution, component_distribution, batch)
        self._num_component = mixture_distribution.logits.shape[-1]
        event_shape = component_distribution.event_shape
        self._event_ndims = len(event_shape)
        super().__init__(batch, event_shape, validate_args=validate_args)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        batch_shape = torch.Size(batch_shape)
        new = self._get_checked_instance(MixtureSameFamily, _instance)
        components = batch_shape + (self._num_component,)
        new._component_distribution = self._component_distribution.expand(components)
        new._mixture_distribution = self._mixture_distribution.expand(batch_shape)
        new._num_component = self._num_component
        new._event_ndims = self._event_ndims
        return self._initialize_expanded(new, batch_shape)

    @constraints.dependent_property
    def support(self) -> Any:
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    @property
    def mixture_distribution(self) -> Any:
        """The distribution of the component's index."""
        return self._mixture_distribution

    @property
    def component_distribution(self) -> Any:
        """The distribution whose last batch dimension has the components."""
        return self._component_distribution

    def _average_components(self, values):
        """Return the mean of `values` over the components, weighted by their probabilities."""
        probs = self._pad_mixture_dimensions(self.mixture_distribution.probs)
        return torch.sum(probs * values, dim=-1 - self._event_ndims)

    @property
    def mean(self) -> Tensor:
        return self._average_components(self.component_distribution.mean)

    @property
    def variance(self) -> Tensor:
        within = self._average_components(self.component_distribution.variance)
        deviation = self.component_distribution.mean - self._pad(self.mean)
        return within + self._average_components(deviation.pow(2.0))

    def cdf(self, x: Tensor) -> Tensor:
        cdf_x = self.component_distribution.cdf(self._pad(x))
        return torch.sum(cdf_x * self.mixture_distribution.probs, dim=-1)

    def log_prob(self, x: Tensor) -> Tensor:
        log_prob_x = self.component_distribution.log_prob(self._pad(self._validate(x)))
        log_mix_prob = torch.log_softmax(self.mixture_distribution.logits, dim=-1)
        return torch.logsumexp(log_prob_x + log_mix_prob, dim=-1)

    def sample(self, sample_shape: Size = torch.Size()) -> Tensor:
        with torch.no_grad():
            dim = len(sample_shape) + len(self.batch_shape)
            index = self.mixture_distribution.sample(sample_shape)
            samples = self.component_distribution.sample(sample_shape)
            index_shape = index.shape
            index = index.reshape(index_shape + (1,) * (len(self.event_shape) + 1))
            index = index.repeat((1,) * len(index_shape) + (1,) + tuple(self.event_shape))
            return torch.gather(samples, dim, index).squeeze(dim)

    def _pad(self, x):
        return x.unsqueeze(-1 - self._event_ndims)

    def _pad_mixture_dimensions(self, x):
        have = len(self.mixture_distribution.batch_shape)
        missing = 0 if have == 1 else len(self.batch_shape) - have
        return x.reshape(x.shape[:-1] + (1,) * missing + x.shape[-1:] + (1,) * self._event_ndims)

    def __repr__(self) -> str:
        return (f"MixtureSameFamily(\n  {self.mixture_distribution},\n  "
                f"{self.component_distribution})")


def check_components(mixture: Any, components: Any, batch: Sequence[int]) -> None:
    """Raise ValueError unless the mixture selects among these components."""
    for a, b in zip(reversed(mixture.batch_shape), reversed(batch)):
        if a != 1 and b != 1 and a != b:
            raise ValueError(
                f"`mixture_distribution.batch_shape` ({mixture.batch_shape}) is not compatible "
                f"with `component_distribution.batch_shape`({batch})"
            )
    have, num_components = mixture.logits.shape[-1], components.batch_shape[-1]
    if have != num_components:
        raise ValueError(
            f"`mixture_distribution component` ({have}) does not equal "
            f"`component_distribution.batch_shape[-1]` ({num_components})"
        )
