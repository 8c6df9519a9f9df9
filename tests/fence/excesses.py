"""Programs that take too much, or break their own process: what must end each, and how it ends."""

from dataclasses import dataclass

from tests.fence.forgeries import CHANNEL

# Beside the layers of the fence: the server's clock, the bounds of what it takes from a run (and of
# what the run's own recorder keeps), and that each run is a process, which dies alone.
ENDERS = {"rlimits", "seccomp", "clock", "bounds", "process"}


@dataclass(frozen=True)
class Excess:
    """Python that must be ended in one of the ways `ends`, which are pairs of kind and limit.

    `layer` is what must end it. `alone` is how it ends when only that is taken away, where trying
    that harms nobody.
    """

    name: str
    layer: str
    code: str
    ends: tuple[tuple[str, str | None], ...]
    alone: tuple[str, str | None] | None = None


_WALL, _CPU, _MEMORY = ("stopped", "wall"), ("stopped", "cpu"), ("stopped", "memory")
_OUTPUT, _EVENTS, _DIED = ("stopped", "output"), ("stopped", "events"), ("died", None)
_FAILED, _FINISHED = ("failed", None), ("finished", None)

EXCESSES = [
    Excess(
        "a bomb of forks",
        "seccomp",
        "import os\nwhile True:\n    try: os.fork()\n    except: pass",
        (_CPU, _WALL),
    ),
    Excess(
        "a bomb of forks past Python",
        "seccomp",
        "import ctypes\nfork = ctypes.CDLL(None).fork\nwhile True: fork()",
        (_CPU, _WALL),
    ),
    Excess(
        "a bomb of threads",
        "seccomp",
        "import _thread\nfor _ in range(9):\n    _thread.start_new_thread(print, ())",
        (_FAILED,),
    ),
    Excess(
        "lists without end", "rlimits", "a = []\nwhile True: a = [a, a]", (_MEMORY, _CPU, _WALL)
    ),
    Excess("text without end", "rlimits", "a = 'x'\nwhile True: a += a", (_MEMORY,)),
    Excess(
        "arrays without end",
        "rlimits",
        "import numpy as np\na = []\nwhile True: a.append(np.ones(10**6))",
        (_MEMORY,),
    ),
    Excess("one huge array", "rlimits", "import numpy as np\nnp.ones(10**12)", (_MEMORY,)),
    Excess(
        "one huge tensor", "rlimits", "import torch\ntorch.ones(10**6, 10**6)", (_MEMORY, _FAILED)
    ),
    Excess(
        "memory without a file",
        "rlimits",
        "import mmap\na = []\nwhile True: a.append(mmap.mmap(-1, 2**24))",
        (_MEMORY, _FAILED),
    ),
    Excess(
        "a pickle that unfolds",
        "rlimits",
        "import pickle\npickle.loads(b'cbuiltins\\nbytearray\\n(I1000000000000\\ntR.')",
        (_MEMORY,),
    ),
    Excess(
        "memory that is caught and asked for again",
        "rlimits",
        "a = []\nwhile True:\n    try:\n        while True: a.append(bytes(10**5))\n"
        "    except MemoryError: pass",
        # Python itself may fail where it makes a frame for the recorder and there is no memory.
        (_CPU, _WALL, _MEMORY, _DIED),
    ),
    Excess("a loop without end", "rlimits", "while True: pass", (_CPU, _WALL), _WALL),
    Excess(
        "a loop that swallows everything",
        "rlimits",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        (_CPU, _WALL),
    ),
    Excess(
        "a loop that ignores every signal",
        "rlimits",
        "import signal\nfor n in range(1, 65):\n    try: signal.signal(n, signal.SIG_IGN)\n"
        "    except (OSError, ValueError): pass\nwhile True: pass",
        (_CPU, _WALL),
        _WALL,
    ),
    Excess(
        "a loop that blocks every signal",
        "rlimits",
        "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass",
        (_CPU, _WALL),
    ),
    Excess("a loop inside the C library", "rlimits", "sum(range(10**15))", (_CPU, _WALL)),
    Excess("a power without end", "rlimits", "3 ** (10**9)", (_CPU, _WALL, _MEMORY)),
    Excess(
        "a pattern that explodes",
        "rlimits",
        "import re\nre.match('(a+)+$', 'a' * 60 + 'b')",
        (_CPU, _WALL),
    ),
    Excess(
        "a channel that is fed byte by byte",
        "clock",
        CHANNEL + "raw(struct.pack('>cI', b'T', 8 * 2**20))\nwhile True: raw(b' ')",
        (_WALL, _CPU, _DIED),  # its last words are lost in the frame that it began
    ),
    Excess(
        "a flood of empty frames",
        "bounds",
        CHANNEL + "while True: send(b'T', b'{\"events\":[],\"ops\":{}}')",
        (_EVENTS,),
    ),
    Excess("a sleep", "clock", "import time\ntime.sleep(10**6)", (_WALL,)),
    Excess(
        "a wait for a lock",
        "clock",
        "import threading\na = threading.Lock()\na.acquire()\na.acquire()",
        (_WALL,),
    ),
    Excess(
        "a process that stops itself",
        "clock",
        "import signal\nsignal.raise_signal(signal.SIGSTOP)",
        (_WALL,),
    ),
    Excess(
        "a process that kills itself",
        "process",
        "import signal\nsignal.raise_signal(signal.SIGKILL)",
        (_MEMORY, _CPU),
    ),
    Excess("a flood of lines", "bounds", "while True: print('flood')", (_OUTPUT, _EVENTS)),
    Excess("one flood", "bounds", "print('x' * 10**7)", (_OUTPUT,)),
    Excess(
        "a flood in an error",
        "bounds",
        "raise ValueError('x' * 10**8)",
        (_FAILED, _OUTPUT, _MEMORY),
    ),
    Excess(
        "a flood of events",
        "bounds",
        "import torch\nx = torch.ones(1)\nwhile True: x = x * 1",
        (_CPU, _WALL),
    ),
    Excess(
        "a flood of events that swallows everything",
        "bounds",
        "import torch\nx = torch.ones(1)\nwhile True:\n    try: print(x * 1)\n"
        "    except BaseException: pass",
        (_OUTPUT, _EVENTS),
    ),
    Excess("a fault in memory", "process", "import ctypes\nctypes.string_at(0)", (_DIED,)),
    Excess("an abort", "process", "import os\nos.abort()", (_DIED,)),
    Excess("deep recursion", "process", "def f(): return f()\nf()", (_FAILED,)),
    Excess(
        "recursion without a floor",
        "process",
        "import sys\nsys.setrecursionlimit(10**9)\nclass A:\n"
        "    def __getattr__(self, name): return getattr(self, name)\nA().x",
        (_DIED, _MEMORY, _CPU, _WALL, _FAILED),
    ),
    Excess("a text of brackets", "process", "eval('(' * 10**5)", (_FAILED, _MEMORY)),
    Excess(
        "code that changes its own bytes",
        "process",
        "def f(): pass\nf.__code__ = f.__code__.replace(co_code=b'\\xff' * 64)\nf()",
        (_DIED, _FAILED, _FINISHED, _CPU, _WALL),
    ),
    Excess("an end without a word", "process", "import os\nos._exit(0)", (_DIED,)),
    Excess(
        "an exit handler that never ends",
        "rlimits",
        "import atexit\natexit.register(lambda: [0 for _ in iter(int, 1)])",
        (_FINISHED,),
    ),
]
