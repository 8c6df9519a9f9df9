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
_FARTHEST = 255  # lines that a test can skip; a jump skips any number
# Where a call's number, processor and arguments stand for the filter to read.
_NUMBER, _AUDIT, _ARGUMENTS = 0, 4, 16

_NOT_READ_WRITE = 0xFFFFFFFF ^ 3  # of memory's rights: to be run, and what grows
# Private and of no file; NORESERVE is the allocator's second heap, STACK changes nothing.
_MAPPINGS = (0x22, 0x4022, 0x20022)
# The same in its own place: V8 gives memory back so, and takes it again.
_PLACED = (0x32, 0x4032)
_PROT_READ = 1
_OPENED = (0, 0o2000000)  # O_RDONLY, O_CLOEXEC
_REMAPPINGS = (0, 1)  # MREMAP_MAYMOVE
# NORMAL RANDOM SEQUENTIAL WILLNEED DONTNEED FREE HUGEPAGE: how the memory will be used. All others
# change what it holds, or what other processes and the machine do with it.
_ADVICES = (0, 1, 2, 3, 4, 8, 14)
# Of this machine and this process. Of another process, of a thread and of a descriptor they are
# made of its number; those that wake a sleeping machine are left out.
_CLOCKS = (0, 1, 2, 3, 4, 5, 6, 7, 11)
# WAIT WAKE REQUEUE CMP_REQUEUE WAIT_BITSET WAKE_BITSET, each for this process alone: the others
# wake whoever has the same page of a file.
_FUTEXES = (128, 129, 131, 132, 137, 138, 137 | 256)
_IOCTLS = (0x5401, 0x5413, 0x5451, 0x5450, 0x541B)  # TCGETS TIOCGWINSZ FIOCLEX FIONCLEX FIONREAD
_FCNTLS = (1, 2, 3, 1030)  # F_GETFD F_SETFD F_GETFL F_DUPFD_CLOEXEC
_PRCTLS = (3, 39)  # PR_GET_DUMPABLE PR_GET_NO_NEW_PRIVS, by which the self-test sees the rights

# Calls of which one argument must be one of a few values: which one, the values, and the error for
# all others. Where a kernel may not know a value, the error is the one that it gives then, because
# callers have another way for that.
CHOICES = {
    "ioctl": (1, _IOCTLS, errno.EPERM),
    "fcntl": (1, _FCNTLS, errno.EPERM),
    "prctl": (0, _PRCTLS, errno.EPERM),
    "mremap": (3, _REMAPPINGS, errno.EPERM),
    "madvise": (2, _ADVICES, errno.EINVAL),
    "futex": (1, _FUTEXES, errno.ENOSYS),
    "clock_gettime": (0, _CLOCKS, errno.EINVAL),
    "clock_getres": (0, _CLOCKS, errno.EINVAL),
    "clock_nanosleep": (0, _CLOCKS, errno.EINVAL),
}

# Stands for the process id, which is known only when the process is.
_OWN_PID = b"\xce\xfa\xed\xfe"

_SET_FILTER, _ALL_THREADS = 1, 1

_libc = ctypes.CDLL(None, use_errno=True)


def program(processor: Processor, reads: bool = False, places: bool = False) -> bytes:
    """The instructions for `processor`; the process id is still missing.

    `reads` allows what reads files, which Landlock must bound; `places`, to choose the addresses of
    one's memory.
    """
    lines = [
        _line(_LOAD, _AUDIT),
        _line(_EQUAL, processor.audit, yes=1),
        _line(_RETURN, _KILL),
        _line(_LOAD, _NUMBER),
    ]
    if processor.foreign is not None:
        lines += [_line(_AT_LEAST, processor.foreign, no=1), _line(_RETURN, _KILL)]
    answers = _answers(processor)
    if places:
        answers[processor.numbers["mmap"]] = _mapping(*_PLACED)
    if reads:
        answers |= _reading(processor, answers[processor.numbers["mmap"]])
    return b"".join([*lines, *_search(_spans(answers))])


def _reading(processor: Processor, mapping: list[bytes]) -> dict[int, list[bytes]]:
    """What to do with the calls that open, look at and map files, where these are for reading.

    `mapping` is what to do with memory otherwise.
    """
    number = processor.numbers
    only_read = [*_argument(2), *_any_of(_OPENED), _refuse(errno.EACCES)]
    # By its memory's rights: what can be written to is of no file.
    read = [*_argument(2), *_any_of((_PROT_READ,))]
    return {
        number["openat"]: only_read,
        number["statx"]: [_allow()],
        number["mmap"]: [*read, *mapping],
    }


def _answers(processor: Processor) -> dict[int, list[bytes]]:
    """What to do with each listed call, by its number."""
    number = processor.numbers
    answers = dict.fromkeys(processor.all_of(ALLOWED.split()), [_allow()])
    answers |= dict.fromkeys(processor.all_of(PATHS.split()), [_refuse(errno.EACCES)])
    for name, (index, values, error) in CHOICES.items():
        answers[number[name]] = [*_argument(index), *_any_of(values), _refuse(error)]
    answers[number["mprotect"]] = [*_plain_memory(), _allow()]
    answers[number["mmap"]] = _mapping()
    # Reading one's own limits, by a null pointer for the new ones.
    reads = _zero(0, "low") + _zero(2, "low") + _zero(2, "high")
    answers[number["prlimit64"]] = [*reads, _allow()]
    own = int.from_bytes(_OWN_PID, "little")
    myself = [*_argument(0), *_any_of((own,)), _refuse(errno.EPERM)]
    answers[number["tgkill"]] = myself
    myself = [*_argument(0), *_any_of((0, own)), _refuse(errno.ESRCH)]
    answers[number["sched_getaffinity"]] = myself
    # The C library falls back to an older call, which is then refused in words it understands.
    answers[number["clone3"]] = [_refuse(errno.ENOSYS)]
    return answers


def _plain_memory() -> list[bytes]:
    """Refuse memory with other rights than to be read and written."""
    return [*_argument(2), _line(_ANY_BIT, _NOT_READ_WRITE, no=1), _refuse(errno.EPERM)]


def _mapping(*others: int) -> list[bytes]:
    """What to do with mmap: memory that is private and of no file; `others` are flags beside."""
    flags = _any_of((*_MAPPINGS, *others))
    return [*_plain_memory(), *_argument(3), *flags, _refuse(errno.EPERM)]


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
    if len(below) <= _FARTHEST:
        test = [_line(_AT_LEAST, spans[half][0], yes=len(below))]
    else:
        test = [_line(_AT_LEAST, spans[half][0], no=1), _line(_JUMP, len(below))]
    return [*test, *below, *above]


class Filter:
    """The program for `processor` as the kernel reads it, made before the processes are.

    `reads` and `places` are as in `program`.
    """

    def __init__(self, processor: Processor, reads: bool = False, places: bool = False):
        code = program(processor, reads, places)
        self._code = ctypes.create_string_buffer(code, len(code))
        self._own = [
            4 + at  # where the number of an instruction that compares with the process id stands
            for at in range(0, len(code), 8)
            if code[at + 4 : at + 8] == _OWN_PID
        ]
        self._number = processor.numbers["seccomp"]
        lines = len(code) // 8
        self._described = struct.pack("HxxxxxxP", lines, ctypes.addressof(self._code))

    def enter(self, pid: int) -> None:
        """Let this process, whose id is `pid`, and its threads make only the listed calls.

        `no_new_privs` must be set. Raises OSError when the kernel refuses the filter.
        """
        for at in self._own:
            struct.pack_into("<I", self._code, at, pid)
        described = ctypes.c_char_p(self._described)
        if _libc.syscall(self._number, _SET_FILTER, _ALL_THREADS, described):
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
