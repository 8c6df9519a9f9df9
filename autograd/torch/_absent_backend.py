"""Functions that the modules of absent devices share: `torch.mps`, `xpu`, `mtia`."""

from __future__ import annotations


def is_available() -> bool:
    """Return False."""
    return False


def device_count() -> int:
    """Return 0."""
    return 0


def manual_seed(seed: int) -> None:
    """Do nothing: there is no generator."""
