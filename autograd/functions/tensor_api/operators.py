"""Tensor methods for Python's operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograd.engine.elementwise import as_operand
from autograd.functions.tensor_api.call_errors import check_is_tensor, check_views
from autograd.runtime.builtin_method import get_class_attribute
from autograd.runtime.function_record import Operator, add_facts
from autograd.runtime.wrapping import wraps
from autograd.tensor import torch_function
from autograd.tensor.torch_function import method_behind, symbol_of
from autograd.tensor.tensor import Tensor


# Operators that can be called on a Python number instead of a tensor.
ACCEPTING_NUMBERS = ("__floordiv__", "__rfloordiv__", "__rmod__", "__rpow__")


def operator(*names: str) -> Callable[..., Any]:
    """Return a decorator that makes a function the operator methods of these names.

    The method returns NotImplemented for operands that it does not support, such as numpy arrays.
    The error about a view that lost its history precedes the function's other errors.
    """

    def publish(function):
        @wraps(function)
        def dunder(self, other):
            if not isinstance(self, Tensor) and (
                    names[0] not in ACCEPTING_NUMBERS or not isinstance(other, Tensor)):
                return refuse_non_tensor(names[0], self)
            if as_operand(other) is None:
                return dispatch_operator(names[0], self, other)
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
    """Make `function` the Tensor method `name`, and declare torch's facts of the operator."""
    setattr(Tensor, name, function)
    add_facts(name, operator=operator)


def refuse_non_tensor(name: str, value: Any) -> Any:
    """Raise the TypeError of a built-in operator that is called on no tensor.

    Those that torch wrote in Python return NotImplemented.
    """
    check_is_tensor(name, (value,))
    return NotImplemented


def dispatch_operator(name: str, *args: Any) -> Any:
    """Call the `__torch_function__` handlers among the operands of the operator method `name`.

    NotImplemented if there is none, or if none supports the operator.
    """
    found = [] if torch_function.disabled else torch_function.find_overriding(args, {})
    if not found:
        return NotImplemented
    func = get_class_attribute(Tensor, "eq" if name == "__eq__" else method_behind(name))
    try:
        return torch_function.dispatch(func, f"Tensor.{name}", found, args, {})
    except TypeError:
        if symbol_of(name):
            return NotImplemented
        raise


def with_dispatch(name: str, general: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `general`, a function of an op and two operands, to dispatch what it does not support.

    Raises TypeError if the first operand is no tensor.
    """

    def run(op, a, b):
        check_is_tensor(name, (a,))
        result = general(op, a, b)
        return dispatch_operator(name, a, b) if result is NotImplemented else result

    return run
