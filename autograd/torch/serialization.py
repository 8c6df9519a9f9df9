"""`torch.serialization`: saving and loading, and which classes may be loaded."""

from __future__ import annotations

from contextlib import contextmanager

from autograd.serialization import allowed, load, save

__all__ = [
    "add_safe_globals", "clear_safe_globals", "get_safe_globals", "load", "safe_globals", "save",
]


def add_safe_globals(safe_globals) -> None:
    """Let `load` with `weights_only` make these classes too."""
    allowed.extend(entry for entry in safe_globals if entry not in allowed)


def get_safe_globals() -> list:
    """The classes that were added."""
    return list(allowed)


def clear_safe_globals() -> None:
    """Allow none but the usual classes again."""
    allowed.clear()


@contextmanager
def safe_globals(safe_globals):
    """Allow these classes in the block."""
    before = list(allowed)
    add_safe_globals(safe_globals)
    try:
        yield
    finally:
        allowed[:] = before
