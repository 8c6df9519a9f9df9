"""What strangers may try: each attack, the layer that must stop it, and what that layer alone does.

They act only on their own process, its parent, and loopback; each is harmless when it succeeds,
which it does when a test takes its layer away.
"""

import platform
from dataclasses import dataclass

# Numbers of system calls that the C library has no function for.
NUMBERS = {
    "x86_64": {"keyctl": 250, "io_uring_setup": 425, "bpf": 321, "perf_event_open": 298,
               "userfaultfd": 323, "openat2": 437, "statx": 332, "clone3": 435, "kcmp": 312,
               "pidfd_open": 434, "landlock_create_ruleset": 444, "seccomp": 317,
               "add_key": 248, "pkey_mprotect": 329, "futex": 202, "membarrier": 324,
               "set_robust_list": 273, "clock_nanosleep": 230},
    "aarch64": {"keyctl": 219, "io_uring_setup": 425, "bpf": 280, "perf_event_open": 241,
                "userfaultfd": 282, "openat2": 437, "statx": 291, "clone3": 435, "kcmp": 272,
                "pidfd_open": 434, "landlock_create_ruleset": 444, "seccomp": 277,
                 "add_key": 217, "pkey_mprotect": 288, "futex": 98, "membarrier": 283,
                "set_robust_list": 99, "clock_nanosleep": 115},
}  # fmt: skip

# Attacks go past Python's own functions, whose refusals are only words, to the C library.
PRELUDE = f"""
import ctypes, os, signal
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.mmap.restype = libc.syscall.restype = ctypes.c_ssize_t
numbers = {NUMBERS.get(platform.machine(), {})!r}
def call(name, *arguments):
    if name in numbers:
        return libc.syscall(numbers[name], *arguments)
    return getattr(libc, name)(*arguments)
def works(name, *arguments):
    return call(name, *arguments) >= 0
def page():
    return ctypes.c_void_p(call("mmap", None, 4096, 3, 0x22, -1, 0))
word = ctypes.create_string_buffer(64)
parents_clock = ~os.getppid() << 3 | 2
"""


@dataclass(frozen=True)
class Attack:
    """Python that leaves `escaped` true when it got what it wanted.

    `layer` must stop it. `alone` says what comes of it when only that layer is taken away:
    "escapes" when nothing else stops it, "held" when another layer does, None when trying it would
    prove nothing or depends on the machine.
    """

    name: str
    layer: str
    code: str
    alone: str | None


def by_seccomp(alone: str | None, attacks: dict[str, str]) -> list[Attack]:
    """Attacks that are one expression, which the list of system calls must stop."""
    return [Attack(name, "seccomp", f"escaped = {code}\n", alone) for name, code in attacks.items()]


FILES = by_seccomp("held", {  # by Landlock
    "read the password file": 'works("open", b"/etc/passwd", 0)',
    "read it by a newer call": 'works("openat2", -100, b"/etc/passwd", bytes(24), 24)',
    "list the root folder": 'bool(libc.opendir(b"/"))',
    "read its own memory map": 'works("open", b"/proc/self/maps", 0)',
    "read its parent's environment": 'works("open", b"/proc/%d/environ" % os.getppid(), 0)',
    "write a file": 'works("open", b"/tmp/tapescope-attack", 0o101, 0o600)',
    "write into its own memory by a file": 'works("open", b"/proc/self/mem", 2)',
    "open a terminal": 'works("open", b"/dev/tty", 2)',
    "make a folder": 'works("mkdir", b"/tmp/tapescope-attack", 0o700)',
    "remove a folder": 'works("rmdir", b"/tmp/tapescope-no-such")',
    "remove a file": 'works("unlink", b"/tmp/tapescope-no-such")',
    "rename a file": 'works("rename", b"/tmp/tapescope-no-such", b"/tmp/tapescope-attack")',
    "make a symbolic link": 'works("symlink", b"/etc/passwd", b"/tmp/tapescope-attack")',
    "make a pipe with a name": 'works("mkfifo", b"/tmp/tapescope-attack", 0o600)',
    "start a program": 'works("execv", b"/bin/true", (ctypes.c_char_p * 2)(b"true", None))',
})  # fmt: skip

PATHS = by_seccomp("escapes", {  # which Landlock does not know
    "look whether a file is there": 'works("access", b"/etc/passwd", 0)',
    "ask how large a file is": 'works("statx", -100, b"/etc/passwd", 0, 0xFFF, bytes(256))',
    "go to another folder": 'works("chdir", b"/etc")',
    "ask about the file system": 'works("statfs", b"/", ctypes.create_string_buffer(256))',
    "read where a link leads": 'works("readlink", b"/proc/self", bytes(99), 99)',
    "ask for the kernel's name": 'works("uname", ctypes.create_string_buffer(512))',
}) + by_seccomp(None, {
    "change who may read a file": 'works("chmod", b"/tmp", 0o777)',
    "change whose a file is": 'works("chown", b"/tmp", os.getuid(), -1)',
    "change the time of a file": 'works("utime", b"/tmp", None)',
    "set an attribute of a file": 'works("setxattr", b"/tmp", b"user.x", b"x", 1, 0)',
    "make a device": 'works("mknod", b"/tmp/tapescope-attack", 0o20600, 0x103)',
    "mount a file system": 'works("mount", b"none", b"/tmp", b"tmpfs", 0, None)',
    "change its root": 'works("chroot", b"/")',
})  # fmt: skip

NETWORK = by_seccomp("escapes", {
    "open a TCP socket": 'works("socket", 2, 1, 0)',
    "open a UDP socket": 'works("socket", 2, 2, 0)',
    "open a unix socket": 'works("socket", 1, 1, 0)',
    "open a netlink socket": 'works("socket", 16, 3, 0)',
    "open a socket of any family":
        'any(works("socket", family, kind, 0) for family in range(64) for kind in range(1, 11))',
    "open a pair of sockets": 'works("socketpair", 1, 1, 0, ctypes.create_string_buffer(8))',
}) + by_seccomp(None, {
    "open a socket of IPv6": 'works("socket", 10, 2, 0)',
    "open a raw socket": 'works("socket", 2, 3, 1)',
    "open a socket of packets": 'works("socket", 17, 3, 768)',
    "open a socket to virtual machines": 'works("socket", 40, 1, 0)',
    "open a socket to the kernel's crypto": 'works("socket", 38, 5, 0)',
    "send a descriptor through its channel": 'works("sendmsg", 3, bytes(56), 0)',
})  # fmt: skip

PROCESSES = by_seccomp("held", {  # by rlimits, by Landlock's scopes, or by being hidden
    "fork": '(pid := call("fork")) >= 0\nif pid == 0: os._exit(0)',
    "start a thread": 'call("pthread_create", bytes(8), None, libc.abort, None) == 0',
    "signal its parent": 'works("kill", os.getppid(), 0)',
    "stop its parent's thread": 'works("tgkill", os.getppid(), os.getppid(), 0)',
    "trace its parent": 'works("ptrace", 0x4206, os.getppid(), None, None)',
    "set its clock": 'works("clock_settime", 0, bytes(16))',
    "become root": 'works("setuid", 0)',
    "raise its priority": 'works("nice", -5)',
    "restart the machine": 'works("reboot", 0)',
    "load a program into the kernel": 'works("bpf", 5, bytes(128), 128)',
}) + by_seccomp("escapes", {
    "read its parent's limits": 'works("prlimit", os.getppid(), 7, None, bytes(16))',
    "get a handle of its parent": 'works("pidfd_open", os.getppid(), 0)',
    "leave its session": 'works("setsid")',
    "choose its processor": 'works("sched_setaffinity", 0, 8, b"\\xff" * 8)',
    "set the mask of new files": 'works("umask", 0)',
    "ask the kernel for another name": 'works("prctl", 15, b"init", 0, 0, 0)',
}) + by_seccomp(None, {
    "read its parent's memory": 'works("process_vm_readv", os.getppid(), None, 0, None, 0, 0)',
    "signal everybody": 'works("kill", -1, 0)',
    "compare itself with its parent": 'works("kcmp", os.getpid(), os.getppid(), 1, 0, 0)',
    "call clone by its new name": 'works("clone3", bytes(88), 88)',
    "change its parent's limits": 'works("prlimit", os.getppid(), 4, bytes(16), None)',
    "leave its user namespace": 'works("unshare", 0x10000000)',
    "make a network of its own": 'works("unshare", 0x40000000)',
    "make mounts of its own": 'works("unshare", 0x20000)',
    "enter another namespace": 'works("setns", 3, 0)',
    "loosen its own filter": 'works("seccomp", 1, 0, None)',
    "make rules of its own": 'works("landlock_create_ruleset", None, 0, 1)',
})  # fmt: skip

KERNEL = by_seccomp("escapes", {
    "make memory that can be run": 'works("mmap", None, 4096, 5, 0x22, -1, 0)',
    "make its memory runnable": 'works("mprotect", ctypes.c_void_p('
                                'call("mmap", None, 4096, 3, 0x22, -1, 0)), 4096, 5)',
    "make its memory runnable by keys": 'works("pkey_mprotect", ctypes.c_void_p('
                                        'call("mmap", None, 4096, 3, 0x22, -1, 0)), 4096, 5, -1)',
    "make all that it will map runnable": 'works("personality", 0x0400000)',
    "share memory by System V": '(shm := call("shmget", 0, 4096, 0o600)) >= 0\n'
                                'libc.shmctl(shm, 0, None)',
    "make a semaphore of System V": '(sem := call("semget", 0, 1, 0o600)) >= 0\n'
                                    'libc.semctl(sem, 0, 0)',
    "make a queue of System V": '(queue := call("msgget", 0, 0o600)) >= 0\n'
                                'libc.msgctl(queue, 0, None)',
    "make a file of memory": 'works("memfd_create", b"x", 0)',
    "make a file of events": 'works("eventfd", 0, 0)',
    "make a pipe": 'works("pipe", ctypes.create_string_buffer(8))',
    "wait for many files": 'works("epoll_create1", 0)',
    "make a timer that is a file": 'works("timerfd_create", 1, 0)',
    "watch files": 'works("inotify_init")',
    "double a descriptor": 'works("dup", 0)',
    "make a timer that signals": 'works("timer_create", 0, None, bytes(8))',
    "lock memory": 'works("mlockall", 0) or works("mlock", bytes(1), 1)',
}) + by_seccomp(None, {
    "talk to the kernel by rings": 'works("io_uring_setup", 1, bytes(120))',
    "put a key among the user's": 'works("add_key", b"user", b"x", b"x", 1, -3)',
    "read a key of the user": 'works("keyctl", 0, -3, 1)',
    "count the processor's events": 'works("perf_event_open", bytes(128), 0, -1, -1, 0)',
    "handle page faults": 'works("userfaultfd", 1)',
    "control a device": 'works("ioctl", 0, 0x5412, b"x")',
    "make itself a debugger's target": 'works("prctl", 4, 1, 0, 0, 0)',
    "call what no processor has": 'libc.syscall(100_000) >= 0',
})  # fmt: skip

ARGUMENTS = by_seccomp("escapes", {  # of calls that a run needs with others
    "read its parent's clock": 'works("clock_gettime", parents_clock, word)',
    "ask how fine its parent's clock is": 'works("clock_getres", parents_clock, word)',
    "sleep by its parent's clock": 'works("clock_nanosleep", parents_clock, 0, bytes(16), None)',
    "read where its parent may run": 'works("sched_getaffinity", os.getppid(), 64, word)',
    "lend a lock its priority": 'works("futex", word, 6, 0, None)',
    "wake who waits at the same page of a file": 'works("futex", word, 1, 1)',
    "have the kernel open locks when it dies": 'works("set_robust_list", word, 24)',
    "stop the other processors": 'works("membarrier", 2, 0, 0)',
    "send its memory to the disk": 'works("madvise", page(), 4096, 21)',
    "make memory that others share": 'works("mmap", None, 4096, 3, 0x21, -1, 0)',
    "make memory that stays in place": 'works("mmap", None, 4096, 3, 0x2022, -1, 0)',
    "make memory that grows": 'works("mmap", None, 4096, 3, 0x122, -1, 0)',
    "make memory that is there at once": 'works("mmap", None, 4096, 3, 0x8022, -1, 0)',
    "move its memory and keep the place": 'call("mremap", page(), 4096, 4096, 5, None) != -1',
    "move its memory onto other memory": 'call("mremap", page(), 4096, 4096, 3, page()) != -1',
}) + by_seccomp(None, {
    "break a page of the machine": 'works("madvise", page(), 4096, 100)',
    "take a page from the machine": 'works("madvise", page(), 4096, 101)',
    "have its memory joined with that of others": 'works("madvise", page(), 4096, 12)',
    "cut a hole into shared memory":
        '(shared := call("mmap", None, 4096, 3, 0x21, -1, 0)) > 0'
        ' and works("madvise", ctypes.c_void_p(shared), 4096, 9)',
    "take the machine's huge pages": 'works("mmap", None, 1 << 21, 3, 0x40022, -1, 0)',
    "map what its parent has open": 'any(works("mmap", None, 4096, 1, 2, n, 0) for n in range(16))',
})  # fmt: skip

INHERITED = [
    Attack(
        "find what its parent left open",
        "descriptors",
        "import fcntl\nopen_ones = []\n"
        "for number in range(256):\n"
        "    try: open_ones.append((number, fcntl.fcntl(number, fcntl.F_GETFD)))\n"
        "    except OSError: pass\n"
        "escaped = len(open_ones) > 4\n",
        "escapes",
    ),
    Attack(
        "read the server's environment in its own",
        "descriptors",
        "secrets = ctypes.POINTER(ctypes.c_char_p).in_dll(libc, 'environ')\n"
        "n = 0\nescaped = False\n"
        "while secrets[n]:\n"
        "    escaped = escaped or b'TAPESCOPE_SECRET' in secrets[n]\n    n += 1\n"
        "escaped = escaped or 'TAPESCOPE_SECRET' in os.environ\n",
        None,
    ),
    Attack(
        "keep rights that others lack",
        "rights",
        "data = ctypes.create_string_buffer(24)\n"
        "header = ctypes.create_string_buffer((0x20080522).to_bytes(4, 'little') + bytes(4))\n"
        "escaped = libc.capget(header, data) == 0 and any(data.raw)\n",
        None,
    ),
    Attack("be root", "nobody", "escaped = os.getuid() == 0\n", None),
    Attack(
        "take more memory than its limit",
        "rlimits",
        'escaped = call("mmap", None, 1 << 30, 3, 0x4022, -1, 0) > 0\n',
        "escapes",
    ),
    Attack(
        "raise its limit of memory",
        "seccomp",
        'escaped = works("setrlimit", 9, (1 << 40).to_bytes(8, "little") * 2)\n',
        "held",  # a hard limit stays hard
    ),
    Attack(
        "outlive its parent's wish",
        "seccomp",
        'escaped = works("prctl", 1, 0, 0, 0, 0)\n',
        "escapes",
    ),
]

QUIET = [*FILES, *PATHS, *NETWORK, *PROCESSES, *KERNEL, *ARGUMENTS, *INHERITED]
