"""How a function serves Python's operators."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from autograd.engine.elementwise import as_operand
from autograd.functions.tensor_api.call_errors import check_is_tensor, check_views
from autograd.runtime.builtin_method import unbound
from autograd.runtime.function_record import Operator, add_facts
from autograd.tensor import torch_function
from autograd.tensor.override_names import method_behind, symbol_of
from autograd.tensor.tensor import Tensor


TAKING = ("__floordiv__", "__rfloordiv__", "__rmod__", "__rpow__")  # numbers in a tensor's place


def operator(*names: str) -> Callable[..., Any]:
    """Decorator: the function serves Python's operators of these names.

    What it cannot take, arrays too, is left to the other operand, as Python's protocol wants. A
    view that has lost its history says so before the function refuses anything else.
    """

    def publish(function):
        @wraps(function)
        def dunder(self, other):
            if not isinstance(self, Tensor) and (
                    names[0] not in TAKING or not isinstance(other, Tensor)):
                return of_no_tensor(names[0], self)
            if as_operand(other) is None:
                return asked(names[0], self, other)
            try:
                return function(self, other)
            except (IndexError, RuntimeError):
                check_views(function.__name__, (self, other))
                raise

        for name in names:
            setattr(Tensor, name, dunder)
        return function

    return publish


def attach_operator(name: str, function: Callable[..., Any], operator: Operator) -> None:
    """Make `function` the Tensor method `name`, and declare what torch has behind it."""
    setattr(Tensor, name, function)
    add_facts(name, operator=operator)


def of_no_tensor(name: str, value: int) -> Any:
    """What the operator `name` of Tensor says where it is called on something else.

    Those that torch wrote in Python leave it to the other operand.
    """
    check_is_tensor(name, (value,))
    return NotImplemented


def asked(name: str, *args: Any) -> Any:
    """What the method `name` is for the users' classes among its arguments.

    NotImplemented where there is none, or none that knows what to make of an operator.
    """
    found = [] if torch_function.off else torch_function.foreign_in(args, {})
    if not found:
        return NotImplemented
    func = unbound(Tensor, "eq" if name == "__eq__" else method_behind(name))
    try:
        return torch_function.dispatch(func, f"Tensor.{name}", found, args, {})
    except TypeError:
        if symbol_of(name):
            return NotImplemented
        raise


def asking(name: str, general: Callable[..., Any]) -> Callable[..., Any]:
    """`general` of an op and two operands, which asks the class of what it cannot take.

    It is called on tensors only, as Python says of methods.
    """

    def run(op, a, b):
        check_is_tensor(name, (a,))
        made = general(op, a, b)
        return asked(name, a, b) if made is NotImplemented else made

    return run
