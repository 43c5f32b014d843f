"""The filters of both machines, asked about every call by a BPF machine of our own, and their numbers by libseccomp."""

import ctypes
import ctypes.util
import errno
import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

ZYGOTE: Final = Path(__file__).parents[2] / "env/sandbox/zygote"
for _path in (ZYGOTE, Path(__file__).parent):
    if str(_path) not in sys.path:
        sys.path.append(str(_path))

import bpf  # noqa: E402 - a sibling of this file
import filters  # noqa: E402 - the zygote imports its modules by bare name
import syscalls  # noqa: E402

MACHINES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Machine -> AUDIT_ARCH_*, which libseccomp uses as its token."""
FOREIGN: Final = (0x40000003, 0x40000028, 0x80000016, 0xC00000F3, 0)
"""i386, arm, s390x, riscv64 and nothing."""
CALLS: Final = 601
X32: Final = 0x40000000
CLONE3: Final = 435

EVERYWHERE: Final = frozenset(
    "read write readv writev close lseek mmap munmap mremap mprotect madvise brk rt_sigaction rt_sigprocmask rt_sigreturn "
    "sigaltstack restart_syscall futex clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time getrandom getpid "
    "getppid gettid getuid geteuid getgid getegid exit exit_group poll ppoll select pselect6 epoll_create1 epoll_ctl epoll_wait "
    "epoll_pwait epoll_pwait2 socketpair sched_yield sched_getaffinity uname getrusage times sysinfo ioctl fcntl dup dup2 dup3 "
    "getcwd fstat sendto recvfrom shutdown".split()
)
WITH_PROCESSES: Final = EVERYWHERE | frozenset(
    "newfstatat pipe pipe2 sendmsg recvmsg getsockname getsockopt ftruncate".split()
)
DOCUMENTED: Final = {
    "closed": EVERYWHERE,
    "processes": WITH_PROCESSES,
    "broker": WITH_PROCESSES | {"memfd_create", "pread64", "pwrite64"},
}
"""What each profile may do, written down a second time: whoever changes the table says so here as well."""
ABSENT: Final = frozenset("time poll select epoll_wait dup2 pipe".split())
"""Calls that aarch64 does not have."""

HIGH: Final = 1 << 32
GOOD: Final[dict[str, list[tuple[int, ...]]]] = {
    "mmap": [(0, 4096, 0), (0, 4096, 3), (0, 4096, 0xB)],
    "mprotect": [(0, 4096, 0), (0, 4096, 3)],
    "ioctl": [(0, request) for request in (0x5401, 0x5421, 0x5450, 0x5451)],
    "fcntl": [(0, command) for command in (0, 1, 2, 3, 4, 1030)],
    "socketpair": [(1, 1), (1, 5), (1, 1 | 0o2000000 | 0o4000)],
    "sendto": [(3, HIGH, 5, 0, 0, 0)],
    "recvfrom": [(3, 0, 5, 0, 0, 0), (3, 0, 5, 0x40, 0, 0)],
    "sendmsg": [(3, 0, 0), (3, 0, 0x4000)],
    "recvmsg": [(3, 0, 0), (3, 0, 0x40000000)],
    "madvise": [(0, 4096, advice) for advice in (0, 1, 2, 3, 4, 8, 14, 15)],
    "clock_gettime": [(clock, 0) for clock in (0, 1, 2, 3, 7, 11)],
    "clock_getres": [(clock, 0) for clock in (0, 1, 2, 3, 7, 11)],
    "clock_nanosleep": [(0, 0, 0, 0), (1, 1, 0, 0)],
    "sched_getaffinity": [(0, 8, 0)],
    "newfstatat": [(3, 0, 0, 0x1000)],
}
BAD: Final[dict[str, list[tuple[int, ...]]]] = {
    "mmap": [(0, 4096, 4), (0, 4096, 7), (0, 4096, HIGH + 4)],
    "mprotect": [(0, 4096, 4), (0, 4096, 5)],
    "ioctl": [(0, 0), (0, 0x5412), (0, 0x5402), (0, 0x89A0)],
    "fcntl": [(0, command) for command in (5, 6, 7, 8, 10, 1024, 1026, 1031, 1033)],
    "socketpair": [(0, 1), (2, 1), (16, 3), (1, 2), (1, 3), (1, 2 | 0o2000000)],
    "sendto": [
        (3, 0, 5, 0, 1, 0),
        (3, 0, 5, 0, HIGH, 16),
        (3, 0, 5, 0, HIGH + 1, 0),
        (3, 0, 5, 1, 0, 0),
        (3, 0, 5, 0x4001, 0, 0),
    ],
    "recvfrom": [(3, 0, 5, 1, 0, 0), (3, 0, 5, 0x41, 0, 0)],
    "sendmsg": [(3, 0, 1), (3, 0, 0x4001)],
    "recvmsg": [(3, 0, 1), (3, 0, 0x40000001)],
    "madvise": [(0, 4096, advice) for advice in (9, 12, 16, 17, 21, 100, 101)],
    "clock_gettime": [(clock, 0) for clock in (12, 0xFFFFFFF2, 0xFFFFFFFE, (1 << 64) - 14)],
    "clock_getres": [(clock, 0) for clock in (12, 0xFFFFFFF2)],
    "clock_nanosleep": [(0xFFFFFFF2, 0, 0, 0)],
    "sched_getaffinity": [(1, 8, 0), (0xFFFFFFFF, 8, 0)],
    "newfstatat": [(3, 0, 0, 0), (3, 0, 0, 0x100), (3, 0, 0, 0x1100), (3, 0, 0, 0x1800)],
}
"""Arguments of the calls that are allowed with some arguments only."""

PROFILES: Final = pytest.mark.parametrize("profile", DOCUMENTED)
BOTH: Final = pytest.mark.parametrize("machine", MACHINES)


@functools.cache
def program(profile: str, machine: str) -> bpf.Program:
    """The filter of the product."""
    return bpf.instructions(filters.build(profile, machine))


def verdict(profile: str, machine: str, number: int, arguments: tuple[int, ...] = ()) -> int:
    """What the filter says to one call."""
    given = (*arguments, *(0,) * 6)[:6]
    return bpf.run(program(profile, machine), bpf.Data(number, MACHINES[machine], given))


def number_of(name: str, machine: str) -> int:
    """The number in the table of the product."""
    return syscalls.NUMBERS[name][list(MACHINES).index(machine)]


@PROFILES
@BOTH
def test_exactly_the_documented_calls_pass(profile: str, machine: str, print_table: Callable[[str], None]) -> None:
    """Of all numbers from 0 to 600 those of the list pass, clone3 does not exist, and the rest fails with EPERM."""
    names = {number_of(name, machine): name for name in syscalls.NUMBERS if number_of(name, machine) >= 0}
    allowed = set()
    for number in range(CALLS):
        name = names.get(number, "")
        answers = {verdict(profile, machine, number, arguments) for arguments in [*GOOD.get(name, [()]), *BAD.get(name, [])]}
        if bpf.ALLOW in answers:
            allowed.add(name)
        refused = errno.ENOSYS if number == CLONE3 else errno.EPERM
        assert answers <= {bpf.ALLOW, bpf.ERRNO | refused}, number
    absent = ABSENT if machine == "aarch64" else frozenset()
    assert allowed == DOCUMENTED[profile] - absent
    print_table(f"filter {profile} on {machine}: {len(allowed)} of {CALLS} calls pass, as listed")


@PROFILES
@BOTH
def test_arguments_decide_where_they_must(profile: str, machine: str) -> None:
    """Each conditional call passes with each good argument and with no bad one."""
    for name in GOOD.keys() & DOCUMENTED[profile]:
        number = number_of(name, machine)
        assert {verdict(profile, machine, number, arguments) for arguments in GOOD[name]} == {bpf.ALLOW}, name
        assert {verdict(profile, machine, number, arguments) for arguments in BAD[name]} == {bpf.ERRNO | errno.EPERM}, name


def test_every_condition_of_the_product_is_tried() -> None:
    """A condition without arguments to try it on would be believed."""
    assert set(syscalls.CONDITIONS) == set(GOOD) == set(BAD)


@PROFILES
@BOTH
def test_a_foreign_architecture_kills(profile: str, machine: str) -> None:
    """Whatever the number: the 32-bit entries and every other machine end the process, the other known one included."""
    others = [*FOREIGN, *(token for name, token in MACHINES.items() if name != machine)]
    answers = {bpf.run(program(profile, machine), bpf.Data(number, token)) for token in others for number in range(CALLS)}
    assert answers == {bpf.KILL_PROCESS}


@PROFILES
@BOTH
def test_numbers_beyond_the_table_kill(profile: str, machine: str) -> None:
    """The x32 entries, and numbers that look negative, end the process."""
    numbers = [X32 + number for number in range(CALLS)] + [0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]
    assert {bpf.run(program(profile, machine), bpf.Data(number, MACHINES[machine])) for number in numbers} == {
        bpf.KILL_PROCESS
    }


@PROFILES
@BOTH
def test_the_kernel_would_load_it(profile: str, machine: str) -> None:
    """Jumps go forward and stay inside, the last instruction returns, and no way runs off the end."""
    code = program(profile, machine)
    assert code[-1][0] == bpf.RETURN
    for at, (operation, yes, no, _operand) in enumerate(code):
        assert at + 1 + max(yes, no) < len(code) or operation == bpf.RETURN


@BOTH
def test_numbers_are_those_of_libseccomp(machine: str, print_table: Callable[[str], None]) -> None:
    """A second table of the kernel's numbers, kept by other people, agrees name by name."""
    found = ctypes.util.find_library("seccomp")
    if found is None:
        pytest.skip("libseccomp is not installed")
    library = ctypes.CDLL(found)
    library.seccomp_syscall_resolve_name_arch.argtypes = [ctypes.c_uint32, ctypes.c_char_p]
    theirs = {
        name: library.seccomp_syscall_resolve_name_arch(MACHINES[machine], name.encode())
        for name in (*syscalls.NUMBERS, "clone3")
    }
    ours = {**{name: number_of(name, machine) for name in syscalls.NUMBERS}, "clone3": CLONE3}
    assert {name: max(number, -1) for name, number in theirs.items()} == ours
    print_table(f"libseccomp agrees on {len(ours)} numbers of {machine}")
