"""`torch.utils.deterministic`: whether fresh memory is filled while ops are deterministic."""

import sys as _sys
import types as _types

from autograd.tensor import global_settings as _settings


class _Deterministic(_types.ModuleType):
    @property
    def fill_uninitialized_memory(self):
        """Whether `torch.use_deterministic_algorithms` fills what `torch.empty` and others make."""
        return _settings.fill()

    @fill_uninitialized_memory.setter
    def fill_uninitialized_memory(self, mode):
        _settings.set_fill(mode)


_sys.modules[__name__].__class__ = _Deterministic
