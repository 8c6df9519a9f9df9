"""How a function becomes a Tensor method too: `torch.mul` and `Tensor.mul` are one function."""

from __future__ import annotations

from functools import wraps

from autograd.tensor import Tensor


def method(*names):
    """Decorator: the function is also the Tensor method of these names (default: its own)."""

    def attach(function):
        for name in names or (function.__name__,):
            setattr(Tensor, name, function)
        return function

    return attach


def operator(symbol, *names):
    """Decorator: the function also serves Python's operator `symbol` under these dunder names.

    What it cannot take is left to the other operand, as Python's protocol wants.
    """

    def attach(function):
        @wraps(function)
        def dunder(self, other):
            try:
                return function(self, other)
            except TypeError:
                if isinstance(other, Tensor | bool | int | float | complex):
                    raise
                return NotImplemented

        for name in names:
            setattr(Tensor, name, dunder)
        return function

    return attach


def in_place(function, name: str):
    """The `op_` form of a function that takes `out`: the tensor is its own output."""

    def write(self, *args, **options):
        return function(self, *args, out=self, **options)

    write.__name__ = write.__qualname__ = name
    write.__doc__ = f"In-place form of `{function.__name__}`."
    return write
