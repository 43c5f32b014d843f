"""One shell process of the virtual machine: its variables, its name, its subshells, and how it reads a script."""

import os
from collections.abc import Generator
from typing import Final

from processes import evaluate, expand
from processes.blocking import read, until, write
from processes.handles import Handle, pipe
from processes.operands import Exit, Leave
from processes.parser import Parser
from processes.process import Process, Program, Wait
from processes.programs import Loader
from processes.syntax import Node, Refused, SyntaxFault, is_name
from processes.tree import Tree

MAX_DEPTH: Final = 12
"""Shells and subshells inside each other."""


class Shell:
    """One shell process; a subshell is another one that starts with a copy of the state."""

    def __init__(self, loader: Loader, process: Process) -> None:
        self.loader = loader
        self.process = process
        self.variables = {name: value for name, value in process.env.items() if is_name(name)}
        self.exported = set(self.variables)
        self.variables.setdefault("IFS", expand.DEFAULT_IFS)
        self.arguments: list[str] = []
        self.name = "sh"
        self.status = 0
        self.line = 1
        self.parsed = 1
        self.background = 0
        self.depth = 0
        self.loops = 0
        self.substituted: int | None = None
        self.builtin = ""

    @property
    def tree(self) -> Tree:
        """The file system."""
        return self.loader.machine.tree

    @property
    def folder(self) -> str:
        """The working directory."""
        return self.process.cwd

    def main(self, argv: list[str]) -> Program:
        """The shell as a program: `-c` text, a script file, or standard input."""
        return self.guarded(self._start(argv))

    def special(self, name: str) -> str:
        """Value of a special parameter."""
        values = {"?": self.status, "$": self.process.pid, "0": self.name, "-": "", "!": self.background or ""}
        return str(values[name])

    def assign(self, name: str, value: str) -> None:
        """Set a variable; an exported one reaches the programs started from here on."""
        self.variables[name] = value

    def complain(self, message: str) -> Generator[Wait, None, None]:
        """Write a message to standard error the way dash words it."""
        if 2 in self.process.fds:  # noqa: PLR2004 - standard error
            speaker = f"{self.builtin}: " if self.builtin else ""
            yield from write(self.process.fds[2], f"{self.name}: {self.line}: {speaker}{message}\n".encode("latin-1"))

    def script(self, text: str, *, last: bool) -> Program:
        """Run a text line by line; with `last` its final command may take over the process."""
        parser = Parser(text)
        while True:
            node = parser.line_of_commands()
            self.parsed = parser.line
            if node is None:
                return self.status
            self.status = yield from evaluate.run(self, node, last=last and parser.finished)

    def output_of(self, body: Node | None) -> Generator[Wait, None, str]:
        """Run a command substitution; trailing newlines and NULs are dropped."""
        reader, writer = pipe()
        child = self.fork(body, {1: writer})
        output = bytearray()
        while data := (yield from read(reader)):
            output += data
        reader.release()
        self.substituted = yield from self.wait(child)
        return output.replace(b"\0", b"").rstrip(b"\n").decode("latin-1")

    def wait(self, child: Process) -> Program:
        """Wait for a process of this shell and give its exit status as `$?` shows it."""
        yield from until(lambda: child.status is not None)
        status = child.status or 0
        if child.program is None:
            self.loader.machine.processes.pop(child.pid, None)
        else:
            child.parent = 0
        return (status & 0x7F) + 128 if status & 0x7F else status >> 8

    def _start(self, argv: list[str]) -> Program:
        if self._nesting() > MAX_DEPTH:
            feature = "limit: shell nesting"
            raise Refused(feature)
        self.name = argv[0] if argv else "sh"
        self.variables["PWD"] = self.folder
        self.exported.add("PWD")
        options, rest = argv[1:2], argv[2:]
        if options == ["-c"]:
            if not rest:
                yield from self._usage()
            self.name, self.arguments = (rest[1], rest[2:]) if len(rest) > 1 else (self.name, [])
            return (yield from self.script(rest[0], last=True))
        if options and options[0][:1] in ("-", "+") and options != ["-s"]:
            feature = "sh: options"
            raise Refused(feature)
        if options and options != ["-s"]:
            self.arguments = rest
            return (yield from self._file(options[0]))
        text = bytearray()
        while data := (yield from read(self.process.fd(0))):
            text += data
        return (yield from self.script(text.decode("latin-1"), last=False))

    def _usage(self) -> Generator[Wait, None, None]:
        yield from write(self.process.fd(2), f"{self.name}: 0: -c requires an argument\n".encode("latin-1"))
        raise Exit(2)

    def _file(self, path: str) -> Program:
        try:
            file = self.tree.open(path, self.folder, os.O_RDONLY)
        except OSError:
            self.line = 0
            yield from self.complain(f"cannot open {path}: No such file")
            raise Exit(2) from None
        self.name = path
        return (yield from self.script(file.content().decode("latin-1"), last=False))

    def _nesting(self) -> int:
        depth, process = self.depth, self.process
        while process.parent in self.loader.machine.processes:
            depth, process = depth + 1, self.loader.machine.processes[process.parent]
        return depth

    def guarded(self, run: Program) -> Program:
        """Turn what leaves a shell early into its exit status."""
        try:
            return (yield from run)
        except Exit as end:
            return end.status
        except Leave:
            return 0
        except (SyntaxFault, expand.ExpansionFault) as fault:
            return (yield from self.last_words(fault))

    def last_words(self, fault: Exception) -> Program:
        """Say what was wrong, unless a builtin has done so, and give the status of it."""
        if isinstance(fault, SyntaxFault):
            self.line = fault.line
            yield from self.complain(f"Syntax error: {fault.message}")
        elif isinstance(fault, expand.ExpansionFault):
            yield from self.complain(str(fault))
        return 2

    def fork(self, body: Node | None, fds: dict[int, Handle]) -> Process:
        """Start a subshell with some descriptors replaced; it runs when the machine steps it."""
        child = self.loader.machine.fork(self.process)
        for number, handle in fds.items():
            child.point(number, handle)
        shell = self._copy(child)
        if shell.depth > MAX_DEPTH:
            feature = "limit: shell nesting"
            raise Refused(feature)
        child.program = shell.guarded(evaluate.run(shell, body, last=True))
        return child

    def _copy(self, process: Process) -> "Shell":
        shell = Shell(self.loader, process)
        shell.variables, shell.exported = dict(self.variables), set(self.exported)
        shell.arguments, shell.name, shell.status = self.arguments, self.name, self.status
        shell.builtin, shell.loops = self.builtin, self.loops
        shell.line, shell.parsed, shell.background, shell.depth = self.line, self.parsed, self.background, self.depth + 1
        return shell


def main(loader: Loader, process: Process, argv: list[str]) -> Program:
    """The shell as a program, for the loader."""
    return Shell(loader, process).main(argv)
