"""`torch.backends.mkldnn`: switches of oneDNN, which are stored without effect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

enabled = True  # as in torch
deterministic = False


def is_available() -> bool:
    """Return True, as torch's builds do; products are computed by numpy."""
    return True


@contextmanager
def flags(
        enabled: bool = False, deterministic: bool = False, allow_tf32: bool = True,
        fp32_precision: str = "none") -> Iterator[None]:
    """Set the switches within a block."""
    names, flags_to_set = globals(), {"enabled": enabled, "deterministic": deterministic}
    previous = {name: names[name] for name in flags_to_set}
    names.update(flags_to_set)
    try:
        yield
    finally:
        names.update(previous)
