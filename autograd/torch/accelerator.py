"""`torch.accelerator`: there is none, and every question about it is answered so."""

from __future__ import annotations

from typing import Any


def is_available() -> bool:
    """False: this engine runs on the CPU."""
    return False


def device_count() -> int:
    """0."""
    return 0


def current_accelerator(check_available: bool = False) -> None:
    """None, as torch says where no accelerator is."""


def synchronize(device: Any = None) -> None:
    """Raises RuntimeError, in torch's words: there is nothing to wait for."""
    raise RuntimeError("Cannot access accelerator device when none is available.")


current_device_index = current_device_idx = current_stream = synchronize
set_device_index = set_device_idx = set_stream = synchronize
