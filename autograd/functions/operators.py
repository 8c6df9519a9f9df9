"""How a function serves Python's operators."""

from __future__ import annotations

from functools import wraps

from autograd.functions.method import check_views
from autograd.promotion import operand
from autograd.tensor import Tensor


def operator(*names):
    """Decorator: the function serves Python's operators of these names.

    What it cannot take, arrays too, is left to the other operand, as Python's protocol wants. A
    view that has lost its history says so before the function refuses anything else.
    """

    def publish(function):
        @wraps(function)
        def dunder(self, other):
            if operand(other) is None:
                return NotImplemented
            try:
                return function(self, other)
            except (IndexError, RuntimeError):
                check_views(function.__name__, (self, other))
                raise

        for name in names:
            setattr(Tensor, name, dunder)
        return function

    return publish
