"""How a value that torch's nodes save is made of what our nodes keep: `saves=` of a record.

As in a formula, names are an op's inputs, outputs and parameters, which are saved for it;
`self_shape` and `self_strides` save numbers only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

WRAP = 2**64  # torch shows some negative numbers as though they had no sign


WRAP = 2**64  # torch shows some negative numbers as though they had no sign


class Source(NamedTuple):
    """A value made of some of an op's own names."""

    names: tuple[str, ...]
    compute: Callable


def saved_by(compute: Callable) -> Source:
    """Return a value computed from what the function's parameters name."""
    code = compute.__code__  # `inspect.signature` costs more than all the rest of the import
    return Source(code.co_varnames[:code.co_argcount], compute)


def saved_constant(value: object) -> Source:
    """Return a saved value that is always the same."""
    return Source((), lambda: value)


def saved(name: str) -> Source:
    """Return one of our values, for one of torch's names; shapes and strides as plain tuples."""
    plain = name.endswith(("_shape", "_strides"))
    return Source((name,), as_tuple if plain else as_it_is)


def as_it_is(value: Tensor | tuple[int, ...]) -> Tensor | tuple[int, ...]:
    """The value itself, as a tensor where it is an array."""
    return wrap(value) if isinstance(value, np.ndarray) else value


def as_tuple(value: Tensor | tuple[Tensor, ...]) -> Any:
    """A shape as a tuple; None stays."""
    return None if value is None else tuple(value)


def saved_all(*names: str) -> dict[str, Source]:
    """Return values that have torch's names already."""
    return {name: saved(name) for name in names}


def saved_length(place: int, name: str) -> Source:
    """Return one entry of a shape."""
    return Source((name,), lambda shape: shape[place])


# What several chapters of the table save alike: a whole input, or no sizes of it; the number that
# is the base of a function of a tensor.
WHOLE: dict[str, Source | None] = {"self": saved("self")}
UNSIZED: dict[str, Source | None] = {"self_sym_sizes": None}
BASE = {"base": None, "self": saved_by(lambda base: getattr(base, "item", lambda: base)())}
