"""Every choke point is replaced, under each of its names, and nothing that is loaded keeps a real one."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

LEFTOVERS: Final = Path(__file__).parent / "leftovers.py"
CALLS: Final = (
    "posix_spawn posix_spawnp system waitpid wait wait3 wait4 waitid kill killpg pidfd_open fork forkpty execv execve openpty "
    "getpid getppid getpgid getpgrp getsid"
).split()
FILES: Final = (
    "open stat lstat listdir scandir access mkdir rmdir unlink remove rename replace chdir getcwd getcwdb chmod utime truncate "
    "readlink symlink link listxattr"
).split()
CLOCKS: Final = (
    "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns sleep localtime gmtime ctime "
    "strftime asctime"
).split()
CHOKE_POINTS: Final = (
    *(f"os:{name}" for name in (*CALLS, *FILES, "_spawnvef", "putenv", "unsetenv")),
    *(f"posix:{name}" for name in (*CALLS, *FILES) if name != "forkpty"),
    *(f"time:{name}" for name in CLOCKS),
    *("_posixsubprocess:fork_exec", "subprocess:_fork_exec", "subprocess:_waitpid", "subprocess:_time"),
    *("subprocess:_USE_POSIX_SPAWN", "subprocess:Popen._wait", "subprocess:Popen._internal_poll.__defaults__"),
    *("asyncio.unix_events:ThreadedChildWatcher", "threading:_start_new_thread"),
    *("selectors:SelectSelector.select", "selectors:PollSelector.select", "selectors:EpollSelector.select", "select:select"),
    *("builtins:open", "io:open", "_io:open", "_thread:start_new_thread"),
    "sched:scheduler.__init__.__defaults__",
    *("signal:setitimer", "signal:alarm", "signal:raise_signal", "signal:pthread_kill", "signal:pidfd_send_signal"),
    *("tempfile:_TemporaryFileCloser.close.__defaults__", "shutil:_use_fd_functions"),
)
HARMLESS: Final = {
    "select:select in selectors.SelectSelector": "`select` of that class is replaced and asks it without waiting",
    "time:localtime in logging.Formatter": "it is given the moment, which is virtual",
}
"""Copies that stay, and why nothing real shows through them."""


@pytest.fixture(scope="module")
def found() -> Any:
    """What a fresh interpreter says."""
    command = [sys.executable, "-I", "-S", str(LEFTOVERS), *CHOKE_POINTS]
    done = subprocess.run(command, capture_output=True, check=True, timeout=100)
    return json.loads(done.stdout)


@pytest.mark.parametrize("point", CHOKE_POINTS)
def test_choke_point_is_replaced(point: str, found: Any) -> None:
    """Under this name stands something else than before."""
    assert point not in found["same"]


def test_no_copy_is_left(found: Any) -> None:
    """No module, class or default value of a function that a submission can reach holds a real one."""
    assert found["held"] == sorted(HARMLESS)
