"""Options that torch's C reads as one byte each: True and False, and whole numbers up to 255."""

from __future__ import annotations

from operator import index
from typing import Any


def switches(*values: bool) -> list[bool]:
    """Whether each option is on; Python's errors for what no byte holds."""
    return [value if value is True or value is False else byte(value) for value in values]


def byte(value: Any) -> bool:
    """Whether a byte is not 0; TypeError for what is no whole number, OverflowError beyond it."""
    number = index(value)
    if not 0 <= number < 256:
        side = "less than minimum" if number < 0 else "greater than maximum"
        raise OverflowError(f"unsigned byte integer is {side}")
    return number != 0
