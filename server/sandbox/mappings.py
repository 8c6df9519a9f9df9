"""The memory of this process, as the kernel lists it, and whether a run could write to others'."""

import re
from dataclasses import dataclass
from pathlib import Path

_MAPS, _DETAILS = Path("/proc/self/maps"), Path("/proc/self/smaps")
# In the details, a mapping's own line begins with its addresses; what follows are its facts.
_FIRST = re.compile(r"[0-9a-f]+-[0-9a-f]+ ")


@dataclass(frozen=True)
class Mapping:
    """One stretch of memory. `rights` are as in "rw-p"; `file` is "" where it has none."""

    begin: int
    end: int
    rights: str
    file: str


def list_mappings() -> list[Mapping]:
    """List all memory of this process. Raises OSError where the system does not tell."""
    return [_parse_line(line) for line in _MAPS.read_text("utf-8", "replace").splitlines()]


def refuse_shared_memory() -> None:
    """Raise OSError when this process has memory that its forks could write to for one another.

    Private memory is copied for whoever writes to it. Shared memory is not: a run that writes to
    it, or first makes it writable, changes what later runs read. Shared and for reading only is a
    file that was opened for reading.
    """
    if all(each.rights.endswith("p") for each in list_mappings()):
        return  # the details take the kernel long
    for mapping, facts in _list_details():
        flags = facts.get("VmFlags", "mw").split()  # an old kernel does not tell: then it may
        if not mapping.rights.endswith("p") and ("mw" in flags or "w" in mapping.rights):
            what = mapping.file or "without a file"
            raise OSError(f"memory that outlives a run can be written to: {what}")


def _list_details() -> list[tuple[Mapping, dict[str, str]]]:
    details: list[tuple[Mapping, dict[str, str]]] = []
    for line in _DETAILS.read_text("utf-8", "replace").splitlines():
        if _FIRST.match(line):
            details.append((_parse_line(line), {}))
        else:
            name, _, value = line.partition(":")
            details[-1][1][name] = value
    return details


def _parse_line(line: str) -> Mapping:
    span, rights, _, _, _, *file = line.split(maxsplit=5)
    begin, end = (int(address, 16) for address in span.split("-"))
    return Mapping(begin, end, rights, file[0] if file else "")
