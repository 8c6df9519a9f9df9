"""Self-test of the fence: its runs attempt all that is forbidden, then report what succeeded."""

from __future__ import annotations

import json
from typing import Any

from . import outcome
from .run_monitor import Watch

# Each attempt is a Python expression that is true if it was refused. They call the C library
# directly, past Python's own functions, whose refusals are only messages.
ATTEMPTS = {
    # First, because others open what they can.
    "use what its parent has open": 'sum(call("fcntl", n, 1) >= 0 for n in range(256)) <= 4',
    "open a file": 'call("open", b"/", 0) == -1',
    "look whether a file is there": 'call("access", b"/", 0) == -1',
    # An existing folder must be denied, too; one that was made is removed.
    "make a folder": 'call("mkdir", FOLDER, 448) == -1 and denied() or call("rmdir", FOLDER) > 0',
    "open a network socket": 'call("socket", 2, 2, 0) == -1',
    "open a socket of this machine": 'call("socket", 1, 1, 0) == -1',
    "start a process": '(child := call("fork")) == -1 or (child == 0 and os._exit(0))',
    # The program does not exist: a process that may start programs gets another error.
    "start a program": 'call("execv", b"/tapescope", None) == -1 and denied()',
    "signal another process": 'call("kill", os.getppid(), 0) == -1',
    "trace another process": 'call("ptrace", 0x4206, os.getppid(), None, None) == -1',
    "read another process's clock": 'call("clock_gettime", ~os.getppid() << 3 | 2, ROOMY) == -1',
    "make memory executable": 'call("mmap", None, 4096, 5, 0x22, -1, 0) == -1',
    "make memory that others share": 'call("mmap", None, 4096, 3, 0x21, -1, 0) == -1',
    "leave its namespace": 'call("unshare", 0x10000000) == -1',
    # The kernel's own flags: no new privileges are granted, and nobody can debug this process.
    "gain rights or be debugged": 'call("prctl", 39, *ZEROS) == 1 and not call("prctl", 3, *ZEROS)',
    "take more memory than its limit": 'call("mmap", None, MORE, 3, 0x22, -1, 0) == -1',
    "raise its own limits": 'call("setrlimit", 0, b"\\xff" * 16) == -1',
    # Both runs of the self-test overwrite all they can; the second finds changes by the first.
    "change memory that later runs read": "EARLIER in (None, FOUND)",
}

_SCRIPT = """
import ctypes, hashlib, json, os, sys
from errno import EACCES, EPERM
import numpy
from server.sandbox.memory_importer import Shelf
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.mmap.restype = ctypes.c_ssize_t
MORE, ROOMY, ZEROS = {more}, ctypes.create_string_buffer(64), [0] * 4
FOLDER = b"/tmp/tapescope-was-here"
memories = [numpy.frombuffer(finder.memory, "uint8")
            for finder in sys.meta_path if isinstance(finder, Shelf)]
def call(name, *arguments):
    return getattr(libc, name)(*arguments)
def denied():
    return ctypes.get_errno() in (EPERM, EACCES)
def digest():
    return hashlib.blake2b(b"".join(memories)).hexdigest()
EARLIER, FOUND = {earlier!r}, digest()
attempts = {attempts!r}
succeeded = [name for name, attempt in attempts.items() if not eval(attempt)]
for memory in memories:
    address = ctypes.c_void_p(memory.__array_interface__["data"][0])
    call("mprotect", address, ctypes.c_size_t(memory.nbytes), 3)
    numpy.invert(memory, out=memory)
print(json.dumps([succeeded, FOUND, digest()]))
"""


class Unproven(Exception):
    """Raised when the self-test could not run to its end; the text has the reason."""


def succeeded(fence: Any, config: Any) -> list[str]:
    """List those of ATTEMPTS that a run behind `fence` succeeded in: none, if it is strong."""
    first, found, left = _attempt_all(fence, config, None)
    if found == left:
        raise Unproven("it could not write to its own copy of the modules")
    second, _, _ = _attempt_all(fence, config, found)
    return [name for name in ATTEMPTS if name in first or name in second]


def _attempt_all(fence, config, earlier: str | None) -> tuple[list[str], str, str]:
    """Run the attempts once, and overwrite the memory that has the modules of runs.

    `earlier` is the digest of that memory in an earlier run. Returns the attempts that succeeded,
    and the digests of the memory before and after.
    """
    watch = Watch(config)
    more = config.memory_bytes + 2**20
    script = _SCRIPT.format(more=more, attempts=ATTEMPTS, earlier=earlier)
    verdict = watch.follow(fence, script, seed=0)
    said = "".join(event["text"] for event in watch.events if event["kind"] == "print")
    if verdict.kind != "finished":
        raise Unproven(verdict.sentence or outcome.failure(watch.events))
    try:
        names, found, left = json.loads(said)
    except (TypeError, ValueError):
        raise Unproven("it said nothing that could be understood") from None
    return names, found, left
