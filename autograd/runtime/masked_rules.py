"""Names of the rules by which functions run on masked tensors, for `masked=` in their records.

`torch/masked/maskedtensor/dispatch.py` binds each to what it does. A function without a rule
raises TypeError for masked tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class MaskedRule:
    """A rule; `run` takes the function, its name, its arguments and its keywords."""

    __slots__ = ("run",)

    run: Callable[[Callable, str, tuple, dict], Any]


class Unsupported:
    """The rule of a function that raises TypeError; the error names torch's op `aten_name`."""

    __slots__ = ("aten_name",)

    def __init__(self, aten_name: str) -> None:
        self.aten_name = aten_name


# Elementwise functions of one tensor and of two; those of two as operators in place.
UNARY = MaskedRule()
BINARY = MaskedRule()
BINARY_IN_PLACE = MaskedRule()

MOVE_ENTRIES = MaskedRule()  # the mask moves along with the elements
REDUCTION = MaskedRule()  # of the specified elements
SOFTMAX = MaskedRule()
WHERE = MaskedRule()
ONES_LIKE = MaskedRule()
AS_DATA = MaskedRule()  # the result is that of the data
