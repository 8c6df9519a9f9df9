"""The filter of system calls, asked call by call, for every processor that it is written for."""

import errno
import struct

import pytest

from server.sandbox import seccomp
from server.sandbox.syscalls import ALLOWED, PATHS, PROCESSORS
from tests.sampling import by_day

ALLOW, KILL = "allow", "kill"
OWN = 4711


def answer(processor, number, arguments=(), audit=None, **allowed):
    """What the kernel would make of a call: "allow", "kill", or the name of an error."""
    code = seccomp.program(processor, **allowed).replace(seccomp._OWN_PID, struct.pack("<I", OWN))
    lines = list(struct.iter_unpack("<HBBI", code))
    arguments = [each % 2**64 for each in (*arguments, *[0] * (6 - len(arguments)))]
    data = struct.pack("<IIQ6Q", number, audit or processor.audit, 0, *arguments)
    at, held = 0, 0
    while True:
        operation, yes, no, value = lines[at]
        at += 1
        if operation == 0x20:
            (held,) = struct.unpack_from("<I", data, value)
        elif operation == 0x06:
            if value & 0xFFFF0000 == 0x00050000:
                return errno.errorcode[value & 0xFFFF]
            return {0x7FFF0000: ALLOW, 0x80000000: KILL}[value]
        elif operation == 0x05:
            at += value
        else:
            test = {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}
            at += yes if test[operation] else no


@pytest.fixture(params=PROCESSORS)
def processor(request):
    return PROCESSORS[request.param]


def test_the_filter_is_short_enough_for_the_kernel_and_has_places_for_the_process_id(processor):
    code = seccomp.program(processor)
    assert len(code) // 8 <= 4096
    assert code.count(seccomp._OWN_PID) == 2  # for tgkill and sched_getaffinity


def test_every_call_of_the_list_is_allowed(processor):
    for name in ALLOWED.split():
        if name in processor.numbers:
            assert answer(processor, processor.numbers[name]) == ALLOW, name


def test_every_call_with_a_path_is_answered_as_denied(processor):
    for name in PATHS.split():
        if name in processor.numbers:
            assert answer(processor, processor.numbers[name]) == "EACCES", name


def test_every_other_number_is_not_permitted(processor):
    listed = set(processor.numbers.values())
    assert {answer(processor, n) for n in range(600) if n not in listed} == {"EPERM"}


def test_no_name_is_in_two_lists_and_each_has_a_number_somewhere():
    names = [*ALLOWED.split(), *PATHS.split()]
    assert len(set(names)) == len(names)
    known = set().union(*(each.numbers for each in PROCESSORS.values()))
    assert set(names) <= known


def test_calls_of_another_processor_kill(processor):
    others = [each.audit for each in PROCESSORS.values() if each is not processor]
    for audit in (*others, 0x40000003):
        assert answer(processor, 0, audit=audit) == KILL
    if processor.foreign is not None:
        assert answer(processor, processor.foreign | 1) == KILL
        assert answer(processor, 2**32 - 1) == KILL


OF_THREADS = ("clone", "membarrier", "rseq", "seccomp", "set_robust_list")


@pytest.mark.parametrize("name", OF_THREADS)
def test_calls_of_processes_that_start_threads_are_refused(processor, name):
    for reads in (False, True):
        assert answer(processor, processor.numbers[name], reads=reads) == "EPERM"


def test_a_process_that_reads_files_opens_and_maps_them_for_reading_only(processor):
    number = processor.numbers
    for flags in (0, 0o2000000):
        assert answer(processor, number["openat"], (-100, 0, flags)) == "EACCES"
        assert answer(processor, number["openat"], (-100, 0, flags), reads=True) == ALLOW
    for flags in (1, 2, 0o100, 0o2000001, 0o2000102, 0o1000):
        assert answer(processor, number["openat"], (-100, 0, flags), reads=True) == "EACCES"
    for shared in (1, 2):
        assert answer(processor, number["mmap"], (0, 4096, 1, shared)) == "EPERM"
        assert answer(processor, number["mmap"], (0, 4096, 1, shared), reads=True) == ALLOW
        for rights in (2, 3, 4, 5, 7):
            asked = (0, 4096, rights, shared)
            assert answer(processor, number["mmap"], asked, reads=True) == "EPERM"
    assert answer(processor, number["mmap"], (0, 4096, 3, 0x22), reads=True) == ALLOW
    for name in ("openat2", "execve", "unlinkat", "readlinkat", "mkdirat"):
        assert answer(processor, number[name], reads=True) == "EACCES"


def test_only_who_manages_its_own_memory_chooses_where_that_is(processor):
    number = processor.numbers["mmap"]
    for placed in (0x32, 0x4032):
        for reads in (False, True):
            assert answer(processor, number, (0, 4096, 3, placed), reads=reads) == "EPERM"
            allowed = {"reads": reads, "places": True}
            assert answer(processor, number, (0, 4096, 3, placed), **allowed) == ALLOW
            assert answer(processor, number, (0, 4096, 5, placed), **allowed) == "EPERM"


# Of each call that is judged by one argument: which one, what else stands in the call, all values
# that are allowed, and the answer to any other. Written anew from the kernel's headers.
JUDGED = {
    "clock_gettime": (0, (), {0, 1, 2, 3, 4, 5, 6, 7, 11}, "EINVAL"),
    "clock_getres": (0, (), {0, 1, 2, 3, 4, 5, 6, 7, 11}, "EINVAL"),
    "clock_nanosleep": (0, (), {0, 1, 2, 3, 4, 5, 6, 7, 11}, "EINVAL"),
    "futex": (1, (), {128, 129, 131, 132, 137, 138, 393}, "ENOSYS"),
    "madvise": (2, (), {0, 1, 2, 3, 4, 8, 14}, "EINVAL"),
    "mmap": (3, (0, 4096, 3), {0x22, 0x4022, 0x20022}, "EPERM"),
    "mprotect": (2, (), {0, 1, 2, 3}, "EPERM"),
    "mremap": (3, (), {0, 1}, "EPERM"),
    "prctl": (0, (), {3, 39}, "EPERM"),
    "ioctl": (1, (), {0x5401, 0x5413, 0x541B, 0x5450, 0x5451}, "EPERM"),
    "fcntl": (1, (), {1, 2, 3, 1030}, "EPERM"),
    "tgkill": (0, (), {OWN}, "EPERM"),
    "sched_getaffinity": (0, (), {0, OWN}, "ESRCH"),
}
# Small numbers, every single bit and every pair of bits, and what a process or a descriptor makes
# of its number as a clock.
VALUES = {
    *range(600),
    *(1 << one | 1 << other for one in range(32) for other in range(32)),
    *(0x22 | 1 << bit for bit in range(32)),
    *(~number << 3 | kind for number in (0, 1, 5, OWN) for kind in range(8)),
}


@pytest.mark.parametrize("name", by_day(JUDGED, 3))
def test_of_an_argument_only_the_listed_values_are_allowed(processor, name):
    index, before, allowed, other = JUDGED[name]
    for value in VALUES | allowed:
        arguments = (*before, *[0] * (index - len(before)), value)
        expected = ALLOW if value in allowed else other
        assert answer(processor, processor.numbers[name], arguments) == expected, value


def test_every_call_that_is_neither_allowed_nor_refused_is_judged_here(processor):
    answered = {*ALLOWED.split(), *PATHS.split(), *OF_THREADS}
    assert processor.numbers.keys() - answered == {*JUDGED, "prlimit64", "clone3"}


CHECKED = {
    "memory may be mapped": ("mmap", (0, 4096, 3, 0x22), ALLOW),
    "but not to be run": ("mmap", (0, 4096, 5, 0x22), "EPERM"),
    "nor shared with others": ("mmap", (0, 4096, 3, 0x21), "EPERM"),
    "nor of a file": ("mmap", (0, 4096, 1, 2, 3), "EPERM"),
    "memory may be protected": ("mprotect", (0, 4096, 1), ALLOW),
    "but not made runnable": ("mprotect", (0, 4096, 7), "EPERM"),
    "a terminal may be asked for": ("ioctl", (0, 0x5401), ALLOW),
    "but nothing typed into it": ("ioctl", (0, 0x5412), "EPERM"),
    "a descriptor's flags may be read": ("fcntl", (0, 3), ALLOW),
    "but no owner set": ("fcntl", (0, 8), "EPERM"),
    "one's own limits may be read": ("prlimit64", (0, 7, 0, 2**47), ALLOW),
    "but not set": ("prlimit64", (0, 7, 2**47, 0), "EPERM"),
    "also not by a pointer whose low half is zero": ("prlimit64", (0, 7, 2**32, 0), "EPERM"),
    "nor anybody else's read": ("prlimit64", (1, 7, 0, 2**47), "EPERM"),
    "a process may signal itself": ("tgkill", (OWN, OWN, 6), ALLOW),
    "but nobody else": ("tgkill", (OWN + 1, OWN, 6), "EPERM"),
    "the newer clone is unknown": ("clone3", (), "ENOSYS"),
}


@pytest.mark.parametrize("what", CHECKED)
def test_calls_are_judged_by_their_arguments_too(processor, what):
    name, arguments, expected = CHECKED[what]
    assert answer(processor, processor.numbers[name], arguments) == expected
