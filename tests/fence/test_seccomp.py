"""The filter of system calls, asked call by call, for every processor that it is written for."""

import errno
import struct

import pytest

from server.sandbox import seccomp
from server.sandbox.syscalls import ALLOWED, PATHS, PROCESSORS

ALLOW, KILL = "allow", "kill"
OWN = 4711


def answer(processor, number, arguments=(), audit=None):
    """What the kernel would make of a call: "allow", "kill", or the name of an error."""
    code = seccomp.program(processor).replace(seccomp._OWN_PID, struct.pack("<I", OWN))
    lines = list(struct.iter_unpack("<HBBI", code))
    arguments = (*arguments, *[0] * (6 - len(arguments)))
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


def test_the_filter_is_short_enough_for_the_kernel_and_has_the_place_of_the_process_id(processor):
    code = seccomp.program(processor)
    assert len(code) // 8 <= 4096
    assert code.count(seccomp._OWN_PID) == 1


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


CHECKED = {
    "memory may be mapped": ("mmap", (0, 4096, 3, 0x22), ALLOW),
    "but not to be run": ("mmap", (0, 4096, 5, 0x22), "EPERM"),
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
