"""Start a zygote and talk to it: order a job, then have everything it started killed and collected."""

import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from code_review_env.env.sandbox.program import Level

_FOLDER: Final = Path(__file__).parent / "zygote"
_SWITCHES: Final = ("-s", "-P", "-S", "-B", "-X", "utf8")
"""As `-I -S -B`, except that -I would ignore PYTHONHASHSEED."""
_ENVIRONMENT: Final = {"PYTHONHASHSEED": "0", "TZ": "UTC"}
_MESSAGE_BYTES: Final = 1 << 16
_START_S: Final = 60.0
_ANSWER_S: Final = 30.0
_CLOSE_S: Final = 5.0


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


class Zygote:
    """One zygote process. Not thread-safe: one job at a time."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            number = str(theirs.fileno())
            self._process = subprocess.Popen(
                [os.path.realpath(sys.executable), *_SWITCHES, str(_FOLDER), number],
                env=_ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
            )
        self._control = ours
        self.jobs = 0
        self.landlock_abi = 0
        self._ready = False

    @property
    def pid(self) -> int:
        """Process id of the zygote."""
        return self._process.pid

    def _wait_ready(self) -> None:
        """Wait until the modules are loaded."""
        self.landlock_abi = int(self._answer(_START_S)["landlock_abi"])
        self._ready = True

    def start(self, *, level: Level, kind: str, cpu_s: float, descriptors: Sequence[int]) -> Started:
        """Fork the processes of one job; `descriptors` are request and result, then those of the broker.

        Raises:
            ZygoteLost: it ended or did not answer.
        """
        if not self._ready:
            self._wait_ready()
        self.jobs += 1
        order = json.dumps({"level": level.value, "kind": kind, "cpu_s": cpu_s}).encode()
        handles: list[int] = []
        try:
            socket.send_fds(self._control, [order], list(descriptors))
            self._await(_ANSWER_S)
            message, handles, _flags, _address = socket.recv_fds(self._control, _MESSAGE_BYTES, 4)
            pids = tuple(json.loads(message)["pids"])
        except (OSError, ValueError, KeyError) as error:
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
        except OSError as error:
            raise ZygoteLost(str(error)) from error
        answer = self._answer(_ANSWER_S)
        return Reaped(int(answer["status"]), float(answer["cpu_s"]))

    def close(self) -> None:
        """End the zygote; its children die with it. Whoever waits for an answer is woken."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        self._control.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_CLOSE_S)
            return
        self._process.kill()
        self._process.wait()

    def _answer(self, seconds: float) -> dict[str, Any]:
        try:
            self._await(seconds)
            answer = json.loads(self._control.recv(_MESSAGE_BYTES))
        except (OSError, ValueError) as error:
            raise ZygoteLost(str(error)) from error
        if not isinstance(answer, dict):
            message = "the zygote answered out of turn"
            raise ZygoteLost(message)
        return answer

    def _await(self, seconds: float) -> None:
        waiter = select.poll()
        waiter.register(self._control, select.POLLIN)
        if not waiter.poll(seconds * 1000):
            message = f"no answer from the zygote in {seconds:g} s"
            raise ZygoteLost(message)
