"""Rights that a process of the fence drops: namespaces, user, capabilities, descriptors.

Linux only, by `ctypes`; each function raises OSError when the kernel refuses.
"""

import contextlib
import ctypes
import os
import resource
import signal
import struct
from pathlib import Path

NOBODY = 65534
# From -1000 (never) to 1000 (first); the server has 0.
KILLED_FIRST = 800

_NEW_UTS, _NEW_IPC, _NEW_USER, _NEW_PID, _NEW_NET = (
    0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
)  # fmt: skip
_WORLD = _NEW_UTS | _NEW_IPC | _NEW_PID | _NEW_NET

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_CAPABILITY_VERSION = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


def leave_world() -> None:
    """Enter new namespaces: network, host name, IPC, process ids.

    The network has no devices; children become process 1. Root can do this directly; others first
    need a user namespace, which some machines refuse.
    """
    if _libc.unshare(_WORLD) and _libc.unshare(_WORLD | _NEW_USER):
        error = ctypes.get_errno()
        raise OSError(error, f"the kernel gives no namespaces: {os.strerror(error)}")


def be_killed_first() -> None:
    """Make the kernel kill this process and its children before the server if memory runs out."""
    with contextlib.suppress(OSError):  # optional: the server's own limits hold without it
        Path("/proc/self/oom_score_adj").write_text(str(KILLED_FIRST), "ascii")


def become_nobody() -> None:
    """Change from root to the user `nobody`, who owns nothing; do nothing for other users."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)


def give_up_rights() -> None:
    """Drop every capability for good, and refuse debuggers."""
    header = struct.pack("Ii", _CAPABILITY_VERSION, 0)
    _done(_libc.capset(ctypes.c_char_p(header), ctypes.c_char_p(bytes(24))), "capset")
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _prctl(_PR_SET_DUMPABLE, 0)


def die_with_parent() -> None:
    """Make the kernel kill this process as soon as its parent ends."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def keep_only(descriptor: int) -> None:
    """Close every descriptor except the three standard ones and `descriptor`."""
    highest = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    os.closerange(3, descriptor)
    os.closerange(descriptor + 1, highest)


def _prctl(option: int, value: int) -> None:
    _done(_libc.prctl(option, value, 0, 0, 0), "prctl")


def _done(result: int, what: str) -> None:
    if result:
        error = ctypes.get_errno()
        raise OSError(error, f"the kernel refuses {what}: {os.strerror(error)}")
