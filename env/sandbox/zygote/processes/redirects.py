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


def apply(shell: Shell, redirects: Redirects, saved: Saved, *, own: bool = False) -> Generator[Wait, None, None]:
    """Expand all targets, then apply in order; what undoes it is added to `saved`, one by one.

    Except in a process of its `own`, a descriptor that is to be a copy of a closed one is closed itself before that fails,
    standard error included.

    Raises:
        RedirectFault: one failed; those before it are in force, so that the message goes where they lead.
    """
    pairs: list[tuple[Redirect, str]] = []
    for redirect in redirects:
        pairs += [(redirect, (yield from _target(shell, redirect)))]
    for redirect, target in pairs:
        copies = redirect.op in (">&", "<&")
        if copies and target == str(redirect.fd):
            continue
        opened = None if copies else (yield from _opened(shell, redirect, target))
        old = shell.process.fds.get(redirect.fd)
        saved.append((redirect.fd, old.share() if old is not None else None))
        if not own:
            close(shell.process, redirect.fd)
        handle = _copied(shell.process, target) if copies else opened
        if handle is None:
            close(shell.process, redirect.fd)
        else:
            shell.process.point(redirect.fd, handle)


def undo(process: Process, saved: Saved) -> None:
    """Put the descriptors back."""
    for number, handle in reversed(saved):
        if handle is None:
            close(process, number)
        else:
            process.point(number, handle)


def finish(process: Process, saved: Saved, *, stays: bool) -> None:
    """Undo, or leave in force: after `exec` without a command, and where the shell ends and its last word is to be said."""
    if not stays:
        undo(process, saved)
        return
    for _, handle in saved:
        if handle is not None:
            handle.release()


def close(process: Process, number: int) -> None:
    """Close a descriptor, if it is open."""
    handle = process.fds.pop(number, None)
    if handle is not None:
        handle.release()


def _target(shell: Shell, redirect: Redirect) -> Generator[Wait, None, str]:
    target = yield from expand.text(shell, redirect.target)
    if redirect.op in (">&", "<&") and not (target == "-" or (target.isdecimal() and len(target) == 1)):
        message = "Bad fd number"
        raise SyntaxFault(message, shell.parsed)
    return target


def _opened(shell: Shell, redirect: Redirect, target: str) -> Generator[Wait, None, Handle | None]:
    if redirect.here is not None:
        return Text((yield from expand.text(shell, redirect.here.word)).encode("latin-1"))
    if target in STANDARD:
        return _copied(shell.process, str(STANDARD[target]))
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
    return OpenFile(file, flags)


def _copied(process: Process, target: str) -> Handle | None:
    if target == "-":
        return None
    if int(target) not in process.fds:
        message = f"{target}: {os.strerror(errno.EBADF)}"
        raise RedirectFault(message)
    return process.fds[int(target)].share()


def _reason(fault: OSError, verb: str) -> str:
    if fault.errno in (errno.ENOENT, errno.ENOTDIR):
        return "Directory nonexistent" if verb == "create" else "No such file"
    return os.strerror(fault.errno or 0)
