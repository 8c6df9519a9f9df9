"""Methods that look like Python's built-in methods, as those that torch writes in C++ do.

Python shows one where the parentheses are missing: `loss.item + 1`, `x.size[0]` or a print.
"""

from __future__ import annotations

from functools import partial
from typing import Any


class builtin_function_or_method(partial):
    """A method bound to a tensor."""

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


class BuiltinMethod:
    """Descriptor of such a method: the class gives the function, a tensor the bound method."""

    __slots__ = ("function",)

    def __init__(self, function):
        self.function = function

    def __get__(self, tensor, kind=None):
        function = self.function
        return function if tensor is None else builtin_function_or_method(function, tensor)


def get_class_attribute(kind: type, name: str, default: Any = None) -> Any:
    """Return the attribute `name` of the class's own dict, unwrapped if it is a `BuiltinMethod`."""
    held = vars(kind).get(name, default)
    return held.function if type(held) is BuiltinMethod else held
