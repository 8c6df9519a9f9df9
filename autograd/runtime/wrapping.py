"""A quick `functools.wraps`, for the functions that are wrapped when the engine starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def wraps(function: Callable[..., object]) -> Callable[[F], F]:
    """Return a decorator that gives a wrapper the name, docstring and attributes of `function`.

    `functools.wraps` takes three times as long, also because it copies the annotations, which
    `inspect.signature` finds through `__wrapped__`.
    """

    def mark(wrapper: F) -> F:
        vars(wrapper).update(vars(function), __wrapped__=function)
        wrapper.__module__, wrapper.__doc__ = function.__module__, function.__doc__
        wrapper.__name__, wrapper.__qualname__ = function.__name__, function.__qualname__
        return wrapper

    return mark
