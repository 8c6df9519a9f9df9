"""The half-normal distribution."""

from __future__ import annotations

import math
from typing import Any

from torch.distributions.folded import Folded
from torch.distributions.normal import Normal


class HalfNormal(Folded):
    """The absolute value of a normal variable around 0."""

    whole = Normal

    @property
    def mean(self) -> Any:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Any:
        return self.scale.pow(2) * (1 - 2 / math.pi)
