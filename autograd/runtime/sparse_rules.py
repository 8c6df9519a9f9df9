"""Name the rules by which functions run on sparse tensors: what records name with `sparse=`.

Each rule is written in `functions/sparse/rules.py`, which binds it. A function without a rule
raises NotImplementedError for a sparse tensor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class SparseRule:
    """A rule; `run` takes the function, its name, its arguments and its keywords."""

    __slots__ = ("run",)

    run: Callable[[Callable[..., Any], str, tuple[Any, ...], dict[str, Any]], Any]


class Unsupported:
    """The rule of a function that torch refuses for sparse tensors, with the error it raises.

    `{size}` in the text is the number of elements of the tensor.
    """

    __slots__ = ("error", "text")

    def __init__(self, error: type[Exception], text: str) -> None:
        self.error, self.text = error, text

    def run(
            self, function: Callable[..., Any], name: str, args: tuple[Any, ...],
            options: dict[str, Any]) -> None:
        """Raise the error."""
        raise self.error(self.text.format(size=args[0]._array.size))


# The result is dense, as of a dense tensor.
AS_DENSE = SparseRule()

# Entry by entry: functions that map 0 to 0, multiples and products, and copies.
ZERO_PRESERVING = SparseRule()
LINEAR = SparseRule()
COPY = SparseRule()
ADDITION = SparseRule()
SUBTRACTION = SparseRule()
IN_PLACE = SparseRule()
ZEROS = SparseRule()

# Entries get other indices.
TRANSPOSE = SparseRule()
MOVE_ENTRIES = SparseRule()

# Reductions, matrix products.
SUM = SparseRule()
NORM = SparseRule()
MATRIX_PRODUCT = SparseRule()
