"""Settings of layers with spatial dimensions: one number, or one for each dimension."""

from __future__ import annotations

from collections.abc import Iterable


def ntuple(value: float | str | tuple[float | int, ...], count: int) -> tuple:
    """`value` repeated `count` times, or as a tuple when it is a sequence already."""
    return tuple(value) if isinstance(value, Iterable) else (value,) * count
