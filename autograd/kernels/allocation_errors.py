"""Errors that torch raises for sizes that it cannot count or allocate."""

from __future__ import annotations

import math
from typing import Any

from autograd.tensor.dtype import get_default_dtype


class AllocationError(RuntimeError, MemoryError):
    """torch's RuntimeError for memory that cannot be allocated, also a Python MemoryError."""


AllocationError.__name__ = AllocationError.__qualname__ = "RuntimeError"
AllocationError.__module__ = "builtins"


MAX_COUNT = (1 << 63) - 1  # the largest number of entries, or of bytes, that torch counts


def check_countable(count: int, dtype: Any) -> None:
    """Raise torch's errors if `count` entries, or their bytes, do not fit an int64."""
    if count > MAX_COUNT:
        raise RuntimeError("invalid size, possible overflow?")
    if dtype is not None and count * dtype.itemsize > MAX_COUNT:
        raise RuntimeError(f"Storage size calculation overflowed with sizes=[{count}]")


def allocation_error(error: Any, args: Any, options: Any) -> RuntimeError:
    """Return torch's error in place of numpy's `error` for a size that cannot be allocated.

    `args` and `options` are those of the factory function that was called.
    """
    shape = getattr(error, "shape", None)
    if shape is None:
        given = args[0] if args and isinstance(args[0], tuple | list) else args
        sizes = [int(n) for n in given or options.get("size", ()) if isinstance(n, int)]
        if 0 in sizes and math.prod(max(n, 1) for n in sizes[1:]) > MAX_COUNT:
            return RuntimeError("Stride calculation overflowed")
        return RuntimeError(f"Storage size calculation overflowed with sizes={sizes}")
    size = error.dtype.itemsize
    if error.dtype.kind == "f" and all(isinstance(x, int | tuple | list) for x in args):
        size = (options.get("dtype")
            or get_default_dtype()).itemsize  # samples are drawn in another dtype
    return AllocationError(
        "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: "
        f"you tried to allocate {math.prod(shape) * size} bytes. Error code 12 (Cannot allocate "
        "memory)")
