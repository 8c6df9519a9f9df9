"""Messages for what cannot work inside the fence, each with a reason or an alternative.

No security depends on them: the kernel refuses all of this anyway. Without them a snippet would get
the kernel's errors, which do not help.
"""

import errno
import mmap
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

_FILES = (
    "There are no files here, because code runs in a process that can open none. Write the data "
    "into the code, or keep it in an io.StringIO or io.BytesIO."
)
_NETWORK = (
    "There is no network here, because code runs in a process that can reach nobody. Write the "
    "data into the code instead of loading it."
)
_THREADS = (
    "There are no threads here: code runs in one process with one thread. Call the function "
    "directly, or use num_workers=0."
)
_LOOPS = (
    "There are no event loops here, because they wait for files and networks. Call the steps of "
    "the function one after another."
)
_PROCESSES = (
    "There are no other processes here, because code runs in one that can start none. Call the "
    "function directly."
)
_SHARED = (
    "There is no shared memory here, because code runs in a process that shares none. Use "
    "mmap.mmap(-1, length), which is private here, or a bytearray."
)


def _no_file(*_, **__):
    raise PermissionError(errno.EACCES, _FILES)


def _no_network(*_, **__):
    raise PermissionError(errno.EPERM, _NETWORK)


def _no_process(*_, **__):
    raise PermissionError(errno.EPERM, _PROCESSES)


def _no_thread(*_, **__):
    raise RuntimeError(_THREADS)


def _no_loop(*_, **__):
    raise RuntimeError(_LOOPS)


class _PrivateMemory(mmap.mmap):
    """`mmap.mmap` whose memory without a file is private unless access or flags are given."""

    def __new__(cls, fileno, length, *arguments, **named):
        if fileno != -1:
            _no_file()
        if not arguments and not named.keys() & {"access", "flags"}:
            named["flags"] = mmap.MAP_PRIVATE
        try:
            return super().__new__(cls, fileno, length, *arguments, **named)
        except PermissionError:
            raise PermissionError(errno.EPERM, _SHARED) from None


# By audit event, which Python raises before an action: the function that raises the message.
_EXPLAINED = {
    **dict.fromkeys(
        (
            "open", "os.chdir", "os.chmod", "os.chown", "os.link", "os.listdir", "os.mkdir",
            "os.remove", "os.rename", "os.rmdir", "os.scandir", "os.symlink", "os.truncate",
            "os.utime", "shutil.copyfile", "shutil.rmtree", "sqlite3.connect", "tempfile.mkdtemp",
            "tempfile.mkstemp",
        ),
        _no_file,
    ),
    **dict.fromkeys(
        (
            "ftplib.connect", "http.client.connect", "imaplib.open", "poplib.connect",
            "smtplib.connect", "socket.__new__", "socket.getaddrinfo", "socket.gethostbyname",
            "telnetlib.Telnet.open", "urllib.Request", "webbrowser.open",
        ),
        _no_network,
    ),
    **dict.fromkeys(
        (
            "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system",
            "pty.spawn", "subprocess.Popen",
        ),
        _no_process,
    ),
}  # fmt: skip


# By module: functions that could only lead to a refused call further down.
_AMENDED = {
    "_thread": {"start_new_thread": _no_thread},
    "asyncio.events": {"new_event_loop": _no_loop},
    "mmap": {"mmap": _PrivateMemory},
    "multiprocessing.pool": {"Pool": _no_process},
    "os": {"pipe": _no_process},
    "tempfile": {"_get_default_tempdir": _no_file},
    "threading": {"_start_new_thread": _no_thread},
}

_MODULES = "Only torch, numpy, einops and Python's own modules are here."


# Calls the explanation of an audit event, if it has one; None where the kernel refuses nothing.
_hook: Callable[[str, tuple[Any, ...]], None] | None = None


def prepare() -> None:
    """Install the replaced functions in this process, and make the audit hook of its forks."""
    global _hook
    explained = _EXPLAINED

    def hook(event, _):
        if event in explained:
            explained[event]()

    _hook = hook
    for name in _AMENDED.keys() & sys.modules.keys():
        amend(sys.modules[name])


def explain() -> None:
    """Raise a message from now on whenever the kernel would refuse this process something.

    Before, the hook would run for each event of the zygote, and copy its pages at each fork.
    """
    if _hook is not None:
        sys.addaudithook(_hook)


def amend(module: ModuleType) -> None:
    """Replace functions of a module just loaded by ones that raise messages."""
    module.__dict__.update(_AMENDED.get(module.__name__, {}))


def name_missing(error: ModuleNotFoundError) -> None:
    """Append to an error about a missing module which modules are available."""
    root = (error.name or "").partition(".")[0]
    if root != "torch" and error.msg.startswith("No module named"):
        error.msg += f". {_MODULES}"
