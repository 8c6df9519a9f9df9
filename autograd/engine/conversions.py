"""Notifications of conversions that autograd does not follow.

These are conversions to Python numbers, to numpy, into a new leaf, and functions without a
derivative.
"""

from __future__ import annotations

from collections.abc import Callable

from autograd.runtime import interpreters, observer
from autograd.runtime.wrapping import wraps
from autograd.tensor.tensor import Tensor


def notify_conversion(tensor: Tensor, by: str, result: Tensor | None = None) -> None:
    """Notify the observer that `by` used the numbers of `tensor`, if it requires grad."""
    if observer.current is not None and tensor.requires_grad and not interpreters.stack:
        observer.current.converted(tensor, by, result)


def notify_conversions(data: object, by: str, result: Tensor) -> None:
    """Notify the observer of every tensor in `data`, a tensor or nested sequences."""
    if isinstance(data, Tensor):
        notify_conversion(data, by, result)
    elif isinstance(data, list | tuple) and not (data and type(data[0]) in (float, int)):
        for each in data:
            notify_conversions(each, by, result)


def observe_conversions(function: Callable) -> Callable:
    """Decorate a function without a derivative to notify the observer of its tensors."""

    @wraps(function)
    def run(*args, **options):
        made = function(*args, **options)
        if observer.current is not None:
            for part in made if isinstance(made, tuple) else (made,):
                for given in (*args, *options.values()):
                    if isinstance(given, Tensor) and isinstance(part, Tensor):
                        notify_conversion(given, function.__name__, part)
        return made

    return run
