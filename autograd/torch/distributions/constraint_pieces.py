"""Constraints of the pieces of which a tensor is made, side by side or stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch.distributions.constraint import Constraint

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def check_dim(dim: int, value: Tensor, name: str = "value") -> None:
    """Raise torch's error unless `value` has the dimension `dim`."""
    if not -value.dim() <= dim < value.dim():
        raise AssertionError(f"dim {dim} out of range for {name} with {value.dim()} dimensions")


class _Pieces(Constraint):
    """A constraint for each piece along `dim`."""

    def __init__(self, cseq, dim=0):
        if not all(isinstance(c, Constraint) for c in cseq):
            raise AssertionError("All elements of cseq must be Constraint instances")
        self.cseq = list(cseq)
        self.dim = dim
        super().__init__()

    @property
    def is_discrete(self) -> bool:
        return any(c.is_discrete for c in self.cseq)

    @property
    def event_dim(self) -> Any:
        return max(c.event_dim for c in self.cseq)


class _Cat(_Pieces):
    """Pieces of the given lengths, as `torch.cat` joins them."""

    def __init__(self, cseq, dim=0, lengths=None):
        super().__init__(cseq, dim)
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.cseq):
            raise AssertionError(
                f"lengths ({len(self.lengths)}) must match cseq ({len(self.cseq)})")

    def check(self, value: Tensor) -> Any:
        check_dim(self.dim, value)
        pieces = value.split(self.lengths, self.dim)
        return torch.cat([c.check(v) for c, v in zip(self.cseq, pieces)], self.dim)


class _Stack(_Pieces):
    """One slice for each constraint, as `torch.stack` joins them."""

    @property
    def event_dim(self) -> Any:
        dim = super().event_dim
        return dim + 1 if self.dim + dim < 0 else dim

    def check(self, value: Tensor) -> Any:
        check_dim(self.dim, value)
        slices = [value.select(self.dim, i) for i in range(value.size(self.dim))]
        return torch.stack([c.check(v) for v, c in zip(slices, self.cseq)], self.dim)


cat = _Cat
stack = _Stack
