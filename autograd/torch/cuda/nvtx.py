"""`torch.cuda.nvtx`: marks on the timeline of a GPU, which is not there to be marked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["range_push", "range_pop", "range_start", "range_end", "mark", "range"]


def _refuse(*args, **kwargs):
    """torch's error of a build for the CPU."""
    raise RuntimeError("NVTX functions not installed. Are you sure you have a CUDA build?")


range_push = range_pop = range_start = range_end = mark = _refuse


@contextmanager
def range(msg: Any, *args: Any, **kwargs: Any) -> Iterator[None]:
    """A block with a mark at each end."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
