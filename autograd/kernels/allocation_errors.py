"""What torch says where there is no room for a tensor."""

from __future__ import annotations

import math
from typing import Any

from autograd.tensor.dtype import get_default_dtype


class AllocationError(RuntimeError, MemoryError):
    """torch's error, by its name, that whoever looks after the memory knows for what it is."""


AllocationError.__name__ = AllocationError.__qualname__ = "RuntimeError"
AllocationError.__module__ = "builtins"


MAX_COUNT = (1 << 63) - 1  # what torch counts up to, entries and bytes


def check_countable(count: int, dtype: Any) -> None:
    """torch's errors for more entries in a row than can be counted, or for more bytes."""
    if count > MAX_COUNT:
        raise RuntimeError("invalid size, possible overflow?")
    if dtype is not None and count * dtype.itemsize > MAX_COUNT:
        raise RuntimeError(f"Storage size calculation overflowed with sizes=[{count}]")


def allocation_error(error: Any, args: Any, options: Any) -> RuntimeError:
    """The error in place of numpy's: of more bytes than there are, or than can be counted."""
    shape = getattr(error, "shape", None)
    if shape is None:
        given = args[0] if args and isinstance(args[0], tuple | list) else args
        sizes = [int(n) for n in given or options.get("size", ()) if isinstance(n, int)]
        if 0 in sizes and math.prod(max(n, 1) for n in sizes[1:]) > MAX_COUNT:
            return RuntimeError("Stride calculation overflowed")
        return RuntimeError(f"Storage size calculation overflowed with sizes={sizes}")
    size = error.dtype.itemsize
    if error.dtype.kind == "f" and all(isinstance(x, int | tuple | list) for x in args):
        size = (options.get("dtype") or get_default_dtype()).itemsize  # which is drawn in another
    return AllocationError(
        "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: "
        f"you tried to allocate {math.prod(shape) * size} bytes. Error code 12 (Cannot allocate "
        "memory)")
