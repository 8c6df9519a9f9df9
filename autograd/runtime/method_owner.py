"""Whose a function is said to be: Python's errors and `<bound method ...>` tell its class.

torch writes out in each class what classes here share through a base that torch has not.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any


def told_by_heirs(*names: str) -> Callable[..., Any]:
    """A class decorator: each public class of torch's below this one has these functions as its
    own, and what inherits from that inherits them."""

    def mark(base: type) -> type:
        own = vars(base).get("__init_subclass__")

        def __init_subclass__(cls, **settings):
            (own.__get__(None, cls) if own else super(base, cls).__init_subclass__)(**settings)
            if is_first(cls, base):
                for name in set(names).difference(vars(cls)):
                    setattr(cls, name, copied(getattr(cls, name), cls.__name__))

        base.__init_subclass__ = classmethod(__init_subclass__)
        return base

    return mark


def is_first(cls: type, base: type) -> bool:
    """Whether a class is the first public one of torch's below `base`."""
    between = cls.__mro__[1:cls.__mro__.index(base)]
    return (cls.__module__.startswith("torch.") and not cls.__name__.startswith("_")
            and all(each.__name__.startswith("_") for each in between))


def copied(function: FunctionType, owner: str) -> FunctionType:
    """The same function as one of the class named `owner`."""
    twin = FunctionType(function.__code__, function.__globals__, function.__name__,
                        function.__defaults__, function.__closure__)
    twin.__kwdefaults__, twin.__doc__ = function.__kwdefaults__, function.__doc__
    twin.__qualname__ = f"{owner}.{function.__name__}"
    return twin


def tell(owner: str, *parts: type) -> None:
    """Say of the functions of classes that only make up another one that they are `owner`'s."""
    for part in parts:
        for each in vars(part).values():
            while isinstance(each, FunctionType):
                each.__qualname__ = f"{owner}.{each.__name__}"
                each = getattr(each, "__wrapped__", None)
