"""Settings with an int for each spatial dimension, such as `kernel_size`."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from autograd.tensor.tensor import Tensor


def expand_setting(value: int | tuple[int, ...], count: int, name: str) -> tuple[int, ...]:
    """Return a setting with an int for each of `count` dimensions, from an int or a sequence."""
    return repeat_single(as_tuple(value, count), count, name)


def repeat_single(value: tuple[int, ...], count: int, name: str) -> tuple[int, ...]:
    """Return a tuple of `count` entries, a single one repeated; RuntimeError for other lengths."""
    if len(value) not in (1, count):
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {count} values to match "
            f"the convolution dimensions, but got {name}={list(value)}"
        )
    return value * count if len(value) == 1 else value


def as_ints(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ints of a setting; TypeError for other entries, in the words of torch's parser.

    Like that parser, it accepts bools after the first entry.
    """
    if values and isinstance(values[0], bool):
        raise TypeError("a setting begins with a bool")
    return tuple(map(index, values))


def as_tuple(value: int | tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return a setting as a tuple, as torch's parser does: an int is repeated `count` times."""
    return (value,) * count if type(value) is int else as_ints(
        value if isinstance(value, tuple | list) else (value,))


def as_pair(value: int | tuple[int, ...]) -> tuple:
    """Return a setting for height and width as torch's Python does: a scalar is repeated."""
    return tuple(value) if isinstance(value, Iterable | Tensor) else (value, value)
