"""`torch.cuda.nvtx`: marks on a GPU's timeline, which raise as in a build without CUDA."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["range_push", "range_pop", "range_start", "range_end", "mark", "range"]


def _raise_cpu_build(*args, **kwargs):
    """Raise RuntimeError as in a build without CUDA."""
    raise RuntimeError("NVTX functions not installed. Are you sure you have a CUDA build?")


range_push = range_pop = range_start = range_end = mark = _raise_cpu_build


@contextmanager
def range(msg: Any, *args: Any, **kwargs: Any) -> Iterator[None]:
    """Set marks at both ends of a block."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
