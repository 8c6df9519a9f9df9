"""Write functions or names of a notebook as a program that runs elsewhere."""

from __future__ import annotations

import inspect
import textwrap
import types
from collections.abc import Callable, Iterable, Mapping

from server.notebook.values import expression, libraries_in


def code_of(function: Callable[[], object]) -> str:
    """Return a program that does what a function does. Raises TypeError in a sentence."""
    if not inspect.isfunction(function) or function.__name__ == "<lambda>":
        raise TypeError("show() takes code as text, or a function that was made with `def`.")
    needed = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if needed:
        raise TypeError(f"show() calls the function without arguments, but it needs {needed[0]}.")
    parts: dict[str, str] = {}
    add_function(parts, function)
    return "\n\n".join([*parts.values(), f"{function.__name__}()\n"])


def with_names(code: str, names: Iterable[str], known: Mapping[str, object]) -> str:
    """Return code after definitions of `names`, which have their meaning in `known`.

    Raises TypeError in a sentence for what cannot be written, NameError for a name without meaning.
    """
    parts: dict[str, str] = {}
    for name in names:
        if name not in known:
            raise NameError(f"The notebook has no {name}. Run the cell that makes it first.")
        add(parts, name, known[name])
    return "\n".join([*parts.values(), code])


def add(parts: dict[str, str], name: str, thing: object) -> None:
    """Add to `parts`, by name and in the order to run them, what `thing` needs, then itself."""
    if name in parts:
        return
    if isinstance(thing, types.ModuleType):
        alias = "" if thing.__name__ == name else f" as {name}"
        parts[name] = f"import {thing.__name__}{alias}"
    elif inspect.isfunction(thing):
        if thing.__name__ == "<lambda>":
            raise TypeError(f"{name} is a lambda, whose source cannot be told apart. Use `def`.")
        add_function(parts, thing)
        if thing.__name__ != name:
            parts[name] = f"{name} = {thing.__name__}"
    else:
        for library in sorted(libraries_in(thing)):
            parts.setdefault(library, f"import {library}")
        parts[name] = f"{name} = {expression(name, thing)}"


def add_function(parts: dict[str, str], function: types.FunctionType) -> None:
    """Add what a function uses, then its source."""
    name = function.__name__
    if name in parts:
        return
    parts[name] = ""  # a function may call itself
    used = inspect.getclosurevars(function)
    for other, thing in {**used.globals, **used.nonlocals}.items():
        add(parts, other, thing)
    del parts[name]
    parts[name] = source_of(function)


def source_of(function: types.FunctionType) -> str:
    """Return the source of a function, as it would stand at the left margin."""
    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except OSError:
        raise TypeError(
            f"The source of {function.__name__} is not to be found. Give show() the code as text."
        ) from None
