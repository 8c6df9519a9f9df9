"""Transforms of the pieces of which a tensor is made, side by side or stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.constraint_pieces import check_dim
from torch.distributions.transform import Transform
from torch.distributions.utils import _sum_rightmost, lazy_property

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class _Pieces(Transform):
    """A transform for each piece along `dim`."""

    def __init__(self, tseq, dim, cache_size):
        if not all(isinstance(t, Transform) for t in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        if cache_size:
            tseq = [t.with_cache(cache_size) for t in tseq]
        super().__init__(cache_size=cache_size)
        self.transforms = list(tseq)
        self.dim = dim

    @property
    def bijective(self) -> Any:
        return all(t.bijective for t in self.transforms)

    def _call(self, x):
        parts = self._parts(x, "tensor", "x")
        return self._joined([t(part) for t, part in zip(self.transforms, parts)])

    def _inverse(self, y):
        parts = self._parts(y, "tensor", "y")
        return self._joined([t.inv(part) for t, part in zip(self.transforms, parts)])


class CatTransform(_Pieces):
    """Transforms for pieces of the given lengths, as `torch.cat` joins them."""

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        super().__init__(tseq, dim, cache_size)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(
                f"lengths ({len(self.lengths)}) must match transforms ({len(self.transforms)})")

    @lazy_property
    def event_dim(self) -> Any:
        return max(t.event_dim for t in self.transforms)

    @lazy_property
    def length(self) -> Any:
        """How long all pieces are together."""
        return sum(self.lengths)

    @constraints.dependent_property
    def domain(self) -> Any:
        return constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths)

    @constraints.dependent_property
    def codomain(self) -> Any:
        return constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths)

    def with_cache(self, cache_size: int = 1) -> Any:
        if self._cache_size == cache_size:
            return self
        return CatTransform(self.transforms, self.dim, self.lengths, cache_size)

    def _parts(self, value, name, letter=None):
        check_dim(self.dim, value, name)
        if value.size(self.dim) != self.length:
            raise AssertionError(
                f"{letter or name}.size({self.dim}) = {value.size(self.dim)} must equal length "
                f"{self.length}"
            )
        return value.split(self.lengths, self.dim)

    def _joined(self, parts):
        return torch.cat(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        terms = []
        for t, a, b in zip(self.transforms, self._parts(x, "x"), self._parts(y, "y")):
            term = t.log_abs_det_jacobian(a, b)
            terms.append(_sum_rightmost(term, max(self.event_dim - t.event_dim, 0)))
        dim = (self.dim - x.dim() if self.dim >= 0 else self.dim) + self.event_dim
        return torch.cat(terms, dim=dim) if dim < 0 else sum(terms)


class StackTransform(_Pieces):
    """One transform for each slice, as `torch.stack` joins them."""

    def __init__(self, tseq, dim=0, cache_size=0):
        super().__init__(tseq, dim, cache_size)

    @constraints.dependent_property
    def domain(self) -> Any:
        return constraints.stack([t.domain for t in self.transforms], self.dim)

    @constraints.dependent_property
    def codomain(self) -> Any:
        return constraints.stack([t.codomain for t in self.transforms], self.dim)

    def with_cache(self, cache_size: int = 1) -> Any:
        if self._cache_size == cache_size:
            return self
        return StackTransform(self.transforms, self.dim, cache_size)

    def _parts(self, value, name, letter=None):
        check_dim(self.dim, value, name)
        if value.size(self.dim) != len(self.transforms):
            raise AssertionError(
                f"{letter or name}.size({self.dim}) = {value.size(self.dim)} must equal "
                f"len(transforms) {len(self.transforms)}"
            )
        return [value.select(self.dim, i) for i in range(value.size(self.dim))]

    def _joined(self, parts):
        return torch.stack(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        return self._joined([
            t.log_abs_det_jacobian(a, b)
            for t, a, b in zip(self.transforms, self._parts(x, "x"), self._parts(y, "y"))
        ])
