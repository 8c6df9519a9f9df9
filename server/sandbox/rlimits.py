"""The kernel's limits for one process: memory, CPU time, processes, files."""

import resource
from pathlib import Path

# Descriptors are numbers below this; a run has four.
DESCRIPTORS = 16


def bound_memory(more: int) -> None:
    """Let this process, and all that it forks, have `more` bytes beyond what it has, and no files.

    Raises OSError or ValueError when the system refuses a limit that it knows.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    held = address_space()
    if held is not None:
        resource.setrlimit(resource.RLIMIT_AS, (held + more, held + more))


def bound_run(cpu_seconds: int) -> None:
    """Let this process compute for so long, and have no children and few descriptors.

    At `cpu_seconds` comes SIGXCPU, which a run turns into its last words; one second later the
    kernel kills it. Raises OSError or ValueError as above.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


def address_space() -> int | None:
    """The bytes of address space that this process has, where the system tells."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
    except OSError:
        return None
    return int(pages) * resource.getpagesize()
