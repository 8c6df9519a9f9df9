"""Declare what is true of a function that users call: one record for each name.

A record is made of the keywords at a function's definition:

    @method()
    @declare(factory=Factory(filled_by="fill_.Scalar"))
    def new_full(self, size, fill_value, ...): ...

Whoever checks a call reads it by the function's name: `record("new_full").factory`. The defaults
hold for most functions, which declare nothing. Entries of the table of derivatives have records of
their own, `op.Op`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable)


@dataclass(frozen=True, slots=True)
class Factory:
    """A function that makes a tensor: it takes `layout` and `pin_memory`."""

    filled_by: str = ""  # the op that torch fills it with, which takes no sparse memory
    layouts: bool = False  # makes sparse tensors too
    sparse_error: str = ""  # torch's error for another `layout`
    overlapping: bool = False  # its `out=` may have several entries in one place


@dataclass(frozen=True, slots=True)
class Function:
    """Everything that is declared of one function."""

    factory: Factory | None = None
    gain: float | None = None  # by how much weights before it should be larger, `torch.nn.init`


FUNCTIONS: dict[str, Function] = {}
UNDECLARED = Function()


def declare(*names: str, **facts: Any) -> Callable[[F], F]:
    """Decorator: `facts`, fields of `Function`, hold for the function of these names.

    Without names it is the function's own. Several declarations of one name add up.
    """

    def declared(function: F) -> F:
        for name in names or (function.__name__,):
            add_facts(name, **facts)
        return function

    return declared


def add_facts(name: str, **facts: Any) -> None:
    """Add facts to the record of a name, where a loop or another function makes the function."""
    known = record(name)
    if twice := [each for each in facts if getattr(known, each) != getattr(UNDECLARED, each)]:
        raise ValueError(f"{name}: {twice} declared twice")
    FUNCTIONS[name] = replace(known, **facts)


def record(name: str | None) -> Function:
    """What is declared of the function `name`."""
    return FUNCTIONS.get(name, UNDECLARED)  # type: ignore[arg-type]
