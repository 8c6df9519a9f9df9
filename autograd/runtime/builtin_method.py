"""What a method that torch writes in C++ is before it is called: a built-in, by its name and class.

Python names it where the parentheses are missing, as in `loss.item + 1`, `x.size[0]` or a print.
"""

from __future__ import annotations

from functools import partial
from typing import Any


class builtin_function_or_method(partial):
    """A method and the tensor whose it is."""

    __slots__ = ()

    @property
    def __name__(self) -> str:
        return self.func.__name__

    @property
    def __self__(self):
        return self.args[0]

    def __eq__(self, other):
        same = isinstance(other, builtin_function_or_method) and self.func is other.func
        return same and self.args[0] is other.args[0]

    def __hash__(self):
        return hash((self.func, id(self.args[0])))

    def __repr__(self):
        kind = type(self.args[0]).__name__
        return f"<built-in method {self.__name__} of {kind} object at {id(self.args[0]):#x}>"


builtin_function_or_method.__module__ = "builtins"


class BuiltIn:
    """Stands for such a method in its class, where it is the function itself."""

    __slots__ = ("function",)

    def __init__(self, function):
        self.function = function

    def __get__(self, tensor, kind=None):
        function = self.function
        return function if tensor is None else builtin_function_or_method(function, tensor)


def unbound(kind: type, name: str, default: Any = None) -> Any:
    """What a class has by a name itself, which is a function where it is such a method."""
    held = vars(kind).get(name, default)
    return held.function if type(held) is BuiltIn else held
