"""Memory that outlives a run: no run can write to any, with huge pages and without."""

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from server.config import Config
from server.sandbox import sandbox, self_test, zygote_pool
from server.sandbox.zygote_pool import Strong, Unfenced
from tests.fence.births import run_first
from tests.fence.test_attacks import fenced
from tests.sampling import as_root

CHANGED = "change memory that later runs read"

# As a kernel that has none answers.
NO_HUGE_PAGES = """
import mmap
import server.sandbox.memory_importer as shelf
class Refusing(mmap.mmap):
    def madvise(self, *_): raise OSError(22, "Invalid argument")
class Module:
    MADV_HUGEPAGE, MAP_PRIVATE, MAP_ANONYMOUS = 14, mmap.MAP_PRIVATE, mmap.MAP_ANONYMOUS
    mmap = Refusing
shelf.mmap = Module
"""
SHARED_MODULES = """
import mmap
import server.sandbox.memory_importer as shelf
shelf._memory = lambda size: mmap.mmap(-1, size)
"""
NO_MODULES = """
import server.sandbox.preload as preload
load = preload.load
def load_and_hide():
    load()
    import sys
    shelf = sys.meta_path[0]
    class Other: find_spec = shelf.find_spec
    sys.meta_path[0] = Other
preload.load = load_and_hide
"""
# Others than the importer's: beside it, for reading only, and of a file.
SHARED = {
    "anonymous": "import builtins, mmap\nbuiltins.kept = mmap.mmap(-1, 4096)",
    "for reading only": "import builtins, mmap\nbuiltins.kept = mmap.mmap(-1, 4096, prot=1)",
    "a file": "import builtins, mmap, tempfile\nfile = tempfile.TemporaryFile()\n"
              "file.truncate(4096)\nbuiltins.kept = mmap.mmap(file.fileno(), 4096)",
    "a file for reading only, but opened for more":
        "import builtins, mmap, tempfile\nfile = tempfile.TemporaryFile()\n"
        "file.truncate(4096)\nbuiltins.kept = mmap.mmap(file.fileno(), 4096, prot=1)",
}  # fmt: skip
NOT_SHARED = {
    "private": "import mmap\nkept = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)",
    "a file that was opened for reading":
        "import mmap\nwith open(__import__('os').__file__, 'rb') as file:\n"
        "    kept = mmap.mmap(file.fileno(), 4096, prot=1)",
    "a private copy of a file":
        "import mmap\nwith open(__import__('os').__file__, 'rb') as file:\n"
        "    kept = mmap.mmap(file.fileno(), 4096, access=mmap.ACCESS_COPY)",
}  # fmt: skip

# Each writes over the modules that later runs import, by another way.
WRITE = """
import ctypes, sys
from server.sandbox.memory_importer import Shelf
shelf = next(finder for finder in sys.meta_path if isinstance(finder, Shelf))
memory = (ctypes.c_char * len(shelf.memory)).from_buffer(shelf.memory)
address, size = ctypes.addressof(memory), len(memory)
"""
WRITES = {
    "by the C library": f"{WRITE}ctypes.memset(address, 0, size)",
    "by numpy": f"{WRITE}import numpy as np\nnp.frombuffer(shelf.memory, 'uint8')[:] = 7",
    "by Python": f"{WRITE}shelf.memory[:] = bytes(size)",
    "when it has been made writable": f"{WRITE}libc = ctypes.CDLL(None)\n"
        "assert libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(size), 3) == 0\n"
        "ctypes.memset(address, 0, size)",
    "when it has been mapped anew": f"{WRITE}libc = ctypes.CDLL(None)\n"
        "libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 4\n"
        "libc.munmap(ctypes.c_void_p(address), ctypes.c_size_t(size))\n"
        "libc.mmap(address, size, 3, 0x22, -1, 0)\nctypes.memset(address, 0, size)",
}  # fmt: skip
VICTIM = "import colorsys, einops, numpy.polynomial\nprint(colorsys.rgb_to_hsv(1, 0, 0))"


@pytest.fixture(scope="module", params=["with huge pages", "without huge pages"])
def place(request):
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "without huge pages":
            run_first(patch, NO_HUGE_PAGES)
        with fenced() as place:
            yield place


def test_the_self_test_finds_no_memory_that_runs_share(place):
    assert self_test.succeeded(place._choice[0], Config()) == []


@pytest.mark.parametrize("how", WRITES)
def test_what_a_run_writes_over_its_modules_no_later_run_reads(place, how):
    place.run(WRITES[how] + "\nprint('written')")
    for _ in range(zygote_pool.SPARE_RUNS + 2):  # also those that were born before
        outcome = place.run(VICTIM)
        assert [event["text"] for event in outcome.events] == ["(0.0, 1.0, 1)\n"]


def test_writing_over_its_modules_hurts_the_run_that_does_it(place):
    outcome = place.run(f"{WRITES['by Python']}\nimport colorsys")
    assert outcome.kind == "failed"


@pytest.mark.parametrize(
    "lines", as_root([SHARED_MODULES, *SHARED.values()], 3), ids=["modules", *SHARED]
)
def test_with_shared_memory_there_is_no_strong_fence(monkeypatch, lines):
    with fenced():
        pass  # skips where there is none anyway
    run_first(monkeypatch, lines)
    with pytest.raises(Unfenced, match="memory that outlives a run can be written to"):
        Strong(Config())
    fence, why = sandbox._best_fence(Config())
    assert fence.strength == "timed"
    assert "memory that outlives a run can be written to" in why


def test_the_self_test_sees_what_an_earlier_run_wrote(monkeypatch):
    run_first(monkeypatch, SHARED_MODULES)
    with fenced("memory") as place:
        assert self_test.succeeded(place._choice[0], Config()) == [CHANGED]
    monkeypatch.setattr(zygote_pool, "Strong", partial(Strong, without=("memory",)))
    fence, why = sandbox._best_fence(Config())
    assert fence.strength == "timed"
    assert CHANGED in why


def test_a_self_test_that_finds_no_modules_to_write_over_proves_nothing(monkeypatch):
    run_first(monkeypatch, NO_MODULES)
    with fenced() as place, pytest.raises(self_test.Unproven, match="its own copy of the modules"):
        self_test.succeeded(place._choice[0], Config())


CHECK = "\nfrom server.sandbox.memory_map import refuse_shared_memory\nrefuse_shared_memory()"


def said_of(lines):
    root = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, "-c", lines + CHECK], cwd=root, capture_output=True, text=True
    ).stderr


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists a process's memory.")
@pytest.mark.parametrize("what", SHARED)
def test_shared_memory_that_could_be_written_to_is_refused(what):
    assert "memory that outlives a run can be written to" in said_of(SHARED[what])


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists a process's memory.")
@pytest.mark.parametrize("what", NOT_SHARED)
def test_memory_that_nobody_else_sees_change_is_not_refused(what):
    assert said_of(NOT_SHARED[what]) == ""
