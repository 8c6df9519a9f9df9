"""The half-Cauchy distribution."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.distributions.cauchy import Cauchy
from torch.distributions.folded import Folded


class HalfCauchy(Folded):
    """The absolute value of a Cauchy variable around 0."""

    whole = Cauchy

    @property
    def mean(self) -> Any:
        return torch.full(self._extended_shape(), math.inf, dtype=self.scale.dtype)

    @property
    def variance(self) -> Any:
        return self.base_dist.variance
