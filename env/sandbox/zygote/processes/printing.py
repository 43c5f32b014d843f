"""The builtins that print: `echo` and `printf`.

Source: POSIX.1-2017, Utilities; messages and statuses as in dash 0.5.12.
"""

from typing import TYPE_CHECKING

from processes import formats
from processes.blocking import write
from processes.operands import FAILED, option
from processes.process import Program

if TYPE_CHECKING:
    from processes.shell import Shell


def say(shell: "Shell", text: str) -> Program:
    """Write to standard output; what cannot be written is a complaint and status 1."""
    try:
        if text:
            yield from write(shell.process.fd(1), text.encode("latin-1"))
    except BrokenPipeError:
        raise
    except OSError:
        yield from shell.complain(f"{shell.builtin}: I/O error")
        return 1
    return 0


def echo(shell: "Shell", words: list[str]) -> Program:
    """`echo`."""
    newline = "\n"
    if words[:1] == ["-n"]:
        words, newline = words[1:], ""
    text, stopped = formats.escaped(" ".join(words), octal_needs_zero=True)
    return (yield from say(shell, text + ("" if stopped else newline)))


def printf(shell: "Shell", words: list[str]) -> Program:
    """`printf`."""
    words = words[1:] if words[:1] == ["--"] else words
    if not words:
        yield from shell.complain("usage: printf format [arg ...]")
        return FAILED
    if words[0].startswith("-") and words[0] != "-":
        return (yield from option(shell, words[0]))
    status, run = 0, formats.Printf(words[1:])
    try:
        run.run(words[0])
    except formats.FormatFault as fault:
        run.faults.append(str(fault))
        status = FAILED
    for message in run.faults:
        yield from shell.complain(message)
    return (yield from say(shell, "".join(run.out))) | (status or bool(run.faults))
