"""The filters against every system call number there is, made raw, with ctypes, in a process under the filter alone."""

import errno
import json
import platform
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

ZYGOTE: Final = Path(__file__).parents[2] / "env/sandbox/zygote"
CALLS: Final = 470
UPROBES: Final = {335, 336}
"""uretprobe and uprobe: newer kernels exempt them from filters and kill whoever calls them by hand."""
PLATFORM: Final = pytest.mark.skipif(platform.machine() != "x86_64", reason="numbers of x86-64")

TRY_ALL: Final = """
import ctypes, json, os, sys
sys.path.insert(0, {zygote!r})
import filters, kernel, syscalls
core = kernel.Kernel()
libc = ctypes.CDLL(None, use_errno=True)
harmless = {harmless}
code = filters.build({profile!r}, "x86_64")
assert core.prctl(38, 1) == 0
assert core.seccomp(code) == 0
answers = {{}}
for number in range({calls}):
    if number in harmless:
        continue
    ctypes.set_errno(0)
    answers[number] = [libc.syscall(number, *[ctypes.c_long(-1)] * 6), ctypes.get_errno()]
os.write(1, json.dumps(answers).encode())
os._exit(0)
"""

ONE: Final = """
import ctypes, os, sys
sys.path.insert(0, {zygote!r})
import filters, kernel
core = kernel.Kernel()
libc = ctypes.CDLL(None, use_errno=True)
core.prctl(38, 1)
core.seccomp(filters.build({profile!r}, "x86_64"))
{body}
"""


def python(script: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a script in a bare interpreter."""
    return subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, check=False, timeout=60)


def numbers(profile: str) -> dict[str, int]:
    """Name -> number of what a profile allows."""
    script = f"import sys, json; sys.path.insert(0, {str(ZYGOTE)!r}); import syscalls as s; print(json.dumps({{n: s.NUMBERS[n][0] for n in s.PROFILES[{profile!r}]}}))"
    found: dict[str, int] = json.loads(python(script).stdout)
    return found


@PLATFORM
@pytest.mark.parametrize("profile", ["closed", "processes", "broker"])
def test_every_other_call_is_refused(profile: str) -> None:
    """All numbers that a profile does not name fail with EPERM; clone3 is said not to exist, so that libc falls back."""
    allowed = set(numbers(profile).values()) | UPROBES
    result = python(TRY_ALL.format(zygote=str(ZYGOTE), profile=profile, harmless=allowed, calls=CALLS))
    answers: dict[str, Any] = json.loads(result.stdout)
    assert len(answers) == CALLS - len(allowed)
    assert answers.pop("435") == [-1, errno.ENOSYS]
    assert {tuple(answer) for answer in answers.values()} == {(-1, errno.EPERM)}


FORBIDDEN: Final = (
    "open openat openat2 creat execve execveat fork vfork clone clone3 kill tkill tgkill ptrace process_vm_readv process_vm_writev "
    "socket connect bind listen accept accept4 sendmmsg prctl seccomp bpf io_uring_setup io_uring_enter userfaultfd keyctl add_key "
    "request_key perf_event_open mount umount2 pivot_root chroot unshare setns shmget shmat msgget semget mq_open memfd_secret "
    "pidfd_open pidfd_send_signal pidfd_getfd setrlimit prlimit64 setuid setgid setpgid setsid setitimer timer_create alarm "
    "inotify_init fanotify_init name_to_handle_at open_by_handle_at landlock_create_ruleset personality modify_ldt arch_prctl "
    "getdents64 stat lstat access readlink unlink rename link symlink chmod chown truncate mkdir rmdir splice tee vmsplice sendfile "
    "copy_file_range sched_setaffinity setpriority rt_sigqueueinfo rt_tgsigqueueinfo eventfd2 signalfd4 timerfd_create swapon reboot"
).split()


@pytest.mark.parametrize("profile", ["closed", "processes", "broker"])
def test_nothing_dangerous_is_named(profile: str) -> None:
    """Opening, connecting, starting, signalling and tracing stand in no profile."""
    assert set(FORBIDDEN) & set(numbers(profile)) == set()


CONDITIONS: Final = {
    "closed": {
        "libc.syscall(9, 0, 4096, 5, 0x22, -1, 0)": "executable mapping",
        "libc.syscall(10, 0, 4096, 4)": "executable protection",
        "libc.syscall(53, 1, 2, 0, ctypes.byref((ctypes.c_int * 2)()))": "datagram pair",
        "libc.syscall(53, 2, 1, 0, ctypes.byref((ctypes.c_int * 2)()))": "inet pair",
        "libc.syscall(44, 1, b'x', 1, 0, b'address', 7)": "destination of a message",
        "libc.syscall(16, 0, 0x5412, b'x')": "TIOCSTI",
        "libc.syscall(72, 0, 8, 1)": "F_SETOWN",
        "libc.syscall(262, -100, b'/etc/passwd', ctypes.create_string_buffer(256), 0)": "stat by path",
        "libc.syscall(319, b'x', 0)": "memfd_create",
        "libc.syscall(46, 1, 0, 0)": "sendmsg",
        "libc.syscall(28, 0, 0, 12)": "advice that no allocator gives",
        "libc.syscall(228, ~1 << 3 | 2, ctypes.create_string_buffer(16))": "clock of another process",
        "libc.syscall(204, 1, 128, ctypes.create_string_buffer(128))": "processors of another process",
        "libc.syscall(44, 1, b'x', 1, 1, 0, 0)": "urgent data by sendto",
        "libc.syscall(45, 1, ctypes.create_string_buffer(1), 1, 1, 0, 0)": "urgent data by recvfrom",
    },
    "processes": {
        "libc.syscall(262, -100, b'/etc/passwd', ctypes.create_string_buffer(256), 0)": "stat by path",
        "libc.syscall(319, b'x', 0)": "memfd_create",
        "libc.syscall(46, 1, ctypes.create_string_buffer(56), 1)": "urgent data by sendmsg",
        "libc.syscall(47, 1, ctypes.create_string_buffer(56), 1)": "urgent data by recvmsg",
    },
}
CASES: Final = [(profile, call) for profile, calls in CONDITIONS.items() for call in calls]


@PLATFORM
@pytest.mark.parametrize(("profile", "call"), CASES, ids=[CONDITIONS[profile][call] for profile, call in CASES])
def test_arguments_count(profile: str, call: str) -> None:
    """An allowed call with a forbidden argument is refused."""
    body = f"answer = {call}\nos.write(1, b'%d %d' % (answer, ctypes.get_errno()))\nos._exit(0)"
    result = python(ONE.format(zygote=str(ZYGOTE), profile=profile, body=body))
    assert result.stdout == b"-1 %d" % errno.EPERM


@PLATFORM
def test_the_x32_abi_kills() -> None:
    """A call with the x32 bit ends the process."""
    result = python(ONE.format(zygote=str(ZYGOTE), profile="closed", body="libc.syscall(0x40000000 + 39)"))
    assert result.returncode == -signal.SIGSYS


@PLATFORM
def test_a_foreign_architecture_kills() -> None:
    """A filter built for another machine lets nothing through, which is what the 32-bit entry meets."""
    body = "core.seccomp(filters.build('closed', 'aarch64'))\nos.write(1, b'alive')"
    script = ONE.format(zygote=str(ZYGOTE), profile="closed", body=body).replace("'closed', \"x86_64\"", "'closed', 'aarch64'")
    result = python(script)
    assert (result.returncode, result.stdout) == (-signal.SIGSYS, b"")


def test_both_machines_have_a_complete_table() -> None:
    """Every filter builds for both, within the kernel's 4,096 instructions."""
    script = f"import sys; sys.path.insert(0, {str(ZYGOTE)!r}); import filters, syscalls\nprint(max(len(filters.build(p, m)) // 8 for p in syscalls.PROFILES for m in ('x86_64', 'aarch64')))"
    assert 100 < int(python(script).stdout) < 4_096
