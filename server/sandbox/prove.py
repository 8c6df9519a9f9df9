"""The self-test: a run tries what runs must not be able to do, and says what came of it."""

import json

from .watch import Watch

# Each attempt is a line of Python that is true when it was refused. They go past Python's own
# functions, whose refusals are only words, straight to the C library.
ATTEMPTS = {
    "open a file": 'call("open", b"/", 0) == -1',
    "look whether a file is there": 'call("access", b"/", 0) == -1',
    "make a folder": 'call("mkdir", b"/tmp/tapescope-was-here", 0o700) == -1',
    "open a network socket": 'call("socket", 2, 2, 0) == -1',
    "open a socket of this machine": 'call("socket", 1, 1, 0) == -1',
    "start a process": '(child := call("fork")) == -1 or (child == 0 and os._exit(0))',
    # A program that is not there: who may start programs is told so, and who may not is denied.
    "start a program": 'call("execv", b"/tapescope", None) == -1 and errno() in (EPERM, EACCES)',
    "signal another process": 'call("kill", os.getppid(), 0) == -1',
    "trace another process": 'call("ptrace", 0x4206, os.getppid(), None, None) == -1',
    "make memory executable": 'call("mmap", None, 4096, 5, 0x22, -1, 0) == -1',
    "leave its namespace": 'call("unshare", 0x10000000) == -1',
    "take more memory than its limit": 'call("mmap", None, ROOM, 3, 0x22, -1, 0) == -1',
    "raise its own limits": 'call("setrlimit", 0, b"\\xff" * 16) == -1',
}

_SCRIPT = """
import ctypes, json, os
from errno import EACCES, EPERM
libc = ctypes.CDLL(None, use_errno=True)
errno = ctypes.get_errno
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.mmap.restype = ctypes.c_ssize_t
ROOM = {room}
def call(name, *arguments):
    return getattr(libc, name)(*arguments)
attempts = {attempts!r}
print(json.dumps([name for name, attempt in attempts.items() if not eval(attempt)]))
"""


class Unproven(Exception):
    """The self-test itself could not run to its end; the text says why."""


def succeeded(fence, config) -> list[str]:
    """Those of ATTEMPTS that a run behind `fence` succeeded in: none, if it is strong."""
    watch = Watch(config)
    script = _SCRIPT.format(room=config.memory_bytes + 2**20, attempts=ATTEMPTS)
    verdict = watch.follow(fence, script, seed=0)
    said = "".join(event["text"] for event in watch.events if event["kind"] == "print")
    if verdict.kind != "finished":
        raise Unproven(verdict.sentence)
    try:
        return [name for name in json.loads(said) if name in ATTEMPTS]
    except ValueError:
        raise Unproven("it said nothing that could be understood") from None
