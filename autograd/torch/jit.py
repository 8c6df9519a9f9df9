"""`torch.jit`: a scripted or traced program is the program itself, for nothing is compiled here."""

from __future__ import annotations

from collections import namedtuple as _namedtuple
from collections.abc import Callable
from typing import Any
from typing import Final as Final
from weakref import WeakSet as _WeakSet

from autograd.frontend.unsupported import instead as _instead
from torch.nn.modules import module as _module
from torch.nn.modules.module import Module as _Module

_compiled = _WeakSet()  # the modules that would be, elsewhere
_OF_COMPILED = {"code", "graph", "inlined_graph", "graph_for", "code_with_constants", "save",
                "save_to_buffer", "original_name"}


def _explained(module, name: str) -> str:
    """What to add to the error about an attribute that a module lacks which was not compiled."""
    if name not in _OF_COMPILED or module not in _compiled:
        return ""
    return f" in Tapescope. {_instead(f'torch.jit.{name}')}"


_module.explained = _explained

Attribute = _namedtuple("Attribute", ["value", "type"])


def script(
        obj: Any, optimize: Any = None, _frames_up: int = 0, _rcb: Any = None,
        example_inputs: Any = None) -> Any:
    """`obj`, a function or module, which runs as it is written."""
    if isinstance(obj, _Module):
        _compiled.add(obj)
    return obj


def trace(
        func: Callable[..., Any], example_inputs: Any = None, *options: Any,
        example_kwarg_inputs: Any = None, **more: Any) -> Any:
    """`func`, called once with the example as torch does: it may print, or count batches."""
    if example_kwarg_inputs is not None:
        func(**example_kwarg_inputs)
    else:
        func(*example_inputs if isinstance(example_inputs, tuple) else (example_inputs,))
    return script(func)


def ignore(drop: bool = False, **options: Any) -> Any:
    """A decorator that changes nothing, with or without its settings."""
    return drop if callable(drop) else lambda function: function


def export(function: Callable[..., Any]) -> Any:
    """`function` itself, and so for `unused` and `script_if_tracing`."""
    return function


unused = script_if_tracing = freeze = optimize_for_inference = script_method = export


class ScriptModule(_Module):
    """A module like any other; programs ask whether theirs was compiled."""


class RecursiveScriptModule(ScriptModule):
    """What `script` makes of a module elsewhere."""


class ScriptFunction:
    """What `script` makes of a function elsewhere."""


def is_scripting() -> bool:
    """Whether this runs in a compiled program: no."""
    return False


is_tracing = is_scripting


def annotate(the_type: Any, the_value: Any) -> Any:
    """The value, whose type a compiler would be told."""
    return the_value


class TracerWarning(Warning):
    """What tracing warns with elsewhere: filters name it."""


class Error(Exception):
    """What scripted programs raise elsewhere: handlers name it."""
