"""Which system calls each profile may make, with their numbers on x86-64 and aarch64.

Source of the numbers: asm/unistd_64.h (x86-64) and asm-generic/unistd.h (aarch64).
"""

from dataclasses import dataclass
from typing import Final

AF_UNIX: Final = 1
SOCK_STREAM: Final = 1
SOCK_SEQPACKET: Final = 5
"""Sockets that ignore or refuse a destination per message, so no named socket can be reached with them."""
_SOCK_TYPE_MASK: Final = 0xF
_PROT_EXEC: Final = 0x4
_AT_EMPTY_PATH: Final = 0x1000
_FCNTL: Final = (1, 2, 3, 4)
"""F_GETFD, F_SETFD, F_GETFL, F_SETFL."""
_DUPFD: Final = (0, 1030)
"""F_DUPFD, F_DUPFD_CLOEXEC."""
_CLOCKS: Final = tuple(range(12))
"""CLOCK_REALTIME to CLOCK_TAI; the negative numbers beyond are clocks of other processes."""
_ADVICE: Final = (0, 1, 2, 3, 4, 8, 14, 15)
"""What allocators ask of madvise: MADV_NORMAL to MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE, MADV_NOHUGEPAGE."""
_MSG_OOB: Final = 0x1
"""Urgent data on a Unix socket: nobody needs it, and the kernel's handling of it has been a way out of sandboxes."""
_IOCTL: Final = (0x5401, 0x5421, 0x5450, 0x5451)
"""TCGETS (isatty), FIONBIO, FIONCLEX, FIOCLEX."""


@dataclass(frozen=True, slots=True)
class Condition:
    """An argument that must be, after the mask, one of the given 32-bit values.

    Attributes:
        argument: position, from 0.
        values: what passes.
        mask: bits that count.
        wide: the upper 32 bits must be 0 as well (pointers).
    """

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF
    wide: bool = False


NUMBERS: Final[dict[str, tuple[int, int]]] = {
    "read": (0, 63),
    "write": (1, 64),
    "readv": (19, 65),
    "writev": (20, 66),
    "pread64": (17, 67),
    "pwrite64": (18, 68),
    "close": (3, 57),
    "lseek": (8, 62),
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "mprotect": (10, 226),
    "madvise": (28, 233),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "futex": (202, 98),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, -1),
    "getrandom": (318, 278),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "gettid": (186, 178),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "poll": (7, -1),
    "ppoll": (271, 73),
    "select": (23, -1),
    "pselect6": (270, 72),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_wait": (232, -1),
    "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441),
    "socketpair": (53, 199),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    "uname": (63, 160),
    "getrusage": (98, 165),
    "times": (100, 153),
    "sysinfo": (99, 179),
    "ioctl": (16, 29),
    "fcntl": (72, 25),
    "dup": (32, 23),
    "dup2": (33, -1),
    "dup3": (292, 24),
    "getcwd": (79, 17),
    "fstat": (5, 80),
    "newfstatat": (262, 79),
    "sendto": (44, 206),
    "recvfrom": (45, 207),
    "shutdown": (48, 210),
    "pipe": (22, -1),
    "pipe2": (293, 59),
    "sendmsg": (46, 211),
    "recvmsg": (47, 212),
    "getsockname": (51, 204),
    "getsockopt": (55, 209),
    "ftruncate": (77, 46),
    "memfd_create": (319, 279),
}
"""Name -> number on x86-64 and on aarch64; -1 where the machine has no such call."""

CONDITIONS: Final[dict[str, tuple[Condition, ...]]] = {
    "mmap": (Condition(2, (0,), mask=_PROT_EXEC),),
    "mprotect": (Condition(2, (0,), mask=_PROT_EXEC),),
    "ioctl": (Condition(1, _IOCTL),),
    "fcntl": (Condition(1, _FCNTL + _DUPFD),),
    "socketpair": (Condition(0, (AF_UNIX,)), Condition(1, (SOCK_STREAM, SOCK_SEQPACKET), mask=_SOCK_TYPE_MASK)),
    "sendto": (Condition(4, (0,), wide=True), Condition(3, (0,), mask=_MSG_OOB)),
    "recvfrom": (Condition(3, (0,), mask=_MSG_OOB),),
    "sendmsg": (Condition(2, (0,), mask=_MSG_OOB),),
    "recvmsg": (Condition(2, (0,), mask=_MSG_OOB),),
    "madvise": (Condition(2, _ADVICE),),
    "clock_gettime": (Condition(0, _CLOCKS),),
    "clock_getres": (Condition(0, _CLOCKS),),
    "clock_nanosleep": (Condition(0, _CLOCKS),),
    "sched_getaffinity": (Condition(0, (0,)),),
    "newfstatat": (Condition(3, (_AT_EMPTY_PATH,)),),
}
"""What must hold of the arguments wherever the call is allowed at all."""

_EXTRA: Final = {
    "pread64",
    "pwrite64",
    "newfstatat",
    "pipe",
    "pipe2",
    "sendmsg",
    "recvmsg",
    "getsockname",
    "getsockopt",
    "ftruncate",
    "memfd_create",
}
CLOSED: Final = frozenset(NUMBERS) - _EXTRA
"""Computing, sleeping and an event loop; nothing that names a file, a peer or another process."""
PROCESSES: Final = frozenset(NUMBERS) - {"memfd_create", "pread64", "pwrite64"}
"""Closed, and what real pipes, in-memory files and their passing between two processes need."""
BROKER: Final = frozenset(NUMBERS)
"""The broker of the virtual process table also creates the in-memory files."""
PROFILES: Final = {"closed": CLOSED, "processes": PROCESSES, "broker": BROKER}
