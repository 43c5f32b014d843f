"""What a child may ask its broker for, one function a question.

Each takes the broker, the descriptors that came along and the fields of the question, and gives an answer and descriptors to
send. Wrong fields raise TypeError or KeyError, which ends the broker: only a tampered child sends them.
"""

import errno
import fcntl
import os
import stat
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from processes.handles import adopt
from processes.link import Message
from processes.machine import Machine
from processes.nodes import Device, Directory, Memfd, Memory
from processes.parser import Parser
from processes.process import CHILD_PID, Env, Process, null_fds
from processes.programs import SHELLS
from processes.syntax import Refused, SyntaxFault

if TYPE_CHECKING:
    from processes.broker import Broker

Reply = tuple[Message, tuple[int, ...]]
MAX_DIRECTORY_BYTES: Final = 4096


def spawn(  # noqa: PLR0913, PLR0917 - the fields of one question
    broker: "Broker",
    fds: list[int],
    argv: list[str],
    candidates: list[str],
    cwd: str,
    env: list[str],
    session: bool,  # noqa: FBT001 - a field of the question
    failure: int,
) -> Reply:
    """Start a program. A start that fails leaves a child with exit status `failure`, as a fork before an exec would."""
    machine = broker.machine
    standard = {number: adopt(fd) for number, fd in enumerate(fds)}
    process = machine.create(None, {**null_fds(), **standard}, cwd, _environment(env))
    if session:
        process.group = process.pid
    try:
        process.cwd = machine.tree.path_of(machine.tree.directory(cwd))
    except OSError as fault:
        machine.end(process, failure << 8)
        return {"pid": process.pid, "failed": fault.errno, "what": "cwd"}, ()
    try:
        _refuse_early(machine, argv, candidates)
        process.program = broker.loader.execute(process, argv, candidates, "py")
    except OSError as fault:
        machine.end(process, failure << 8)
        return {"pid": process.pid, "failed": fault.errno, "what": "exec"}, ()
    except Refused:
        machine.end(process, failure << 8)
        machine.processes.pop(process.pid, None)
        raise
    return {"pid": process.pid}, ()


def _environment(pairs: list[str]) -> Env:
    return {name: value for name, equals, value in (pair.partition("=") for pair in pairs) if equals}


def _refuse_early(machine: Machine, argv: list[str], candidates: list[str]) -> None:
    """Refuse a script before it starts, so that the caller sees an error and not a strange status."""
    if candidates and candidates[0].rpartition("/")[2] in SHELLS and argv[1:2] == ["-c"] and argv[2:]:
        machine.shell = True
        try:
            Parser(argv[2]).whole()
        except SyntaxFault:
            return


def wait(broker: "Broker", _fds: list[int], pid: int, nohang: bool) -> Reply:  # noqa: FBT001 - a field of the question
    """`waitpid`."""
    found, status = broker.reap(pid, nohang=nohang)
    return {"pid": found, "status": status}, ()


def kill(broker: "Broker", _fds: list[int], pid: int, number: int, group: bool) -> Reply:  # noqa: FBT001 - as above
    """`kill` and `killpg`."""
    targets = broker.machine.group(pid) if group else [pid]
    if not targets:
        raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
    for target in targets:
        broker.machine.kill(target, number)
    return {}, ()


def watch(broker: "Broker", fds: list[int], pid: int) -> Reply:
    """Tell the other end of a pipe when a process has ended, as a pidfd does."""
    process = broker.machine.processes.get(pid)
    (handle,) = map(adopt, fds)
    if process is None:
        handle.release()
        raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
    if process.status is not None:
        handle.write(b"x")
        handle.release()
    else:
        process.watchers.append(handle)
    return {}, ()


def group_of(broker: "Broker", _fds: list[int], pid: int) -> Reply:
    """`getpgid`."""
    return {"group": _process(broker, pid).group if pid not in (0, CHILD_PID) else CHILD_PID}, ()


def _process(broker: "Broker", pid: int) -> Process:
    if pid not in broker.machine.processes:
        raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
    return broker.machine.processes[pid]


def settle(_broker: "Broker", _fds: list[int]) -> Reply:
    """Nothing: the broker runs every process as far as it goes before and after each question."""
    return {}, ()


def refuse(broker: "Broker", _fds: list[int], name: str, shell: bool) -> Reply:  # noqa: FBT001 - a field of the question
    """Record what the child met and cannot have."""
    broker.machine.refuse(name[:100])
    broker.machine.shell = broker.machine.shell or shell is True
    return {}, ()


def shell(broker: "Broker", _fds: list[int]) -> Reply:
    """A road that goes through a shell whatever it runs."""
    broker.machine.shell = True
    return {}, ()


def open_file(broker: "Broker", _fds: list[int], path: str, flags: int) -> Reply:
    """`open`: a file that is only read is a copy, so that every reader has a position of its own."""
    file = broker.machine.tree.open(path, "/", flags)
    if isinstance(file, Device):
        return {}, (os.dup(0),)
    if not flags & (os.O_WRONLY | os.O_RDWR):
        copy = Memfd(file.content())
        os.lseek(copy.fd, 0, os.SEEK_SET)
        return {}, (os.dup(copy.fd),)
    if isinstance(file.store, Memory):
        file.store = Memfd(file.content())
    os.lseek(file.store.fd, 0, os.SEEK_SET)
    status = fcntl.fcntl(file.store.fd, fcntl.F_GETFL) & ~os.O_APPEND
    fcntl.fcntl(file.store.fd, fcntl.F_SETFL, status | (flags & os.O_APPEND))
    return {}, (os.dup(file.store.fd),)


def stat_file(broker: "Broker", _fds: list[int], path: str) -> Reply:
    """`stat`: mode, inode, number of links, size."""
    found = broker.machine.tree.find(path, "/")
    if isinstance(found, Directory):
        links = 2 + sum(isinstance(node, Directory) for node in found.entries.values())
        return {"stat": [found.mode, found.inode, links, MAX_DIRECTORY_BYTES]}, ()
    return {"stat": [found.mode, found.inode, 1, found.store.size()]}, ()


def list_folder(broker: "Broker", _fds: list[int], path: str) -> Reply:
    """`readdir`: names and whether each is a directory."""
    entries = broker.machine.tree.directory(path, "/").entries
    return {"entries": [[name, stat.S_ISDIR(node.mode), node.inode] for name, node in sorted(entries.items())]}, ()


def change(broker: "Broker", _fds: list[int], verb: str, path: str, target: str) -> Reply:
    """`mkdir`, `rmdir`, `unlink`, `rename`, `chmod`."""
    broker.machine.tree.change(verb, path, target)
    return {}, ()


OPERATIONS: Final[dict[str, Callable[..., Reply]]] = {
    "spawn": spawn,
    "wait": wait,
    "kill": kill,
    "watch": watch,
    "group": group_of,
    "settle": settle,
    "refuse": refuse,
    "shell": shell,
    "open": open_file,
    "stat": stat_file,
    "list": list_folder,
    "change": change,
}
