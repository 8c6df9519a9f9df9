"""`torch.overrides`: the `__torch_function__` protocol with its modes."""

from __future__ import annotations

import functools as _functools
import warnings as _warnings
from collections import defaultdict as _defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager as _contextmanager
from types import FunctionType as _FunctionType, MethodType as _MethodType
from typing import TYPE_CHECKING, Any

import torch as _torch
import torch.nn.functional  # noqa: F401  its functions dispatch
from autograd.runtime.builtin_method import get_class_attribute as _unbound
from autograd.tensor import torch_function
from autograd.runtime.function_record import record as _record
from autograd.tensor.torch_function import is_python_function as _is_python_function

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

__all__ = [
    "get_ignored_functions", "get_overridable_functions", "get_testing_overrides",
    "handle_torch_function", "has_torch_function", "resolve_name", "is_tensor_like",
    "is_tensor_method_or_property", "wrap_torch_function", "enable_reentrant_dispatch",
]
# The modules whose functions dispatch.
_NAMESPACES = ("torch", "torch.functional", "torch.nn.functional", "torch.nn.init", "torch.linalg",
          "torch.fft", "torch.special")


class TorchFunctionMode:
    """A context whose `__torch_function__` is called for every function of torch.

    Subclasses define it; functions called within it reach the next outer mode.
    """

    def __init__(self):
        pass

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        torch_function.override_methods(_torch.Tensor)
        torch_function.modes.append(self)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        torch_function.modes.pop()

    @classmethod
    def push(cls, *args: Any, **kwargs: Any) -> Any:
        """Return a new mode of this class; deprecated."""
        _warnings.warn("`Mode.push()` is no longer necessary and can be replaced with just "
                       "`with Mode()`", stacklevel=2)
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    """A mode that calls each function unchanged."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def has_torch_function(relevant_args: Any) -> bool:
    """Return True if one of the arguments, or a mode, overrides `__torch_function__`."""
    return bool(torch_function.modes) or not torch_function.disabled and bool(
        torch_function.find_overriding(tuple(relevant_args), {}))


def has_torch_function_unary(tensor: Tensor) -> bool:
    """Return `has_torch_function` of one argument."""
    return has_torch_function((tensor,))


def has_torch_function_variadic(*args: Any) -> bool:
    """Return `has_torch_function` of all arguments."""
    return has_torch_function(args)


def handle_torch_function(public_api: Any, relevant_args: Any, *args: Any, **kwargs: Any) -> Any:
    """Return the first result of `relevant_args`' `__torch_function__` for `public_api`.

    Modes are called before. TypeError if all return NotImplemented.
    """
    overloaded = torch_function.find_overriding(tuple(relevant_args), {}, plain=True)
    types = tuple(map(type, overloaded))
    mode = torch_function.modes[-1] if torch_function.modes else None
    if mode is not None:
        with torch_function.without_mode() as mode:
            result = mode.__torch_function__(public_api, types, args, kwargs)
        if result is not NotImplemented:
            return result
    for value in overloaded:
        result = value.__torch_function__(public_api, types, args, kwargs)
        if result is not NotImplemented:
            return result
    said = f"no implementation found for '{public_api.__module__}.{public_api.__name__}' on types "
    said += f"that implement __torch_function__: {list(types)}"
    raise TypeError(said + (f" nor in mode {mode}" if mode is not None else ""))


def wrap_torch_function(dispatcher: Any) -> Any:
    """Return a decorator: dispatch on the arguments that `dispatcher` returns before the call."""

    def inner(func):
        @_functools.wraps(func)
        def wrapped(*args, **kwargs):
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return func(*args, **kwargs)

        return wrapped

    return inner


def is_tensor_like(inp: Any) -> bool:
    """Return True if a value is a Tensor or has `__torch_function__`."""
    return type(inp) is _torch.Tensor or hasattr(inp, "__torch_function__")


def get_overridable_functions() -> dict:
    """Return the functions that dispatch, by the module or class that holds them."""
    return _overridable()[0]


def resolve_name(f: Callable[..., Any]) -> str | None:
    """Return the qualified name of a function of torch; None for any other."""
    if isinstance(getattr(f, "__self__", None), property):
        return f"torch.Tensor.{torch_function.name_of_function(f)}.{f.__name__}"
    return _overridable()[1].get(f)


def is_tensor_method_or_property(func: Callable[..., Any]) -> bool:
    """Return True if a function is a method of Tensor, or the getter of a property."""
    reads = func.__name__ in ("__get__", "__set__")
    return reads or func in get_overridable_functions()[_torch.Tensor]


def get_ignored_functions() -> set:
    """Return the functions that never dispatch."""
    return {
        function
        for function in vars(_torch).values()
        if isinstance(function, _FunctionType | _MethodType)
        and not hasattr(function, "handles_torch_function")
    }


def get_testing_overrides() -> dict:
    """Return, for each function that dispatches, one of the same signature that returns -1."""
    return {func: _make_testing_override(func) for funcs in get_overridable_functions().values()
            for func in funcs if isinstance(func, _FunctionType)}


def _make_testing_override(func):
    """Return a function with the signature of `func` that returns -1."""
    @_functools.wraps(func)
    def override(*args, **kwargs):
        return -1

    return override


def _overridable() -> tuple[dict, dict]:
    """Return the functions that dispatch, by namespace, and the qualified name of each."""
    functions, names = _defaultdict(list), {}
    for prefix in _NAMESPACES:
        namespace = _functools.reduce(getattr, prefix.split(".")[1:], _torch)
        for name, function in list(vars(namespace).items()):
            if (
                name[0] != "_"
                and isinstance(function, _FunctionType)
                and _dispatches(function, prefix)
            ):
                functions[namespace].append(function)
                full = f"{prefix}.{name}"
                python = _is_python_function(full)
                names.setdefault(function, f"torch.functional.{name}" if python else full)
    for name, function in vars(_torch.Tensor).items():
        function = (
            function.__get__ if isinstance(function, property) else _unbound(_torch.Tensor, name)
        )
        if (
            callable(function)
            and not isinstance(function, type)
            and torch_function.is_dispatched(name)
        ):
            functions[_torch.Tensor].append(function)
            names.setdefault(function, f"torch.Tensor.{name}")
    return functions, names


def _dispatches(function, namespace: str) -> bool:
    """Return True if a function of a namespace calls `__torch_function__`."""
    if namespace == "torch" and not _record(function.__name__).dispatched:
        return False
    return (
        hasattr(function, "handles_torch_function")
        or hasattr(function, "is_dispatching_wrapper")
        or namespace != "torch"
    )


def _get_current_function_mode():
    """Return the innermost active mode, or None."""
    return torch_function.modes[-1] if torch_function.modes else None


def _get_current_function_mode_stack() -> list:
    """Return the active modes, the innermost last."""
    return list(torch_function.modes)


@_contextmanager
def enable_reentrant_dispatch() -> Iterator[None]:
    """Do nothing within a block: function modes dispatch whenever they are active."""
    yield


torch_function.wrap_layers()
