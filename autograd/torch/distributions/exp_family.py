"""Exponential families, whose entropy follows from the log normalizer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch.distributions.distribution import Distribution

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class ExponentialFamily(Distribution):
    """A distribution with the density `exp(<t(x), theta> - F(theta) + k(x))`."""

    @property
    def _natural_params(self):
        raise NotImplementedError

    def _log_normalizer(self, *natural_params):
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self):
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """Return the entropy from the gradient of the log normalizer, by the Bregman divergence."""
        params = [p.detach().requires_grad_() for p in self._natural_params]
        normalizer = self._log_normalizer(*params)
        gradients = torch.autograd.grad(normalizer.sum(), params, create_graph=True)
        result = -self._mean_carrier_measure + normalizer
        for param, gradient in zip(params, gradients):
            result = result - (param * gradient).reshape(self._batch_shape + (-1,)).sum(-1)
        return result
