"""The fork server and its zygotes. A zygote forks one confined child per job and never reads what the child gets or gives."""

import array
import gc
import json
import os
import signal
import socket
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

import atfork  # first of all
import confine
import gaps
import jobs
import preload
from kernel import PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, Kernel
from world import ClosedWorld

_LEAVE: Final = os._exit
"""Bound early: a submission may replace the name in `os`."""
_MESSAGE_BYTES: Final = 1 << 16
_MAX_DESCRIPTORS: Final = 8
_OWN: Final = (
    "atfork audit codec confine facts filters gaps inputs jobs kernel landlock objects outcome preload probe processes run "
    "streams syscalls wire world"
).split()


def main() -> None:
    """Load, confine what can be confined already, and fork a zygote for every socket that comes in, until ours closes."""
    control = socket.socket(fileno=int(sys.argv[1]))
    control.set_inheritable(False)
    kernel = Kernel()
    kernel.prctl(PR_SET_DUMPABLE, 0)
    kernel.prctl(PR_SET_CHILD_SUBREAPER, 1)
    kernel.relinquish()
    preload.load()
    atfork.restore()
    kernel.conceal()
    _forget()
    home = jobs.Home(kernel, confine.Confinement(kernel), ClosedWorld())
    control.send(json.dumps({"landlock_abi": max(kernel.landlock_abi(), 0), "modules": len(sys.modules)}).encode())
    gc.collect()
    gaps.fill()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel collects zygotes, and what a killed one leaves
    while _raise(control, home):
        pass


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


main()
