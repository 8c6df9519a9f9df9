"""The Fisher-Snedecor distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import nan
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.gamma import Gamma
from torch.distributions.utils import batch_shape_of, broadcast_all

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


class FisherSnedecor(Distribution):
    """The ratio of two chi-squared variables, each divided by its degrees of freedom."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(batch_shape_of(self.df1, df1, df2), validate_args=validate_args)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        new = self._get_checked_instance(FisherSnedecor, _instance)
        batch_shape = torch.Size(batch_shape)
        new.df1, new.df2 = self.df1.expand(batch_shape), self.df2.expand(batch_shape)
        new._gamma1 = self._gamma1.expand(batch_shape)
        new._gamma2 = self._gamma2.expand(batch_shape)
        return self._initialize_expanded(new, batch_shape)

    @property
    def mean(self) -> Tensor:
        df2 = self.df2.clone()
        df2[df2 <= 2] = nan
        return df2 / (df2 - 2)

    @property
    def mode(self) -> Tensor:
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        mode[self.df1 <= 2] = nan
        return mode

    @property
    def variance(self) -> Tensor:
        df2 = self.df2.clone()
        df2[df2 <= 4] = nan
        return (
            2 * df2.pow(2) * (self.df1 + df2 - 2)
            / (self.df1 * (df2 - 2).pow(2) * (df2 - 4))
        )

    def rsample(self, sample_shape: Size = torch.Size()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        above, below = (each.rsample(sample_shape).view(shape)
                        for each in (self._gamma1, self._gamma2))
        tiny = torch.finfo(below.dtype).tiny
        below.clamp_(min=tiny)
        ratio = above / below
        ratio.clamp_(min=tiny)
        return ratio

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate(value)
        half1, half2, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        first = (half1 + half2).lgamma() - half1.lgamma() - half2.lgamma()
        second = half1 * ratio.log() + (half1 - 1) * torch.log(value)
        return first + second - (half1 + half2) * torch.log1p(ratio * value)
