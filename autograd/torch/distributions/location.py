"""What distributions share that have a place, and perhaps a width."""

from __future__ import annotations

from typing import Any

from torch.distributions import constraints
from torch.distributions.utils import batch_shape_of, broadcast_all
from autograd.runtime.method_owner import told_by_heirs


class AtLoc:
    """The mean and the mode are at `loc`."""

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def mode(self) -> Any:
        return self.loc


@told_by_heirs("__init__")
class Located(AtLoc):
    """Parameters `loc` and `scale`."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(batch_shape_of(self.loc, loc, scale), validate_args=validate_args)
