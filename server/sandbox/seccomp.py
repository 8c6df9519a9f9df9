"""The wall: a filter in the kernel that lets a process make the system calls of one short list.

The filter is a BPF program written by hand, so that it needs no library: it looks for a call's
number by halves, since the kernel tries every number when a process enters it. It is irrevocable
for that process.
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
    lines = [
        _line(_LOAD, _AUDIT),
        _line(_EQUAL, processor.audit, yes=1),
        _line(_RETURN, _KILL),
        _line(_LOAD, _NUMBER),
    ]
    if processor.foreign is not None:
        lines += [_line(_AT_LEAST, processor.foreign, no=1), _line(_RETURN, _KILL)]
    return b"".join([*lines, *_search(_spans(_answers(processor)))])


def _answers(processor: Processor) -> dict[int, list[bytes]]:
    """What to do with each listed call, by its number."""
    number = processor.numbers
    answers = dict.fromkeys(processor.all_of(ALLOWED), [_allow()])
    answers |= dict.fromkeys(processor.all_of(PATHS), [_refuse(errno.EACCES)])
    for name in ("mmap", "mprotect"):
        executable = [_line(_ANY_BIT, _PROT_EXEC, no=1), _refuse(errno.EPERM)]
        answers[number[name]] = [*_argument(2), *executable, _allow()]
    for name, commands in (("ioctl", _IOCTLS), ("fcntl", _FCNTLS)):
        answers[number[name]] = [*_argument(1), *_any_of(commands), _refuse(errno.EPERM)]
    # Reading one's own limits, by a null pointer for the new ones.
    reads = _zero(0, "low") + _zero(2, "low") + _zero(2, "high")
    answers[number["prlimit64"]] = [*reads, _allow()]
    own = _line(_EQUAL, int.from_bytes(_OWN_PID, "little"), no=1)
    answers[number["tgkill"]] = [*_argument(0), own, _allow(), _refuse(errno.EPERM)]
    # The C library falls back to an older call, which is then refused in words it understands.
    answers[number["clone3"]] = [_refuse(errno.ENOSYS)]
    return answers


def _spans(answers: dict[int, list[bytes]]) -> list[tuple[int, list[bytes]]]:
    """Where each stretch of numbers with the same answer begins; what is not listed is refused."""
    others = [_refuse(errno.EPERM)]
    spans = [(0, others)]
    for number in sorted(answers):
        for first, lines in ((number, answers[number]), (number + 1, others)):
            if spans[-1][0] == first:
                spans.pop()
            if not spans or spans[-1][1] != lines:
                spans.append((first, lines))
    return spans


def _search(spans: list[tuple[int, list[bytes]]]) -> list[bytes]:
    """Find the stretch that the loaded number is in, and do what it says."""
    if len(spans) == 1:
        return spans[0][1]
    half = len(spans) // 2
    below, above = _search(spans[:half]), _search(spans[half:])
    return [_line(_AT_LEAST, spans[half][0], yes=len(below)), *below, *above]


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


def _any_of(values) -> list[bytes]:
    """Allow the call when what is loaded is one of `values`, else go on below."""
    count = len(values)
    tests = [_line(_EQUAL, value, yes=count - i) for i, value in enumerate(values)]
    return [*tests, _line(_JUMP, 1), _allow()]
