"""`torch.serialization`: saving and loading, and which classes may be loaded."""

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

# What `load` takes as its map_location, and where files may be: names that signatures mention.
MAP_LOCATION: TypeAlias = Callable[[Tensor, str], Tensor] | device | str | dict[str, str] | None
FileLike: TypeAlias = str | os.PathLike[str]


def add_safe_globals(safe_globals: list[type]) -> None:
    """Let `load` with `weights_only` make these classes too."""
    allowed.extend(entry for entry in safe_globals if entry not in allowed)


def get_safe_globals() -> list:
    """The classes that were added."""
    return list(allowed)


def clear_safe_globals() -> None:
    """Allow none but the usual classes again."""
    allowed.clear()


@contextmanager
def safe_globals(safe_globals: list[type]) -> Iterator[None]:
    """Allow these classes in the block."""
    before = list(allowed)
    add_safe_globals(safe_globals)
    try:
        yield
    finally:
        allowed[:] = before
