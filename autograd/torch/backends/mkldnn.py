"""`torch.backends.mkldnn`: not there; its switches can be set and do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

enabled = True  # as torch says, used or not
deterministic = False


def is_available() -> bool:
    """True, as torch's builds for these processors say; products are numpy's here."""
    return True


@contextmanager
def flags(
        enabled: bool = False, deterministic: bool = False, allow_tf32: bool = True,
        fp32_precision: str = "none") -> Iterator[None]:
    """Set the switches for a block."""
    names, given = globals(), {"enabled": enabled, "deterministic": deterministic}
    before = {name: names[name] for name in given}
    names.update(given)
    try:
        yield
    finally:
        names.update(before)
