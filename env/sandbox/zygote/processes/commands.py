"""The builtins of the shell.

Source: POSIX.1-2017, Utilities; messages and statuses as in dash 0.5.12.
"""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from processes import conditions, evaluate, expand, printing, reading
from processes.operands import FAILED, Exit, Failed, Leave, name, number, option
from processes.process import Program
from processes.programs import candidates
from processes.syntax import KEYWORDS, Refused

if TYPE_CHECKING:
    from processes.shell import Shell

Builtin = Callable[["Shell", list[str]], Program]


def _true(_shell: "Shell", _words: list[str]) -> Program:
    yield from ()
    return 0


def _false(_shell: "Shell", _words: list[str]) -> Program:
    yield from ()
    return 1


def _test(shell: "Shell", words: list[str]) -> Program:
    try:
        return int(not conditions.evaluate(words, shell.tree, shell.folder))
    except conditions.TestFault as fault:
        yield from shell.complain(str(fault))
        return FAILED


def _bracket(shell: "Shell", words: list[str]) -> Program:
    if not words or not words[-1].startswith("]"):  # dash looks at no more than that
        yield from shell.complain("missing ]")
        return FAILED
    return (yield from _test(shell, words[:-1]))


def _cd(shell: "Shell", words: list[str]) -> Program:
    words = words[1:] if words[:1] in (["--"], ["-P"], ["-L"]) else words
    if words and words[0].startswith("-") and words[0] != "-":
        return (yield from option(shell, words[0]))
    target = words[0] if words else shell.variables.get("HOME", "")
    if target == "-":
        target = shell.variables.get("OLDPWD", shell.folder)
    try:
        whole = os.path.normpath(f"{shell.folder}/{target}" if not target.startswith("/") else target)  # `..` by name
        folder = shell.tree.path_of(shell.tree.directory(whole, "/"))
    except OSError:
        yield from shell.complain(f"can't cd to {target}")
        return FAILED
    shell.assign("OLDPWD", shell.folder)
    shell.assign("PWD", folder)
    shell.exported |= {"PWD", "OLDPWD"}
    shell.process.cwd = folder
    return (yield from printing.say(shell, f"{folder}\n")) if words[:1] == ["-"] else 0


def _pwd(shell: "Shell", _words: list[str]) -> Program:
    return (yield from printing.say(shell, f"{shell.folder}\n"))


def _exit(shell: "Shell", words: list[str]) -> Program:
    status = (yield from number(shell, words[0])) if words else shell.status
    raise Exit(status & 0xFF)


def _export(shell: "Shell", words: list[str]) -> Program:
    if not words or words[0].startswith("-"):
        feature = "sh: export -p"
        raise Refused(feature)
    for word in words:
        variable, equals, value = word.partition("=")
        yield from name(shell, variable)
        if equals:
            shell.assign(variable, value)
        shell.exported.add(variable)
    return 0


def _unset(shell: "Shell", words: list[str]) -> Program:
    if words[:1] == ["-f"]:
        return 0
    for word in words[1:] if words[:1] == ["-v"] else words:
        yield from name(shell, word)
        shell.variables.pop(word, None)
        shell.exported.discard(word)
    return 0


def _shift(shell: "Shell", words: list[str]) -> Program:
    count = (yield from number(shell, words[0])) if words else 1
    if count > len(shell.arguments):
        yield from shell.complain("can't shift that many")
        raise Failed
    shell.arguments = shell.arguments[count:]
    return 0


def _set(shell: "Shell", words: list[str]) -> Program:
    if not words or (words[0].startswith(("-", "+")) and words[0] != "--"):
        feature = "sh: set"
        raise Refused(feature)
    shell.arguments = words[1:] if words[0] == "--" else words
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
    """`command -v`; with a command behind it, it never gets here."""
    if words[:1] == ["-v"]:
        return (yield from _which(shell, words[1:]))
    if words:
        feature = "sh: command options"
        raise Refused(feature)
    return 0


def _which(shell: "Shell", words: list[str]) -> Program:
    if not words:
        return 0
    word = words[0]
    if word in BUILTINS or word in REFUSED or word in KEYWORDS:
        return (yield from printing.say(shell, f"{word}\n"))
    for path in candidates(word, shell.variables):
        try:
            shell.loader.look_up(path, shell.folder)
        except OSError:
            continue
        return (yield from printing.say(shell, f"{path}\n"))
    return NOT_FOUND


def _read(shell: "Shell", words: list[str]) -> Program:
    raw = words[:1] == ["-r"]
    names = words[1:] if raw else words
    if names and names[0].startswith("-"):
        feature = "sh: read options"
        raise Refused(feature)
    if not names:
        yield from shell.complain("arg count")
        return FAILED
    for variable in names:
        yield from name(shell, variable)
    chars, whole = yield from reading.line(shell, raw=raw)
    values = reading.split(chars, shell.variables.get("IFS", expand.DEFAULT_IFS), len(names))
    for variable, value in zip(names, values, strict=True):
        shell.assign(variable, value)
    return int(not whole)


def _wait(shell: "Shell", words: list[str]) -> Program:
    machine = shell.loader.machine
    own = {process.pid: process for process in machine.processes.values() if process.parent == shell.process.pid}
    status = 0
    for word in words or map(str, own):
        pid = yield from number(shell, word)
        status = (yield from shell.wait(own[pid])) if pid in own else NOT_FOUND
    return status if words else 0


def _umask(shell: "Shell", words: list[str]) -> Program:
    if not words or not words[0][:1].isdecimal():
        feature = "sh: umask without a number"
        raise Refused(feature)
    if not set("01234567").issuperset(words[0]):
        yield from shell.complain(f"Illegal number: {words[0]}")
        return FAILED
    return 0


def _leave(shell: "Shell", words: list[str], *, goes_on: bool) -> Program:
    levels = (yield from number(shell, words[0], 1)) if words else 1
    if not shell.loops:
        return 0
    raise Leave(levels, goes_on=goes_on)


def _break(shell: "Shell", words: list[str]) -> Program:
    return (yield from _leave(shell, words, goes_on=False))


def _continue(shell: "Shell", words: list[str]) -> Program:
    return (yield from _leave(shell, words, goes_on=True))


NOT_FOUND: Final = 127
BUILTINS: Final[dict[str, Builtin]] = {
    ":": _true,
    "true": _true,
    "false": _false,
    "echo": printing.echo,
    "printf": printing.printf,
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
