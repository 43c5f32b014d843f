"""The builtins of the shell.

Source: POSIX.1-2017, Utilities; messages and statuses as in dash 0.5.12.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from processes import conditions, evaluate, formats
from processes.blocking import read, write
from processes.process import Program
from processes.programs import candidates
from processes.syntax import Refused, is_name

if TYPE_CHECKING:
    from processes.shell import Shell

Builtin = Callable[["Shell", list[str]], Program]

FAILED: Final = 2


class Exit(Exception):
    """The shell ends."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Leave(Exception):
    """`break` or, with `goes_on`, `continue`, out of `levels` loops."""

    def __init__(self, levels: int, *, goes_on: bool) -> None:
        super().__init__(levels)
        self.levels = levels
        self.goes_on = goes_on


def _say(shell: "Shell", text: str) -> Program:
    try:
        yield from write(shell.process.fd(1), text.encode("latin-1"))
    except BrokenPipeError:
        raise
    except OSError:
        return 1
    return 0


def _true(_shell: "Shell", _words: list[str]) -> Program:
    yield from ()
    return 0


def _false(_shell: "Shell", _words: list[str]) -> Program:
    yield from ()
    return 1


def _echo(shell: "Shell", words: list[str]) -> Program:
    newline = "\n"
    if words[:1] == ["-n"]:
        words, newline = words[1:], ""
    text, stopped = formats.escaped(" ".join(words), octal_needs_zero=True)
    return (yield from _say(shell, text + ("" if stopped else newline)))


def _printf(shell: "Shell", words: list[str]) -> Program:
    if not words:
        yield from shell.complain("printf: usage: printf format [arg ...]")
        return FAILED
    text, faults = formats.printf(words[0], words[1:])
    yield from _say(shell, text)
    for fault in faults:
        yield from shell.complain(f"printf: {fault}")
    return int(bool(faults))


def _test(shell: "Shell", words: list[str], name: str = "test") -> Program:
    try:
        return int(not conditions.evaluate(words, shell.tree, shell.folder))
    except conditions.TestFault as fault:
        yield from shell.complain(f"{name}: {fault}")
        return FAILED


def _bracket(shell: "Shell", words: list[str]) -> Program:
    if words[-1:] != ["]"]:
        yield from shell.complain("[: missing ]")
        return FAILED
    return (yield from _test(shell, words[:-1], "["))


def _cd(shell: "Shell", words: list[str]) -> Program:
    words = words[1:] if words[:1] in (["--"], ["-P"], ["-L"]) else words
    if words and words[0].startswith("-") and words[0] != "-":
        yield from shell.complain(f"cd: Illegal option {words[0][:2]}")
        return FAILED
    target = words[0] if words else shell.variables.get("HOME", "")
    if target == "-":
        target = shell.variables.get("OLDPWD", shell.folder)
    try:
        folder = shell.tree.path_of(shell.tree.directory(target or ".", shell.folder))
    except OSError:
        yield from shell.complain(f"cd: can't cd to {target}")
        return FAILED
    shell.assign("OLDPWD", shell.folder)
    shell.assign("PWD", folder)
    shell.exported |= {"PWD", "OLDPWD"}
    shell.process.cwd = folder
    return (yield from _say(shell, f"{folder}\n")) if words[:1] == ["-"] else 0


def _pwd(shell: "Shell", _words: list[str]) -> Program:
    return (yield from _say(shell, f"{shell.folder}\n"))


def _exit(shell: "Shell", words: list[str]) -> Program:
    if words and not words[0].isdecimal():
        yield from shell.complain(f"exit: Illegal number: {words[0]}")
        raise Exit(FAILED)
    raise Exit(int(words[0]) & 0xFF if words else shell.status)


def _export(shell: "Shell", words: list[str]) -> Program:
    for word in words:
        name, equals, value = word.partition("=")
        if not is_name(name):
            yield from shell.complain(f"export: {name}: bad variable name")
            raise Exit(FAILED)
        if equals:
            shell.assign(name, value)
        shell.exported.add(name)
    if not words or words[0].startswith("-"):
        feature = "sh: export -p"
        raise Refused(feature)
    return 0


def _unset(shell: "Shell", words: list[str]) -> Program:
    for word in words[1:] if words[:1] == ["-v"] else words:
        if not is_name(word):
            yield from shell.complain(f"unset: {word}: bad variable name")
            raise Exit(FAILED)
        shell.variables.pop(word, None)
        shell.exported.discard(word)
    return 0


def _shift(shell: "Shell", words: list[str]) -> Program:
    count = int(words[0]) if words and words[0].isdecimal() else 1
    if count > len(shell.arguments):
        yield from shell.complain("shift: can't shift that many")
        raise Exit(FAILED)
    shell.arguments = shell.arguments[count:]
    return 0


def _set(shell: "Shell", words: list[str]) -> Program:
    if words[:1] != ["--"]:
        feature = "sh: set"
        raise Refused(feature)
    shell.arguments = words[1:]
    yield from ()
    return 0


def _eval(shell: "Shell", words: list[str]) -> Program:
    shell.depth += 1
    status = yield from shell.script(" ".join(words), last=False) if any(words) else _true(shell, words)
    shell.depth -= 1
    return status


def _exec(shell: "Shell", words: list[str]) -> Program:
    if not words:
        return 0
    status = yield from evaluate.program(shell, words, replace=True)
    raise Exit(status)


def _command(shell: "Shell", words: list[str]) -> Program:
    if words[:1] == ["-v"]:
        return (yield from _which(shell, words[1:]))
    if not words or words[0].startswith("-"):
        feature = "sh: command options"
        raise Refused(feature)
    if words[0] in REFUSED:
        feature = f"sh: {words[0]}"
        raise Refused(feature)
    return (yield from evaluate.command(shell, words, last=False))


def _which(shell: "Shell", words: list[str]) -> Program:
    for word in words[:1]:
        if word in BUILTINS:
            return (yield from _say(shell, f"{word}\n"))
        for path in candidates(word, shell.variables):
            try:
                shell.loader.look_up(path, shell.folder)
            except OSError:
                continue
            return (yield from _say(shell, f"{path}\n"))
    return NOT_FOUND


def _read(shell: "Shell", words: list[str]) -> Program:
    raw = words[:1] == ["-r"]
    names = words[1:] if raw else words
    if not names or not all(map(is_name, names)):
        feature = "sh: read options"
        raise Refused(feature)
    line, ended = bytearray(), False
    while not ended:
        char = yield from read(shell.process.fd(0), 1)
        ended = char in (b"", b"\n")
        line += char
    text = line.decode("latin-1")
    if not raw and "\\" in text:
        feature = "sh: read with a backslash"
        raise Refused(feature)
    values = text.removesuffix("\n").strip(" \t").split(None, len(names) - 1)
    for place, name in enumerate(names):
        shell.assign(name, values[place] if place < len(values) else "")
    return int(not text.endswith("\n"))


def _wait(shell: "Shell", words: list[str]) -> Program:
    machine = shell.loader.machine
    status = 0
    for process in [p for p in machine.processes.values() if p.parent == shell.process.pid]:
        if not words or str(process.pid) in words:
            ended = yield from shell.wait(process)
            status = ended if words else 0
    return status


def _umask(_shell: "Shell", words: list[str]) -> Program:
    if not words:
        feature = "sh: umask without a mask"
        raise Refused(feature)
    yield from ()
    return 0


def _leave(shell: "Shell", words: list[str], *, goes_on: bool) -> Program:
    yield from ()
    if not shell.loops:
        return 0
    raise Leave(int(words[0]) if words and words[0].isdecimal() else 1, goes_on=goes_on)


def _break(shell: "Shell", words: list[str]) -> Program:
    return (yield from _leave(shell, words, goes_on=False))


def _continue(shell: "Shell", words: list[str]) -> Program:
    return (yield from _leave(shell, words, goes_on=True))


NOT_FOUND: Final = 127
BUILTINS: Final[dict[str, Builtin]] = {
    ":": _true,
    "true": _true,
    "false": _false,
    "echo": _echo,
    "printf": _printf,
    "test": _test,
    "[": _bracket,
    "cd": _cd,
    "chdir": _cd,
    "pwd": _pwd,
    "exit": _exit,
    "return": _exit,
    "export": _export,
    "unset": _unset,
    "shift": _shift,
    "set": _set,
    "eval": _eval,
    "exec": _exec,
    "command": _command,
    "read": _read,
    "wait": _wait,
    "umask": _umask,
    "break": _break,
    "continue": _continue,
}
SPECIAL: Final = frozenset(". : break continue eval exec exit export readonly return set shift times trap unset".split())
REFUSED: Final = frozenset(". alias bg fc fg getopts hash jobs kill local readonly times trap type ulimit unalias".split())
"""Builtins of dash that the virtual shell does not offer."""
