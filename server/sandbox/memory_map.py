"""Read this process's memory map; check that no run can write to another's memory."""

import ctypes
import errno
from dataclasses import dataclass
from pathlib import Path

_READ_WRITE = 3

_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Mapping:
    """A mapping of memory; `rights` are as in "rw-p", `file` is "" where there is none."""

    begin: int
    end: int
    rights: str
    file: str


def list_mappings() -> list[Mapping]:
    """List all mappings of this process. Raises OSError where the system does not list them."""
    maps = Path("/proc/self/maps").read_text("utf-8", "replace")
    return [_parse_line(line) for line in maps.splitlines()]


def refuse_shared_memory() -> None:
    """Raise OSError if this process has memory that its forks share and could write to.

    Private memory is copied on write. Shared memory is not: a run that writes to it, or first makes
    it writable, changes what later runs read. Only a file that was opened for reading may be
    shared, as the C library shares one of its tables.
    """
    for mapping in list_mappings():
        if not mapping.rights.endswith("p") and ("w" in mapping.rights or _can_be_written(mapping)):
            what = mapping.file or "without a file"
            raise OSError(f"memory that outlives a run can be written to: {what}")


def _can_be_written(mapping: Mapping) -> bool:
    """Try to make `mapping` writable, as a run would; return whether that succeeds.

    It stays writable then, so the process must not go on.
    """
    size = ctypes.c_size_t(mapping.end - mapping.begin)
    refused = _libc.mprotect(ctypes.c_void_p(mapping.begin), size, _READ_WRITE)
    return not refused or ctypes.get_errno() != errno.EACCES


def _parse_line(line: str) -> Mapping:
    span, rights, _, _, _, *file = line.split(maxsplit=5)
    begin, end = (int(address, 16) for address in span.split("-"))
    return Mapping(begin, end, rights, file[0] if file else "")
