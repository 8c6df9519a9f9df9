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
    """One transform that runs: its number from 1, with the state of its kind."""

    vmap_state = None  # of `vmap`; None for transforms that differentiate
    leaves: list | tuple = ()  # of `grad`: the inputs that are differentiated
    forward = False  # True in forward mode
    tangent_of: Callable | None = None  # in forward mode: returns the tangent of a tensor

    def __init__(self):
        self.number = len(stack) + 1
        self.grad_enabled = execution.grad_enabled  # outside of it
        self.alive = False

    def prepare_argument_write(self, target: Any) -> str | None:
        """Prepare an in-place write into a differentiated argument.

        Return torch's name of the target if it cannot be written.
        """
        return None


def innermost_vmap() -> Interpreter | None:
    """Return the innermost interpreter of `vmap`, or None."""
    return next((level for level in reversed(stack) if level.vmap_state is not None), None)


@contextmanager
def push_interpreter(level: Interpreter, listener: Any) -> Iterator[Any]:
    """Run a block under an interpreter; `listener` observes ops while any transform runs."""
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
