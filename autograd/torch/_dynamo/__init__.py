"""`torch._dynamo`: the switches of torch's compiler that programs use."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace as _SimpleNamespace
from typing import Any

from torch._dynamo.eval_frame import OptimizedModule as OptimizedModule

# Options that are stored without effect.
config = _SimpleNamespace(
    cache_size_limit=8, capture_scalar_outputs=False, recompile_limit=8, suppress_errors=False,
    verbose=False,
)


def reset() -> None:
    """Do nothing: no compiled programs are kept."""


def disable(
        fn: Callable[..., Any] | None = None, recursive: bool = True, *, reason: Any = None,
        wrapping: bool = True) -> Callable[..., Any]:
    """Return `fn`, which runs uncompiled; without `fn` a decorator that returns its function."""
    return fn if fn is not None else lambda function: function


def is_compiling() -> bool:
    """Return False."""
    return False
