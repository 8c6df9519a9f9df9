"""The kernel's limits for one process: memory, CPU time, processes, files."""

import resource
from pathlib import Path

from .role import ADDRESS_SPACE, DATA

# Descriptors are numbers below this; a run has four.
DESCRIPTORS = 16

# Where /proc/self/statm tells of it, in pages: all address space, and what is data.
_LIMITS = {ADDRESS_SPACE: (resource.RLIMIT_AS, 0), DATA: (resource.RLIMIT_DATA, 5)}


def bound_memory(more: int, kind: str = ADDRESS_SPACE) -> None:
    """Let this process, and all that it forks, have `more` bytes beyond what it has, and no files.

    `kind` is what is counted, as server/sandbox/role.py has it. Raises OSError or ValueError when
    the system refuses a limit that it knows.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    limit, column = _LIMITS[kind]
    held = held_bytes(column)
    if held is not None:
        resource.setrlimit(limit, (held + more, held + more))


def bound_run(cpu_seconds: int) -> None:
    """Let this process compute for so long, and have no children and few descriptors.

    At `cpu_seconds` comes SIGXCPU, which a run turns into its last words; one second later the
    kernel kills it. Raises OSError or ValueError as above.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


def held_bytes(column: int) -> int | None:
    """What /proc/self/statm has in a column, in bytes; None where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[column]
    except OSError:
        return None
    return int(pages) * resource.getpagesize()
