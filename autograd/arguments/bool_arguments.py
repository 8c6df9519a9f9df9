"""Checks of bool options that functions of `torch.nn.functional` pass to torch's C++.

C++ accepts True and False, but neither 0 nor None nor a string.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from autograd.runtime.bool_options import check_bool
from autograd.runtime.function_record import GIVEN, record


def check_bool_arguments(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `function`, so that its bool options raise torch's TypeError for other values."""
    declared = record(function.__name__).bools
    if not declared:
        return function
    known = signature(function).parameters
    ranked = list(known)
    flags = [(ranked.index(each.option), known[each.option].default, each) for each in declared]

    @wraps(function)
    def wrapper(*args, **options):
        for index, default, flag in flags:
            value = args[index] if index < len(args) else options.get(flag.option, default)
            if value is not True and value is not False and value is not default:
                check_bool(flag.function, flag.called or flag.option, value,
                           position_in_error(index, args, flag.position))
        return function(*args, **options)

    return wrapper


def position_in_error(index: int, args: tuple, position: int) -> int:
    """Return the position of an argument in an error, from 1; 0 if the error has none."""
    if position == GIVEN:
        return index + 1 if index < len(args) else 0
    return position
