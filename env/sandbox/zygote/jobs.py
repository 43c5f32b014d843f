"""What a zygote does for one job: fork, hand the descriptors on, and afterwards leave no process behind."""

import os
import signal
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import confine
import probe
import run
import wire
from kernel import Kernel
from processes import broker as table
from world import ClosedWorld, ProcessWorld, World

Json = dict[str, Any]

_READ: Final = open
"""Bound before the virtual files replace it."""
_NULL: Final = "/dev/null"
_READ_WRITE: Final = os.O_RDWR
_RESULT: Final = 3
_LINE: Final = 4
_BROKER: Final = 5
"""Descriptors inside the child; 0, 1 and 2 are the null device."""
FIRST_FREE: Final = 16
"""Descriptors that the zygote receives have this number or a higher one, so that no move overwrites another."""
EXIT_FAULT: Final = 70
"""Exit status of a child that could not even begin."""
_BROKER_BYTES: Final = 256 << 20


@dataclass(frozen=True, slots=True)
class Home:
    """What the zygote hands down to every fork.

    Attributes:
        kernel: raw calls, for the self-test.
        confinement: what is put in force before a submission is touched.
        closed: the virtual outside without processes, already in place.
    """

    kernel: Kernel
    confinement: confine.Confinement
    closed: ClosedWorld


@dataclass(frozen=True, slots=True)
class Order:
    """One job as the server orders it.

    Attributes:
        level: of the confinement.
        kind: `run` or `probe`.
        cpu_s: CPU seconds that the broker may use.
        cpu: where child and broker run, if there is a broker.
    """

    level: str
    kind: str
    cpu_s: float
    cpu: int


@dataclass(frozen=True, slots=True)
class Ends:
    """Descriptors of one process of a job.

    Attributes:
        line: where the server's messages come from; the child asks there for the next one.
        result: what it reports to.
        peer: its end of the line between child and broker, None without processes.
    """

    line: int
    result: int
    peer: socket.socket | None


def child(home: Home, order: Order, ends: Ends) -> None:
    """Confine this fresh fork and do the work; returns only when all of it is reported."""
    job, outside = begin(home, order, ends)
    if order.kind == "probe":
        job.send({"kind": "probe", "done": probe.forbidden(home.kernel, job.request["probe"])})
        return
    home.kernel.drop()
    home.closed.open(job.request["world"])
    run.perform(job, outside)


def begin(home: Home, order: Order, ends: Ends) -> tuple[run.Job, World]:
    """Take the job and confine this fresh fork."""
    request = wire.receive(ends.line, home.kernel.read)
    keep = _arrange(home.kernel, ends)
    job = run.Job(request, _RESULT, wire.sender(_RESULT, request["result_bytes"]), os._exit, wire.asker(_LINE))
    outside: World = home.closed
    profile = "closed"
    try:
        if ends.peer is not None:
            _meet(order.cpu)
            outside, profile = ProcessWorld(request["world"], socket.socket(fileno=_BROKER)), "processes"
        home.confinement.apply(order.level, profile, confine.Bounds(request["cpu_s"], request["memory_bytes"]), keep)
    except OSError as error:
        job.send({"kind": "fault", "detail": str(error)})
        job.leave(EXIT_FAULT)
    return job, outside


def broker(home: Home, order: Order, ends: Ends) -> None:
    """Confine this fresh fork and serve the virtual process table."""
    _meet(order.cpu)
    world = wire.receive(ends.line)
    keep = _arrange(home.kernel, ends)
    home.confinement.apply(order.level, "broker", confine.Bounds(order.cpu_s, _BROKER_BYTES), keep)
    home.kernel.drop()
    table.serve(socket.socket(fileno=_BROKER), _RESULT, world)


def _meet(cpu: int) -> None:
    """Child and broker take turns, and waking each other is ten times as fast on one CPU."""
    with suppress(OSError):
        os.sched_setaffinity(0, {cpu})


def _arrange(kernel: Kernel, ends: Ends) -> int:
    """Give the descriptors their fixed numbers; returns the first number that is free.

    The null device is opened anew: the zygote's is one open file for every job, and its flags would pass from one to the next.
    """
    null = kernel.open(_NULL, _READ_WRITE)
    kernel.dup2(null, 0)
    kernel.dup2(null, 1)
    kernel.dup2(null, 2)
    kernel.dup2(ends.result, _RESULT)
    kernel.dup2(ends.line, _LINE)
    if ends.peer is None:
        return _BROKER
    kernel.dup2(ends.peer.detach(), _BROKER)
    return _BROKER + 1


def reap(known: list[int]) -> tuple[int, float]:
    """Kill and collect every process below this one, until there is none.

    Returns:
        Wait status of the first of `known`, and CPU seconds of all of them.
    """
    found: dict[int, tuple[int, float]] = {}
    while True:
        try:
            pid, status, usage = os.wait4(-1, os.WNOHANG)
            if not pid:
                _kill({*known, *_children()} - set(found))
                pid, status, usage = os.wait4(-1, 0)
        except ChildProcessError:
            break
        found[pid] = (status, usage.ru_utime + usage.ru_stime)
    return found[known[0]][0] if known[0] in found else 0, sum(found[pid][1] for pid in known if pid in found)


def _kill(pids: set[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _children() -> list[int]:
    here = os.getpid()
    try:
        with _READ(f"/proc/{here}/task/{here}/children", encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []
