"""Distributions of transformed random variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.independent import Independent
from torch.distributions.transforms import ComposeTransform, Transform
from torch.distributions.utils import _sum_rightmost

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor
    from torch.distributions.constraints import _Real


class TransformedDistribution(Distribution):
    """The distribution of samples of `base_dist` after a sequence of transforms."""

    arg_constraints = {}

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.transforms = self._as_list(transforms)
        shape = base_distribution.batch_shape + base_distribution.event_shape
        base_dims = len(base_distribution.event_shape)
        transform = ComposeTransform(self.transforms)
        if len(shape) < transform.domain.event_dim:
            raise ValueError(
                "base_distribution needs to have shape with size at least "
                f"{transform.domain.event_dim}, but got {shape}."
            )
        forward_shape = transform.forward_shape(shape)
        expanded = transform.inverse_shape(forward_shape)
        if shape != expanded:
            base_distribution = base_distribution.expand(expanded[:len(expanded) - base_dims])
        moved = transform.domain.event_dim - base_dims
        if moved > 0:
            base_distribution = Independent(base_distribution, moved)
        self.base_dist = base_distribution
        change = transform.codomain.event_dim - transform.domain.event_dim
        cut = len(forward_shape) - max(transform.codomain.event_dim, base_dims + change)
        super().__init__(forward_shape[:cut], forward_shape[cut:], validate_args=validate_args)

    @staticmethod
    def _as_list(transforms):
        if isinstance(transforms, Transform):
            return [transforms]
        if not isinstance(transforms, list):
            raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
        if not all(isinstance(t, Transform) for t in transforms):
            raise ValueError("transforms must be a Transform or a list of Transforms")
        return transforms

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        new = self._get_checked_instance(TransformedDistribution, _instance)
        batch_shape = torch.Size(batch_shape)
        shape = batch_shape + self.event_shape
        for t in reversed(self.transforms):
            shape = t.inverse_shape(shape)
        cut = len(shape) - len(self.base_dist.event_shape)
        new.base_dist = self.base_dist.expand(shape[:cut])
        new.transforms = self.transforms
        return self._initialize_expanded(new, batch_shape)

    @constraints.dependent_property(is_discrete=False)
    def support(self) -> _Real:
        if not self.transforms:
            return self.base_dist.support
        support = self.transforms[-1].codomain
        more = len(self.event_shape) - support.event_dim
        return constraints.independent(support, more) if more > 0 else support

    @property
    def has_rsample(self) -> bool:
        return self.base_dist.has_rsample

    def sample(self, sample_shape: Size = torch.Size()) -> Tensor:
        with torch.no_grad():
            x = self.base_dist.sample(sample_shape)
            for transform in self.transforms:
                x = transform(x)
            return x

    def rsample(self, sample_shape: Size = torch.Size()) -> Tensor:
        x = self.base_dist.rsample(sample_shape)
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value: Tensor) -> Tensor:
        y = self._validate(value)
        event_dim = len(self.event_shape)
        log_prob = 0.0
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            event_dim += transform.domain.event_dim - transform.codomain.event_dim
            log_prob = log_prob - _sum_rightmost(
                transform.log_abs_det_jacobian(x, y), event_dim - transform.domain.event_dim)
            y = x
        return log_prob + _sum_rightmost(
            self.base_dist.log_prob(y), event_dim - len(self.base_dist.event_shape))

    def _monotonize_cdf(self, value):
        """Return `value`, or 1 minus it if the transforms are decreasing."""
        sign = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        if isinstance(sign, int) and sign == 1:
            return value
        return sign * (value - 0.5) + 0.5

    def cdf(self, value: Tensor) -> Tensor:
        for transform in self.transforms[::-1]:
            value = transform.inv(value)
        if self._validate_args:
            self.base_dist._validate_sample(value)
        return self._monotonize_cdf(self.base_dist.cdf(value))

    def icdf(self, value: Tensor) -> Tensor:
        value = self.base_dist.icdf(self._monotonize_cdf(value))
        for transform in self.transforms:
            value = transform(value)
        return value
