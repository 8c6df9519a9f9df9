"""Settle the memory of a process that will be forked often, so that forks copy little of it.

A fork shares every page until one side writes to it, and the copy of a page costs about as much as
a thousand bytecodes. So the less a child has to write to, the sooner it runs.
"""

import ctypes
import gc

from .memory_map import list_mappings

# Objects that a run makes before it looks for cycles: more than any lesson does.
_GARBAGE = 20_000
# Python hands out small objects in steps of 16 bytes, from pools of 16 KB for each size.
_STEP, _LARGEST, _POOL = 16, 512, 2**14
# More holes of one size than loading leaves; also the end, should Python be built to do otherwise.
_MOST_HOLES = 8_000
_EMPTY = b"".__sizeof__()

# What is larger, or not Python's own, comes from malloc, whose holes are of all sizes.
_CHUNKS = (*range(2**16, 2**12, -(2**11)), *range(2**12, 2**10, -(2**7)), *range(2**10, 8, -16))
_PROBE = 120_000  # larger than any hole, smaller than what malloc takes elsewhere
_MOST_FILLED = 2**23

_HUGE_PAGE = 2**21
_COLLAPSE = 25  # MADV_COLLAPSE

_fillers: list[bytes] = []


def settle() -> None:
    """Nothing made until now is garbage in any child, and what a child makes lies side by side."""
    gc.set_threshold(_GARBAGE)
    gc.collect()
    _fill_heap()
    _fill_holes()
    gc.disable()
    gc.freeze()
    _join_pages()


def _fill_holes() -> None:
    """Take what loading has left free among the small objects.

    Else a child's objects come to lie in those holes, and each copies a page of its own.
    """
    for size in range(3 * _STEP, _LARGEST + 1, _STEP):
        last = in_row = 0
        for _ in range(_MOST_HOLES):
            filler = bytes(size - _EMPTY)
            _fillers.append(filler)
            in_row = in_row + 1 if id(filler) == last + size else 0
            last = id(filler)
            if in_row >= (_POOL - 48) // size - 1:
                break  # a whole fresh pool: there are no holes any more


def _fill_heap() -> None:
    """The same for malloc: take whatever lies below the end of what is used."""
    malloc = ctypes.CDLL(None).malloc
    malloc.argtypes, malloc.restype = [ctypes.c_size_t], ctypes.c_size_t
    probes = [bytes(_PROBE) for _ in range(3)]
    _fillers.extend(probes)
    end, left = max(map(id, probes)), _MOST_FILLED
    for size in _CHUNKS:
        while left > 0 and malloc(size) < end:
            left -= size


def _join_pages() -> None:
    """Ask the kernel to keep memory in huge pages, whose tables a fork copies at one stroke.

    Linux can since 6.1. Where it cannot, forks are a little slower.
    """
    advise = ctypes.CDLL(None).madvise
    for mapping in list_mappings():
        if mapping.rights != "rw-p" or mapping.file not in ("", "[heap]"):
            continue
        begin = -(-mapping.begin // _HUGE_PAGE) * _HUGE_PAGE
        length = (mapping.end - begin) // _HUGE_PAGE * _HUGE_PAGE
        if length > 0:
            advise(ctypes.c_void_p(begin), ctypes.c_size_t(length), _COLLAPSE)
