"""Redirections of one command: applied in order, undone afterwards.

Source: POSIX.1-2017, Shell Command Language 2.7; messages as dash 0.5.12 words them.
"""

import errno
import os
from collections.abc import Generator
from typing import Final, Protocol

from processes import expand
from processes.handles import Folder, Handle, OpenFile, Text
from processes.process import Process, Wait
from processes.syntax import Redirect, Redirects, SyntaxFault

FLAGS: Final = {
    "<": os.O_RDONLY,
    ">": os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
    ">|": os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
    ">>": os.O_WRONLY | os.O_CREAT | os.O_APPEND,
    "<>": os.O_RDWR | os.O_CREAT,
}
STANDARD: Final = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2, "/dev/fd/0": 0, "/dev/fd/1": 1, "/dev/fd/2": 2}

Saved = list[tuple[int, Handle | None]]


class RedirectFault(Exception):
    """A redirection failed; the command does not run and its status is 2."""


class Shell(expand.Context, Protocol):
    """What redirections need of the shell."""

    process: Process
    parsed: int


def apply(shell: Shell, redirects: Redirects) -> Generator[Wait, None, Saved]:
    """Apply in order; the result undoes it.

    Raises:
        RedirectFault: one failed; those before it are undone.
    """
    saved: Saved = []
    for redirect in redirects:
        try:
            handle = yield from _handle(shell, redirect)
        except (RedirectFault, SyntaxFault, expand.ExpansionFault):
            undo(shell.process, saved)
            raise
        old = shell.process.fds.get(redirect.fd)
        saved.append((redirect.fd, old.share() if old is not None else None))
        if handle is None:
            _close(shell.process, redirect.fd)
        else:
            shell.process.point(redirect.fd, handle)
    return saved


def undo(process: Process, saved: Saved) -> None:
    """Put the descriptors back."""
    for number, handle in reversed(saved):
        if handle is None:
            _close(process, number)
        else:
            process.point(number, handle)


def keep(saved: Saved) -> None:
    """Leave the redirections in force, as `exec` without a command does."""
    for _, handle in saved:
        if handle is not None:
            handle.release()


def _close(process: Process, number: int) -> None:
    handle = process.fds.pop(number, None)
    if handle is not None:
        handle.release()


def _handle(shell: Shell, redirect: Redirect) -> Generator[Wait, None, Handle | None]:
    if redirect.here is not None:
        return Text((yield from expand.text(shell, redirect.here.word)).encode("latin-1"))
    target = yield from expand.text(shell, redirect.target)
    if redirect.op in (">&", "<&"):
        return _duplicate(shell, target)
    if target in STANDARD:
        return _duplicate(shell, str(STANDARD[target]))
    flags = FLAGS[redirect.op]
    try:
        file = shell.tree.open(target, shell.folder, flags)
    except IsADirectoryError as fault:
        if redirect.op == "<":
            return Folder()
        message = f"cannot create {target}: {os.strerror(fault.errno or 0)}"
        raise RedirectFault(message) from None
    except OSError as fault:
        verb = "create" if flags & os.O_CREAT else "open"
        message = f"cannot {verb} {target}: {_reason(fault, verb)}"
        raise RedirectFault(message) from None
    return OpenFile(file, append=bool(flags & os.O_APPEND))


def _duplicate(shell: Shell, target: str) -> Handle | None:
    process = shell.process
    if target == "-":
        return None
    if not (target.isdecimal() and len(target) == 1):
        message = "Bad fd number"
        raise SyntaxFault(message, shell.parsed)
    if int(target) not in process.fds:
        message = f"{target}: {os.strerror(errno.EBADF)}"
        raise RedirectFault(message)
    return process.fds[int(target)].share()


def _reason(fault: OSError, verb: str) -> str:
    if fault.errno in (errno.ENOENT, errno.ENOTDIR):
        return "Directory nonexistent" if verb == "create" else "No such file"
    return os.strerror(fault.errno or 0)
