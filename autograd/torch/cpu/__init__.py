"""`torch.cpu`: the one device that is available."""

from __future__ import annotations

import importlib as _importlib
from typing import Any

from autograd.frontend.missing_names import missing_name_error as _missing


def is_available() -> bool:
    """Return True."""
    return True


def device_count() -> int:
    """Return 1."""
    return 1


def current_device() -> str:
    """Return `"cpu"`."""
    return "cpu"


def synchronize(device: Any = None) -> None:
    """Do nothing: every op is done when it returns."""


def __getattr__(name):
    if name == "amp":
        return _importlib.import_module("torch.cpu.amp")
    raise _missing("torch.cpu", name, globals())
