"""`torch.serialization`: saving, loading, classes that loading allows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from autograd.frontend.serialization.api import allowed, load, save
from autograd.tensor.device import device
from autograd.tensor.tensor import Tensor

__all__ = [
    "add_safe_globals", "clear_safe_globals", "get_safe_globals", "load", "safe_globals", "save",
]

# Types of `map_location` and of files, for annotations.
MAP_LOCATION: TypeAlias = Callable[[Tensor, str], Tensor] | device | str | dict[str, str] | None
FileLike: TypeAlias = str | os.PathLike[str]


def add_safe_globals(safe_globals: list[type]) -> None:
    """Allow these classes in `load` with `weights_only`."""
    allowed.extend(entry for entry in safe_globals if entry not in allowed)


def get_safe_globals() -> list:
    """Return the classes that were added."""
    return list(allowed)


def clear_safe_globals() -> None:
    """Remove all classes that were added."""
    allowed.clear()


@contextmanager
def safe_globals(safe_globals: list[type]) -> Iterator[None]:
    """Allow these classes within a block."""
    previous = list(allowed)
    add_safe_globals(safe_globals)
    try:
        yield
    finally:
        allowed[:] = previous
