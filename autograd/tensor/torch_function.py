"""`__torch_function__`: dispatch of calls to modes, or to classes derived from Tensor.

A class with a handler gets its own dispatching form of every method of Tensor when it is defined,
so ordinary tensors pay nothing; functions look for handlers when they meet types they have not
seen. Source: torch/overrides.py, torch/csrc/utils/python_arg_parser.cpp.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import signature
from types import FunctionType
from typing import Any

from autograd.runtime.builtin_method import get_class_attribute
from autograd.runtime.function_record import record
from autograd.runtime.warnings import warn_once
from autograd.tensor import tensor as tensors
from autograd.tensor.tensor import Tensor


in_use = False  # whether a class has a handler or a mode was entered: then layers dispatch too
modes: list = []  # the TorchFunctionModes that are entered; the last is called before all handlers
disabled = 0  # how many handlers run that call functions without dispatch
innermost: dict = {}  # by dispatching property: the one of the engine that it wraps
# Members of Tensor that make a tensor, or that handlers themselves use.
UNDISPATCHED = {
    "__new__", "__init__", "__init_subclass__", "__torch_function__", "alias",
    "accumulator", "__class__", "__hash__", "__reduce_ex__", "__setstate__", "__deepcopy__",
    "__copy__", "__array__", "__dir__", "__getattribute__", "__setattr__",
}
PLAIN = ("grad", "_base", "_grad")  # properties whose tensors keep their class


def is_overridden(name: str, found: list) -> bool:
    """Return whether a call goes to handlers: `found` are the arguments that have one."""
    return bool(found and not disabled or modes) and record(name).dispatched


def is_dispatched(name: str) -> bool:
    """Return whether the method or property of Tensor goes to `__torch_function__` handlers."""
    return name not in UNDISPATCHED and record(name).dispatched


@contextmanager
def without_dispatch() -> Iterator[None]:
    """While it is open, functions run without dispatch: a handler calls the function itself."""
    global disabled
    disabled += 1
    try:
        yield
    finally:
        disabled -= 1


@classmethod
def default_handler(
        cls, func: Callable[..., Any], types: tuple[type, ...], args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None) -> Any:
    """Run the function without dispatch, and convert its result to the class."""
    if not all(issubclass(cls, kind) for kind in types):
        return NotImplemented
    with without_dispatch():
        result = func(*args, **(kwargs or {}))
    owner = getattr(func, "__self__", None)
    kept = isinstance(owner, property) and owner in [vars(Tensor).get(name) for name in PLAIN]
    return result if kept else convert_to_class(result, cls)


def convert_to_class(result: Tensor, cls: type) -> Any:
    """Return a result with its tensors converted to a class."""
    if isinstance(result, Tensor):
        return result if cls is Tensor or isinstance(result, cls) else result.as_subclass(cls)
    if isinstance(result, tuple | list) and any(isinstance(x, Tensor) for x in result):
        return type(result)([convert_to_class(x, cls) for x in result])
    if isinstance(result, Iterator):  # over the rows of a tensor
        return iter([convert_to_class(x, cls) for x in result])
    return result


@classmethod
def disabled_class_handler(
        cls, func: Callable[..., Any], types: Any, args: tuple[int, ...] = (),
        kwargs: dict[str, Any] | None = None) -> Any:
    """Run the function, with plain tensors as its result: the handler of parameters."""
    return func(*args, **(kwargs or {}))


def disabled_handler(
        func: Callable[..., Any], types: Any, args: tuple[int, ...] = (),
        kwargs: dict[str, Any] | None = None) -> Any:
    """Run the function: the handler of a class that disables dispatch."""
    return func(*args, **(kwargs or {}))


Tensor.__torch_function__ = default_handler


NO_TORCH_DISPATCH = (
    "The ops below autograd are not told: use a `torch.overrides.TorchFunctionMode`, or a "
    "class derived from torch.Tensor with a `__torch_function__`.")
DISABLED_HANDLERS = (disabled_class_handler.__func__, disabled_handler)


def has_handler(kind: type) -> bool:
    """Return whether values of a type have a `__torch_function__` that is to be called."""
    handler = getattr(kind, "__torch_function__", None)
    if handler is None or getattr(handler, "__func__", handler) in DISABLED_HANDLERS:
        return False
    ours = issubclass(kind, Tensor) and kind.__module__.partition(".")[0] == "torch"
    return not ours or kind is not Tensor and "__torch_function__" in vars(kind)


def find_overriding(args: tuple[Any, ...], options: dict[str, Any], plain: bool = False) -> list:
    """Return the arguments with a handler, one of each type, subclasses before their bases.

    With `plain`, ordinary tensors are among them, as modes get them.
    """
    found: list = []
    values = [*args, *options.values()]
    values += [x for each in values if isinstance(each, tuple | list) for x in each]
    for value in values:
        kind = type(value)
        if (has_handler(kind) or plain and kind is Tensor) and kind not in map(type, found):
            place = next((i for i, x in enumerate(found) if issubclass(kind, type(x))), len(found))
            found.insert(place, value)
    return found


def name_of_function(func: Callable[..., Any]) -> str:
    """Return the name of a function that a handler got, or of the property that is read."""
    owner = getattr(func, "__self__", None)
    return func.__name__ if not isinstance(owner, property) else next(
        name for name, thing in vars(Tensor).items() if isinstance(thing, property)
        and innermost.get(thing, thing) is innermost.get(owner, owner))


def dispatch(
        func: Callable[..., Any], name: str, found: list[Tensor], args: tuple[Any, ...],
        options: dict[str, Any]) -> Tensor | int:
    """Call the handlers in order until one returns a result; torch's TypeError if none does."""
    if is_written_in_python(func, name):
        found = find_overriding(args, options, plain=True)
    types = tuple(map(type, found))
    asked = modes[-1] if modes else None
    if asked is not None:
        result = call_mode(func, name, args, options)
        if result is not NotImplemented:
            return result
    for value in found:
        own = type(value).__module__.partition(".")[0] in ("autograd", "torch")
        given, told = (
            (args, options or None) if own else handler_arguments(func, name, args, options))
        result = call_handler(value, func, name, types, given, told)
        if result is not NotImplemented:
            return result
    if is_python_function(name):
        name = name.replace("torch.", "torch.functional.")
    if name.startswith(("torch.functional.", "torch.nn.functional.")):
        raise TypeError(
            f"no implementation found for '{name}' on types that implement __torch_function__: "
            f"{list(types)}")
    kinds = "\n".join([f"  - mode object {asked}"] * bool(asked) + [
        f"  - tensor subclass {kind}" for kind in types])
    raise TypeError(
        f"Multiple dispatch failed for '{name}'; all __torch_function__ handlers returned "
        f"NotImplemented:\n\n{kinds}\n\nFor more information, try re-running with "
        "TORCH_LOGS=not_implemented"
    )


def call_mode(func: Callable[..., Any], name: str, args: Any, options: dict[Any, Any]) -> Any:
    """Call the innermost mode, which is not called for what it calls itself."""
    args, told = handler_arguments(func, name, args, options)
    kinds = types_for_mode(func, name, args, options)
    with without_mode() as mode:
        return mode.__torch_function__(func, kinds, args, told)


@contextmanager
def without_mode() -> Iterator[Any]:
    """Take the innermost mode off the stack while something runs, and yield it."""
    mode = modes.pop()
    try:
        yield mode
    finally:
        modes.append(mode)


# --- Names and arguments that handlers get ------------------------------------------------------


def handler_arguments(
        func: Callable[..., Any], name: str, args: tuple[Tensor | Tensor | float, ...],
        options: dict[str, Any]) -> tuple:
    """Return the arguments that a handler gets, by position and by keyword (or None).

    A function that torch wrote in Python hands on all its parameters, with their defaults.
    """
    if not is_written_in_python(func, name):
        return args, options or None
    handed = record(func.__name__).handed
    count, usual = (handed.positional, handed.defaults) if handed else (len(args), {})
    if name == "torch.norm":
        usual = {"p": "fro", "dim": None, "keepdim": False, "out": None, "dtype": None}
    return args[:count], usual | dict(zip(usual, args[count:])) | options


def is_written_in_python(func: Callable[..., Any], name: str) -> bool:
    """Return whether torch wrote a function, a method or a layer in Python."""
    is_method = get_class_attribute(Tensor, func.__name__) is func
    own = func.__name__ if is_method else name.partition("Tensor.")[2]
    return record(own).python_method or is_python_function(name) or (
        name.startswith("torch.nn.functional."))


def is_python_function(name: str) -> bool:
    """Return whether torch wrote the function of this full name in Python, as `torch.einsum`."""
    place, _, own = name.rpartition(".")
    return place == "torch" and record(own).python_function


def symbol_of(name: str) -> str | None:
    """Return how Python's errors write the operator that a method like `__radd__` serves, else
    None."""
    own = record(name).operator
    if own is not None and own.symbol:
        return own.symbol + " or pow()" * (own.symbol == "**")
    known = record(f"__{name[3:]}").operator if name[:2] == "__" else None
    if known is None or not known.symbol:
        return None
    return f"{known.symbol}=" if name[2] == "i" else known.symbol + " or pow()" * (
        known.symbol == "**")


def method_behind(name: str) -> str:
    """Return the method that handlers get for an operator; of any other method its own name."""
    operator = record(name).operator
    return operator.method if operator is not None and operator.method else name


def forward_of(name: str) -> str:
    """Return `__add__` for `__radd__`; the empty string for what is no reflected operator."""
    forward = f"__{name[3:]}"
    operator = record(forward).operator if name[:3] == "__r" else None
    return forward if operator is not None and operator.symbol else ""


def dispatched_arguments(name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments that may have handlers, of a function by its name or full name."""
    return args[:record(name.rpartition(".")[2]).dispatched_on]


def refuse_operator(symbol: str, name: str, args: Any) -> Any:
    """Return or raise what Python does after a class has refused an operator.

    Ordinary tensors do not dispatch here, so Python's own error for them is raised at once.
    """
    if type(args[1]) is not Tensor:
        return NotImplemented
    if name in ("__eq__", "__ne__"):
        return name == "__ne__"
    raise operator_error(symbol, name, args)


def operator_error(symbol: str, name: str, args: Any) -> TypeError:
    """Return Python's error about an operator that neither of its operands supports."""
    reflected = name[2] == "r" and name != "__rshift__"
    kinds = [f"'{type(x).__name__}'" for x in (reversed(args) if reflected else args)]
    if symbol in ("<", "<=", ">", ">="):
        return TypeError(f"'{symbol}' not supported between instances of {' and '.join(kinds)}")
    return TypeError(f"unsupported operand type(s) for {symbol}: {' and '.join(kinds)}")


def call_handler(
        value: Any, func: Callable[..., Any], name: str, types: tuple[type, ...],
        args: tuple[Any, ...], options: dict[str, Any] | None) -> Any:
    """Call a value's `__torch_function__`; warn as torch does if that is a plain method."""
    handler = value.__torch_function__
    result = handler(func, types, args, options)
    if getattr(handler, "__self__", None) is value and not is_written_in_python(func, name):
        warn_once(
            "Defining your `__torch_function__` as a plain method is deprecated and will be an "
            "error in future, please define it as a classmethod.",
            at="torch/csrc/utils/python_arg_parser.cpp:359")
    return result


def is_read_by_engine() -> bool:
    """Return whether the engine, not the program, reads a property."""
    name = sys._getframe(2).f_globals["__name__"]
    return name.startswith(("autograd.", "torch.")) and name != "torch.overrides"


# --- A class that is defined -------------------------------------------------------------------


def override_methods(cls: type) -> None:
    """Give a user's class a dispatching form of all methods and properties of Tensor.

    Tensor itself gets it too when a mode is entered, since modes see calls with ordinary tensors.
    """
    global in_use
    if "__torch_dispatch__" in vars(cls):
        raise NotImplementedError(f"Tapescope asks no `__torch_dispatch__`. {NO_TORCH_DISPATCH}")
    if cls is not Tensor and not has_handler(cls):
        return
    wrap_layers()
    in_use = True
    for name, held in list(vars(Tensor).items()):
        known = next(vars(base)[name] for base in cls.__mro__ if name in vars(base))
        thing, hidden = get_class_attribute(Tensor, name), name[0] == "_" and name[:2] != "__"
        has_dispatch = hasattr(thing, "is_dispatching_wrapper") or (
            cls is Tensor and hasattr(thing, "handles_torch_function"))
        if not is_dispatched(name) or known is not held or hidden or has_dispatch:
            continue
        if isinstance(thing, FunctionType):
            operator = record(name).operator
            if name[:2] == "__" and not (operator and operator.method):
                thing.__name__ = operator and operator.name or name  # as handlers ask for it
            setattr(cls, name, dispatching_method(name, thing, cls is Tensor))
        elif isinstance(thing, property):
            setattr(cls, name, dispatching_property(thing, cls is Tensor))


def dispatching_method(
        name: str, function: Callable[..., Any], of_all: bool = False) -> Callable[..., Any]:
    """Return a method that dispatches on its arguments; of Tensor itself with `of_all`."""
    first = forward_of(name) if not of_all else ""
    ahead = first and dispatching_method(first, vars(Tensor)[first])

    @wraps(function)
    def method(*args, **options):
        if ahead and type(args[1]) is not type(args[0]) and isinstance(args[0], type(args[1])):
            if (made := ahead(args[1], args[0])) is not NotImplemented:
                return made
            raise operator_error(symbol_of(first), first, args[::-1])  # the other would ask nobody
        if name == "__iter__" and args[0].dim():  # which torch leaves to these
            return iter(args[0].unbind(0))
        found = find_overriding(dispatched_arguments(name, args), options)
        if not modes and (disabled or of_all and not found):
            return function(*args, **options)
        func = get_class_attribute(Tensor, method_behind(name), function)
        try:
            return dispatch(func, f"Tensor.{name}", found, args, options)
        except TypeError:
            if len(args) == 2 and (symbol := symbol_of(name)):
                return refuse_operator(symbol, name, args)
            raise

    if of_all:
        method.is_dispatching_wrapper = True
    return method


def types_for_mode(
        func: Callable[..., Any], name: str, args: Any, options: dict[Any, Any]) -> tuple:
    """Return the types that a mode gets.

    Ordinary tensors are among them where torch wrote the function in Python, and where a method
    takes nothing but its tensor.
    """
    is_method = get_class_attribute(Tensor, func.__name__) is func
    alone = name in ("__get__", "__set__") or is_method and len(args) == 1 and not options and (
        not signature(func).parameters.keys() - {"self", "input", "out"})
    plain = alone or is_written_in_python(func, name) or func.__name__ == "new_tensor"
    if disabled:
        return ()
    return tuple(map(type, find_overriding(dispatched_arguments(name, args), options, plain)))


def dispatching_property(thing: property, of_all: bool = False) -> property:
    """Return a property that dispatches on the tensor; of Tensor itself with `of_all`."""

    def read(self):
        if not modes and (disabled or type(self) is Tensor) or is_read_by_engine():
            return thing.__get__(self)
        return dispatch(told.__get__, "__get__", [self], (self,), {})

    def write(self, value):
        if not modes and (disabled or type(self) is Tensor) or is_read_by_engine():
            return thing.__set__(self, value)
        return dispatch(told.__set__, "__set__", [self], (self, value), {})

    made = property(read, thing.fset and write, thing.fdel)
    told, innermost[made] = made if of_all else thing, innermost.get(thing, thing)
    return made


def wrap_layers() -> None:
    """Make the functions of `torch.nn.functional` dispatch on their arguments from now on."""
    layers = sys.modules.get("torch.nn.functional")
    for name, function in list(vars(layers).items()) if layers else ():
        if isinstance(function, FunctionType) and name[0] != "_" and not hasattr(
                function, "is_dispatching_wrapper"):
            setattr(layers, name, dispatching_layer(function, name))


def dispatching_layer(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a function of `torch.nn.functional` that dispatches on its arguments."""
    parameters = signature(function).parameters.values()
    compiled = record(name).compiled
    place = compiled or "torch.nn.functional"
    usual = {each.name: each.default for each in parameters
             if each.default is not each.empty and not compiled}

    @wraps(function)
    def wrapper(*args, **options):
        found = [] if disabled else find_overriding(args, options)
        if not found and not modes:
            return function(*args, **options)
        if usual:
            rest = dict(zip([each.name for each in parameters], args)).items()
            options = usual | {key: x for key, x in rest if key in usual} | options
            args = tuple(x for key, x in rest if key not in usual)
        return dispatch(wrapper, f"{place}.{name}", found, args, options)

    wrapper.is_dispatching_wrapper = True
    return wrapper


tensors.enroll = override_methods
