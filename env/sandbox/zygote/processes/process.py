"""One virtual process: what it is made of, what it waits for, and how it was started."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Final

from processes.handles import Handle, Null

CHILD_PID: Final = 1000
"""The process id of the Python program itself."""

Env = dict[str, str]
BASE_ENV: Final[Env] = {
    "HOME": "/home/user",
    "LANG": "C.UTF-8",
    "LOGNAME": "user",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "SHELL": "/bin/sh",
    "USER": "user",
}


class Wait:
    """Something a virtual process waits for; `ready` is asked again and again, so it must be cheap."""

    def __init__(self, ready: Callable[[], bool], descriptor: int = -1, *, writes: bool = False) -> None:
        self.ready = ready
        self.descriptor = descriptor
        self.writes = writes


Program = Generator[Wait, None, int]


class Died(Exception):
    """A signal ended the virtual process from inside, as SIGPIPE does."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass
class Start:
    """One program that was started, or that could not be: then `exe` is empty."""

    argv: list[str]
    exe: str
    cwd: str
    env: Env
    via: str
    stdin: bytearray = field(default_factory=bytearray)


@dataclass
class Process:
    """One virtual process.

    Attributes:
        status: wait status as `waitpid` gives it, None while the process lives.
        sink: keeps taking what arrives on standard input of a tool that has already ended.
    """

    pid: int
    parent: int
    group: int
    cwd: str
    env: Env
    fds: dict[int, Handle]
    program: Program | None = None
    blocked: Wait | None = None
    status: int | None = None
    sink: bool = False
    watchers: list[Handle] = field(default_factory=list)

    def fd(self, number: int) -> Handle:
        """The handle of a descriptor number.

        Raises:
            OSError: EBADF, when it is not open.
        """
        if number not in self.fds:
            raise OSError(9, "Bad file descriptor")
        return self.fds[number]

    def copies(self) -> dict[int, Handle]:
        """The descriptors as a fork would share them."""
        return {number: handle.share() for number, handle in self.fds.items()}

    def point(self, number: int, handle: Handle) -> None:
        """Make a descriptor number stand for `handle`, which this process then owns."""
        old = self.fds.get(number)
        self.fds[number] = handle
        if old is not None:
            old.release()

    def drop(self) -> None:
        """Close everything."""
        for handle in self.fds.values():
            handle.release()
        self.fds = {}


def null_fds() -> dict[int, Handle]:
    """Three standard descriptors that lead nowhere."""
    return {0: Null(), 1: Null(), 2: Null()}
