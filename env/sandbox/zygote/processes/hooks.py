"""Puts the virtual machine in front of CPython's own `subprocess`, `os`, `selectors` and `asyncio` in the child.

The code above these choke points is CPython's real code: pipes are kernel pipes whose other ends go to the broker.
"""

import _posixsubprocess
import _thread
import asyncio
import os
import select
import selectors
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from typing import Any, Final

from processes import clock, environment, files, patches
from processes.link import Link
from processes.process import CHILD_PID
from processes.spawning import Spawner
from processes.watcher import Watcher

SHELL_ROADS: Final = ("fork", "forkpty", "execv", "execve")
"""Refused, and counted as a shell: nothing but a program in a real process could follow."""
_EXPORTED: Final = {
    "system": os.system,
    "posix_spawn": os.posix_spawn,
    "posix_spawnp": os.posix_spawnp,
    "spawnvef": os._spawnvef,  # type: ignore[attr-defined] # noqa: SLF001 - the one function behind os.spawn*
    "waitpid": os.waitpid,
    "wait": os.wait,
    "kill": os.kill,
    "killpg": os.killpg,
    "getpgid": os.getpgid,
    "pidfd_open": os.pidfd_open,
    "fork_exec": _posixsubprocess.fork_exec,
}
_SELECTORS: Final = (selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector)
_SELECTS: Final = {kind: kind.select for kind in _SELECTORS}
_SELECT: Final = select.select
_REFUSED: Final[dict[Callable[..., Any], tuple[str, bool]]] = {
    **{getattr(os, name): (f"os.{name}", True) for name in SHELL_ROADS},
    os.openpty: ("os.openpty", True),
    os.wait3: ("os.wait3", False),
    os.wait4: ("os.wait4", False),
    os.waitid: ("os.waitid", False),
    signal.pidfd_send_signal: ("signal.pidfd_send_signal", False),
    signal.setitimer: ("signal.setitimer", False),
    signal.alarm: ("signal.alarm", False),
    signal.pthread_kill: ("signal.pthread_kill", False),
    signal.raise_signal: ("signal.raise_signal", False),
}
_PIDS: Final[dict[Callable[..., Any], int]] = {
    os.getpid: CHILD_PID,
    os.getppid: 1,
    os.getpgrp: CHILD_PID,
    os.getsid: CHILD_PID,
}


class _Installed:
    """What one process holds between its calls."""

    def __init__(self) -> None:
        self.link: Link | None = None
        self.clock = clock.Clock(None)
        self.files: files.Files | None = None
        self.spawner: Spawner | None = None


_STATE: Final = _Installed()


class Remote:
    """A store whose files live in the broker."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def open_raw(self, path: str, flags: int) -> int:
        """A real descriptor."""
        _reply, fds = self._link.ask("open", path=path, flags=flags)
        return fds[0]

    def stat(self, path: str) -> tuple[int, int, int, int]:
        """Mode, inode, number of links, size."""
        mode, inode, links, size = self._link.ask("stat", path=path)[0]["stat"]
        return mode, inode, links, size

    def list(self, path: str) -> list[tuple[str, bool, int]]:
        """Name, whether it is a directory, inode."""
        return [tuple(entry) for entry in self._link.ask("list", path=path)[0]["entries"]]

    def change(self, verb: str, path: str, target: str) -> None:
        """`mkdir`, `rmdir`, `unlink`, `rename`, `chmod`."""
        self._link.ask("change", verb=verb, path=path, target=target)


def prepare() -> None:
    """Search the loaded modules once, before any fork."""
    clock.prepare()
    files.prepare()
    patches.find(
        [*_EXPORTED.values(), *_REFUSED, *_PIDS, _SELECT, _thread.start_new_thread, environment.PUTENV, environment.UNSETENV]
    )


def install(sock: socket.socket, world: dict[str, Any]) -> None:
    """Put the hooks in place, once, before the process is confined.

    Args:
        sock: the child's end of the pair; the broker holds the other.
        world: `files` and `now` of the task; the broker has its own copy.
    """
    link = Link(sock)
    _STATE.link = link
    _STATE.clock = clock.Clock(world.get("now"), lambda: _settle(link))
    _STATE.files = files.Files(Remote(link), _STATE.clock.time)
    spawner = _STATE.spawner = Spawner(link, _STATE.files)
    patches.apply({original: getattr(spawner, name) for name, original in _EXPORTED.items()})
    patches.apply({original: spawner.forbidden(name, shell=shell) for original, (name, shell) in _REFUSED.items()})
    patches.apply({original: _constant(value) for original, value in _PIDS.items()})
    patches.apply({environment.PUTENV: environment.putenv, environment.UNSETENV: environment.unsetenv})
    patches.apply({_thread.start_new_thread: _no_threads(spawner), _SELECT: _select(link)})
    files.install(_STATE.files)
    clock.install(_STATE.clock)
    _tune_subprocess(spawner)
    _tune_selectors(link)
    asyncio.set_child_watcher(Watcher())
    asyncio.unix_events.ThreadedChildWatcher = Watcher  # type: ignore[misc, assignment] # of a policy that is made anew
    _reset()


def begin() -> None:
    """Start afresh before a module is imported; the broker does so by itself."""
    _reset()


def begin_call(index: int, tools: dict[str, Any]) -> None:
    """Start afresh: processes, files, working directory, environment, clock and counters."""
    link = _link()
    live, link.live = link.live, False
    link.tell("begin", call=index, tools=tools)
    if live:
        link.ask("settle")  # the answer says that what was left of earlier processes is gone
    _reset()


def end_call(index: int) -> None:
    """Close the call; the broker reports it to the server before this returns."""
    _link().ask("end", call=index)
    if _STATE.spawner is not None:
        _STATE.spawner.reset()


def _link() -> Link:
    if _STATE.link is None:
        message = "install() comes first"
        raise RuntimeError(message)
    return _STATE.link


def _reset() -> None:
    _STATE.clock.reset()
    if _STATE.files is not None:
        _STATE.files.reset()
    if _STATE.spawner is not None:
        _STATE.spawner.reset()
    environment.reset()
    tempfile.tempdir = None
    tempfile._name_sequence = _names()  # type: ignore[attr-defined] # noqa: SLF001 - random names would differ in each run
    subprocess._active.clear()  # type: ignore[attr-defined] # noqa: SLF001 - processes of an earlier call are gone


def _names() -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"{number:08d}"


def _settle(link: Link) -> None:
    """Have the processes go as far as they can; where none is left there is nothing to ask for."""
    if link.live:
        link.ask("settle")


def _constant(value: int) -> Callable[..., int]:
    return lambda *_args: value


def _no_threads(spawner: Spawner) -> Callable[..., Any]:
    def start_new_thread(*_args: Any) -> Any:
        try:
            spawner.refuse("threads")
        except OSError:
            message = "can't start new thread"
            raise RuntimeError(message) from None

    return start_new_thread


def _tune_subprocess(spawner: Spawner) -> None:
    vars(subprocess)["_USE_POSIX_SPAWN"] = False  # one road into the broker is enough
    poll = subprocess.Popen._internal_poll  # type: ignore[attr-defined] # noqa: SLF001 - holds waitpid as a default
    poll.__defaults__ = tuple(spawner.waitpid if value is _EXPORTED["waitpid"] else value for value in poll.__defaults__)
    real_wait = subprocess.Popen._wait  # type: ignore[attr-defined] # noqa: SLF001 - polls with real sleeps

    def wait(popen: Any, timeout: float | None) -> Any:
        if popen.returncode is None and timeout is not None:
            if popen.poll() is None:
                _STATE.clock.advance(timeout)
                raise subprocess.TimeoutExpired(popen.args, timeout)
            return popen.returncode
        return real_wait(popen, timeout)

    subprocess.Popen._wait = wait  # type: ignore[attr-defined] # noqa: SLF001 - as above


def _tune_selectors(link: Link) -> None:
    for kind, real in _SELECTS.items():
        kind.select = _waiting(link, real)  # type: ignore[method-assign] # the point of this module


def _waiting(link: Link, real: Callable[..., Any]) -> Callable[..., Any]:
    """A `select` that lets virtual time pass instead of waiting."""

    def chosen(selector: Any, timeout: float | None = None) -> Any:
        _settle(link)
        ready = real(selector, 0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if timeout is None:
            return real(selector, None)
        _STATE.clock.advance(timeout)
        return ready

    return chosen


def _select(link: Link) -> Callable[..., Any]:
    def chosen(reads: Any, writes: Any, errors: Any, timeout: float | None = None) -> Any:
        _settle(link)
        ready = _SELECT(reads, writes, errors, 0)
        if any(ready) or (timeout is not None and timeout <= 0):
            return ready
        if timeout is None:
            return _SELECT(reads, writes, errors)
        _STATE.clock.advance(timeout)
        return ready

    return chosen
