"""The fork server and its zygotes. A zygote forks one confined child per job and never reads what the child gets or gives."""

import array
import fcntl
import gc
import json
import os
import random
import signal
import socket
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

import confine
import gaps
import jobs
import practice
import preload
from database import Database
from kernel import PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, Kernel
from world import ClosedWorld

_LEAVE: Final = os._exit
"""Bound early: a submission may replace the name in `os`."""
_MESSAGE_BYTES: Final = 1 << 16
_MAX_DESCRIPTORS: Final = 8
_HIGH: Final = 64
_OWN: Final = (
    "atfork audit codec confine database facts filters forks gaps inputs jobs kernel landlock lines objects outcome practice "
    "preload probe probes processes run streams syscalls wire world"
).split()


def serve(control: socket.socket) -> None:
    """Confine what can be confined already, and fork a zygote for every socket that comes in, until ours closes."""
    kernel = Kernel()
    kernel.prctl(PR_SET_DUMPABLE, 0)
    kernel.prctl(PR_SET_NO_NEW_PRIVS, 1)
    kernel.prctl(PR_SET_CHILD_SUBREAPER, 1)
    kernel.relinquish()
    database = Database()
    kernel.conceal()
    _forget()
    home = jobs.Home(kernel, confine.Confinement(kernel), ClosedWorld(database))
    control.send(json.dumps({"landlock_abi": max(kernel.landlock_abi(), 0), "modules": len(sys.modules)}).encode())
    practice.practise(home)
    random.seed(0)
    gc.collect()
    gaps.fill()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel collects zygotes, and what a killed one leaves
    while _raise(control, home):
        pass


def out_of_the_way(number: int) -> socket.socket:
    """The socket of a descriptor, above the numbers that a child deals out anew; all of those are taken afterwards."""
    control = socket.socket(fileno=fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, _HIGH))
    os.close(number)
    while os.dup(0) < jobs.FIRST_FREE:
        pass
    return control


def _forget() -> None:
    """Leave nothing of the machinery importable."""
    own = {name for name in sys.modules if name.partition(".")[0] in _OWN}
    preload.close(own)
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv[:] = ["submission.py"]
    os.environ.clear()
    os.putenv("TZ", "UTC")  # libc would read the host's zone otherwise; the submission's view stays empty


def _raise(server: socket.socket, home: jobs.Home) -> bool:
    """Fork a zygote; False when the server has gone."""
    message, descriptors = _receive(server)
    if not message:
        return False
    pid = os.fork()
    if pid == 0:
        server.close()
        _zygote(socket.socket(fileno=descriptors[0]), home)
    for descriptor in descriptors:
        os.close(descriptor)
    handles = array.array("i")
    with suppress(ProcessLookupError):  # without a handle it is taken for lost, which it is
        handles.append(os.pidfd_open(pid))
    server.sendmsg([json.dumps({"pid": pid}).encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handles)])
    for handle in handles:
        os.close(handle)
    return True


def _zygote(control: socket.socket, home: jobs.Home) -> NoReturn:
    """Serve one control socket until it closes."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        home.kernel.prctl(PR_SET_CHILD_SUBREAPER, 1)
        while _serve(control, home):
            pass
        _LEAVE(0)
    finally:
        _LEAVE(jobs.EXIT_FAULT)


def _serve(control: socket.socket, home: jobs.Home) -> bool:
    """One job from order to the last process; False when the server has gone."""
    message, descriptors = _receive(control)
    if not message:
        return False
    level, kind, cpu_s, cpu = message.decode().split()
    known = _start(control, home, jobs.Order(level, kind, float(cpu_s), int(cpu)), descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    handles = array.array("i", [os.pidfd_open(pid) for pid in known])
    control.sendmsg([" ".join(map(str, known)).encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handles)])
    for handle in handles:
        os.close(handle)
    if not control.recv(_MESSAGE_BYTES):
        return False
    control.send("{} {}".format(*jobs.reap(known)).encode())
    return True


def _receive(control: socket.socket) -> tuple[bytes, list[int]]:
    message, descriptors, _flags, _address = socket.recv_fds(control, _MESSAGE_BYTES, _MAX_DESCRIPTORS)
    return message, descriptors


def _start(control: socket.socket, home: jobs.Home, order: jobs.Order, descriptors: list[int]) -> list[int]:
    """Fork the broker of a job with processes, and the child. Returns their pids, the child first."""
    request, result, *rest = descriptors
    if not rest:
        return [_fork(control, home, lambda: jobs.child(home, order, jobs.Ends(request, result, None)))]
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        broker = _fork(control, home, lambda: jobs.broker(home, order, jobs.Ends(rest[0], rest[1], theirs)))
        return [_fork(control, home, lambda: jobs.child(home, order, jobs.Ends(request, result, ours))), broker]


def _fork(control: socket.socket, home: jobs.Home, body: Callable[[], None]) -> int:
    """Run `body` in a fork and never come back from there; gives the pid here."""
    zygote = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    try:
        confine.attach(home.kernel, zygote)
        control.close()
        body()
        _LEAVE(0)
    finally:
        _LEAVE(jobs.EXIT_FAULT)
