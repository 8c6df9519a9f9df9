"""The second fence: Landlock denies a process all files, TCP ports, outer processes.

It is there on Linux since 5.13 where the kernel was built with it. What it stops, seccomp stops
too; it stands behind in case that has a hole.
"""

import ctypes
import os
import struct
from collections.abc import Iterable

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same on every processor
_BENEATH = 1  # the kind of rule: a folder and what is in it
_READ = 0b1100  # files and folders
_ASK_VERSION = 1

_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """The version of the kernel's Landlock, 0 where it has none."""
    return max(0, _call(_CREATE, None, 0, _ASK_VERSION))


def ruleset(readable: Iterable[str] = ()) -> int:
    """A descriptor of rules that allow nothing that this kernel's Landlock can refuse.

    Except for reading in the folders `readable`, those of them that there are for this user.
    """
    held = version()
    # Rights came with versions: 13, then moving between folders, truncating, and device calls.
    files = (1 << 13) - 1 | (held >= 2) << 13 | (held >= 3) << 14 | (held >= 5) << 15
    ports = 0b11 if held >= 4 else 0
    scopes = 0b11 if held >= 6 else 0  # abstract sockets and signals of the world outside
    rules = struct.pack("QQQ", files, ports, scopes)
    size = 24 if held >= 6 else 16 if held >= 4 else 8
    made = _done(_call(_CREATE, ctypes.c_char_p(rules), size, 0), "make rules")
    for folder in readable:
        _allow_reading(made, folder)
    return made


def _allow_reading(rules: int, folder: str) -> None:
    """Add a rule: files in a folder may be read."""
    try:
        place = os.open(folder, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rule = struct.pack("=Qi", _READ, place)
        _done(_call(_ADD, rules, _BENEATH, ctypes.c_char_p(rule), 0), "allow reading")
    finally:
        os.close(place)


def enter(ruleset: int) -> None:
    """Confine this process to `ruleset` for good; `no_new_privs` must be set."""
    _done(_call(_RESTRICT, ruleset, 0, 0), "obey rules")


def _call(number: int, *arguments) -> int:
    return _libc.syscall(number, *arguments)


def _done(result: int, what: str) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"Landlock refuses to {what}: {os.strerror(error)}")
    return result
