"""Registry of the transforms from unconstrained space to each constraint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch.types import Number

from torch.distributions import constraints, transforms


class ConstraintRegistry:
    """A mapping from classes of constraints to functions that make a transform to them."""

    def __init__(self):
        self._registry = {}
        super().__init__()

    def register(
            self, constraint: Any, factory: Callable[..., Any] | None = None) -> Callable[..., Any]:
        """Register `factory` as the function that makes the transform for `constraint`.

        Without `factory`, return a decorator. TypeError if `constraint` is no Constraint.
        """
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        if isinstance(constraint, constraints.Constraint):
            constraint = type(constraint)
        if not isinstance(constraint, type) or not issubclass(constraint, constraints.Constraint):
            raise TypeError(
                "Expected constraint to be either a Constraint subclass or instance, but got "
                f"{constraint}"
            )
        self._registry[constraint] = factory
        return factory

    def __call__(self, constraint):
        try:
            factory = self._registry[type(constraint)]
        except KeyError:
            raise NotImplementedError(
                f"Cannot transform {type(constraint).__name__} constraints"
            ) from None
        return factory(constraint)


biject_to = ConstraintRegistry()
transform_to = ConstraintRegistry()


def _register_in_both(*targets):
    """Return a decorator that registers a function for `targets` in both registries."""

    def decorate(factory):
        for target in targets:
            biject_to.register(target, factory)
            transform_to.register(target, factory)
        return factory

    return decorate


@_register_in_both(constraints.real)
def _to_real(constraint):
    """Return the identity."""
    return transforms.identity_transform


@_register_in_both(constraints.positive, constraints.greater_than, constraints.greater_than_eq)
def _to_greater_than(constraint):
    """Return the transform to numbers above a bound: `exp`, shifted."""
    shift = transforms.AffineTransform(constraint.lower_bound, 1)
    return transforms.ComposeTransform([transforms.ExpTransform(), shift])


@_register_in_both(constraints.less_than)
def _to_less_than(constraint):
    """Return the transform to numbers below a bound: `exp`, reflected and shifted."""
    reflect = transforms.AffineTransform(constraint.upper_bound, -1)
    return transforms.ComposeTransform([transforms.ExpTransform(), reflect])


@_register_in_both(constraints.interval, constraints.half_open_interval)
def _to_interval(constraint):
    """Return the transform to an interval: the sigmoid, scaled and shifted."""
    low, high = constraint.lower_bound, constraint.upper_bound
    sigmoid = transforms.SigmoidTransform()
    if isinstance(low, Number) and low == 0 and isinstance(high, Number) and high == 1:
        return sigmoid
    return transforms.ComposeTransform([sigmoid, transforms.AffineTransform(low, high - low)])


@biject_to.register(constraints.independent)
def _biject_to_independent(constraint):
    return transforms.IndependentTransform(
        biject_to(constraint.base_constraint), constraint.reinterpreted_batch_ndims)


@transform_to.register(constraints.independent)
def _transform_to_independent(constraint):
    return transforms.IndependentTransform(
        transform_to(constraint.base_constraint), constraint.reinterpreted_batch_ndims)


@biject_to.register(constraints.simplex)
def _biject_to_simplex(constraint):
    return transforms.StickBreakingTransform()


@transform_to.register(constraints.simplex)
def _transform_to_simplex(constraint):
    return transforms.SoftmaxTransform()


@transform_to.register(constraints.lower_cholesky)
def _transform_to_lower_cholesky(constraint):
    return transforms.LowerCholeskyTransform()


@transform_to.register(constraints.positive_definite)
@transform_to.register(constraints.positive_semidefinite)
def _transform_to_positive_definite(constraint):
    return transforms.PositiveDefiniteTransform()


@_register_in_both(constraints.corr_cholesky)
def _to_corr_cholesky(constraint):
    """Return the transform to Cholesky factors of correlation matrices."""
    return transforms.CorrCholeskyTransform()


for _registry in (biject_to, transform_to):
    _registry.register(constraints.cat, lambda constraint, of=_registry: transforms.CatTransform(
        [of(c) for c in constraint.cseq], constraint.dim, constraint.lengths))
    _registry.register(constraints.stack, lambda constraint, of=_registry:
                       transforms.StackTransform([of(c) for c in constraint.cseq], constraint.dim))
