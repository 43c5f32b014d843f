"""Have a zygote forked and talk to it: order a job, then have everything it started killed and collected."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(__file__).parent / "zygote"
_SWITCHES: Final = ("-s", "-P", "-S", "-B", "-X", "utf8")
"""As `-I -S -B`, except that -I would ignore PYTHONHASHSEED."""
_ENVIRONMENT: Final = {"PYTHONHASHSEED": "0", "TZ": "UTC"}
_MESSAGE_BYTES: Final = 1 << 16
_START_S: Final = 60.0
_ANSWER_S: Final = 30.0
_CLOSE_S: Final = 5.0
_NONSENSE: Final = "the zygote answered out of turn"


class ZygoteLost(Exception):
    """The zygote died or stopped answering; the run it held says nothing about the submission."""


@dataclass(frozen=True, slots=True)
class Started:
    """The processes of one job, the child first. The caller closes `handles`.

    Attributes:
        pids: process ids, valid until `Zygote.reap`.
        handles: a pidfd for each.
    """

    pids: tuple[int, ...]
    handles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reaped:
    """How the child ended.

    Attributes:
        status: wait status.
        cpu_s: CPU seconds of the child and the broker.
    """

    status: int
    cpu_s: float


class ForkServer:
    """The one interpreter that is started and loads everything. A zygote is a fork of it, so a lost one costs 2 ms."""

    def __init__(self) -> None:
        """Start the process; the first zygote waits until it has loaded."""
        self._lock = threading.Lock()
        self._process, self._control = _exec()
        self._landlock_abi: int | None = None
        self._closed = False

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    def zygote(self) -> "Zygote":
        """A fresh zygote; a fork server that was lost is replaced once. Thread-safe.

        Raises:
            ZygoteLost: neither forked one.
        """
        with self._lock:
            try:
                return self._fork()
            except ZygoteLost:
                if self._closed:
                    raise
                self._end()
                self._process, self._control = _exec()
                self._landlock_abi = None
                return self._fork()

    def close(self) -> None:
        """End the process; its zygotes end when they are closed."""
        with self._lock:
            self._closed = True
            self._end()

    def _fork(self) -> "Zygote":
        if self._landlock_abi is None:
            self._landlock_abi = int(_answer(self._control, _START_S)["landlock_abi"])
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        handles: list[int] = []
        try:
            with theirs:
                socket.send_fds(self._control, [b"fork"], [theirs.fileno()])
            _await(self._control, _ANSWER_S)
            message, handles, _flags, _address = socket.recv_fds(self._control, _MESSAGE_BYTES, 1)
            (handle,) = handles
            return Zygote(ours, int(json.loads(message)["pid"]), handle, self._landlock_abi)
        except (OSError, ValueError, KeyError) as error:
            ours.close()
            for handle in handles:
                os.close(handle)
            raise ZygoteLost(str(error)) from error

    def _end(self) -> None:
        self._control.close()
        self._process.kill()
        self._process.wait()


class Zygote:
    """One zygote process. Not thread-safe: one job at a time.

    Attributes:
        pid: process id.
        landlock_abi: version of Landlock that it found, 0 for none.
        jobs: started so far.
    """

    def __init__(self, control: socket.socket, pid: int, handle: int, landlock_abi: int) -> None:
        """Take a fork over.

        Args:
            control: our end of its socket.
            pid: process id.
            handle: a pidfd of it.
            landlock_abi: version of Landlock that it found.
        """
        control.settimeout(_ANSWER_S)
        self._control = control
        self._handle = handle
        self.pid = pid
        self.landlock_abi = landlock_abi
        self.jobs = 0

    def start(self, order: str, descriptors: Sequence[int]) -> Started:
        """Fork the processes of one job.

        Args:
            order: the fields of the zygote's `jobs.Order`.
            descriptors: line and result, then those of the broker.

        Raises:
            ZygoteLost: it ended or did not answer.
        """
        self.jobs += 1
        handles: list[int] = []
        try:
            socket.send_fds(self._control, [order.encode()], list(descriptors))
            message, handles, _flags, _address = socket.recv_fds(self._control, _MESSAGE_BYTES, 4)
            pids = tuple(map(int, message.split()))
            _require(pids, handles)
        except (OSError, ValueError, ZygoteLost) as error:
            for handle in handles:
                os.close(handle)
            raise ZygoteLost(str(error)) from error
        return Started(pids, tuple(handles))

    def reap(self) -> Reaped:
        """Kill and collect everything the job left.

        Raises:
            ZygoteLost: it ended or did not answer.
        """
        try:
            self._control.send(b"reap")
            status, cpu_s = self._control.recv(_MESSAGE_BYTES).split()
            return Reaped(int(status), float(cpu_s))
        except (OSError, ValueError) as error:
            raise ZygoteLost(str(error) or _NONSENSE) from error

    def close(self) -> None:
        """End the zygote; its children die with it. Whoever waits for an answer is woken."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        self._control.close()
        if not _readable(self._handle, _CLOSE_S):
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            _readable(self._handle, _CLOSE_S)
        os.close(self._handle)


def _require(pids: tuple[int, ...], handles: list[int]) -> None:
    if not pids or len(pids) != len(handles):
        raise ZygoteLost(_NONSENSE)


def _exec() -> tuple[subprocess.Popen[bytes], socket.socket]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [os.path.realpath(sys.executable), *_SWITCHES, str(_FOLDER), str(theirs.fileno())],
            env=_ENVIRONMENT,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs.fileno(),),
        )
    return process, ours


def _answer(control: socket.socket, seconds: float) -> dict[str, Any]:
    try:
        _await(control, seconds)
        answer = json.loads(control.recv(_MESSAGE_BYTES))
    except (OSError, ValueError) as error:
        raise ZygoteLost(str(error)) from error
    if not isinstance(answer, dict):
        raise ZygoteLost(_NONSENSE)
    return answer


def _await(control: socket.socket, seconds: float) -> None:
    if not _readable(control.fileno(), seconds):
        message = f"no answer from the zygote in {seconds:g} s"
        raise ZygoteLost(message)


def _readable(descriptor: int, seconds: float) -> bool:
    """Whether there is something to read within this time: a message, an end, or of a pidfd the end of its process."""
    waiter = select.poll()
    waiter.register(descriptor, select.POLLIN)
    return bool(waiter.poll(seconds * 1000))
