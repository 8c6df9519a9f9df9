"""Warnings that torch gives once in a process (TORCH_WARN_ONCE), however often there is cause."""

from __future__ import annotations

import warnings

from autograd import levels

_said: set[str] = set()


def warn_once(text: str, stacklevel: int = 3) -> None:
    """Warn with `text` unless that was done before."""
    if text not in _said and not levels.silent:
        _said.add(text)
        warnings.warn(text, UserWarning, stacklevel=stacklevel + 1)
