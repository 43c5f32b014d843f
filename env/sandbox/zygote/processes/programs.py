"""Finding and running a program: a shell, a scripted tool, or nothing of that name."""

import errno
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from typing import Final, NotRequired, TypedDict

from processes.blocking import read, write
from processes.machine import Machine
from processes.nodes import Device, Directory
from processes.process import Env, Process, Program, Start, Wait
from processes.syntax import Refused
from processes.tree import PROGRAMS

SHELLS: Final = ("sh", "dash", "bash")
MAX_ARGUMENT: Final = 131_072
"""Bytes of one argument including its NUL: MAX_ARG_STRLEN of Linux."""
MAX_ARGUMENTS: Final = 2_097_152
"""Bytes of all arguments and the environment: a quarter of the usual 8 MiB stack."""
MAX_RECORDED: Final = 2 << 20
"""Bytes of standard input that are recorded for one call."""


class Tool(TypedDict):
    """One start of a scripted program, as the task file spells it."""

    stdout: NotRequired[str]
    stderr: NotRequired[str]
    exit: NotRequired[int]
    missing: NotRequired[bool]
    echo: NotRequired[bool]
    hang: NotRequired[bool]


Tools = dict[str, list[Tool]]


class Toolbox:
    """The scripted programs of one call and how often each was started."""

    def __init__(self, tools: Tools) -> None:
        self._runs = {to_bytes(name).decode("latin-1"): runs for name, runs in tools.items() if runs and "/" not in name}
        self._started: dict[str, int] = {}

    def names(self) -> Iterator[str]:
        """Scripted programs, present or missing."""
        return iter(self._runs)

    def stock(self) -> list[tuple[str, bool]]:
        """Every program a path may lead to, and whether its first start finds it, in one order for equal tools."""
        return [(name, self.present(name)) for name in {*SHELLS, *self._runs}]

    def present(self, name: str) -> bool:
        """Whether the next start of the program finds it."""
        return name in SHELLS or (name in self._runs and not self._run(name).get("missing", False))

    def take(self, name: str) -> Tool:
        """What the program does at this start, which is counted."""
        run = self._run(name)
        self._started[name] = self._started.get(name, 0) + 1
        return run

    def _run(self, name: str) -> Tool:
        runs = self._runs[name]
        return runs[min(self._started.get(name, 0), len(runs) - 1)]


class Loader:
    """`exec`: looks programs up, records every attempt, and gives the generator that runs one."""

    def __init__(self, machine: Machine, toolbox: Toolbox, main: "ShellMain") -> None:
        self._main = main
        self.machine = machine
        self._toolbox = toolbox
        self._recorded = 0
        there = machine.tree.programs().entries
        for name, present in toolbox.stock():
            if present is not (name in there):
                self._place(name)

    def execute(self, process: Process, argv: list[str], candidates: list[str], via: str) -> Program:
        """The program that `execve` would put into `process`, chosen as `execvp` chooses.

        Raises:
            OSError: nothing can be executed; the attempt is recorded with an empty `exe`.
            Refused: the program exists but the machine cannot run it.
        """
        start = Start(argv, "", process.cwd, dict(process.env), via)
        self.machine.starts.append(start)
        if any(len(text) >= MAX_ARGUMENT for text in argv) or _size(argv, process.env) > MAX_ARGUMENTS:
            raise OSError(errno.E2BIG, os.strerror(errno.E2BIG))
        start.exe = self.locate(candidates, process.cwd)
        name = start.exe.rpartition("/")[2]
        if name in SHELLS:
            return self._shell(process, argv, name)
        tool = self._toolbox.take(name)
        self._place(name)
        return self._scripted(process, tool, start)

    def locate(self, candidates: list[str], cwd: str) -> str:
        """The canonical path of the first candidate that can be executed.

        Raises:
            OSError: EACCES when one was found but is no program, else the error of the last.
        """
        denied, last = False, OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        for path in candidates:
            try:
                return self.look_up(path, cwd)
            except PermissionError:
                denied = True
            except OSError as fault:
                last = fault
        if denied:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        self._missed(candidates)
        raise last

    def look_up(self, path: str, cwd: str) -> str:
        """The canonical path of an executable.

        Raises:
            OSError: there is none at this path.
        """
        found = self.machine.tree.find(path, cwd)
        if isinstance(found, Directory | Device) or not found.mode & 0o111:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        for name, node in self.machine.tree.programs().entries.items():
            if node is found and self._toolbox.present(name):
                return f"{PROGRAMS}/{name}"
        feature = "program from a file"
        raise Refused(feature)

    def _missed(self, candidates: list[str]) -> None:
        for name in {path.rpartition("/")[2] for path in candidates}:
            if name in self._toolbox.names():
                self._toolbox.take(name)
                self._place(name)

    def _place(self, name: str) -> None:
        """Keep the program's file in step with the script: `shutil.which` looks there."""
        there = self.machine.tree.programs().entries
        if name not in there and self._toolbox.present(name):
            self.machine.tree.add_program(name)
        elif name in there and not self._toolbox.present(name):
            self.machine.tree.remove_program(name)

    def _shell(self, process: Process, argv: list[str], name: str) -> Program:
        self.machine.shell = True
        if name == "bash":
            feature = "bash"
            raise Refused(feature)
        return self._main(self, process, argv)

    def _scripted(self, process: Process, tool: Tool, start: Start) -> Program:
        stdin = process.fds.get(0)
        alone = stdin is not None and stdin.shares == 1
        if tool.get("echo", False):
            process.fd(1)
            try:
                yield from self._copy(process, start)
            except IsADirectoryError as fault:
                yield from _put(process, 2, f"{start.exe.rpartition('/')[2]}: -: {fault.strerror}\n")
                return 1
        yield from _put(process, 1, tool.get("stdout", ""))
        yield from _put(process, 2, tool.get("stderr", ""))
        if tool.get("hang", False):
            if alone:
                yield from self._drain(process, start)
            yield Wait(lambda: False)
        status = tool.get("exit", 0)
        if alone and not tool.get("echo", False):
            self.machine.exits(process, status)
            yield from self._drain(process, start)
        return status

    def _copy(self, process: Process, start: Start) -> Generator[Wait, None, None]:
        while data := (yield from read(process.fd(0))):
            self._record(start, data)
            yield from write(process.fd(1), data)

    def _drain(self, process: Process, start: Start) -> Generator[Wait, None, None]:
        with suppress(IsADirectoryError):  # which a program meets that reads, and this one does not say that it does
            while data := (yield from read(process.fd(0))):
                self._record(start, data)

    def _record(self, start: Start, data: bytes) -> None:
        self._recorded += len(data)
        if self._recorded > MAX_RECORDED:
            feature = "limit: standard input"
            raise Refused(feature)
        start.stdin += data


def _put(process: Process, number: int, text: str) -> Generator[Wait, None, None]:
    """What a program prints; what it says into a closed standard error is lost."""
    if text and (number in process.fds or number == 1):
        yield from write(process.fd(number), to_bytes(text))


ShellMain = Callable[[Loader, Process, list[str]], Program]
"""The shell as a program: it runs programs and is one, so it is handed in."""


def candidates(name: str, env: Env) -> list[str]:
    """The paths that a shell tries for `name`."""
    if "/" in name:
        return [name]
    return [f"{folder or '.'}/{name}" for folder in env.get("PATH", "").split(":")]


def to_bytes(text: str) -> bytes:
    """Text of a task file as a program would write it."""
    return text.encode("utf-8", "surrogateescape")


def _size(argv: list[str], env: Env) -> int:
    return sum(len(text) + 9 for text in argv) + sum(len(name) + len(value) + 10 for name, value in env.items())
