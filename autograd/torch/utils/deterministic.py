"""`torch.utils.deterministic`: filling of uninitialized memory in deterministic mode."""

from __future__ import annotations

import sys as _sys
import types as _types
from typing import Any

from autograd.tensor import global_settings as _settings


class _Deterministic(_types.ModuleType):
    """The module's class, so that its switch is a property."""

    @property
    def fill_uninitialized_memory(self) -> Any:
        """Whether `torch.use_deterministic_algorithms` fills the memory of `torch.empty`."""
        return _settings.is_fill_enabled()

    @fill_uninitialized_memory.setter
    def fill_uninitialized_memory(self, mode: str) -> None:
        _settings.set_fill_enabled(mode)


_sys.modules[__name__].__class__ = _Deterministic
