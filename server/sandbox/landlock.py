"""Landlock, the second layer of the fence: it denies files, TCP ports, outer processes.

Linux has it since 5.13 if the kernel was built with it. seccomp denies all of this too; Landlock is
there in case that filter has a hole.
"""

import ctypes
import os
import struct
from collections.abc import Iterable

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same on every processor
_BENEATH = 1  # the type of rule: a folder with its content
_READ = 0b1100  # READ_FILE, READ_DIR
_ASK_VERSION = 1

_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """Return the version of the kernel's Landlock, 0 if it has none."""
    return max(0, _call(_CREATE, None, 0, _ASK_VERSION))


def ruleset(readable: Iterable[str] = ()) -> int:
    """Return a descriptor of rules that deny all that this kernel's Landlock can deny.

    Reading is allowed in the folders `readable` that this user can open.
    """
    held = version()
    # Version 1 has 13 rights; later ones add moving between folders, truncating, device calls.
    files = (1 << 13) - 1 | (held >= 2) << 13 | (held >= 3) << 14 | (held >= 5) << 15
    ports = 0b11 if held >= 4 else 0
    scopes = 0b11 if held >= 6 else 0  # abstract sockets and signals of outer processes
    rules = struct.pack("QQQ", files, ports, scopes)
    size = 24 if held >= 6 else 16 if held >= 4 else 8
    made = _done(_call(_CREATE, ctypes.c_char_p(rules), size, 0), "make rules")
    for folder in readable:
        _allow_reading(made, folder)
    return made


def _allow_reading(rules: int, folder: str) -> None:
    """Add a rule that allows reading files in a folder; none if it cannot be opened."""
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
