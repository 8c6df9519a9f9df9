"""What torch calls the functions that classes and modes are asked about, and which never ask."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from autograd.runtime.builtin_method import unbound
from autograd.runtime.function_record import record
from autograd.runtime.warnings import warn_once
from autograd.tensor.tensor import Tensor


def handed_on(
        func: Callable[..., Any], name: str, args: tuple[Tensor | Tensor | float, ...],
        options: dict[str, Any]) -> tuple:
    """The arguments that a handler gets, by place and by name, of which there may be none.

    A function that torch wrote in Python hands on all that it takes, and that nothing was named.
    """
    if not written_in_python(func, name):
        return args, options or None
    count, usual = record(func.__name__).handed or (len(args), {})
    if name == "torch.norm":
        usual = {"p": "fro", "dim": None, "keepdim": False, "out": None, "dtype": None}
    return args[:count], usual | dict(zip(usual, args[count:])) | options


def written_in_python(func: Callable[..., Any], name: str) -> bool:
    """Whether torch wrote a function in Python."""
    is_method = unbound(Tensor, func.__name__) is func
    own = func.__name__ if is_method else name.partition("Tensor.")[2]
    return record(own).python_method or is_python_function(name) or (
        name.startswith("torch.nn.functional."))


def is_python_function(name: str) -> bool:
    """Return whether torch wrote the function of this full name in Python, as `torch.einsum`."""
    place, _, own = name.rpartition(".")
    return place == "torch" and record(own).python_function


def symbol_of(name: str) -> str | None:
    """How Python's errors write the operator that a method like `__radd__` serves."""
    own = record(name).operator
    if own is not None and own.symbol:
        return own.symbol + " or pow()" * (own.symbol == "**")
    known = record(f"__{name[3:]}").operator if name[:2] == "__" else None
    if known is None or not known.symbol:
        return None
    return f"{known.symbol}=" if name[2] == "i" else known.symbol + " or pow()" * (
        known.symbol == "**")


def method_behind(name: str) -> str:
    """The name of the method that handlers get for an operator; that of any other method."""
    operator = record(name).operator
    return operator.method if operator is not None and operator.method else name


def forward_of(name: str) -> str:
    """`__add__` for `__radd__`; the empty string for what is no reflected operator."""
    forward = f"__{name[3:]}"
    operator = record(forward).operator if name[:3] == "__r" else None
    return forward if operator is not None and operator.symbol else ""


def asked_of(name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a function of this name, with or without its place, that are asked."""
    return args[:record(name.rpartition(".")[2]).dispatched_on]


def nobody_knows(symbol: str, name: str, args: Any) -> Any:
    """What becomes of an operator that a class refuses: Python asks the other operand.

    Ordinary tensors do not ask classes here, so Python's own words for them are said at once.
    """
    if type(args[1]) is not Tensor:
        return NotImplemented
    if name in ("__eq__", "__ne__"):
        return name == "__ne__"
    raise unsupported(symbol, name, args)


def unsupported(symbol: str, name: str, args: Any) -> TypeError:
    """Python's error about an operator that neither of its operands knows."""
    reflected = name[2] == "r" and name != "__rshift__"
    kinds = [f"'{type(x).__name__}'" for x in (reversed(args) if reflected else args)]
    if symbol in ("<", "<=", ">", ">="):
        return TypeError(f"'{symbol}' not supported between instances of {' and '.join(kinds)}")
    return TypeError(f"unsupported operand type(s) for {symbol}: {' and '.join(kinds)}")


def answer_of(
        value: Any, func: Callable[..., Any], name: str, types: tuple[type, ...],
        args: tuple[Any, ...], options: dict[str, Any] | None) -> Any:
    """What a value's `__torch_function__` says; torch's warning where that is a plain method."""
    handler = value.__torch_function__
    result = handler(func, types, args, options)
    if getattr(handler, "__self__", None) is value and not written_in_python(func, name):
        warn_once(
            "Defining your `__torch_function__` as a plain method is deprecated and will be an "
            "error in future, please define it as a classmethod.",
            at="torch/csrc/utils/python_arg_parser.cpp:359")
    return result


def in_engine() -> bool:
    """Whether the engine itself, and no program, reads a property."""
    name = sys._getframe(2).f_globals["__name__"]
    return name.startswith(("autograd.", "torch.")) and name != "torch.overrides"
