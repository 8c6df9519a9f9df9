"""Transforms composed of other transforms, with their base class `Transform`."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.constraints import check_dim
from torch.distributions.utils import _sum_rightmost, lazy_property

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor
    from torch.distributions.constraints import _Real

TOO_FEW_DIMS = "Too few dimensions on input"


class Transform:
    """An invertible transform with a computable log det Jacobian: `t(x)`, `t.inv(y)`.

    With `cache_size=1` the last pair of `x` and `y` is remembered, by identity.
    """

    bijective: Any = False
    domain: Any  # a constraint
    codomain: Any
    _inv: Any
    _cached_x_y: tuple[Any, Any]

    def __init__(self, cache_size: int = 0) -> None:
        self._cache_size = cache_size
        self._inv = None
        if cache_size == 1:
            self._cached_x_y = None, None
        elif cache_size:
            raise ValueError("cache_size must be 0 or 1")
        super().__init__()

    @property
    def event_dim(self) -> int:
        """The number of dimensions of one event; ValueError if domain and codomain differ in it."""
        if self.domain.event_dim == self.codomain.event_dim:
            return self.domain.event_dim
        raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")

    @property
    def inv(self) -> _InverseTransform:
        """The inverse transform, of which this one is the inverse."""
        self._inv = self._inv or _InverseTransform(self)
        return self._inv

    def __getstate__(self):
        return {**vars(self), "_inv": None}

    @property
    def sign(self) -> Any:
        """The sign of the derivative, where the transform is monotonic."""
        raise NotImplementedError

    def with_cache(self, cache_size: int = 1) -> Any:
        """Return an equal transform with another cache size."""
        if self._cache_size == cache_size:
            return self
        if type(self).__init__ is not Transform.__init__:
            raise NotImplementedError(f"{type(self)}.with_cache is not implemented")
        return type(self)(cache_size=cache_size)

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = None

    def __call__(self, x):
        if self._cache_size == 0:
            return self._call(x)
        x_old, y_old = self._cached_x_y
        if x is x_old:
            return y_old
        self._cached_x_y = x, (y := self._call(x))
        return y

    def _inv_call(self, y):
        if self._cache_size == 0:
            return self._inverse(y)
        x_old, y_old = self._cached_x_y
        if y is y_old:
            return x_old
        self._cached_x_y = (x := self._inverse(y)), y
        return x

    def _call(self, x: Tensor) -> Tensor:
        raise NotImplementedError

    def _inverse(self, y: Tensor) -> Tensor:
        raise NotImplementedError

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        """Return `log |dy/dx|` for the input `x` and the output `y`."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}()"

    def forward_shape(self, shape: Size) -> Size:
        """Return the shape of the output for an input shape."""
        return shape

    def inverse_shape(self, shape: Size) -> Size:
        """Return the shape of the input for an output shape."""
        return shape


class _InverseTransform(Transform):
    """The inverse of a transform, to which it delegates."""

    def __init__(self, transform):
        super().__init__(cache_size=transform._cache_size)
        self._inv = transform

    @constraints.dependent_property(is_discrete=False)
    def domain(self) -> Any:
        return self._inv.codomain

    @constraints.dependent_property(is_discrete=False)
    def codomain(self) -> Any:
        return self._inv.domain

    @property
    def bijective(self) -> bool:
        return self._inv.bijective

    @property
    def sign(self) -> Any:
        return self._inv.sign

    @property
    def inv(self) -> Any:
        return self._inv

    def with_cache(self, cache_size: int = 1) -> Any:
        return self.inv.with_cache(cache_size).inv

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _InverseTransform) and self._inv == other._inv

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({self._inv!r})"

    def __call__(self, x):
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape: Size) -> Size:
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape: Size) -> Size:
        return self._inv.forward_shape(shape)


def extend_constraint(constraint: _Real, event_dim: int) -> _Real:
    """Return the constraint extended to `event_dim` dimensions."""
    more = event_dim - constraint.event_dim
    return constraints.independent(constraint, more) if more > 0 else constraint


class ComposeTransform(Transform):
    """The composition of several transforms, applied first to last."""

    def __init__(self, parts, cache_size=0):
        if cache_size:
            parts = [part.with_cache(cache_size) for part in parts]
        super().__init__(cache_size=cache_size)
        self.parts = parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    @constraints.dependent_property(is_discrete=False)
    def domain(self) -> _Real:
        if not self.parts:
            return constraints.real
        domain, event_dim = self.parts[0].domain, self.parts[-1].codomain.event_dim
        for part in reversed(self.parts):
            event_dim += part.domain.event_dim - part.codomain.event_dim
            event_dim = max(event_dim, part.domain.event_dim)
        return extend_constraint(domain, event_dim)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self) -> _Real:
        if not self.parts:
            return constraints.real
        codomain, event_dim = self.parts[-1].codomain, self.parts[0].domain.event_dim
        for part in self.parts:
            event_dim += part.codomain.event_dim - part.domain.event_dim
            event_dim = max(event_dim, part.codomain.event_dim)
        return extend_constraint(codomain, event_dim)

    @lazy_property
    def bijective(self) -> bool:
        return all(p.bijective for p in self.parts)

    @lazy_property
    def sign(self) -> Any:
        return functools.reduce(operator.mul, (p.sign for p in self.parts), 1)

    @property
    def inv(self) -> Any:
        if self._inv is None:
            self._inv = ComposeTransform([p.inv for p in reversed(self.parts)])
            self._inv._inv = self
        return self._inv

    def with_cache(self, cache_size: int = 1) -> Any:
        same = self._cache_size == cache_size
        return self if same else ComposeTransform(self.parts, cache_size=cache_size)

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        if not self.parts:
            return torch.zeros_like(x)
        between = [x]
        for part in self.parts[:-1]:
            between.append(part(between[-1]))
        between.append(y)
        terms = []
        event_dim = self.domain.event_dim
        for part, x, y in zip(self.parts, between[:-1], between[1:]):
            change = part.log_abs_det_jacobian(x, y)
            terms.append(_sum_rightmost(change, event_dim - part.domain.event_dim))
            event_dim += part.codomain.event_dim - part.domain.event_dim
        return functools.reduce(operator.add, terms)

    def forward_shape(self, shape: Size) -> Size:
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape: Size) -> Size:
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __repr__(self) -> str:
        inside = ",\n    ".join(map(repr, self.parts))
        return f"{self.__class__.__name__}(\n    {inside}\n)"


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform whose last `reinterpreted_batch_ndims` batch dimensions belong to the event."""

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def with_cache(self, cache_size: int = 1) -> Any:
        if self._cache_size == cache_size:
            return self
        dims = self.reinterpreted_batch_ndims
        return IndependentTransform(self.base_transform, dims, cache_size=cache_size)

    @constraints.dependent_property(is_discrete=False)
    def domain(self) -> Any:
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self) -> Any:
        base = self.base_transform.codomain
        return constraints.independent(base, self.reinterpreted_batch_ndims)

    @property
    def bijective(self) -> bool:
        return self.base_transform.bijective

    @property
    def sign(self) -> Any:
        return self.base_transform.sign

    def _call(self, x: Tensor) -> Tensor:
        if x.dim() < self.domain.event_dim:
            raise ValueError(TOO_FEW_DIMS)
        return self.base_transform(x)

    def _inverse(self, y: Tensor) -> Tensor:
        if y.dim() < self.codomain.event_dim:
            raise ValueError(TOO_FEW_DIMS)
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        result = self.base_transform.log_abs_det_jacobian(x, y)
        return _sum_rightmost(result, self.reinterpreted_batch_ndims)

    def __repr__(self) -> str:
        inside = f"{self.base_transform!r}, {self.reinterpreted_batch_ndims}"
        return f"{self.__class__.__name__}({inside})"

    def forward_shape(self, shape: Size) -> Size:
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape: Size) -> Size:
        return self.base_transform.inverse_shape(shape)


class _PartwiseTransform(Transform):
    """Base of transforms that apply one transform to each part of a tensor along `dim`."""

    def __init__(self, tseq, dim, cache_size):
        if not all(isinstance(t, Transform) for t in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        if cache_size:
            tseq = [t.with_cache(cache_size) for t in tseq]
        super().__init__(cache_size=cache_size)
        self.transforms = list(tseq)
        self.dim = dim

    @property
    def bijective(self) -> bool:
        return all(t.bijective for t in self.transforms)

    def _call(self, x: Tensor) -> Tensor:
        parts = self._split(x, "tensor", "x")
        return self._join([t(part) for t, part in zip(self.transforms, parts)])

    def _inverse(self, y: Tensor) -> Tensor:
        parts = self._split(y, "tensor", "y")
        return self._join([t.inv(part) for t, part in zip(self.transforms, parts)])


class CatTransform(_PartwiseTransform):
    """Applies transforms to consecutive parts of the given lengths, as `torch.cat` joins them."""

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        super().__init__(tseq, dim, cache_size)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(
                f"lengths ({len(self.lengths)}) must match transforms ({len(self.transforms)})")

    @lazy_property
    def event_dim(self) -> int:
        return max(t.event_dim for t in self.transforms)

    @lazy_property
    def length(self) -> Any:
        """The length of all parts together."""
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

    def _split(self, value, name, letter=None):
        check_dim(self.dim, value, name)
        if value.size(self.dim) != self.length:
            raise AssertionError(
                f"{letter or name}.size({self.dim}) = {value.size(self.dim)} must equal length "
                f"{self.length}"
            )
        return value.split(self.lengths, self.dim)

    def _join(self, parts):
        return torch.cat(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        terms = []
        for t, a, b in zip(self.transforms, self._split(x, "x"), self._split(y, "y")):
            term = t.log_abs_det_jacobian(a, b)
            terms.append(_sum_rightmost(term, max(self.event_dim - t.event_dim, 0)))
        dim = (self.dim - x.dim() if self.dim >= 0 else self.dim) + self.event_dim
        return torch.cat(terms, dim=dim) if dim < 0 else sum(terms)


class StackTransform(_PartwiseTransform):
    """Applies one transform to each slice along `dim`, as `torch.stack` joins them."""

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

    def _split(self, value, name, letter=None):
        check_dim(self.dim, value, name)
        if value.size(self.dim) != len(self.transforms):
            raise AssertionError(
                f"{letter or name}.size({self.dim}) = {value.size(self.dim)} must equal "
                f"len(transforms) {len(self.transforms)}"
            )
        return [value.select(self.dim, i) for i in range(value.size(self.dim))]

    def _join(self, parts):
        return torch.stack(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return self._join([
            t.log_abs_det_jacobian(a, b)
            for t, a, b in zip(self.transforms, self._split(x, "x"), self._split(y, "y"))
        ])
