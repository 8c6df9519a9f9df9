"""The base of all distributions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.utils import lazy_property

from autograd.runtime import observer
from autograd.runtime.warnings import caution
from autograd.tensor.batched_tensor import unwrap_all

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


class Distribution:
    """A distribution of tensors of `event_shape`, for each place of `batch_shape`."""

    has_rsample = False
    has_enumerate_support = False
    _validate_args = True

    @staticmethod
    def set_default_validate_args(value: Tensor) -> None:
        """Whether arguments are checked from now on."""
        if value not in [True, False]:
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape = batch_shape
        self._event_shape = event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name, constraint in self._checkable():
                value = getattr(self, name)
                if not _holds(constraint, value):
                    raise ValueError(
                        f"Expected parameter {name} ({type(value).__name__} of shape "
                        f"{tuple(value.shape)}) of distribution {self!r} to satisfy the "
                        f"constraint {constraint!r}, but found invalid values:\n{value}"
                    )
        super().__init__()

    def _checkable(self):
        """The parameters that were given, each with its constraint."""
        try:
            arg_constraints = self.arg_constraints
        except NotImplementedError:
            caution(
                f"{self.__class__} does not define `arg_constraints`. Please set `arg_constraints "
                "= {}` or initialize the distribution with `validate_args=False` to turn off "
                "validation.")
            return
        for name, constraint in arg_constraints.items():
            lazy = name not in self.__dict__ and isinstance(
                getattr(type(self), name, None), lazy_property)
            if not lazy and not constraints.is_dependent(constraint):
                yield name, constraint

    def expand(self, batch_shape: Size, _instance: Any = None) -> None:
        """The same for a larger batch, without copies."""
        raise NotImplementedError

    def _expanded(self, cls, batch_shape, instance, *others):
        """`expand` of a distribution of the family `cls`; `others` are copied as they are."""
        new = self._get_checked_instance(cls, instance)
        batch_shape = torch.Size(batch_shape)
        for name, constraint in self.arg_constraints.items():
            if name in self.__dict__:
                dims = 0 if constraints.is_dependent(constraint) else constraint.event_dim
                value = self.__dict__[name]
                value = value.expand(batch_shape + value.shape[value.dim() - dims:])
                setattr(new, name, value)
                if self.__dict__.get("_param") is self.__dict__[name]:
                    new._param = value
        for name in others:
            setattr(new, name, getattr(self, name))
        return self._finished(new, batch_shape)

    def _finished(self, new, batch_shape):
        """`new` with its shapes, not validated again."""
        Distribution.__init__(new, batch_shape, self.event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @property
    def batch_shape(self) -> Size:
        """The shape over which parameters are batched."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """The shape of one event."""
        return self._event_shape

    @property
    def arg_constraints(self) -> None:
        """What each argument must satisfy."""
        raise NotImplementedError

    @property
    def support(self) -> None:
        """The constraint that says which values are possible."""
        raise NotImplementedError

    @property
    def mean(self) -> None:
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self) -> None:
        """The mode."""
        raise NotImplementedError(f"{self.__class__} does not implement mode")

    @property
    def variance(self) -> None:
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Size = torch.Size()) -> Any:
        """Samples, without a gradient."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Size = torch.Size()) -> None:
        """Samples through which gradients reach the parameters."""
        raise NotImplementedError

    def sample_n(self, n: int) -> Any:
        """`n` samples."""
        caution(
            "`sample_n(n)` will be deprecated. Use `sample((n,))` instead.", FutureWarning)
        return self.sample(torch.Size((n,)))

    def log_prob(self, value: Tensor) -> None:
        """The logarithm of the density, or of the chance, at `value`."""
        raise NotImplementedError

    def cdf(self, value: Tensor) -> None:
        """The chance of at most `value`."""
        raise NotImplementedError

    def icdf(self, value: Tensor) -> None:
        """The quantile."""
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True) -> None:
        """All possible values, along the first dimension."""
        raise NotImplementedError

    def entropy(self) -> None:
        """The entropy."""
        raise NotImplementedError

    def perplexity(self) -> Any:
        """The exponential of the entropy."""
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=torch.Size()):
        return torch.Size(torch.Size(sample_shape) + self._batch_shape + self._event_shape)

    def _validated(self, value):
        """`value`, checked when this distribution checks."""
        if self._validate_args:
            self._validate_sample(value)
        return value

    def _validate_sample(self, value):
        if not isinstance(value, torch.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        start = len(value.size()) - len(self._event_shape)
        if value.size()[start:] != self._event_shape:
            raise ValueError(
                f"The right-most size of value must match event_shape: {value.size()} vs "
                f"{self._event_shape}."
            )
        expected = self._batch_shape + self._event_shape
        for i, j in zip(reversed(value.size()), reversed(expected)):
            if i != 1 and j != 1 and i != j:
                raise ValueError(
                    "Value is not broadcastable with batch_shape+event_shape: "
                    f"{value.size()} vs {expected}."
                )
        try:
            support = self.support
        except NotImplementedError:
            caution(
                f"{self.__class__} does not define `support` to enable sample validation. Please "
                "initialize the distribution with `validate_args=False` to turn off validation.")
            return
        if not _holds(support, value):
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) "
                f"to be within the support ({support!r}) of the distribution {self!r}, but found "
                f"invalid values:\n{value}"
            )

    def _get_checked_instance(self, cls, _instance=None):
        if _instance is None and type(self).__init__ != cls.__init__:
            raise NotImplementedError(
                f"Subclass {self.__class__.__name__} of {cls.__name__} that defines a custom "
                "__init__ method must also define a custom .expand() method."
            )
        return self.__new__(type(self)) if _instance is None else _instance

    def __repr__(self):
        held = [(name, self.__dict__[name]) for name in self.arg_constraints
                if name in self.__dict__]
        inside = ", ".join(f"{name}: {value if value.numel() == 1 else value.size()}"
                           for name, value in held)
        return f"{self.__class__.__name__}({inside})"


def _holds(constraint, value):
    """Whether `value` satisfies `constraint`; who watches the engine is not told of this."""
    with observer.observing(None), torch.no_grad():
        return bool(unwrap_all(constraint.check(value)).all())  # of all slices under vmap
