"""What a zygote does for one job: fork, hand the descriptors on, and afterwards leave no process behind."""

import json
import os
import signal
import socket
from contextlib import suppress
from typing import Any, Final

import confine
import probe
import run
import wire
from kernel import Kernel
from processes import broker as table
from world import World

Json = dict[str, Any]

_RESULT: Final = 3
_BROKER: Final = 4
"""Descriptors inside the child; 0, 1 and 2 are the null device."""
_PARKED: Final = 30
"""Descriptors are moved up here before they take their final numbers."""
EXIT_FAULT: Final = 70
"""Exit status of a child that could not even begin."""
_BROKER_BYTES: Final = 256 << 20


def child(kernel: Kernel, order: Json, request: int, result: int, peer: socket.socket | None) -> None:
    """Confine this fresh fork and do the work; returns only when all of it is reported."""
    job: Json = json.loads(wire.read_all(request))
    keep = _arrange(result, peer)
    send = wire.sender(_RESULT, job["result_bytes"])
    leave = os._exit
    probing = order["kind"] == "probe"
    try:
        outside = None if probing else World(job["world"], socket.socket(fileno=_BROKER) if peer else None)
        profile = "processes" if peer else "closed"
        confine.apply(kernel, order["level"], profile, confine.Bounds(job["cpu_s"], job["memory_bytes"]), keep)
    except OSError as error:
        send({"kind": "fault", "detail": str(error)})
        leave(EXIT_FAULT)
    if outside is None:
        send({"kind": "probe", "done": probe.forbidden(kernel, job["probe"])})
        return
    kernel.drop()
    run.perform(run.Job(job, _RESULT, send, leave), outside)


def broker(kernel: Kernel, order: Json, description: int, report: int, peer: socket.socket) -> None:
    """Confine this fresh fork and serve the virtual process table."""
    world: Json = json.loads(wire.read_all(description))
    keep = _arrange(report, peer)
    confine.apply(kernel, order["level"], "broker", confine.Bounds(order["cpu_s"], _BROKER_BYTES), keep)
    kernel.drop()
    table.serve(socket.socket(fileno=_BROKER), _RESULT, world)


def _arrange(result: int, peer: socket.socket | None) -> int:
    """Give the descriptors their fixed numbers; returns the first number that is free."""
    os.dup2(result, _PARKED)
    if peer is not None:
        os.dup2(peer.fileno(), _PARKED + 1)
        peer.detach()
        os.dup2(_PARKED + 1, _BROKER)
    os.dup2(_PARKED, _RESULT)
    return _BROKER + 1 if peer is not None else _RESULT + 1


def reap(known: list[int]) -> Json:
    """Kill and collect every process below this one, until there is none.

    Returns:
        Status, CPU seconds and peak memory (KiB) of the first of `known`.
    """
    found: dict[int, Json] = {}
    while True:
        for pid in {*known, *_children()} - set(found):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        try:
            pid, status, usage = os.wait4(-1, 0)
        except ChildProcessError:
            break
        found[pid] = {"status": status, "cpu_s": usage.ru_utime + usage.ru_stime, "peak_kib": usage.ru_maxrss}
    cpu_s = sum(found[pid]["cpu_s"] for pid in known if pid in found)
    return {**found.get(known[0], {"status": 0, "peak_kib": 0}), "cpu_s": cpu_s}


def _children() -> list[int]:
    here = os.getpid()
    try:
        with open(f"/proc/{here}/task/{here}/children", encoding="ascii") as file:  # noqa: PTH123 - once a job, cheap
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []
