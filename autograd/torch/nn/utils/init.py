"""Modules whose parameters are left as memory happens to be."""

from __future__ import annotations

import inspect
from typing import Any

from torch.nn.modules.module import Module

from autograd.kernels.generator import fork_rng


def skip_init(module_cls: Any, *args: Any, **kwargs: Any) -> Any:
    """A module without its initialisation: its parameters hold nothing in particular."""
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    with fork_rng():
        return module_cls(*args, **kwargs)
