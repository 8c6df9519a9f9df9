"""In a container: the fence where Docker's default profile holds already.

No daemon is needed. A process takes on what that profile does to it in all points that concern
runs: its capabilities and the calls that it refuses (namespaces, mounts, keys, bpf, io_uring).
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.sandbox.syscalls import here

CONTAINER = """
import ctypes, errno, os, platform, struct
from server.sandbox.seccomp import _ANY_BIT, _EQUAL, _LOAD, _allow, _argument, _line, _refuse

# Docker's default capabilities: no SYS_ADMIN, no SYS_PTRACE, no SYS_RESOURCE, no NET_ADMIN.
KEPT = 0xA80425FB
NEW_NAMESPACES = 0x7E020000
# add_key request_key keyctl bpf perf_event_open userfaultfd io_uring mount umount2 pivot_root
# unshare setns; clone has its own rule, and clone3 is unknown.
REFUSED, CLONE = {
    "x86_64": ([248, 249, 250, 321, 298, 323, 425, 426, 427, 165, 166, 155, 272, 308], 56),
    "aarch64": ([217, 218, 219, 280, 241, 282, 425, 426, 427, 40, 39, 41, 97, 268], 220),
}[platform.machine()]

code = b"".join([
    _line(_LOAD, 0),
    *[line for number in REFUSED for line in (_line(_EQUAL, number, no=1), _refuse(errno.EPERM))],
    _line(_EQUAL, 435, no=1), _refuse(errno.ENOSYS),
    _line(_EQUAL, CLONE, no=3), *_argument(0),
    _line(_ANY_BIT, NEW_NAMESPACES, no=1), _refuse(errno.EPERM),
    _allow(),
])
kept = ctypes.create_string_buffer(code, len(code))
described = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(kept))
libc = ctypes.CDLL(None, use_errno=True)
if os.getuid():
    libc.prctl(38, 1, 0, 0, 0)  # only root may have a filter without giving up new privileges
assert libc.prctl(22, 2, described, 0, 0) == 0
if os.getuid() == 0:
    for right in range(41):
        if not KEPT >> right & 1:
            libc.prctl(24, right, 0, 0, 0)  # out of the bounding set
    header = struct.pack("Ii", 0x20080522, 0)
    mine = struct.pack("IIIIII", KEPT, KEPT, 0, 0, 0, 0)
    assert libc.capset(ctypes.c_char_p(header), ctypes.c_char_p(mine)) == 0
"""
DOCTOR = """
from server.config import Config
from server.sandbox import Sandbox, doctor
print(*doctor.report(Config())[0], sep="\\n")
place = Sandbox(Config())
print(place.fence, place.run("import torch\\ntorch.ones(2)").kind)
place.close()
"""


@pytest.mark.skipif(here() is None, reason="There is no list of calls for this processor.")
def test_in_a_container_of_dockers_default_profile_the_fence_is_strong_without_namespaces():
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", CONTAINER + DOCTOR],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([root, *sys.path])},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert "is absent  namespaces" in done.stdout
    assert "SUCCEEDED" not in done.stdout
    assert "The fence is strong: strangers' code can run here." in lines
    assert lines[-1] == "strong finished"
