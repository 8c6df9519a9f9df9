"""`torch.multiprocessing`: Python's multiprocessing, with torch's sharing strategies.

Where the program runs sandboxed, starting a process raises.
"""

from __future__ import annotations

import multiprocessing as _python
from collections.abc import Callable
from multiprocessing import (  # noqa: F401
    Array,
    AuthenticationError,
    Barrier,
    BoundedSemaphore,
    BufferTooShort,
    Condition,
    Event,
    JoinableQueue,
    Lock,
    Manager,
    Pipe,
    Pool,
    Process,
    ProcessError,
    Queue,
    RLock,
    RawArray,
    RawValue,
    Semaphore,
    SimpleQueue,
    TimeoutError,
    Value,
    active_children,
    allow_connection_pickling,
    cpu_count,
    current_process,
    freeze_support,
    get_all_start_methods,
    get_context,
    get_logger,
    get_start_method,
    log_to_stderr,
    parent_process,
    reducer,
    set_executable,
    set_forkserver_preload,
    set_start_method,
)
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

__all__ = [*_python.__all__, "get_all_sharing_strategies", "get_sharing_strategy",
           "set_sharing_strategy", "spawn"]

_STRATEGIES = {"file_descriptor", "file_system"}
_strategy = "file_descriptor"


def get_all_sharing_strategies() -> set[str]:
    """Return the names of the strategies for sharing memory."""
    return _STRATEGIES


def get_sharing_strategy() -> str:
    """Return the current strategy."""
    return _strategy


def set_sharing_strategy(new_strategy: str) -> None:
    """Set the strategy; AssertionError for an unknown one."""
    global _strategy
    if new_strategy not in _STRATEGIES:
        raise AssertionError(
            f"invalid sharing strategy '{new_strategy}', expected one of {_STRATEGIES}")
    _strategy = new_strategy


def spawn(
        fn: Callable[..., Any], args: tuple[Tensor | int, ...] = (), nprocs: int = 1,
        join: bool = True, daemon: bool = False, start_method: str = "spawn") -> None:
    """Raise NotImplementedError: there is one process."""
    raise NotImplementedError(
        "torch.multiprocessing.spawn is not here in Tapescope: there is one process. Run the part "
        f"that every process would run: {getattr(fn, '__name__', 'fn')}(0, ...).")
