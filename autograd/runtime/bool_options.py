"""Options for which torch's C++ takes True and False alone, and nothing that counts as either."""

from __future__ import annotations

from autograd.runtime.c_types import type_name


def check_truth(kernel: str, argument: str, value: bool, place: int = 0) -> None:
    """Raise torch's TypeError for a value that is neither; `place` counts from 1 if it has one."""
    if value is not True and value is not False:
        where = f" (position {place})" if place else ""
        raise TypeError(
            f"{kernel}(): argument '{argument}'{where} must be bool, not {type_name(value)}")


def check_truths(kernel: str, **given: bool) -> None:
    """The same for several options that were given by name."""
    for argument, value in given.items():
        check_truth(kernel, argument, value)
