"""Read this process's memory map; check that no run can write to another's memory."""

import ctypes
import errno
from dataclasses import dataclass
from pathlib import Path

_READ_WRITE = 3

_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Mapping:
    """One stretch of memory. `rights` are as in "rw-p"; `file` is "" where it has none."""

    begin: int
    end: int
    rights: str
    file: str


def list_mappings() -> list[Mapping]:
    """List all memory of this process. Raises OSError where the system does not tell."""
    maps = Path("/proc/self/maps").read_text("utf-8", "replace")
    return [_parse_line(line) for line in maps.splitlines()]


def refuse_shared_memory() -> None:
    """Raise OSError when this process has memory that its forks could write to for one another.

    Private memory is copied for whoever writes to it. Shared memory is not: a run that writes to
    it, or first makes it writable, changes what later runs read. Only a file that was opened for
    reading may be shared, as the C library shares one of its tables.
    """
    for mapping in list_mappings():
        if not mapping.rights.endswith("p") and ("w" in mapping.rights or _can_be_written(mapping)):
            what = mapping.file or "without a file"
            raise OSError(f"memory that outlives a run can be written to: {what}")


def _can_be_written(mapping: Mapping) -> bool:
    """Try to make `mapping` writable, as a run would. It stays so, so that nothing may go on."""
    size = ctypes.c_size_t(mapping.end - mapping.begin)
    refused = _libc.mprotect(ctypes.c_void_p(mapping.begin), size, _READ_WRITE)
    return not refused or ctypes.get_errno() != errno.EACCES


def _parse_line(line: str) -> Mapping:
    span, rights, _, _, _, *file = line.split(maxsplit=5)
    begin, end = (int(address, 16) for address in span.split("-"))
    return Mapping(begin, end, rights, file[0] if file else "")
