"""Settings of layers with spatial dimensions: one number, or one for each dimension."""

from collections.abc import Iterable


def ntuple(value, count) -> tuple:
    """`value` repeated `count` times, or as a tuple when it is a sequence already."""
    return tuple(value) if isinstance(value, Iterable) else (value,) * count
