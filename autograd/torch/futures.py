"""`torch.futures`: results that become available later."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition as _Condition
from types import GenericAlias as _GenericAlias
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

__all__ = ["Future", "collect_all", "wait_all"]

_ALREADY_SET_ERROR = (
    "Attempting to mark a completed Future as complete again. Note that a Future can only be "
    "marked completed once."
)


_Future = type("Future", (), {"__module__": "torch", "__doc__": "What may be waited for."})


class Future(_Future):
    """A result that may not be available yet."""

    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, *, devices=None):
        self._changed = _Condition()
        self._completed = False
        self._result = self._error = None
        self._callbacks = []

    def done(self) -> bool:
        """Return True if there is a result or an exception."""
        return self._completed

    def wait(self) -> Tensor | int | list[Future]:
        """Block until the result is available and return it; raise the exception if there is
        one."""
        with self._changed:
            self._changed.wait_for(self.done)
        return self.value()

    def value(self) -> Any:
        """Return the result, which must be available; raise the exception if there is one."""
        if self._error is not None:
            raise self._error
        return self._result

    def then(self, callback: Callable[..., Any]) -> Future:
        """Return the future of `callback(self)`, called when this one is done."""
        later = Future()

        def follow(future):
            try:
                later.set_result(callback(future))
            except Exception as error:
                later.set_exception(RuntimeError(
                    "Got the following error when running the callback: "
                    f"{type(error).__name__}: {error}"))

        self.add_done_callback(follow)
        return later

    def add_done_callback(self, callback: Callable[..., Any]) -> None:
        """Call `callback(self)` when this future is done, or now if it is."""
        if self._completed:
            callback(self)
        else:
            self._callbacks.append(callback)

    def set_result(self, result: Tensor | int | list[Future]) -> None:
        """Set the result. RuntimeError if there is one."""
        self._complete(result, None)

    def set_exception(self, result: Exception) -> None:
        """Set the exception that `wait` and `value` raise."""
        if not isinstance(result, Exception):
            raise AssertionError(f"{result} is of type {type(result)}, not an Exception.")
        self._complete(None, result)

    def _complete(self, result, error):
        """Store the result or exception, and call the callbacks."""
        with self._changed:
            if self._completed:
                raise RuntimeError(_ALREADY_SET_ERROR)
            self._result, self._error, self._completed = result, error, True
            self._changed.notify_all()
        for callback in self._callbacks:
            callback(self)


Future.__module__ = "torch.jit"


def collect_all(futures: list[Future]) -> Future:
    """Return a future whose result is the list of `futures`, once all are done."""
    futures = list(futures)
    result = Future()

    def look(future=None):
        if not result.done() and all(each.done() for each in futures):
            result.set_result(futures)

    for each in futures:
        each.add_done_callback(look)
    look()
    return result


def wait_all(futures: list[Future]) -> list:
    """Return the results of all futures, waiting for each."""
    return [each.wait() for each in collect_all(futures).wait()]
