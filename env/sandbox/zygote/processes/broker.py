"""The broker of one job: answers the child's questions, runs the virtual machine, and reports each call to the server.

It is trusted code that holds no answers; nothing the child says is trusted. A child that speaks nonsense loses it.
"""

import errno
import json
import os
import select
import socket
import struct
from typing import Any, Final, NoReturn

from processes import link, requests, shell
from processes.machine import Machine
from processes.process import BASE_ENV, CHILD_PID, Start
from processes.programs import Loader, Toolbox, Tools
from processes.syntax import Refused
from processes.tree import Tree

EXIT_PROTOCOL: Final = 3
"""Exit status of a broker that was told nonsense."""
EXIT_DEADLOCK: Final = 4
"""Exit status of a broker whose child waits for something that can never happen."""
MAX_REPORT: Final = 3 << 20
"""Bytes of one report; a larger one is cut down to what decides, so that no amount of output hides a shell."""


class Deadlock(Exception):
    """The child waits for a virtual process that nothing can end."""


class Broker:
    """State of one job."""

    def __init__(self, sock: socket.socket, report_fd: int, world: dict[str, Any]) -> None:
        self._sock = sock
        self._report_fd = report_fd
        self._world = world
        self._last = -1
        self._open = self._stale = False
        self._tree = Tree(world["files"])
        self._stock: list[tuple[str, bool]] = []
        self.machine, self.loader = self._fresh({})

    def turn(self) -> bool:
        """Wait for the child or for a pipe, and act on it; False once the child has gone."""
        if not self._child_speaks():
            self.machine.settle()
            return True
        try:
            message, fds = link.receive(self._sock)
        except (link.Gone, ConnectionError):
            return False
        self._collect(message.pop("reaped", []))
        if message["op"] == "begin":
            self._begin(message["call"], message["tools"])
            return True
        reply, sent = self._answer(message, fds)
        reply["live"] = self.machine.live()
        link.send(self._sock, reply, sent)
        for fd in sent:
            os.close(fd)
        return True

    def _child_speaks(self) -> bool:
        """Wait; False when it is a pipe that has moved. With no pipe to wait for, receiving waits as well."""
        waits = list(self.machine.waiting())
        if not waits:
            return True
        poller = select.poll()
        poller.register(self._sock, select.POLLIN)
        for wait in waits:
            poller.register(wait.descriptor, select.POLLOUT if wait.writes else select.POLLIN)
        return self._sock.fileno() in [fd for fd, _event in poller.poll()]

    def _answer(self, message: link.Message, fds: list[int]) -> tuple[link.Message, tuple[int, ...]]:
        op = message.pop("op")
        try:
            if op == "end":
                return self._end(**message), ()
            if self._stale:
                self._renew({})
            self.machine.settle()
            reply, sent = requests.OPERATIONS[op](self, fds, **message)
            self.machine.settle()
            if op == "spawn":
                reply |= self._ended(reply["pid"])
        except Refused as refusal:
            self.machine.refuse(refusal.feature)
            return {"errno": errno.ENOSYS, "reason": f"the virtual machine does not offer: {refusal.feature}"}, ()
        except RecursionError:
            self.machine.refuse("deep nesting")
            return {"errno": errno.ENOSYS}, ()
        except OSError as fault:
            return {"errno": fault.errno or errno.EIO}, ()
        return reply, sent

    def _ended(self, pid: int) -> link.Message:
        """The wait status of a process that is over already, which saves the question for it."""
        process = self.machine.processes.get(pid)
        return {} if process is None or process.status is None else {"status": process.status}

    def _collect(self, pids: list[int]) -> None:
        """Let go of ended processes whose status the child was told."""
        for pid in pids:
            process = self.machine.processes.get(pid)
            if process is None or process.parent != CHILD_PID or self.machine.reap(pid, CHILD_PID) is None:
                message = "this process has not ended"
                raise link.LinkFault(message)

    def _begin(self, call: int, tools: Tools) -> None:
        """Start a call afresh; what was seen since the last one counts for it. It has no answer."""
        if self._open or type(call) is not int or call <= self._last:
            message = "calls come one by one and in order"
            raise link.LinkFault(message)
        self._open, self._stale, self._last = True, False, call
        self._renew(tools)

    def _renew(self, tools: Tools) -> None:
        """A fresh machine that keeps the record of what has not been reported."""
        before = self.machine
        before.close()
        self.machine, self.loader = self._fresh(tools)
        self._stale = False
        self.machine.starts[:0] = before.starts
        self.machine.shell, self.machine.refused = before.shell, before.refused

    def _end(self, call: int) -> link.Message:
        if not self._open or call != self._last:
            message = "this call is not the one in progress"
            raise link.LinkFault(message)
        self.machine.settle()
        self._report({"call": call, **seen(self.machine)})
        self.machine.close()
        self.machine.forget()
        self._open, self._stale = False, True
        return {}

    def _report(self, frame: dict[str, object]) -> None:
        body = json.dumps(frame).encode()
        if len(body) > MAX_REPORT:
            short = {**frame, "spawns": [], "files": [], "refused": [*self.machine.refused, "limit: report size"]}
            body = json.dumps(short).encode()
        rest = memoryview(struct.pack(">I", len(body)) + body)
        while rest:
            rest = rest[os.write(self._report_fd, rest) :]

    def _fresh(self, tools: Tools) -> tuple[Machine, Loader]:
        toolbox = Toolbox({**self._world["tools"], **tools})
        stock = toolbox.stock()
        if self._tree.touched or self._stock != stock:  # else it is what a new one would be
            self._tree.close()
            self._tree, self._stock = Tree(self._world["files"]), stock
        machine = Machine(self._tree, epoch=2 * self._last + 2 + self._stale)
        loader = Loader(machine, toolbox, shell.main)
        self._tree.touched = False
        return machine, loader

    def reap(self, pid: int, *, nohang: bool) -> tuple[int, int]:
        """`waitpid`; without `nohang` it serves pipes until the child has ended.

        Raises:
            Deadlock: the process can never end, because the only one who could end it waits here.
        """
        while True:
            found = self.machine.reap(pid, CHILD_PID)
            if found is not None or nohang:
                return found or (0, 0)
            if not self._wait_for_pipes():
                raise Deadlock

    def _wait_for_pipes(self) -> bool:
        """Run on as pipes allow; False when nothing is ready and nothing can become so."""
        before = self.machine.steps
        self.machine.settle()
        return self.machine.steps > before


def seen(machine: Machine) -> dict[str, object]:
    """What one call did, for the server."""
    return {
        "spawns": [_spawn(start) for start in machine.starts],
        "shell": machine.shell,
        "files": [
            [_text(path), None if data is None else data.decode("utf-8", "replace")] for path, data in machine.tree.changes()
        ],
        "refused": machine.refused,
    }


def _spawn(start: Start) -> dict[str, object]:
    names = {name for name in {**BASE_ENV, **start.env} if BASE_ENV.get(name) != start.env.get(name)} - _DROPPED
    return {
        "argv": [_text(word) for word in start.argv],
        "exe": _text(start.exe),
        "cwd": _text(start.cwd),
        "env": [[_text(name), _text(start.env[name]) if name in start.env else None] for name in sorted(names)],
        "stdin": start.stdin.decode("utf-8", "surrogateescape"),
        "via": start.via,
    }


_DROPPED: Final = frozenset({"PWD", "OLDPWD"})
"""A shell exports them and Python does not; `cwd` says the same."""


def _text(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "surrogateescape")


def serve(sock: socket.socket, report_fd: int, world: dict[str, Any]) -> NoReturn:
    """Serve one child until it is gone, then end the process."""
    broker = Broker(sock, report_fd, world)
    try:
        while broker.turn():
            pass
    except Deadlock:
        os._exit(EXIT_DEADLOCK)
    except (link.LinkFault, TypeError, ValueError, KeyError, AttributeError, OverflowError):
        os._exit(EXIT_PROTOCOL)
    os._exit(0)
