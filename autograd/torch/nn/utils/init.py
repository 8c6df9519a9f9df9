"""Construction of modules without initialization (`torch/nn/utils/init.py`)."""

from __future__ import annotations

import inspect
from typing import Any

from torch.nn.modules.module import Module

from autograd.kernels.generator import fork_rng


def skip_init(module_cls: type[Module], *args: Any, **kwargs: Any) -> Module:
    """Return a module whose parameters are uninitialized.

    Raises RuntimeError unless the class takes `device`.
    """
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    with fork_rng():
        return module_cls(*args, **kwargs)
