"""The options of `torch.nn.functional` that are True or False, and nothing that counts as either.

Its functions are Python in torch, but hand these on to C++, which refuses 0, None and "x".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from autograd.runtime.bool_options import check_truth
from autograd.runtime.function_record import GIVEN, record


def flagged(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, which takes True and False alone where its C++ does; torch's TypeError."""
    declared = record(function.__name__).bools
    if not declared:
        return function
    known = signature(function).parameters
    ranked = list(known)
    flags = [(ranked.index(each.option), known[each.option].default, each) for each in declared]

    @wraps(function)
    def wrapper(*args, **options):
        for place, usual, flag in flags:
            value = args[place] if place < len(args) else options.get(flag.option, usual)
            if value is not True and value is not False and value is not usual:
                check_truth(flag.function, flag.called or flag.option, value,
                            counted(place, args, flag.position))
        return function(*args, **options)

    return wrapper


def counted(place: int, args: tuple, position: int) -> int:
    """The position that an error names, from 1, or 0: the stated one or where it was given."""
    if position == GIVEN:
        return place + 1 if place < len(args) else 0
    return position
