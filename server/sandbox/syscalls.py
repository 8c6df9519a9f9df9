"""The system calls of a confined process, by name or number, for each processor.

The list was found by trying: CPython, numpy and the C library need these calls to compute, to wait,
to allocate, and to write to a channel that is already open. None of them names a file, a socket or
another process.
"""

import platform
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Processor:
    """A kind of processor: the kernel's constant for it, and its numbers of calls."""

    audit: int
    numbers: dict[str, int]
    # Numbers from this on belong to another interface to the same calls, which is not listed.
    foreign: int | None = None

    def all_of(self, names: Iterable[str]) -> list[int]:
        """Return the numbers of those of `names` that this processor has."""
        return [self.numbers[name] for name in names if name in self.numbers]


def here() -> Processor | None:
    """Return the processor of this machine; None if its numbers are not listed."""
    return PROCESSORS.get(platform.machine())


# Allowed with any arguments. Calls that only processes with threads need are missing, though their
# numbers are below: clone, membarrier (which stops other processors), rseq, set_robust_list.
ALLOWED = """
    read write munmap brk rt_sigprocmask rt_sigaction rt_sigreturn getpid gettid close fstat lseek
    pread64 readv writev sched_yield nanosleep getitimer setitimer alarm time gettimeofday times
    getrlimit getrusage getuid geteuid getgid getegid getppid getcwd sigaltstack restart_syscall
    poll ppoll select pselect6 getrandom exit exit_group
"""

# Refused with EACCES, which programs expect for files; all others are refused with EPERM.
PATHS = """
    open openat openat2 creat stat lstat newfstatat statx access faccessat faccessat2 readlink
    readlinkat mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink
    symlinkat chdir chmod fchmodat chown lchown fchownat truncate utime utimes utimensat futimesat
    mknod mknodat statfs execve execveat
"""

PROCESSORS = {
    "x86_64": Processor(
        audit=0xC000003E,
        foreign=0x40000000,
        numbers={
            "read": 0, "write": 1, "open": 2, "close": 3, "stat": 4, "fstat": 5, "lstat": 6,
            "poll": 7, "lseek": 8, "mmap": 9, "mprotect": 10, "munmap": 11, "brk": 12,
            "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15, "ioctl": 16,
            "pread64": 17, "readv": 19, "writev": 20, "access": 21, "select": 23, "sched_yield": 24,
            "mremap": 25, "madvise": 28, "nanosleep": 35, "getitimer": 36, "alarm": 37,
            "setitimer": 38, "getpid": 39, "clone": 56, "execve": 59, "exit": 60, "fcntl": 72,
            "truncate": 76, "getcwd": 79, "chdir": 80, "rename": 82, "mkdir": 83, "rmdir": 84,
            "creat": 85, "link": 86, "unlink": 87, "symlink": 88, "readlink": 89, "chmod": 90,
            "chown": 92, "lchown": 94, "gettimeofday": 96, "getrlimit": 97, "getrusage": 98,
            "times": 100, "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108,
            "getppid": 110, "sigaltstack": 131, "utime": 132, "mknod": 133, "statfs": 137,
            "prctl": 157, "gettid": 186, "time": 201, "futex": 202, "sched_getaffinity": 204,
            "restart_syscall": 219, "clock_gettime": 228, "clock_getres": 229,
            "clock_nanosleep": 230, "exit_group": 231, "tgkill": 234, "utimes": 235, "openat": 257,
            "mkdirat": 258, "mknodat": 259, "fchownat": 260, "futimesat": 261, "newfstatat": 262,
            "unlinkat": 263, "renameat": 264, "linkat": 265, "symlinkat": 266, "readlinkat": 267,
            "fchmodat": 268, "faccessat": 269, "pselect6": 270, "ppoll": 271,
            "set_robust_list": 273, "utimensat": 280, "prlimit64": 302, "renameat2": 316,
            "seccomp": 317, "getrandom": 318, "execveat": 322, "membarrier": 324, "statx": 332,
            "rseq": 334, "clone3": 435, "openat2": 437, "faccessat2": 439,
        },
    ),
    "aarch64": Processor(
        audit=0xC00000B7,
        numbers={
            "getcwd": 17, "fcntl": 25, "ioctl": 29, "mknodat": 33, "mkdirat": 34, "unlinkat": 35,
            "symlinkat": 36, "linkat": 37, "renameat": 38, "statfs": 43, "truncate": 45,
            "faccessat": 48, "chdir": 49, "fchmodat": 53, "fchownat": 54, "openat": 56, "close": 57,
            "lseek": 62, "read": 63, "write": 64, "readv": 65, "writev": 66, "pread64": 67,
            "pselect6": 72, "ppoll": 73, "readlinkat": 78, "newfstatat": 79, "fstat": 80,
            "utimensat": 88, "exit": 93, "exit_group": 94, "futex": 98, "set_robust_list": 99,
            "nanosleep": 101, "getitimer": 102, "setitimer": 103, "clock_gettime": 113,
            "clock_getres": 114, "clock_nanosleep": 115, "sched_getaffinity": 123,
            "sched_yield": 124, "restart_syscall": 128, "tgkill": 131, "sigaltstack": 132,
            "rt_sigaction": 134, "rt_sigprocmask": 135, "rt_sigreturn": 139, "times": 153,
            "getrlimit": 163, "getrusage": 165, "prctl": 167, "gettimeofday": 169, "getpid": 172,
            "getppid": 173, "getuid": 174, "geteuid": 175, "getgid": 176, "getegid": 177,
            "gettid": 178, "brk": 214, "munmap": 215, "mremap": 216, "clone": 220, "execve": 221,
            "mmap": 222, "mprotect": 226, "madvise": 233, "prlimit64": 261, "renameat2": 276,
            "seccomp": 277, "getrandom": 278, "execveat": 281, "membarrier": 283, "statx": 291,
            "rseq": 293, "clone3": 435, "openat2": 437, "faccessat2": 439,
        },
    ),
}  # fmt: skip
