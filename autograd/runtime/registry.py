"""The table of ops by name, so that the engine need not import the modules that fill it.

The chapters of `ops/` fill `OPS` and `functions/` fills `COMPOSITES`. Entries are looked up when
they are called, not on import.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from autograd.ops.record import Op

F = TypeVar("F", bound=Callable[..., Any])

OPS: dict[str, Op] = {}
# Functions made of several ops that gradient formulas call, by name.
COMPOSITES: dict[str, Callable] = {}
# The functions of torch's own namespace, `torch.<name>`.
TORCH_FUNCTIONS: dict[str, Callable] = {}


def export(*names: str) -> Callable[[F], F]:
    """Return a decorator that shows the function as `torch.<name>`, by default its own name.

    Raises ValueError if another function has the name already.
    """

    def register(function: F) -> F:
        for name in names or (function.__name__,):
            if TORCH_FUNCTIONS.setdefault(name, function) is not function:
                raise ValueError(f"torch.{name} is defined twice")
        return function

    return register
