"""`torch.jit`: TorchScript's interface, which returns programs uncompiled."""

from __future__ import annotations

from collections import namedtuple as _namedtuple
from collections.abc import Callable
from typing import Any
from typing import Final as Final
from weakref import WeakSet as _WeakSet

from autograd.frontend.unsupported import find_alternative as _instead
from torch.nn.modules import module as _module
from torch.nn.modules.module import Module as _Module

_compiled = _WeakSet()  # the modules that torch would compile
_COMPILED_ATTRIBUTES = {
    "code",
    "graph",
    "inlined_graph",
    "graph_for",
    "code_with_constants",
    "save",
    "save_to_buffer",
    "original_name",
}


def _missing_attribute_hint(module, name: str) -> str:
    """Return the hint to append to the error about a missing attribute of a compiled module."""
    if name not in _COMPILED_ATTRIBUTES or module not in _compiled:
        return ""
    return f" in Tapescope. {_instead(f'torch.jit.{name}')}"


_module.attribute_error_hints.append(_missing_attribute_hint)

Attribute = _namedtuple("Attribute", ["value", "type"])


def script(
        obj: Any, optimize: Any = None, _frames_up: int = 0, _rcb: Any = None,
        example_inputs: Any = None) -> Any:
    """Return the function or module `obj`, which runs uncompiled."""
    if isinstance(obj, _Module):
        _compiled.add(obj)
    return obj


def trace(
        func: Callable[..., Any], example_inputs: Any = None, *options: Any,
        example_kwarg_inputs: Any = None, **more: Any) -> Any:
    """Return `func`, after one call with the example inputs, as torch makes."""
    if example_kwarg_inputs is not None:
        func(**example_kwarg_inputs)
    else:
        func(*example_inputs if isinstance(example_inputs, tuple) else (example_inputs,))
    return script(func)


def ignore(drop: bool = False, **options: Any) -> Any:
    """Return the function, or a decorator without effect."""
    return drop if callable(drop) else lambda function: function


def export(function: Callable[..., Any]) -> Any:
    """Return the function; used for `unused` and `script_if_tracing` as well."""
    return function


unused = script_if_tracing = freeze = optimize_for_inference = script_method = export


class ScriptModule(_Module):
    """A module; programs test whether theirs is compiled."""


class RecursiveScriptModule(ScriptModule):
    """The type that `script` returns for modules in torch."""


class ScriptFunction:
    """The type that `script` returns for functions in torch."""


def is_scripting() -> bool:
    """Return False."""
    return False


is_tracing = is_scripting


def annotate(the_type: Any, the_value: Any) -> Any:
    """Return `the_value`."""
    return the_value


class TracerWarning(Warning):
    """The category of tracing's warnings, for filters."""


class Error(Exception):
    """The exception of scripted programs, for handlers."""
