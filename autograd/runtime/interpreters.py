"""The stack of function transforms that run, innermost last; its top runs the ops.

Each transform pushes an `Interpreter`, whose methods do what is done differently under it. The
modules of `transforms/` define the interpreters and register the rest here, so that nothing below
imports them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from autograd.runtime import observer
from autograd.runtime.execution_state import execution

stack: list[Interpreter] = []
entered_count = 0  # how many there are, also while something is done outside of them
any_meta_tensors = False  # whether there are meta tensors, which must be followed
# Registered by `transforms.vmap` and `transforms.function_transforms` when they are imported.
vmap: Callable | None = None  # `torch.vmap`
apply_function: Callable | None = None  # runs a custom function while transforms run


class Interpreter:
    """One transform that runs: its number from 1, and what its kind has to know."""

    vmap_state = None  # what `vmap` has to know; None where gradients are taken
    leaves: list | tuple = ()  # of gradients: what they are taken by
    forward = False  # of gradients: whether they are taken along directions
    tangent_of: Callable | None = None  # and then the function that finds what comes along them

    def __init__(self):
        self.number = len(stack) + 1
        self.grad_enabled = execution.grad_enabled  # outside of it
        self.alive = False

    def prepare_argument_write(self, target: Any) -> str | None:
        """Let an argument by which gradients are taken be written, where the level can.

        Returns what torch calls the target where it cannot be written.
        """
        return None


def innermost_vmap() -> Interpreter | None:
    """The innermost level that runs and maps a function over slices."""
    return next((level for level in reversed(stack) if level.vmap_state is not None), None)


@contextmanager
def push_interpreter(level: Interpreter, listener: Any) -> Iterator[Any]:
    """While a transform runs; `listener` is told of the ops that run under any."""
    global entered_count
    level.alive = True
    stack.append(level)
    entered_count += 1
    if entered_count == 1:
        observer.add_observer(listener)
    try:
        yield level
    finally:
        stack.pop()
        level.alive = False
        entered_count -= 1
        if not entered_count:
            observer.remove_observer(listener)
