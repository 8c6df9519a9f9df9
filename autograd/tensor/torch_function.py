"""Classes that users derive from Tensor, and whatever else has a `__torch_function__`.

Such a class gets its own dispatching form of every method of Tensor when it is defined, so that
ordinary tensors pay nothing; functions ask when they meet types that they do not know. Follows
torch/overrides.py and torch/csrc/utils/python_arg_parser.cpp.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import signature
from types import FunctionType
from typing import Any

from autograd.runtime.function_record import record
from autograd.tensor import tensor as tensors
from autograd.tensor.override_names import (
    answer_of, asked_of, forward_of, handed_on, in_engine, is_python_function, method_behind,
    nobody_knows, symbol_of, unbound, unsupported, written_in_python,
)
from autograd.tensor.tensor import Tensor


enrolled = False  # whether there is such a class, or a mode was: then layers must ask, too
modes: list = []  # the TorchFunctionModes that are entered: the last one is asked before all else
off = 0  # how many handlers run that want the functions themselves
inner: dict = {}  # by property that asks classes: the innermost that it stands around
OWN = {  # what is never dispatched: how a tensor comes to be, and what the handlers themselves use
    "__new__", "__init__", "__init_subclass__", "__torch_function__", "alias",
    "accumulator", "__class__", "__hash__", "__reduce_ex__", "__setstate__", "__deepcopy__",
    "__copy__", "__array__", "__dir__", "__getattribute__", "__setattr__",
}
PLAIN = ("grad", "_base", "_grad")  # properties whose tensors keep their class


def is_overridden(name: str, found: list) -> bool:
    """Return whether a call goes to handlers: `found` are the arguments that have one."""
    return bool(found and not off or modes) and record(name).dispatched


def is_dispatched(name: str) -> bool:
    """Return whether the method or property of Tensor goes to `__torch_function__` handlers."""
    return name not in OWN and record(name).dispatched


@contextmanager
def aside() -> Iterator[None]:
    """While a handler runs the function itself."""
    global off
    off += 1
    try:
        yield
    finally:
        off -= 1


@classmethod
def default_handler(
        cls, func: Callable[..., Any], types: tuple[type, ...], args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None) -> Any:
    """What every class does that says nothing else: results are of the class, too."""
    if not all(issubclass(cls, kind) for kind in types):
        return NotImplemented
    with aside():
        result = func(*args, **(kwargs or {}))
    owner = getattr(func, "__self__", None)
    kept = isinstance(owner, property) and owner in [vars(Tensor).get(name) for name in PLAIN]
    return result if kept else converted(result, cls)


def converted(result: Tensor, cls: type) -> Any:
    """The tensors in a result as tensors of a class."""
    if isinstance(result, Tensor):
        return result if cls is Tensor or isinstance(result, cls) else result.as_subclass(cls)
    if isinstance(result, tuple | list) and any(isinstance(x, Tensor) for x in result):
        return type(result)([converted(x, cls) for x in result])
    if isinstance(result, Iterator):  # over the rows of a tensor
        return iter([converted(x, cls) for x in result])
    return result


@classmethod
def disabled(
        cls, func: Callable[..., Any], types: Any, args: tuple[int, ...] = (),
        kwargs: dict[str, Any] | None = None) -> Any:
    """The handler of parameters: what is made of them are plain tensors."""
    return func(*args, **(kwargs or {}))


def disabled_handler(
        func: Callable[..., Any], types: Any, args: tuple[int, ...] = (),
        kwargs: dict[str, Any] | None = None) -> Any:
    """The same for classes of the user's, which take it as it is."""
    return func(*args, **(kwargs or {}))


Tensor.__torch_function__ = default_handler


UNTOLD = ("The ops below autograd are not told: use a `torch.overrides.TorchFunctionMode`, or a "
          "class derived from torch.Tensor with a `__torch_function__`.")
HEARS_NOTHING = (disabled.__func__, disabled_handler)


def is_foreign(kind: type) -> bool:
    """Whether values of a type want to be asked before a function takes them."""
    handler = getattr(kind, "__torch_function__", None)
    if handler is None or getattr(handler, "__func__", handler) in HEARS_NOTHING:
        return False
    ours = issubclass(kind, Tensor) and kind.__module__.partition(".")[0] == "torch"
    return not ours or kind is not Tensor and "__torch_function__" in vars(kind)


def foreign_in(args: tuple[Any, ...], options: dict[str, Any], plain: bool = False) -> list:
    """The arguments that want to be asked, one of each type, subclasses before their bases.

    With `plain` ordinary tensors are among them, as a mode is told.
    """
    found: list = []
    values = [*args, *options.values()]
    values += [x for each in values if isinstance(each, tuple | list) for x in each]
    for value in values:
        kind = type(value)
        if (is_foreign(kind) or plain and kind is Tensor) and kind not in map(type, found):
            place = next((i for i, x in enumerate(found) if issubclass(kind, type(x))), len(found))
            found.insert(place, value)
    return found


def name_of(func: Callable[..., Any]) -> str:
    """The name of a function that a handler was given, or of the property that is read."""
    owner = getattr(func, "__self__", None)
    return func.__name__ if not isinstance(owner, property) else next(
        name for name, thing in vars(Tensor).items() if isinstance(thing, property)
        and inner.get(thing, thing) is inner.get(owner, owner))


def dispatch(
        func: Callable[..., Any], name: str, found: list[Tensor], args: tuple[Any, ...],
        options: dict[str, Any]) -> Tensor | int:
    """What the first of the arguments that knows says; torch's error if none does."""
    if written_in_python(func, name):
        found = foreign_in(args, options, plain=True)
    types = tuple(map(type, found))
    asked = modes[-1] if modes else None
    if asked is not None:
        result = in_mode(func, name, args, options)
        if result is not NotImplemented:
            return result
    for value in found:
        own = type(value).__module__.partition(".")[0] in ("autograd", "torch")
        given, told = (args, options or None) if own else handed_on(func, name, args, options)
        result = answer_of(value, func, name, types, given, told)
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


def in_mode(func: Callable[..., Any], name: str, args: Any, options: dict[Any, Any]) -> Any:
    """What the innermost mode says, which does not see what it calls itself."""
    args, told = handed_on(func, name, args, options)
    kinds = told_to_mode(func, name, args, options)
    with without_mode() as mode:
        return mode.__torch_function__(func, kinds, args, told)


@contextmanager
def without_mode() -> Iterator[Any]:
    """While something runs that the innermost mode, which it gives, shall not hear of."""
    mode = modes.pop()
    try:
        yield mode
    finally:
        modes.append(mode)


# --- A class that is defined -------------------------------------------------------------------


def enroll(cls: type) -> None:
    """Give a class of the user's its dispatching form of all that Tensor has.

    Tensor itself gets it, too, when modes are wanted, which hear of every tensor.
    """
    global enrolled
    if "__torch_dispatch__" in vars(cls):
        raise NotImplementedError(f"Tapescope asks no `__torch_dispatch__`. {UNTOLD}")
    if cls is not Tensor and not is_foreign(cls):
        return
    wrap_layers()
    enrolled = True
    for name, held in list(vars(Tensor).items()):
        known = next(vars(base)[name] for base in cls.__mro__ if name in vars(base))
        thing, hidden = unbound(Tensor, name), name[0] == "_" and name[:2] != "__"
        if not is_dispatched(name) or known is not held or hidden or (
                hasattr(thing, "asks_classes") or cls is Tensor and hasattr(thing, "asks_itself")):
            continue
        if isinstance(thing, FunctionType):
            operator = record(name).operator
            if name[:2] == "__" and not (operator and operator.method):
                thing.__name__ = operator and operator.name or name  # as handlers ask for it
            setattr(cls, name, dispatching(name, thing, cls is Tensor))
        elif isinstance(thing, property):
            setattr(cls, name, watched(thing, cls is Tensor))


def dispatching(
        name: str, function: Callable[..., Any], of_all: bool = False) -> Callable[..., Any]:
    """A method that asks the classes of its arguments first; `of_all` tensors it is told itself."""
    first = forward_of(name) if not of_all else ""
    ahead = first and dispatching(first, vars(Tensor)[first])

    @wraps(function)
    def method(*args, **options):
        if ahead and type(args[1]) is not type(args[0]) and isinstance(args[0], type(args[1])):
            if (made := ahead(args[1], args[0])) is not NotImplemented:
                return made
            raise unsupported(symbol_of(first), first, args[::-1])  # the other would ask nobody
        if name == "__iter__" and args[0].dim():  # which torch leaves to these
            return iter(args[0].unbind(0))
        found = foreign_in(asked_of(name, args), options)
        if not modes and (off or of_all and not found):
            return function(*args, **options)
        func = unbound(Tensor, method_behind(name), function)
        try:
            return dispatch(func, f"Tensor.{name}", found, args, options)
        except TypeError:
            if len(args) == 2 and (symbol := symbol_of(name)):
                return nobody_knows(symbol, name, args)
            raise

    if of_all:
        method.asks_classes = True
    return method


def told_to_mode(func: Callable[..., Any], name: str, args: Any, options: dict[Any, Any]) -> tuple:
    """The types that a mode hears of.

    Ordinary tensors are among them where torch wrote the function in Python, and where a method
    takes nothing but its tensor.
    """
    is_method = unbound(Tensor, func.__name__) is func
    alone = name in ("__get__", "__set__") or is_method and len(args) == 1 and not options and (
        not signature(func).parameters.keys() - {"self", "input", "out"})
    plain = alone or written_in_python(func, name) or func.__name__ == "new_tensor"
    return tuple(map(type, [] if off else foreign_in(asked_of(name, args), options, plain)))


def watched(thing: property, of_all: bool = False) -> property:
    """A property that asks the class of the tensor first; `of_all` tensors it is told itself."""

    def read(self):
        if not modes and (off or type(self) is Tensor) or in_engine():
            return thing.__get__(self)
        return dispatch(told.__get__, "__get__", [self], (self,), {})

    def write(self, value):
        if not modes and (off or type(self) is Tensor) or in_engine():
            return thing.__set__(self, value)
        return dispatch(told.__set__, "__set__", [self], (self, value), {})

    made = property(read, thing.fset and write, thing.fdel)
    told, inner[made] = made if of_all else thing, inner.get(thing, thing)
    return made


def wrap_layers() -> None:
    """From now on `torch.nn.functional` asks the classes of its arguments, too."""
    layers = sys.modules.get("torch.nn.functional")
    for name, function in list(vars(layers).items()) if layers else ():
        if isinstance(function, FunctionType) and name[0] != "_" and not hasattr(
                function, "asks_classes"):
            setattr(layers, name, asking(function, name))


def asking(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A function of `torch.nn.functional` that asks the classes of its arguments first."""
    parameters = signature(function).parameters.values()
    compiled = record(name).compiled
    place = compiled or "torch.nn.functional"
    usual = {each.name: each.default for each in parameters
             if each.default is not each.empty and not compiled}

    @wraps(function)
    def wrapper(*args, **options):
        found = [] if off else foreign_in(args, options)
        if not found and not modes:
            return function(*args, **options)
        if usual:
            rest = dict(zip([each.name for each in parameters], args)).items()
            options = usual | {key: x for key, x in rest if key in usual} | options
            args = tuple(x for key, x in rest if key not in usual)
        return dispatch(wrapper, f"{place}.{name}", found, args, options)

    wrapper.asks_classes = True
    return wrapper


tensors.enroll = enroll
