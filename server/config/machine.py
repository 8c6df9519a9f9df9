"""Measure the machine; derive how many processes it has room for, each of how much memory."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

MEGABYTE = 2**20

# Where Linux says how much memory a container may take, in its two versions of control groups.
CGROUPS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


@cache
def physical_memory() -> int:
    """The memory of the machine, or of its container, in bytes; 4 GB where nothing tells."""
    try:
        found = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        found = 4096 * MEGABYTE
    return min([found, *filter(None, map(container_memory, CGROUPS))])


def container_memory(path: Path) -> int | None:
    """The bytes that a file of control groups allows; None where it is not there, or says "max"."""
    try:
        return int(path.read_text("ascii"))
    except (OSError, ValueError):
        return None


CORES = os.cpu_count() or 1
# A machine of less than 2.6 GB has room for one worker of each kind, and for small ones.
IS_SMALL = physical_memory() < 2600 * MEGABYTE
FEWEST, LEAST = (1, 128 * MEGABYTE) if IS_SMALL else (2, 192 * MEGABYTE)
# What the server itself may hold: for itself, for each run that goes on (its tape, and the reply),
# and of replies that their clients are slow to take.
OWN_BYTES = 128 * MEGABYTE
OWN_BYTES_PER_RUN = min(96 * MEGABYTE, physical_memory() // 16)
UNSENT_BYTES = min(256 * MEGABYTE, physical_memory() // 16)
RUN_BYTES = min(256 * MEGABYTE, physical_memory() // 8)
DRAW_BYTES = min(768 * MEGABYTE, max(LEAST, physical_memory() // 8))
DRAW_WORKERS = max(FEWEST, min(2 * CORES, physical_memory() // (4 * 768 * MEGABYTE)))
RENDER_BYTES = min(1024 * MEGABYTE, max(2 * LEAST, physical_memory() // 8))
RENDER_WORKERS = max(FEWEST, min(2 * CORES, physical_memory() // (6 * 1024 * MEGABYTE)))


def most_slots() -> int:
    """How many runs at a time the memory that is left has room for, and as many long ones."""
    workers = DRAW_WORKERS * DRAW_BYTES + RENDER_WORKERS * RENDER_BYTES
    left = physical_memory() * 9 // 10 - OWN_BYTES - UNSENT_BYTES - workers
    return max(1, left // (2 * (RUN_BYTES + OWN_BYTES_PER_RUN)))


SLOTS = min(2 * CORES, most_slots())
LONG_SLOTS = min(8 * SLOTS, 2 * most_slots() - SLOTS)
QUEUE_LENGTH = max(192, 4 * SLOTS)
