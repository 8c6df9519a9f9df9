"""`Distribution`, the base class of all distributions."""

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
    """A batch of distributions of shape `batch_shape`, over events of shape `event_shape`.

    `validate_args` checks parameters and samples; ValueError where they violate their constraints.
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args = True
    _param: Any

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Set whether new distributions validate their arguments."""
        if value not in [True, False]:
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape = batch_shape
        self._event_shape = event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name, constraint in self._iterate_checked_params():
                value = getattr(self, name)
                if not _is_satisfied(constraint, value):
                    raise ValueError(
                        f"Expected parameter {name} ({type(value).__name__} of shape "
                        f"{tuple(value.shape)}) of distribution {self!r} to satisfy the "
                        f"constraint {constraint!r}, but found invalid values:\n{value}"
                    )
        super().__init__()

    def _iterate_checked_params(self):
        """Yield the parameters that were given, with their constraints.

        Lazy properties and dependent constraints are left out.
        """
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

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        """Return the distribution with a larger batch shape; parameters are expanded, not
        copied."""
        raise NotImplementedError

    def _expand_params(self, cls, batch_shape, instance, *others):
        """Return `expand` for the family `cls`; the attributes `others` are copied as they are."""
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
        return self._initialize_expanded(new, batch_shape)

    def _initialize_expanded(self, new, batch_shape):
        """Initialize the shapes of the instance `new`, without validation, and return it."""
        Distribution.__init__(new, batch_shape, self.event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @property
    def batch_shape(self) -> Size:
        """The shape over which parameters are batched."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """The shape of a single event."""
        return self._event_shape

    @property
    def arg_constraints(self) -> Any:
        """The constraint of each parameter, by its name."""
        raise NotImplementedError

    @property
    def support(self) -> Any:
        """The constraint on samples."""
        raise NotImplementedError

    @property
    def mean(self) -> Tensor:
        """The mean, of shape `batch_shape + event_shape`."""
        raise NotImplementedError

    @property
    def mode(self) -> Tensor:
        """The mode."""
        raise NotImplementedError(f"{self.__class__} does not implement mode")

    @property
    def variance(self) -> Tensor:
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Size = torch.Size()) -> Tensor:
        """Return samples of shape `sample_shape + batch_shape + event_shape`, detached."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Size = torch.Size()) -> Tensor:
        """Return reparameterized samples, through which gradients reach the parameters."""
        raise NotImplementedError

    def sample_n(self, n: int) -> Tensor:
        """Return `n` samples; deprecated in favor of `sample((n,))`."""
        caution(
            "`sample_n(n)` will be deprecated. Use `sample((n,))` instead.", FutureWarning)
        return self.sample(torch.Size((n,)))

    def log_prob(self, value: Tensor) -> Tensor:
        """Return the log of the probability density, or mass, at `value`."""
        raise NotImplementedError

    def cdf(self, value: Tensor) -> Tensor:
        """Return the cumulative distribution function at `value`."""
        raise NotImplementedError

    def icdf(self, value: Tensor) -> Tensor:
        """Return the inverse of the cumulative distribution function at `value`."""
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """Return all values of a discrete distribution, along the first dimension."""
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """Return the entropy, of shape `batch_shape`."""
        raise NotImplementedError

    def perplexity(self) -> Tensor:
        """Return the exponential of the entropy."""
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=torch.Size()):
        """Return the shape of samples."""
        return torch.Size(torch.Size(sample_shape) + self._batch_shape + self._event_shape)

    def _validate(self, value):
        """Validate `value` if this distribution validates arguments, and return it."""
        if self._validate_args:
            self._validate_sample(value)
        return value

    def _validate_sample(self, value):
        """Raise ValueError if the shape of `value` does not fit, or its values violate the
        support."""
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
        if not _is_satisfied(support, value):
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

    def __repr__(self) -> str:
        params = [(name, self.__dict__[name]) for name in self.arg_constraints
                if name in self.__dict__]
        inside = ", ".join(f"{name}: {value if value.numel() == 1 else value.size()}"
                           for name, value in params)
        return f"{self.__class__.__name__}({inside})"


def _is_satisfied(constraint, value):
    """Return whether `value` satisfies `constraint`, without notifying the observer."""
    with observer.observing(None), torch.no_grad():
        return bool(unwrap_all(constraint.check(value)).all())  # of all slices under vmap
