"""The second fence: by Landlock a process gives up all files, TCP ports and outer processes.

It is there on Linux since 5.13 where the kernel was built with it. What it stops, seccomp stops
too; it stands behind in case that has a hole.
"""

import ctypes
import os
import struct

_CREATE, _RESTRICT = 444, 446  # the same on every processor
_ASK_VERSION = 1

_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """The version of the kernel's Landlock, 0 where it has none."""
    return max(0, _call(_CREATE, None, 0, _ASK_VERSION))


def empty_ruleset() -> int:
    """A descriptor of rules that allow nothing that this kernel's Landlock can refuse."""
    held = version()
    # Rights came with versions: 13, then moving between folders, truncating, and device calls.
    files = (1 << 13) - 1 | (held >= 2) << 13 | (held >= 3) << 14 | (held >= 5) << 15
    ports = 0b11 if held >= 4 else 0
    scopes = 0b11 if held >= 6 else 0  # abstract sockets and signals of the world outside
    rules = struct.pack("QQQ", files, ports, scopes)
    size = 24 if held >= 6 else 16 if held >= 4 else 8
    return _done(_call(_CREATE, ctypes.c_char_p(rules), size, 0), "make rules")


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
