"""Checks of arguments as in torch's C++, with its errors.

Functions of `torch.nn.functional` are Python in torch: the first attribute that they read of an
argument, or the C++ function that they pass it to, under a name of its own, raises the error.
"""

from __future__ import annotations

import numpy as np
import sys
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from autograd.arguments.argument_parser import (
    check_arguments as check_signatures, convert_to_numbers,
)
from autograd.arguments.binder import convert_arguments
from autograd.arguments.deprecated_overloads import is_bound_by_class
from autograd.arguments.signatures import BY_TYPE, BY_VALUE, TORCH_NAMES, find_signatures
from autograd.functions.nn.kernel_sizes import as_pair
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import Keyword, Native, Or, Where, record
from autograd.tensor import torch_function
from autograd.tensor.tensor import Tensor


def wrap_functional(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function of `torch.nn.functional` to check its arguments as torch's C++ does.

    A call with arguments of new types is checked against the C++ signature after it succeeded,
    since the errors of torch's Python code come first.
    """
    name = function.__name__
    declared = record(name).native
    if declared is None and not record(name).reads_first:
        return function
    run = function if declared is not None and declared.looks_first else with_native_errors(
        function, lambda args, options: check_arguments(function, args, options), name)
    fitting: set = set()  # types of arguments that were checked

    @wraps(function)
    def wrapper(*args, **options):
        kinds = argument_types(args, options)
        if kinds in fitting:
            return run(*args, **options)
        given = convert_numbers(function, args, options)
        result = run(*args, **options) if given is None else run(**given)
        foreign = torch_function.find_overriding(args, options) or is_bound_by_class(name, args)
        if given is None and not foreign and check_arguments(function, args, options) != BY_VALUE:
            fitting.add(kinds)
        return result

    if not passes_all_arguments(name):  # torch's function is Python
        wrapper.__module__ = "torch.nn.functional"
    return wrapper


def passes_all_arguments(name: str) -> bool:
    """Return True if a function passes all its arguments to torch's C++ unchanged."""
    declared = record(name).native
    return declared is not None and not declared.arguments


def argument_types(args: tuple[Any, ...], options: dict[str, Any]) -> tuple:
    """Return the types of the arguments of a call, and of the entries of lists among them."""
    kinds = tuple(map(type, args))
    if options:
        kinds = (*kinds, *options, *map(type, options.values()))
    if tuple in kinds or list in kinds:
        kinds += tuple([tuple(map(type, x)) for x in (*args, *options.values())
                        if isinstance(x, tuple | list)])
    return kinds


def wrap_native(function: Callable[..., Any], namespace: str, name: str) -> Callable[..., Any]:
    """Wrap a function of a module such as `torch.linalg`, which torch writes in C++.

    The wrapper dispatches to `__torch_function__` and modes under the name that it has in C++.
    """
    names = {}  # names in `function` by torch's names, filled once
    fitting: set = set()  # types of arguments that fit

    @wraps(function)
    def renamed(*args, **options):
        return function(*args, **{names.get(each, each): x for each, x in options.items()})

    run = with_native_errors(
        renamed, lambda args, options: check_signatures(namespace, name, args, options))

    @wraps(function)
    def wrapper(*args, **options):
        kinds = (*map(type, args), *options, *map(type, options.values()))
        if kinds not in fitting or torch_function.in_use:
            found = [] if torch_function.disabled else torch_function.find_overriding(args, options)
            if found or torch_function.modes:
                return torch_function.dispatch(wrapper, f"torch.{name}", found, args, options)
            args, options = convert_arguments(
                fitting, kinds, namespace, name, args, options) or (args, options)
        if options and not names:
            names.update(map_argument_names(function, namespace, name))
        return run(*args, **options)

    wrapper.__name__ = name
    return wrapper


def map_argument_names(function: Callable[..., Any], namespace: str, name: str) -> dict[str, str]:
    """Return the name that `function` has for each argument, by the name in torch or numpy."""
    ours = signature(function).parameters
    ranked = [each.name for each in ours.values() if each.kind is each.POSITIONAL_OR_KEYWORD]
    found = {}
    for declared in find_signatures(namespace, name) or ():
        for i, each in enumerate(declared.parameters):
            kept = each.name in ours or each.keyword_only or i >= len(ranked)
            found[each.name] = each.name if kept else ranked[i]
    for other, usual in TORCH_NAMES.items():
        if usual in found:
            found.setdefault(other, found[usual])
    return found or {each: each for each in ours}


def with_native_errors(
        function: Callable[..., Any], refuse_arguments: Callable[..., Any], layer: str = ""
) -> Callable[..., Any]:
    """Wrap `function`: if it fails, `refuse_arguments` may raise a better error.

    If the function is a `layer` of this name and an argument has `__torch_function__`, the call is
    dispatched then. An instance that the function was bound to is dropped.
    """

    @wraps(function)
    def wrapper(*args, **options):
        try:
            return function(*args, **options)
        except Exception:
            if passes_all_arguments(layer) and is_bound_by_class(layer, args):
                return wrapper(*args[1:], **options)
            overriding = (layer and not torch_function.in_use
                          and torch_function.find_overriding(args, options))
            if not overriding or not hasattr(sys.modules["torch.nn.functional"], layer):
                refuse_arguments(args, options)
                given = convert_numbers(function, args, options)
                if given is None:
                    raise
                return function(**given)
        torch_function.wrap_layers()
        return getattr(sys.modules["torch.nn.functional"], layer)(*args, **options)

    return wrapper


def convert_numbers(
        function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]
) -> dict | None:
    """Return the arguments by name, with Python numbers for tensors that torch's C++ converts.

    numpy's scalars are converted too. None if nothing changed.
    """
    native = record(function.__name__).native
    bound = bind_arguments(function, args, options) if native is not None else None
    if native is None or bound is None:
        return None
    given = bound.arguments
    names = [argument_name(each) for each in native.arguments if not isinstance(each, Keyword)]
    handed = native_arguments(native, given) if names else (tuple(given.values()), {})
    changed = convert_to_numbers(native.place, native.name, *handed)
    return changed and given | {
        name: now for name, before, now in zip(names or given, handed[0], changed[0])
        if now is not before}


def bind_arguments(
        function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Return the arguments of a call by name, with defaults; None if they do not bind."""
    try:
        bound = signature(function).bind(*args, **options)
    except TypeError:
        return None
    bound.apply_defaults()
    return bound


def check_arguments(
        function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> int:
    """Raise torch's error about the arguments of a call, or return why they fit."""
    native = record(function.__name__).native
    if native is not None and not native.arguments:
        return check_signatures(native.place, native.name, args, options)
    bound = bind_arguments(function, args, options)
    if bound is None:
        return BY_VALUE
    check_attributes(function.__name__, bound.arguments)
    if native is None:
        return BY_TYPE
    try:
        return check_signatures(
            native.place, native.name, *native_arguments(native, bound.arguments))
    except TypeError as error:
        if not bound.arguments.get("inplace"):
            raise
        said = str(error).replace(f"{native.name}()", f"{native.name}_()", 1)
        raise TypeError(said) from None


def check_attributes(name: str, given: dict) -> None:
    """Raise AttributeError if an argument lacks an attribute that torch's Python reads first."""
    for read in record(name).reads_first:
        attribute = read.attribute
        if read.unless and given[read.unless] is not None:
            continue
        value = given[read.argument]
        if not (isinstance(value, Tensor) or hasattr(value, attribute)):
            raise AttributeError(
                f"'{type_name(value)}' object has no attribute '{attribute}'") from None
        if attribute == "size" and isinstance(value, np.ndarray):
            value.size()  # raises Python's TypeError: numpy's `size` is an int


def native_arguments(
    native: Native, given: dict[str, object],
) -> tuple[tuple[object, ...], dict[str, object]]:
    """Return `(args, options)` that the C++ of a function gets, from its arguments by name."""
    args: list[object] = []
    options: dict[str, object] = {}
    for each in native.arguments:
        if isinstance(each, Keyword):
            if given[each.name] is not None:
                options[each.name] = given[each.name]
        else:
            args.append(argument_value(each, given))
    if native.pairs:
        args[1:] = map(as_pair, args[1:])
    return tuple(args), options


def argument_value(each: str | int | Or | Where, given: dict[str, object]) -> object:
    """Return the value that is passed for one argument."""
    if isinstance(each, Where):
        return given[each.given] is not None and given[each.name]
    if isinstance(each, Or):
        other = given[each.other] if isinstance(each.other, str) else each.other
        return other if given[each.name] is None else given[each.name]
    if not isinstance(each, str):
        return each
    return [] if each == "stride" and given[each] is None else given[each]


def argument_name(each: str | int | Or | Where) -> str | None:
    """Return the name of an argument that is passed, None for a constant."""
    return each if isinstance(each, str) else getattr(each, "name", None)
