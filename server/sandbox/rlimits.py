"""The kernel's limits for one process: memory, CPU time, processes, files."""

import resource
from pathlib import Path

from .role import ADDRESS_SPACE, DATA

# Descriptors are below this number; a run has four.
DESCRIPTORS = 16

# By kind: the limit, and the column of /proc/self/statm in pages (address space, data).
_LIMITS = {ADDRESS_SPACE: (resource.RLIMIT_AS, 0), DATA: (resource.RLIMIT_DATA, 5)}


def bound_memory(more: int, kind: str = ADDRESS_SPACE) -> None:
    """Limit this process and its forks to `more` bytes beyond what it has, and to no files.

    `kind` is what is counted, as in server/sandbox/role.py. Raises OSError or ValueError when the
    system refuses a limit that it supports.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    limit, column = _LIMITS[kind]
    held = held_bytes(column)
    if held is not None:
        resource.setrlimit(limit, (held + more, held + more))


def bound_run(cpu_seconds: int) -> None:
    """Limit the CPU time of this process, its children (none) and its descriptors.

    At `cpu_seconds` it gets SIGXCPU, on which a run sends its END frame; one second later the
    kernel kills it. Raises OSError or ValueError as `bound_memory` does.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


def held_bytes(column: int) -> int | None:
    """Return a column of /proc/self/statm in bytes; None where the system has no such file."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[column]
    except OSError:
        return None
    return int(pages) * resource.getpagesize()
