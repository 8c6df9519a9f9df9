"""Prepare the heap of a process that is forked often, so that forks copy few pages.

A fork shares every page until one side writes to it; copying a page takes as long as about a
thousand bytecodes. The fewer pages a child writes to, the sooner it runs.
"""

import ctypes
import gc

from .memory_map import list_mappings

# Objects that a run creates before garbage is collected: more than any lesson does.
_GARBAGE = 20_000
# Python allocates small objects in size classes of 16 bytes, from pools of 16 KB each.
_STEP, _LARGEST, _POOL = 16, 512, 2**14
# More free slots of one size than loading leaves; a bound for Pythons with another allocator.
_MOST_HOLES = 8_000
_EMPTY = b"".__sizeof__()

# Larger or foreign blocks come from malloc, whose free chunks have any size.
_CHUNKS = (*range(2**16, 2**12, -(2**11)), *range(2**12, 2**10, -(2**7)), *range(2**10, 8, -16))
_PROBE = 120_000  # larger than any free chunk, below malloc's threshold for mmap
_MOST_FILLED = 2**23

_HUGE_PAGE = 2**21
_COLLAPSE = 25  # MADV_COLLAPSE

_fillers: list[bytes] = []


def settle() -> None:
    """Freeze all objects for the garbage collector, fill free memory, build huge pages."""
    gc.set_threshold(_GARBAGE)
    gc.collect()
    _fill_heap()
    _fill_holes()
    gc.disable()
    gc.freeze()
    _join_pages()


def _fill_holes() -> None:
    """Allocate the free slots among Python's small objects.

    Otherwise a child's objects would use these slots, and each would copy a page.
    """
    for size in range(3 * _STEP, _LARGEST + 1, _STEP):
        last = in_row = 0
        for _ in range(_MOST_HOLES):
            filler = bytes(size - _EMPTY)
            _fillers.append(filler)
            in_row = in_row + 1 if id(filler) == last + size else 0
            last = id(filler)
            if in_row >= (_POOL - 48) // size - 1:
                break  # a whole new pool: no free slots are left


def _fill_heap() -> None:
    """Allocate the free chunks of malloc's heap, as `_fill_holes` does for small objects."""
    malloc = ctypes.CDLL(None).malloc
    malloc.argtypes, malloc.restype = [ctypes.c_size_t], ctypes.c_size_t
    probes = [bytes(_PROBE) for _ in range(3)]
    _fillers.extend(probes)
    end, left = max(map(id, probes)), _MOST_FILLED
    for size in _CHUNKS:
        while left > 0 and malloc(size) < end:
            left -= size


def _join_pages() -> None:
    """Request huge pages from the kernel, whose page tables a fork copies faster.

    Linux has this since 6.1. Without it, forks are a little slower.
    """
    advise = ctypes.CDLL(None).madvise
    for mapping in list_mappings():
        if mapping.rights != "rw-p" or mapping.file not in ("", "[heap]"):
            continue
        begin = -(-mapping.begin // _HUGE_PAGE) * _HUGE_PAGE
        length = (mapping.end - begin) // _HUGE_PAGE * _HUGE_PAGE
        if length > 0:
            advise(ctypes.c_void_p(begin), ctypes.c_size_t(length), _COLLAPSE)
