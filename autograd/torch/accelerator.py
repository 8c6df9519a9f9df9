"""`torch.accelerator`, as on a machine without accelerator."""

from __future__ import annotations

from typing import Any


def is_available() -> bool:
    """Return False."""
    return False


def device_count() -> int:
    """Return 0."""
    return 0


def current_accelerator(check_available: bool = False) -> None:
    """Return None."""


def synchronize(device: Any = None) -> None:
    """Raise RuntimeError, as torch does without accelerator."""
    raise RuntimeError("Cannot access accelerator device when none is available.")


current_device_index = current_device_idx = current_stream = synchronize
set_device_index = set_device_idx = set_stream = synchronize
