"""The self-test: do what a submission must not be able to do, and say what worked."""

import os
import signal
import socket
from collections.abc import Callable
from typing import Any, Final

from kernel import Kernel

_OPEN: Final = os.open
_LIST: Final = os.listdir
"""Bound before the virtual files replace them."""


def forbidden(kernel: Kernel, targets: dict[str, Any]) -> list[str]:
    """Names of the forbidden acts that succeeded; the confinement holds when there is none."""
    parent = os.getppid()
    acts: dict[str, Callable[[], object]] = {
        "read a file": lambda: _OPEN(targets["file"], os.O_RDONLY),
        "list a folder": lambda: _LIST("/"),
        "write a file": lambda: _OPEN(targets["scratch"], os.O_WRONLY | os.O_CREAT),
        "read the parent's environment": lambda: _OPEN(f"/proc/{parent}/environ", os.O_RDONLY),
        "read the server's environment": lambda: _OPEN(f"/proc/{targets['server']}/environ", os.O_RDONLY),
        "connect to the loopback": lambda: _connect(targets["port"]),
        "open a datagram socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
        "signal the parent": lambda: os.kill(parent, 0),
        "signal the server": lambda: os.kill(targets["server"], 0),
        "fork": _fork,
        "start a program": _exec,
        "trace": lambda: _traced(kernel),
    }
    return [name for name, act in acts.items() if _succeeds(act)]


def _succeeds(act: Callable[[], object]) -> bool:
    try:
        act()
    except OSError:
        return False
    return True


def _connect(port: int) -> None:
    with socket.socket() as attempt:
        attempt.connect(("127.0.0.1", port))


def _fork() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)  # its end would stop this process once it is traced


def _exec() -> None:
    """A missing program is looked for only where starting one is allowed, and this process has yet to answer."""
    try:
        os.execve("/nonexistent", ["nonexistent"], {})  # noqa: S606 - the plain call is what a submission would try
    except FileNotFoundError:
        return


def _traced(kernel: Kernel) -> None:
    if kernel.traceme() != 0:
        message = "ptrace: refused"
        raise OSError(message)
