"""The wall: a filter in the kernel that lets a process make the system calls of one short list.

The filter is a BPF program written by hand, so that it needs no library: about a hundred and fifty
instructions, each of which a reader can check. It is irrevocable for the process that enters it.
"""

import ctypes
import errno
import struct

from .syscalls import ALLOWED, PATHS, Processor

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _JUMP, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x05, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
# Where a call's number, processor and arguments stand for the filter to read.
_NUMBER, _AUDIT, _ARGUMENTS = 0, 4, 16

_PROT_EXEC = 4
_IOCTLS = (0x5401, 0x5413, 0x5451, 0x5450, 0x541B)  # TCGETS TIOCGWINSZ FIOCLEX FIONCLEX FIONREAD
_FCNTLS = (1, 2, 3, 1030)  # F_GETFD F_SETFD F_GETFL F_DUPFD_CLOEXEC

# Stands for the process id, which is known only when the process is.
_OWN_PID = b"\xce\xfa\xed\xfe"

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2

_libc = ctypes.CDLL(None, use_errno=True)


def program(processor: Processor) -> bytes:
    """The instructions for `processor`; the process id is still missing."""
    number = processor.numbers
    lines = [
        _line(_LOAD, _AUDIT),
        _line(_EQUAL, processor.audit, yes=1),
        _line(_RETURN, _KILL),
        _line(_LOAD, _NUMBER),
    ]
    if processor.foreign is not None:
        lines += [_line(_AT_LEAST, processor.foreign, no=1), _line(_RETURN, _KILL)]
    lines += _any_of(processor.all_of(ALLOWED), _ALLOW)
    for name in ("mmap", "mprotect"):
        executable = [_line(_ANY_BIT, _PROT_EXEC, no=1), _refuse(errno.EPERM), _allow()]
        lines += _when(number[name], _argument(2) + executable)
    for name, commands in (("ioctl", _IOCTLS), ("fcntl", _FCNTLS)):
        known = [*_any_of(commands, _ALLOW), _refuse(errno.EPERM)]
        lines += _when(number[name], _argument(1) + known)
    # Reading one's own limits, by a null pointer for the new ones.
    lines += _when(number["prlimit64"], _zero(0, "low") + _zero(2, "low") + _zero(2, "high"))
    own = [_line(_EQUAL, int.from_bytes(_OWN_PID, "little"), no=1), _allow(), _refuse(errno.EPERM)]
    lines += _when(number["tgkill"], _argument(0) + own)
    lines += _any_of(processor.all_of(PATHS), _ERRNO | errno.EACCES)
    # The C library falls back to an older call, which is then refused in words it understands.
    lines += _any_of([number["clone3"]], _ERRNO | errno.ENOSYS)
    lines.append(_refuse(errno.EPERM))
    return b"".join(lines)


class Filter:
    """The program for `processor` as the kernel reads it, made before the processes are."""

    def __init__(self, processor: Processor):
        code = program(processor)
        self._code = ctypes.create_string_buffer(code, len(code))
        self._own = [
            4 + at  # where the number of an instruction that compares with the process id stands
            for at in range(0, len(code), 8)
            if code[at + 4 : at + 8] == _OWN_PID
        ]
        lines = len(code) // 8
        self._described = struct.pack("HxxxxxxP", lines, ctypes.addressof(self._code))

    def enter(self, pid: int) -> None:
        """Let this process, whose id is `pid`, make only the listed calls from now on.

        `no_new_privs` must be set. Raises OSError when the kernel refuses the filter.
        """
        for at in self._own:
            struct.pack_into("<I", self._code, at, pid)
        if _libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, self._described, 0, 0):
            raise OSError(ctypes.get_errno(), "The kernel refuses the filter of system calls")


def _line(operation: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """One instruction; `yes` and `no` are how many lines a test skips."""
    return struct.pack("<HBBI", operation, yes, no, value)


def _allow() -> bytes:
    return _line(_RETURN, _ALLOW)


def _refuse(error: int) -> bytes:
    return _line(_RETURN, _ERRNO | error)


def _argument(index: int, half: str = "low") -> list[bytes]:
    """Load half of an argument; both processors put the low half first."""
    return [_line(_LOAD, _ARGUMENTS + 8 * index + (4 if half == "high" else 0))]


def _zero(index: int, half: str) -> list[bytes]:
    """Refuse unless half of an argument is zero."""
    return _argument(index, half) + [_line(_EQUAL, 0, yes=1), _refuse(errno.EPERM)]


def _any_of(values, action: int) -> list[bytes]:
    """Answer `action` when the loaded number is one of `values`, else go on below."""
    count = len(values)
    tests = [_line(_EQUAL, value, yes=count - i) for i, value in enumerate(values)]
    return [*tests, _line(_JUMP, 1), _line(_RETURN, action)]


def _when(number: int, lines: list[bytes]) -> list[bytes]:
    """`lines` for the call `number`, allowed when they run through; skipped for the others."""
    lines = [*lines, _allow()]
    return [_line(_EQUAL, number, no=len(lines)), *lines]
