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
_OPEN: Final = os.open
"""Bound before the virtual files replace them."""
_RESULT: Final = 3
_LINE: Final = 4
_BROKER: Final = 5
"""Descriptors inside the child; 0, 1 and 2 are the null device."""
_PARKED: Final = 30
"""Descriptors are moved up here before they take their final numbers."""
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
    job = wire.receive(ends.line)
    keep = _arrange(ends)
    send = wire.sender(_RESULT, job["result_bytes"])
    leave = os._exit
    outside: World = home.closed
    profile = "closed"
    try:
        if ends.peer is not None:
            _meet(order.cpu)
            outside, profile = ProcessWorld(job["world"], socket.socket(fileno=_BROKER)), "processes"
        home.confinement.apply(order.level, profile, confine.Bounds(job["cpu_s"], job["memory_bytes"]), keep)
    except OSError as error:
        send({"kind": "fault", "detail": str(error)})
        leave(EXIT_FAULT)
    if order.kind == "probe":
        send({"kind": "probe", "done": probe.forbidden(home.kernel, job["probe"])})
        return
    home.kernel.drop()
    home.closed.open(job["world"])
    run.perform(run.Job(job, _RESULT, send, leave, wire.asker(_LINE)), outside)


def broker(home: Home, order: Order, ends: Ends) -> None:
    """Confine this fresh fork and serve the virtual process table."""
    _meet(order.cpu)
    world = wire.receive(ends.line)
    keep = _arrange(ends)
    home.confinement.apply(order.level, "broker", confine.Bounds(order.cpu_s, _BROKER_BYTES), keep)
    home.kernel.drop()
    table.serve(socket.socket(fileno=_BROKER), _RESULT, world)


def _meet(cpu: int) -> None:
    """Child and broker take turns, and waking each other is ten times as fast on one CPU."""
    with suppress(OSError):
        os.sched_setaffinity(0, {cpu})


def _arrange(ends: Ends) -> int:
    """Give the descriptors their fixed numbers; returns the first number that is free.

    The null device is opened anew: the zygote's is one open file for every job, and its flags would pass from one to the next.
    """
    null = _OPEN(os.devnull, os.O_RDWR)
    for number in range(_RESULT):
        os.dup2(null, number)
    held = [ends.result, ends.line] + ([] if ends.peer is None else [ends.peer.detach()])
    for at, descriptor in enumerate(held):
        os.dup2(descriptor, _PARKED + at)
    for at in range(len(held)):
        os.dup2(_PARKED + at, _RESULT + at)
    return _RESULT + len(held)


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
