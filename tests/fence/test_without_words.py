"""What stops an attack is the kernel: Python's own refusals are switched off here."""

import pytest

from server.sandbox.isolation import LAYERS
from tests.fence.attacks import QUIET
from tests.fence.births import WITHOUT_WORDS, run_first
from tests.fence.excesses import EXCESSES
from tests.fence.test_attacks import LESSON, escaped, fenced
from tests.sampling import as_root

# What denied_messages.py refuses in words, each as Python's own library does it. All come to their
# end where there is no fence.
FILES = {
    "open a file": "open('/etc/passwd').close()",
    "open a file by number": "os.open('/etc/passwd', os.O_RDONLY)",
    "open a file by its class": "import io\nio.FileIO('/etc/passwd')",
    "write a file": "import tempfile\ntempfile.TemporaryFile().write(b'x')",
    "make a folder": "import tempfile\ntempfile.TemporaryDirectory().cleanup()",
    "list a folder": "os.listdir('/')",
    "walk through a folder": "assert list(os.walk('/etc'))",
    "look for files": "import glob\nassert glob.glob('/etc/*')",
    "look whether a file is there": "assert os.path.exists('/etc/passwd')",
    "ask about a file": "os.stat('/etc/passwd')",
    "ask about a file system": "os.statvfs('/')",
    "read a file by its path": "import pathlib\npathlib.Path('/etc/passwd').read_text()",
    "read a file by its address": "import urllib.request\n"
                                  "urllib.request.urlopen('file:///etc/passwd').read()",
    "read a file into an array": "import numpy\nnumpy.fromfile('/etc/passwd', 'uint8')",
    "map a file": "import numpy\nnumpy.memmap('/etc/passwd', 'uint8', 'r')",
    "copy a file": "import shutil\nshutil.copyfile('/etc/passwd', '/dev/null')",
    "go to another folder": "os.chdir('/etc')",
    "load a library": "import ctypes\nctypes.CDLL('libBrokenLocale.so.1')",  # which nobody has
}  # fmt: skip
NETWORK = {
    "open a socket": "import socket\nsocket.socket()",
    "open a socket of this machine": "import socket\nsocket.socket(socket.AF_UNIX)",
    "open a pair of sockets": "import socket\nsocket.socketpair()",
    "listen": "import socket\nsocket.create_server(('127.0.0.1', 0))",
    "serve the web": "import http.server as s\n"
                     "s.HTTPServer(('127.0.0.1', 0), s.BaseHTTPRequestHandler)",
    "wait for events": "import asyncio\nasync def f(): pass\nasyncio.run(f())",
}  # fmt: skip
PROCESSES = {
    "fork": "if os.fork() == 0: os._exit(0)",
    "fork with a terminal": "if os.forkpty()[0] == 0: os._exit(0)",
    "start a program": "import subprocess\nsubprocess.run(['/bin/true'], check=True)",
    "start a program by the shell": "assert os.system('true') == 0",
    "start a program and read from it": "assert os.popen('echo x').read()",
    "spawn a program": "os.waitpid(os.posix_spawn('/bin/true', ['true'], {}), 0)",
    "start a process": "import multiprocessing as m\n"
                       "p = m.Process(target=int)\np.start()\np.join()",
    "start a pool": "import multiprocessing as m\nwith m.Pool(1) as p: p.map(int, [1])",
    "start a thread": "import threading\nthreading.Thread(target=int).start()",
    "start a thread by number": "import _thread\n_thread.start_new_thread(int, ())",
    "start a pool of threads": "from concurrent.futures import ThreadPoolExecutor as P\n"
                               "P().submit(int).result()",
    "open a pipe": "os.pipe()",
    "signal its parent": "os.kill(os.getppid(), 0)",
    "get a handle of its parent": "os.pidfd_open(os.getppid())",
    "read its parent's limits": "import resource\nresource.prlimit(os.getppid(), 7)",
    "read its parent's clock": "import time\ntime.clock_gettime(~os.getppid() << 3 | 2)",
    "read where its parent may run": "os.sched_getaffinity(os.getppid())",
    "choose its processor": "os.sched_setaffinity(0, os.sched_getaffinity(0))",
    "lower its priority": "os.nice(1)",
    "change its limits": "import resource as r\nr.setrlimit(r.RLIMIT_CPU, r.getrlimit(0))",
    "leave its session": "os.setsid()",
    "ask for the kernel's name": "assert os.uname().release",
}  # fmt: skip
MEMORY = {
    "share memory": "import mmap\nmmap.mmap(-1, 4096)",
    "share memory for reading": "import mmap\nmmap.mmap(-1, 4096, access=mmap.ACCESS_READ)",
    "make memory that can be run": "import mmap\nmmap.mmap(-1, 4096, mmap.MAP_PRIVATE, prot=7)",
    "send memory to the disk": "import mmap\nmmap.mmap(-1, 4096, mmap.MAP_PRIVATE).madvise(21)",
    "make a file of memory": "os.memfd_create('x')",
    "wait for many files": "import select\nselect.epoll()",
}  # fmt: skip
BY_PYTHON = FILES | NETWORK | PROCESSES | MEMORY


@pytest.fixture(scope="module")
def place():
    with pytest.MonkeyPatch.context() as patch:
        run_first(patch, WITHOUT_WORDS)
        with fenced() as place:
            yield place


@pytest.fixture(scope="module")
def open_place():
    with pytest.MonkeyPatch.context() as patch:
        run_first(patch, WITHOUT_WORDS)
        with fenced(*LAYERS) as place:
            yield place


def tried(place, code):
    """What comes of `code`: "escaped", or the exception that it ended with."""
    body = "".join(f"    {line}\n" for line in code.splitlines())
    outcome = place.run(
        f"import os\ntry:\n{body}except Exception as error:\n"
        "    print(type(error).__mro__, error)\nelse:\n    print('escaped')\n"
    )
    return "".join(event["text"] for event in outcome.events if event.get("how") == "print")


@pytest.mark.parametrize("what", as_root(BY_PYTHON, 3))
def test_the_kernel_stops_what_python_does_not(place, what):
    said = tried(place, BY_PYTHON[what])
    # A ValueError is what Python makes of a limit that it may not change.
    errors = ("OSError", "RuntimeError", "AssertionError", "ValueError")
    assert any(f"<class '{error}'>" in said for error in errors), said
    assert "There is no" not in said and "There are no" not in said


@pytest.mark.parametrize("what", as_root(BY_PYTHON, 3))
def test_python_does_it_where_there_is_no_fence(open_place, what):
    assert tried(open_place, BY_PYTHON[what]) == "escaped\n"


@pytest.mark.parametrize("attack", as_root(QUIET, 3), ids=lambda attack: attack.name)
def test_an_attack_is_stopped_without_pythons_help(place, attack):
    assert not escaped(place, attack)


REFUSED_IN_WORDS = [
    each for each in EXCESSES if each.layer == "seccomp" or each.name == "memory without a file"
]


@pytest.mark.parametrize("excess", as_root(REFUSED_IN_WORDS, 3), ids=lambda excess: excess.name)
def test_a_run_that_takes_too_much_is_ended_without_pythons_help(place, excess):
    outcome = place.run(excess.code)
    assert (outcome.kind, outcome.limit) in excess.ends
    assert place.run(LESSON).kind == "finished"
