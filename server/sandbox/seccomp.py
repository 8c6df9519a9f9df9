"""Filter in the kernel that allows a process only the system calls of a short list.

The filter is a BPF program assembled here, so that it needs no library. It searches for a call's
number by halves, since the kernel tries every number when a process enters it. It is irrevocable
for that process.
"""

import ctypes
import errno
import struct

from .syscalls import ALLOWED, PATHS, Processor

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _JUMP, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x05, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_FARTHEST = 255  # instructions that a test can skip; a jump skips any number
# Offsets of a call's number, processor and arguments in the filter's input.
_NUMBER, _AUDIT, _ARGUMENTS = 0, 4, 16

_NOT_READ_WRITE = 0xFFFFFFFF ^ 3  # rights of memory besides read and write: execute, grow
# Private, without a file; NORESERVE is the allocator's second heap, STACK changes nothing.
_MAPPINGS = (0x22, 0x4022, 0x20022)
# The same at a fixed address: so V8 returns memory, and takes it again.
_PLACED = (0x32, 0x4032)
_PROT_READ = 1
_OPENED = (0, 0o2000000)  # O_RDONLY, O_CLOEXEC
_REMAPPINGS = (0, 1)  # MREMAP_MAYMOVE
# NORMAL RANDOM SEQUENTIAL WILLNEED DONTNEED FREE HUGEPAGE: how the memory will be used. Others
# change its content, or how other processes and the machine treat it.
_ADVICES = (0, 1, 2, 3, 4, 8, 14)
# Clocks of this machine and this process. Numbers for other processes, threads and descriptors
# are computed from their ids; clocks that wake a sleeping machine are left out.
_CLOCKS = (0, 1, 2, 3, 4, 5, 6, 7, 11)
# WAIT WAKE REQUEUE CMP_REQUEUE WAIT_BITSET WAKE_BITSET, each private to this process: the others
# wake any process that maps the same page of a file.
_FUTEXES = (128, 129, 131, 132, 137, 138, 137 | 256)
_IOCTLS = (0x5401, 0x5413, 0x5451, 0x5450, 0x541B)  # TCGETS TIOCGWINSZ FIOCLEX FIONCLEX FIONREAD
_FCNTLS = (1, 2, 3, 1030)  # F_GETFD F_SETFD F_GETFL F_DUPFD_CLOEXEC
_PRCTLS = (3, 39)  # PR_GET_DUMPABLE PR_GET_NO_NEW_PRIVS, with which the self-test reads the rights

# Calls of which one argument must be one of a few values: its index, the values, and the error for
# all others. Where a kernel may lack a value, this is the kernel's own error for that, because
# callers have a fallback then.
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

# The placeholder of the process id, which is known only once the process exists.
_OWN_PID = b"\xce\xfa\xed\xfe"

_SET_FILTER, _ALL_THREADS = 1, 1

_libc = ctypes.CDLL(None, use_errno=True)


def program(processor: Processor, reads: bool = False, places: bool = False) -> bytes:
    """Return the instructions for `processor`, with a placeholder for the process id.

    `reads` allows calls that read files, which Landlock must limit; `places` allows choosing the
    addresses of memory.
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
    """Return the rules of calls that open, inspect or map files, for reading only.

    `mapping` is the rule for memory otherwise.
    """
    number = processor.numbers
    only_read = [*_argument(2), *_any_of(_OPENED), _refuse(errno.EACCES)]
    # By the rights: memory that can be written to has no file.
    read = [*_argument(2), *_any_of((_PROT_READ,))]
    return {
        number["openat"]: only_read,
        number["statx"]: [_allow()],
        number["mmap"]: [*read, *mapping],
    }


def _answers(processor: Processor) -> dict[int, list[bytes]]:
    """Return the rule of each listed call, by its number."""
    number = processor.numbers
    answers = dict.fromkeys(processor.all_of(ALLOWED.split()), [_allow()])
    answers |= dict.fromkeys(processor.all_of(PATHS.split()), [_refuse(errno.EACCES)])
    for name, (index, values, error) in CHOICES.items():
        answers[number[name]] = [*_argument(index), *_any_of(values), _refuse(error)]
    answers[number["mprotect"]] = [*_plain_memory(), _allow()]
    answers[number["mmap"]] = _mapping()
    # Only reading one's own limits: the pointer to new ones is null.
    reads = _zero(0, "low") + _zero(2, "low") + _zero(2, "high")
    answers[number["prlimit64"]] = [*reads, _allow()]
    own = int.from_bytes(_OWN_PID, "little")
    myself = [*_argument(0), *_any_of((own,)), _refuse(errno.EPERM)]
    answers[number["tgkill"]] = myself
    myself = [*_argument(0), *_any_of((0, own)), _refuse(errno.ESRCH)]
    answers[number["sched_getaffinity"]] = myself
    # The C library then falls back to an older call, whose refusal it can handle.
    answers[number["clone3"]] = [_refuse(errno.ENOSYS)]
    return answers


def _plain_memory() -> list[bytes]:
    """Return instructions that refuse memory with other rights than read and write."""
    return [*_argument(2), _line(_ANY_BIT, _NOT_READ_WRITE, no=1), _refuse(errno.EPERM)]


def _mapping(*others: int) -> list[bytes]:
    """Return the rule of mmap: private memory without a file; `others` are further flags."""
    flags = _any_of((*_MAPPINGS, *others))
    return [*_plain_memory(), *_argument(3), *flags, _refuse(errno.EPERM)]


def _spans(answers: dict[int, list[bytes]]) -> list[tuple[int, list[bytes]]]:
    """Return where each range of numbers with one rule begins; unlisted calls are refused."""
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
    """Return instructions that find the range of the loaded number and apply its rule."""
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
    """The filter for `processor` in the kernel's form, created before the processes.

    `reads` and `places` are as in `program`.
    """

    def __init__(self, processor: Processor, reads: bool = False, places: bool = False):
        code = program(processor, reads, places)
        self._code = ctypes.create_string_buffer(code, len(code))
        self._own = [
            4 + at  # the offset of the operand that is compared with the process id
            for at in range(0, len(code), 8)
            if code[at + 4 : at + 8] == _OWN_PID
        ]
        self._number = processor.numbers["seccomp"]
        lines = len(code) // 8
        self._described = struct.pack("HxxxxxxP", lines, ctypes.addressof(self._code))

    def enter(self, pid: int) -> None:
        """Limit this process, whose id is `pid`, and its threads to the listed calls.

        `no_new_privs` must be set. Raises OSError when the kernel refuses the filter.
        """
        for at in self._own:
            struct.pack_into("<I", self._code, at, pid)
        described = ctypes.c_char_p(self._described)
        if _libc.syscall(self._number, _SET_FILTER, _ALL_THREADS, described):
            raise OSError(ctypes.get_errno(), "The kernel refuses the filter of system calls")


def _line(operation: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """Return one instruction; `yes` and `no` are how many instructions a test skips."""
    return struct.pack("<HBBI", operation, yes, no, value)


def _allow() -> bytes:
    return _line(_RETURN, _ALLOW)


def _refuse(error: int) -> bytes:
    return _line(_RETURN, _ERRNO | error)


def _argument(index: int, half: str = "low") -> list[bytes]:
    """Return the load of half of an argument; both processors store the low half first."""
    return [_line(_LOAD, _ARGUMENTS + 8 * index + (4 if half == "high" else 0))]


def _zero(index: int, half: str) -> list[bytes]:
    """Return instructions that refuse the call unless half of an argument is zero."""
    return _argument(index, half) + [_line(_EQUAL, 0, yes=1), _refuse(errno.EPERM)]


def _any_of(values) -> list[bytes]:
    """Return instructions that allow the call if the loaded value is one of `values`."""
    count = len(values)
    tests = [_line(_EQUAL, value, yes=count - i) for i, value in enumerate(values)]
    return [*tests, _line(_JUMP, 1), _allow()]
