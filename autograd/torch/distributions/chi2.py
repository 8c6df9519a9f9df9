"""The chi-squared distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torch.distributions import constraints
from torch.distributions.gamma import Gamma

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


class Chi2(Gamma):
    """The sum of the squares of `df` independent standard normal variables."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        new = self._get_checked_instance(Chi2, _instance)
        new.concentration = self.concentration.expand(batch_shape)
        new.rate = self.rate.expand(batch_shape)
        return super().expand(batch_shape, new)

    @property
    def df(self) -> Tensor:
        """The degrees of freedom."""
        return self.concentration * 2
