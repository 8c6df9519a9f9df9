"""Check options that torch's C++ reads as bool.

Most take True and False only; some read one byte, so an integer up to 255 counts.
"""

from __future__ import annotations

from operator import index
from typing import Any

from autograd.runtime.c_types import type_name


def check_bool(kernel: str, argument: str, value: bool, place: int = 0) -> None:
    """Raise torch's TypeError unless `value` is True or False.

    `place` is the position of the argument in the error, from 1; 0 for a keyword.
    """
    if value is not True and value is not False:
        where = f" (position {place})" if place else ""
        raise TypeError(
            f"{kernel}(): argument '{argument}'{where} must be bool, not {type_name(value)}")


def check_bools(kernel: str, **given: bool) -> None:
    """Raise torch's TypeError for the first of several keywords that is no bool."""
    for argument, value in given.items():
        check_bool(kernel, argument, value)


def as_bools(*values: bool) -> list[bool]:
    """Return options that are read as one byte each as bools; see `byte_to_bool`."""
    return [value if value is True or value is False else byte_to_bool(value) for value in values]


def byte_to_bool(value: Any) -> bool:
    """Return whether an integer from 0 to 255 is not 0.

    Raises TypeError for what is no integer and OverflowError outside of the range.
    """
    number = index(value)
    if not 0 <= number < 256:
        side = "less than minimum" if number < 0 else "greater than maximum"
        raise OverflowError(f"unsigned byte integer is {side}")
    return number != 0
