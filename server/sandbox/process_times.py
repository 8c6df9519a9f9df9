"""Read the CPU time of a process, with its time in the run queue, from Linux."""

from pathlib import Path
from typing import NamedTuple


class Times(NamedTuple):
    """Seconds of a process: on a processor, and waiting in the run queue."""

    computed: float
    delayed: float


def of_process(pid: int) -> Times | None:
    """Return the times of a process; None if it has ended, or the system has no such times."""
    try:
        computed, delayed, _ = Path(f"/proc/{pid}/schedstat").read_text("ascii").split()
    except (OSError, ValueError):
        return None
    return Times(int(computed) / 1e9, int(delayed) / 1e9)
