"""Warnings that torch gives once in a process (TORCH_WARN_ONCE), however often there is cause."""

from __future__ import annotations

import warnings

from autograd import levels

_said: set[str] = set()


def warn_once(text: str, stacklevel: int = 3, key: str | None = None) -> None:
    """Warn with `text` unless that was done before, or with another text of the same `key`."""
    key = key or text
    if key not in _said and not levels.silent:
        _said.add(key)
        warnings.warn(text, UserWarning, stacklevel=stacklevel + 1)
