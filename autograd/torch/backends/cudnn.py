"""`torch.backends.cudnn`: not there; its switches can be set and do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

enabled = allow_tf32 = True  # as torch says, library or not
benchmark = deterministic = False
benchmark_limit = None


def is_available() -> bool:
    """False: this engine runs on numpy alone."""
    return False


def is_built() -> bool:
    """False."""
    return False


def version() -> None:
    """None: there is no library to have one."""


@contextmanager
def flags(
        enabled: bool = False, benchmark: bool = False, benchmark_limit: int = 10,
        deterministic: bool = False, allow_tf32: bool = True, fp32_precision: str = "none"
) -> Iterator[None]:
    """Set the switches for a block."""
    names, given = globals(), locals()
    before = {name: names[name] for name in given if name in names}
    names.update({name: given[name] for name in before})
    try:
        yield
    finally:
        names.update(before)
