"""Notifications of conversions that autograd does not follow.

These are conversions to Python numbers, to numpy, into a new leaf, and functions without a
derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from autograd.runtime import interpreters, observer
from autograd.runtime.wrapping import wraps
from autograd.tensor.tensor import Tensor

running: list[Callable[..., Any]] = []  # the function without a derivative that runs, if one does


def notify_conversion(tensor: Tensor, by: str, result: Tensor | None = None) -> None:
    """Notify the observer that `by` used the numbers of `tensor`, if it requires grad."""
    if observer.current is not None and tensor.requires_grad and not interpreters.stack:
        observer.current.converted(tensor, by, result)


def notify_conversions(data: object, by: str, result: Tensor) -> None:
    """Notify the observer once of every tensor in `data`, a tensor or nested sequences."""
    if observer.current is not None:
        for tensor in {id(each): each for each in tensors_in(data)}.values():
            notify_conversion(tensor, by, result)


def tensors_in(data: object) -> Iterator[Tensor]:
    """Yield the tensors in nested sequences."""
    if isinstance(data, Tensor):
        yield data
    elif isinstance(data, list | tuple) and not (data and type(data[0]) in (float, int)):
        for each in data:
            yield from tensors_in(each)


def observe_conversions(function: Callable) -> Callable:
    """Decorate a function without a derivative to notify the observer of its tensors.

    Of such a function that another one calls the observer is not notified.
    """

    @wraps(function)
    def run(*args, **options):
        if observer.current is None or running:
            return function(*args, **options)
        running.append(function)
        try:
            made = function(*args, **options)
        finally:
            running.pop()
        for part in made if isinstance(made, tuple) else (made,):
            if isinstance(part, Tensor):
                notify_conversions((*args, *options.values()), function.__name__, part)
        return made

    return run
