"""What the modules of devices that are not there answer alike: `torch.mps`, `xpu` and `mtia`."""

from __future__ import annotations


def is_available() -> bool:
    """False: this engine runs on the CPU."""
    return False


def device_count() -> int:
    """0."""
    return 0


def manual_seed(seed: int) -> None:
    """Nothing: there is no generator to seed."""
