"""Grad mode: contexts, also usable as decorators, that change whether ops are recorded.

Follows `torch.no_grad`, `torch.enable_grad`, `torch.set_grad_enabled`, `torch.inference_mode`.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

from autograd.runtime import observer
from autograd.runtime.bool_options import check_bool
from autograd.runtime.execution_state import execution
from autograd.runtime.warnings import caution


# Marks what ops make in inference mode; registered by `tensor.version_counter`.
inference_marker: Any = None


def is_grad_enabled() -> bool:
    """Return the grad mode that was last asked for, as `torch.is_grad_enabled`."""
    return execution.requested_grad_mode if execution.inference_mode else execution.grad_enabled


def is_inference_mode_enabled() -> bool:
    """Return whether inference mode is on, as `torch.is_inference_mode_enabled`."""
    return execution.inference_mode


def set_grad_mode(enabled: bool, by: str) -> None:
    """Set grad mode, and notify the observer if that changes anything; `by` names the context.

    In inference mode nothing is recorded, whatever a block inside it asks for.
    """
    execution.requested_grad_mode = enabled
    enabled = enabled and not execution.inference_mode
    if execution.grad_enabled is not enabled:
        execution.grad_enabled = enabled
        if observer.current is not None:
            observer.current.grad_mode(enabled, by)


class _GradModeContext:
    """A context manager and decorator that sets grad mode to `enabled`."""

    enabled = True

    def __init__(self, function=None):
        self.function = function
        self.prev = None  # one, as torch has it: entered twice at a time, it forgets the outer mode
        if function is not None:
            functools.update_wrapper(self, function)

    def __new__(cls, function=None):
        # `@torch.no_grad` without parentheses is a legal spelling of `@torch.no_grad()`.
        return super().__new__(cls) if function is None else cls()(function)

    def __enter__(self):
        self.prev = is_grad_enabled()
        set_grad_mode(self.enabled, type(self).__name__)
        return None

    def __exit__(self, *error):
        set_grad_mode(self.prev, type(self).__name__)

    def __call__(self, function):
        if inspect.isclass(function):
            caution(
                "Decorating classes is deprecated and will be disabled in future versions. You "
                "should only decorate functions or methods. To preserve the current behavior of "
                "class decoration, you can directly decorate the `__init__` method and nothing "
                "else.", FutureWarning)
        if inspect.isgeneratorfunction(function):
            return self._wrap_generator(function)

        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with self.clone():
                return function(*args, **kwargs)

        return wrapped

    def _wrap_generator(self, function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            steps = function(*args, **kwargs)
            go_on, given = steps.send, (None,)
            while True:
                try:
                    with self.clone():
                        value = go_on(*given)
                except StopIteration as stop:
                    return stop.value
                try:
                    go_on, given = steps.send, ((yield value),)
                except GeneratorExit:
                    with self.clone():
                        steps.close()
                    raise
                except BaseException as error:
                    go_on, given = steps.throw, (error,)

        return wrapped

    def clone(self) -> Any:
        return type(self)()


class no_grad(_GradModeContext):
    """Ops in the block are not recorded. Context manager or decorator, as `torch.no_grad`."""

    enabled = False


class enable_grad(_GradModeContext):
    """Ops in the block are recorded again, as `torch.enable_grad`."""

    enabled = True


class set_grad_enabled(_GradModeContext):
    """Sets grad mode at once; as a context it restores the previous mode
    (`torch.set_grad_enabled`).
    """

    def __new__(cls, *args, **options):
        return object.__new__(cls)

    def __init__(self, mode: bool):
        super().__init__()
        check_bool("set_grad_enabled", "enabled", mode, 1)
        self.enabled = mode
        self.prev = is_grad_enabled()
        set_grad_mode(self.enabled, type(self).__name__)

    def __enter__(self):
        set_grad_mode(self.enabled, type(self).__name__)

    def __call__(self, function):
        set_grad_mode(self.prev, type(self).__name__)
        return super().__call__(function)

    def clone(self) -> Any:
        return set_grad_enabled(self.enabled)

    def __repr__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.enabled})"


class inference_mode(_GradModeContext):
    """`no_grad` whose tensors can never be recorded later, as `torch.inference_mode`."""

    def __new__(cls, mode=True):
        if callable(mode) and not isinstance(mode, bool):
            return cls()(mode)
        return object.__new__(cls)

    def __init__(self, mode: bool = True):
        super().__init__()
        self.mode = mode
        self.enabled = not mode
        self.outer: list = []

    def __enter__(self):
        self.outer.append((is_grad_enabled(), execution.inference_mode))
        set_inference_mode(self.mode)
        set_grad_mode(not self.mode, type(self).__name__)

    def __exit__(self, *error):
        enabled, before = self.outer.pop()
        set_inference_mode(before)
        set_grad_mode(enabled, type(self).__name__)

    def clone(self) -> Any:
        return inference_mode(self.mode)


def set_inference_mode(to: bool) -> None:
    """Switch inference mode, with the observer that marks new tensors."""
    if to and not execution.inference_mode:
        observer.add_observer(inference_marker)
    elif execution.inference_mode and not to:
        observer.remove_observer(inference_marker)
    execution.inference_mode = to


for _type in (no_grad, enable_grad, set_grad_enabled, inference_mode):
    _type.__module__ = "torch.autograd.grad_mode"
