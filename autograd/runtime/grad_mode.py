"""Grad mode: whether ops are put on the tape, and the contexts and decorators that change it.

Follows `torch.no_grad`, `torch.enable_grad`, `torch.set_grad_enabled`, `torch.inference_mode`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from autograd.runtime import observer
from autograd.runtime.bool_options import check_truth
from autograd.runtime.warnings import caution

grad_enabled = True
inference = False
_asked = True  # what grad mode was last set to, which inference mode obeys in name alone
in_formula = False  # while a gradient formula runs on Tensors, under create_graph
gathered = None  # meanwhile, the slopes that one node is to find, if there are such
forward = False  # whether a level of dual tensors is open, whose tangents go through backward, too
pushing = False  # whether gradients are taken in order to be differentiated by their seeds


def is_grad_enabled() -> bool:
    """Whether ops are being recorded, as `torch.is_grad_enabled`."""
    return _asked if inference else grad_enabled


def is_inference_mode_enabled() -> bool:
    """Whether `inference_mode` is on, as `torch.is_inference_mode_enabled`."""
    return inference


def switch(enabled: bool) -> None:
    """Set grad mode and tell the observer when that changes anything.

    In inference mode nothing is recorded whatever a block inside it asks for.
    """
    global grad_enabled, _asked
    _asked, enabled = enabled, enabled and not inference
    if grad_enabled is not enabled:
        grad_enabled = enabled
        if observer.current is not None:
            observer.current.grad_mode(enabled)


@contextmanager
def quietly(enabled: bool) -> Iterator[None]:
    """Grad mode in the block, without telling the observer: it is no step of the user's program."""
    global grad_enabled
    before, grad_enabled = grad_enabled, enabled
    try:
        yield
    finally:
        grad_enabled = before


class _Switch:
    """A context manager and decorator that holds grad mode at one value."""

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
        switch(self.enabled)
        return None

    def __exit__(self, *error):
        switch(self.prev)

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


class no_grad(_Switch):
    """Ops in the block are not recorded. Context manager or decorator, as `torch.no_grad`."""

    enabled = False


class enable_grad(_Switch):
    """Ops in the block are recorded again, as `torch.enable_grad`."""

    enabled = True


class set_grad_enabled(_Switch):
    """Takes effect at once, and as a context it puts back what was, as `torch.set_grad_enabled`."""

    def __new__(cls, *args, **options):
        return object.__new__(cls)

    def __init__(self, mode: bool):
        super().__init__()
        check_truth("set_grad_enabled", "enabled", mode, 1)
        self.enabled = mode
        self.prev = is_grad_enabled()
        switch(self.enabled)

    def __enter__(self):
        switch(self.enabled)

    def __call__(self, function):
        switch(self.prev)
        return super().__call__(function)

    def clone(self) -> Any:
        return set_grad_enabled(self.enabled)

    def __repr__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.enabled})"


class Untracked(list):
    """The version of tensors made in inference mode: they have none, and can be saved nowhere."""

    counts = False

    def __getitem__(self, place):
        if grad_enabled and not inference:
            raise RuntimeError(
                "Inference tensors cannot be saved for backward. Please do not use Tensors created "
                "in inference mode in computation tracked by autograd. To work around this, you "
                "can "
                "make a clone to get a normal tensor and use it in autograd, or use "
                "`torch.no_grad()` instead of `torch.inference_mode()`."
            )
        return 0

    def __setitem__(self, place, value):
        pass


class Recounted(Untracked):
    """The version of what was detached from such a tensor, which torch counts again."""

    counts = True


def mark(tensor: Any, counter: type = Untracked) -> Any:
    """`tensor` as one that was made in inference mode."""
    tensor._inference, tensor._counter = True, counter([0])
    return tensor


def marked_anew(made: Any, source: Any) -> Any:
    """`made`, over the memory of `source`, which torch marks by the mode and not by that."""
    if inference:
        return mark(made)
    if source._inference:
        made._inference, made._counter = False, [0]
    return made


class _Marker(observer.Observer):
    """Marks what ops make in inference mode."""

    def op(
            self, op: Any, inputs: Sequence[Any], params: dict[str, Any], outputs: Sequence[Any],
            node: Any) -> None:
        for output in outputs:
            shared = any(getattr(x, "_counter", None) is output._counter for x in inputs)
            if output._base is None and not shared:
                mark(output)


_marker = _Marker()


def mark_made(made: Any, given: tuple[int, ...]) -> None:
    """Mark what a function made in inference mode of what was `given`: new tensors, not views."""
    for tensor in made if isinstance(made, tuple | list) else (made,):
        if isinstance(getattr(tensor, "_counter", None), list) and tensor._base is None:
            if not any(getattr(x, "_counter", None) is tensor._counter for x in given):
                mark(tensor)


class inference_mode(_Switch):
    """`no_grad` whose tensors may never join a tape, as `torch.inference_mode`."""

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
        self.outer.append((is_grad_enabled(), inference))
        change(self.mode)
        switch(not self.mode)

    def __exit__(self, *error):
        enabled, before = self.outer.pop()
        change(before)
        switch(enabled)

    def clone(self) -> Any:
        return inference_mode(self.mode)


def change(to: bool) -> None:
    """Begin or end the marking of new tensors."""
    global inference
    if to and not inference:
        observer.join(_marker)
    elif inference and not to:
        observer.leave(_marker)
    inference = to


for _type in (no_grad, enable_grad, set_grad_enabled, inference_mode):
    _type.__module__ = "torch.autograd.grad_mode"


@contextmanager
def to_push() -> Iterator[None]:
    """Gradients taken in the block are linear in their seeds to the last of their formulas."""
    global pushing
    before, pushing = pushing, True
    try:
        yield
    finally:
        pushing = before
