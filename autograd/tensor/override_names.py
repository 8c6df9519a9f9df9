"""What torch calls the functions that classes and modes are asked about, and which never ask."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from autograd.runtime.builtin_method import unbound
from autograd.runtime.warnings import warn_once
from autograd.tensor.tensor import Tensor


# The functions of `torch.nn.functional` that are torch's compiled ones, and take what they get.
COMPILED = ("linear", "conv", "avg_pool", "bilinear", "gelu", "logsigmoid", "softplus", "pad",
            "one_hot", "cosine_similarity", "pairwise_distance", "pixel", "channel_shuffle")
# Those of which torch says that they are in `torch.nn`.
IN_NN = ("linear", "avg_pool2d", "avg_pool3d", "gelu", "logsigmoid", "softplus", "pad", "one_hot")
# What torch wrote in Python itself, and says so; and which methods.
PYTHON = frozenset(f"torch.{name}" for name in (
    "atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_tensors", "cartesian_prod",
    "cdist", "einsum", "meshgrid", "norm", "split", "stft", "tensordot", "unique",
    "unique_consecutive"))
# What torch calls the functions behind Python's operators.
OPERATORS = {
    **{f"__{name}__": name for name in (
        "add", "sub", "mul", "matmul", "neg", "abs", "ne", "lt", "le", "gt", "ge")},
    **{f"__i{name}__": f"{name}_" for name in ("add", "sub", "mul", "div")},
    "__radd__": "add", "__rmul__": "mul", "__truediv__": "div", "__itruediv__": "div_",
    "__mod__": "remainder", "__imod__": "remainder_", "__ifloordiv__": "floor_divide_",
    **{f"__r{name}__": f"bitwise_{name}" for name in ("and", "or", "xor")},
}
# The operators that come first, though a class has the reflected ones, which it was just given.
AHEAD = {f"__r{name}__": f"__{name}__" for name in (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor",
    "lshift", "rshift")}
# What they are called where they are functions of their own.
NAMED = {"__pow__": "pow", "__ipow__": "pow_", "__pos__": "positive", "__neg__": "neg",
         "__abs__": "abs", "__rtruediv__": "__rdiv__", "__itruediv__": "__idiv__",
         "__nonzero__": "__bool__", "__long__": "__int__"}
# The functions of `torch` and the method that never ask.
UNASKED = ("is_tensor", "from_numpy", "is_storage", "broadcast_shapes", "typename", "as_subclass")
# How many of their arguments those ask that do not ask all: not the data that they are given.
HEARD = {"tensor": 0, "as_tensor": 0, "asarray": 0, "new_tensor": 1, "__eq__": 1}
IN_PYTHON = set("""
    backward __len__ __rsub__ __rdiv__ __rtruediv__ __pow__ __rpow__ __floordiv__ __rfloordiv__
    __ipow__ __rmod__ __rmatmul__ __rlshift__ __rrshift__ __contains__ __reversed__ __repr__
    __format__ norm split unique unflatten register_hook stft istft lu
""".split())
# How many arguments these hand on by place, and what all by name.
HANDED_ON = {
    "backward": (1, {"gradient": None, "retain_graph": None, "create_graph": False,
                     "inputs": None}),
    "__repr__": (1, {"tensor_contents": None}),
    "norm": (1, {"p": "fro", "dim": None, "keepdim": False, "dtype": None}),
    "split": (2, {"dim": 0}),
    "unique": (1, {"sorted": True, "return_inverse": False, "return_counts": False, "dim": None}),
}


def check_in_python(name: str, error: str, bound: int) -> None:
    """Raise Python's error about an argument's name if torch wrote the function in Python."""
    if name in error and (name in IN_PYTHON if bound else f"torch.{name}" in PYTHON):
        told = error.partition("() ")[2]
        raise TypeError(f"{'Tensor.' * bound}{name}() {told}")


def handed_on(
        func: Callable[..., Any], name: str, args: tuple[Tensor | Tensor | float, ...],
        options: dict[str, Any]) -> tuple:
    """The arguments that a handler gets, by place and by name, of which there may be none.

    A function that torch wrote in Python hands on all that it takes, and that nothing was named.
    """
    if not written_in_python(func, name):
        return args, options or None
    count, usual = HANDED_ON.get(func.__name__, (len(args), {}))
    if name == "torch.norm":
        usual = {"p": "fro", "dim": None, "keepdim": False, "out": None, "dtype": None}
    return args[:count], usual | dict(zip(usual, args[count:])) | options


def written_in_python(func: Callable[..., Any], name: str) -> bool:
    """Whether torch wrote a function in Python."""
    is_method = unbound(Tensor, func.__name__) is func
    own = func.__name__ if is_method else name.partition("Tensor.")[2]
    return own in IN_PYTHON or name in PYTHON or name.startswith("torch.nn.functional.")


SYMBOLS = {"add": "+", "sub": "-", "mul": "*", "matmul": "@", "truediv": "/", "floordiv": "//",
           "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>", "and": "&", "or": "|",
           "xor": "^"}
COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def symbol_of(name: str) -> str | None:
    """How Python's errors write the operator that a method like `__radd__` serves."""
    stem = name.strip("_") if name[:2] == "__" else ""
    if stem in COMPARED or stem in SYMBOLS:
        return COMPARED.get(stem) or SYMBOLS[stem] + " or pow()" * (stem == "pow")
    known = SYMBOLS.get(stem[1:])
    if known is None:
        return None
    return f"{known}=" if stem[0] == "i" else known + " or pow()" * (known == "**")


def asked_of(name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a function of this name, with or without its place, that are asked."""
    return args[:HEARD.get(name.rpartition(".")[2])]


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
