"""The stack of function transforms that run, innermost last; ops ask its top to run them.

Each transform pushes a `Level`, with methods for what is done otherwise under it. The modules of
`transforms/` define the levels and register the rest here, so that nothing below imports them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from autograd.runtime import grad_mode, observer

running: list[Level] = []
entered_levels = 0  # how many there are, also while something is done outside of them
# While a part of a custom function runs: the last level for gradients that its tensors show.
up_to: int | None = None
hollow = False  # whether there are meta tensors, which must be followed
# Registered by `transforms.vmap` and `transforms.function_transforms` when they are imported.
vmap: Callable | None = None  # `torch.vmap`
apply_function: Callable | None = None  # runs a custom function while transforms run


class Level:
    """One transform that runs: its number from 1, and what its kind has to know."""

    maps = None  # what `vmap` has to know; None where gradients are taken
    leaves: list | tuple = ()  # of gradients: what they are taken by
    forward = False  # of gradients: whether they are taken along directions
    tangent_of: Callable | None = None  # and then the function that finds what comes along them

    def __init__(self):
        self.number = len(running) + 1
        self.grad_enabled = grad_mode.grad_enabled  # outside of it
        self.alive = False

    def let_write(self, target: Any) -> str | None:
        """Let an argument by which gradients are taken be written, where the level can.

        Returns what torch calls the target where it cannot be written.
        """
        return None


def innermost_map() -> Level | None:
    """The innermost level that runs and maps a function over slices."""
    return next((level for level in reversed(running) if level.maps is not None), None)


@contextmanager
def seen_up_to(number: int | None) -> Iterator[None]:
    """While a part of a custom function runs, which torch calls for one level after the other."""
    global up_to
    before, up_to = up_to, number
    try:
        yield
    finally:
        up_to = before


@contextmanager
def entered(level: Level, listener: Any) -> Iterator[Any]:
    """While a transform runs; `listener` is told of the ops that run under any."""
    global entered_levels
    level.alive = True
    running.append(level)
    entered_levels += 1
    if entered_levels == 1:
        observer.join(listener)
    try:
        yield level
    finally:
        running.pop()
        level.alive = False
        entered_levels -= 1
        if not entered_levels:
            observer.leave(listener)
