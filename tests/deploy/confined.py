"""Take on what a unit of systemd does to a service, then say which layers of the fence hold.

`python confined.py UNIT` reads the unit's lines about system calls, namespaces, addresses and
rights, and gives them to the kernel as systemd would, by libseccomp as systemd does. `--without
CALL` leaves calls out.
"""

import argparse
import ctypes
import errno
import socket
import struct
import subprocess
from collections import defaultdict

ALLOW, REFUSE = 0x7FFF0000, 0x00050000
EQUAL, MASKED_EQUAL = 4, 7
NAMESPACES = {
    "mnt": 0x00020000, "cgroup": 0x02000000, "uts": 0x04000000, "ipc": 0x08000000,
    "user": 0x10000000, "pid": 0x20000000, "net": 0x40000000,
}  # fmt: skip
# Where each call has the flags of namespaces.
FLAGS_AT = {"clone": 0, "unshare": 0, "setns": 1}


class Comparison(ctypes.Structure):
    """libseccomp's `struct scmp_arg_cmp`."""

    _fields_ = [
        ("arg", ctypes.c_uint), ("op", ctypes.c_int),
        ("first", ctypes.c_uint64), ("second", ctypes.c_uint64),
    ]  # fmt: skip


def lines_of(path: str) -> dict[str, list[str]]:
    """Return the values of each name in a unit, in their order."""
    found = defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, equals, value = line.strip().partition("=")
            if equals and not line.startswith("#"):
                found[name].append(value)
    return found


def calls_of(groups: list[str]) -> set[str]:
    """Return the calls of systemd's groups, and of the groups in these."""
    if not groups:
        return set()
    said = subprocess.run(
        ["systemd-analyze", "syscall-filter", "--no-pager", *groups],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    listed = [line.strip() for line in said.splitlines() if line.startswith("    ")]
    listed = [name for name in listed if not name.startswith("#")]
    inner = [name for name in listed if name.startswith("@")]
    return {name for name in listed if not name.startswith("@")} | calls_of(inner)


def allowed(lines: list[str]) -> set[str]:
    """Return the calls that lines of SystemCallFilter allow."""
    calls = calls_of(["@default"])
    for line in lines:
        names = line.removeprefix("~").split()
        groups = [name for name in names if name.startswith("@")]
        found = calls_of(groups) | (set(names) - set(groups))
        calls = calls - found if line.startswith("~") else calls | found
    return calls


class Filter:
    """A filter that refuses every call which no rule allows."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL("libseccomp.so.2")
        self._library.seccomp_init.restype = ctypes.c_void_p
        self._context = ctypes.c_void_p(self._library.seccomp_init(REFUSE | errno.EPERM))

    def add(self, name: str, *compared: Comparison, action: int = ALLOW) -> None:
        """Add a rule for a call, if this processor has it."""
        number = self._library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            array = (Comparison * max(1, len(compared)))(*compared)
            done = self._library.seccomp_rule_add_array(
                self._context, ctypes.c_uint32(action), number, len(compared), array
            )
            assert done == 0, name

    def enter(self) -> None:
        """Give the filter to the kernel, for good."""
        assert self._library.seccomp_load(self._context) == 0


def confine(unit: dict[str, list[str]], calls: set[str]) -> None:
    """Enter what the unit says, with these calls allowed."""
    namespaces = unit["RestrictNamespaces"][0].split()
    refused = sum(flag for name, flag in NAMESPACES.items() if name not in namespaces)
    families = unit["RestrictAddressFamilies"][0].split()
    chosen = Filter()
    for name in sorted(calls - {"clone3", "socket", *FLAGS_AT}):
        chosen.add(name)
    for name in sorted(calls & set(FLAGS_AT)):
        chosen.add(name, Comparison(FLAGS_AT[name], MASKED_EQUAL, refused, 0))
    # Its flags are in memory, where no filter sees them, so programs are told to use clone.
    chosen.add("clone3", action=REFUSE | errno.ENOSYS)
    for name in families:
        chosen.add("socket", Comparison(0, EQUAL, getattr(socket, name), 0))
    libc = ctypes.CDLL(None, use_errno=True)
    assert unit["CapabilityBoundingSet"] == [""] and unit["NoNewPrivileges"] == ["yes"]
    for right in range(64):
        libc.prctl(24, right, 0, 0, 0)  # out of the bounding set, where we may
    libc.capset(ctypes.c_char_p(struct.pack("Ii", 0x20080522, 0)), ctypes.c_char_p(bytes(24)))
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    chosen.enter()


def main() -> None:
    """Confine this process as the arguments say; print the report of the fence."""
    parser = argparse.ArgumentParser()
    parser.add_argument("unit")
    parser.add_argument("--without", nargs="*", default=[])
    asked = parser.parse_args()
    unit = lines_of(asked.unit)
    confine(unit, allowed(unit["SystemCallFilter"]) - set(asked.without))
    from server.config import Config
    from server.sandbox import doctor

    print(*doctor.report(Config())[0], sep="\n")


if __name__ == "__main__":
    main()
