"""`torch.backends.cudnn`: switches of cuDNN, which is absent; they are stored without effect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

enabled = allow_tf32 = True  # as in torch, with the library or without
benchmark = deterministic = False
benchmark_limit = None


def is_available() -> bool:
    """Return False."""
    return False


def is_built() -> bool:
    """Return False."""
    return False


def version() -> None:
    """Return None: the library is absent."""


@contextmanager
def flags(
        enabled: bool = False, benchmark: bool = False, benchmark_limit: int = 10,
        deterministic: bool = False, allow_tf32: bool = True, fp32_precision: str = "none"
) -> Iterator[None]:
    """Set the switches within a block."""
    names, flags_to_set = globals(), locals()
    previous = {name: names[name] for name in flags_to_set if name in names}
    names.update({name: flags_to_set[name] for name in previous})
    try:
        yield
    finally:
        names.update(previous)
