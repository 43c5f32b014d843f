"""One zygote at work: run children until a program is done, replace the zygote when it is lost or old."""

import fcntl
import json
import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from code_review_env.env.errors import SandboxUnavailable
from code_review_env.env.sandbox.frames import Known
from code_review_env.env.sandbox.launch import ForkServer, Reaped, Zygote, ZygoteLost
from code_review_env.env.sandbox.line import Line
from code_review_env.env.sandbox.program import Execution, Level, Program
from code_review_env.env.sandbox.progress import Progress
from code_review_env.env.sandbox.request import framed, messages, prepare
from code_review_env.env.sandbox.watch import Allowance, Ends, Watched, watch

_JOBS_PER_ZYGOTE: Final = 5_000
_REPEATS: Final = 50
_REPEAT_S: Final = 15.0
"""Whatever ends zygotes may do so often; a caller waits no longer than this for the last attempt to begin."""
_FRAMES_PER_CALL: Final = 4
"""All frames of a child together may be this many times the largest one."""
_PIPE_BYTES: Final = 1 << 20
"""Room for the reports of a whole run, as far as the user's share of pipe memory allows."""
_PROBE: Final = Allowance(cpu_s=5.0, wall_s=60.0, frame_bytes=1 << 20, total_bytes=1 << 20)


class RunLost(Exception):
    """The run came to nothing by our doing."""


@dataclass(frozen=True, slots=True)
class _Order:
    """One child to be run.

    Attributes:
        kind: `run` or `probe`.
        messages: what the child reads, one for each turn.
        world: what the broker reads, or None without processes.
        allowance: what the child may use.
        known: frames that were decoded before.
        meanwhile: called once the child runs.
    """

    kind: str
    messages: tuple[bytes, ...]
    world: bytes | None
    allowance: Allowance
    known: Mapping[bytes, object] = field(default_factory=dict)
    meanwhile: Callable[[], object] = tuple


class Worker:
    """Runs one program at a time."""

    def __init__(self, level: Level, forks: ForkServer, number: int) -> None:
        """Nothing is forked before the first program.

        Args:
            level: of the confinement.
            forks: where zygotes come from.
            number: of the worker in its pool.
        """
        self.level = level
        cpus = sorted(os.sched_getaffinity(0))
        self._cpu = cpus[number % len(cpus)]
        self._forks = forks
        self._zygote: Zygote | None = None
        self._closed = False

    @property
    def landlock_abi(self) -> int:
        """Version of Landlock that the zygote found, 0 for none or before the first job."""
        return self._zygote.landlock_abi if self._zygote else 0

    @property
    def zygote_pid(self) -> int:
        """Process id of the zygote, 0 while there is none."""
        return self._zygote.pid if self._zygote else 0

    def run(self, program: Program, meanwhile: Callable[[], object] = tuple) -> Execution:
        """Run a program. A run that we lost is repeated: once in any case, more often while that costs little time.

        Args:
            program: what to run.
            meanwhile: called while a child runs.

        Raises:
            SandboxUnavailable: it was lost again and again.
            ValueError: an argument of a call cannot be sent.
        """
        deadline = time.monotonic() + _REPEAT_S
        lost = 0
        while True:
            try:
                return self._once(program, meanwhile)
            except RunLost as error:
                lost += 1
                if lost > 1 and (lost > _REPEATS or time.monotonic() > deadline):
                    message = f"the sandbox lost a run {lost} times ({error}); nothing was scored, try again"
                    raise SandboxUnavailable(message) from error

    def probe(self, targets: dict[str, Any]) -> list[str]:
        """Do the forbidden acts in a throwaway child; names of those that succeeded.

        Raises:
            RunLost: the child could not be confined, with the reason.
        """
        limits = {"cpu_s": _PROBE.cpu_s, "memory_bytes": 1 << 29, "result_bytes": _PROBE.frame_bytes}
        message = framed(json.dumps({"probe": targets, "world": {}, **limits}))
        watched, _reaped = self._child(_Order("probe", (message,), None, _PROBE))
        for frame in watched.turns[0].frames:
            if isinstance(frame, Known):
                continue
            if frame.get("kind") == "fault":
                raise RunLost(str(frame.get("detail")))
            if frame.get("kind") == "probe":
                return [str(name) for name in frame["done"]]
        reason = f"the self-test gave no answer ({watched.why})"
        raise RunLost(reason)

    def close(self) -> None:
        """End the zygote for good; a run in progress on another thread fails."""
        self._closed = True
        self._drop()

    def _drop(self) -> None:
        zygote, self._zygote = self._zygote, None
        if zygote is not None:
            zygote.close()

    def _once(self, program: Program, meanwhile: Callable[[], object]) -> Execution:
        progress = Progress(program, self.level)
        prepared = program.prepared or prepare(program)
        description = framed(prepared.world) if program.world.processes else None
        while progress.pending:
            limits = program.limits
            allowance = Allowance(
                cpu_s=progress.cpu_left_s,
                wall_s=progress.wall_left_s,
                frame_bytes=limits.result_bytes,
                total_bytes=_FRAMES_PER_CALL * limits.result_bytes,
            )
            asked = messages(program, prepared, progress.turns, allowance.cpu_s)
            order = _Order("run", asked, description, allowance, program.known, meanwhile)
            watched, reaped = self._child(order)
            if watched.why == "starved":
                message = "the machine gave the child no CPU"
                raise RunLost(message)
            progress.absorb(watched, reaped)
            if progress.fault:
                raise RunLost(progress.fault)
        return progress.execution()

    def _child(self, order: _Order) -> tuple[Watched, Reaped]:
        """Run one child to its end; the zygote is replaced when it fails."""
        if self._closed:
            message = "the sandbox is closed"
            raise SandboxUnavailable(message)
        try:
            zygote = self._zygote = self._zygote or self._forks.zygote()
            found = self._watched(zygote, order)
        except ZygoteLost as error:
            self._drop()
            message = f"zygote: {error}"
            raise RunLost(message) from error
        except BaseException:  # an interrupt, too: the zygote is in the middle of a job and cannot be used again
            self._drop()
            raise
        if zygote.jobs >= _JOBS_PER_ZYGOTE:
            self._drop()
        return found

    def _watched(self, zygote: Zygote, order: _Order) -> tuple[Watched, Reaped]:
        with _channels(order) as (descriptors, ends):
            started = zygote.start(f"{self.level} {order.kind} {order.allowance.cpu_s} {self._cpu}", descriptors)
            try:
                for descriptor in descriptors:
                    os.close(descriptor)
                descriptors.clear()
                order.meanwhile()
                watched = watch(started, ends, order.allowance, order.known)
            finally:
                for handle in started.handles:
                    os.close(handle)
            return watched, zygote.reap()


@contextmanager
def _channels(order: _Order) -> Iterator[tuple[list[int], Ends]]:
    """Descriptors for the zygote, and our ends."""
    theirs: list[int] = []
    ours: list[int] = []
    line, other = socket.socketpair()
    theirs.append(other.detach())
    try:
        result = _pipe(ours, theirs)
        report = None
        if order.world is not None:
            theirs.append(_memory_file(order.world))
            report = _pipe(ours, theirs)
        yield theirs, Ends(Line(line, order.messages), result, report)
    finally:
        line.close()
        for descriptor in theirs + ours:
            os.close(descriptor)


def _pipe(ours: list[int], theirs: list[int]) -> int:
    """A pipe out of the sandbox, with room for a whole run; gives our end, which never blocks."""
    reader, writer = os.pipe()
    ours.append(reader)
    theirs.append(writer)
    os.set_blocking(reader, False)
    with suppress(PermissionError):
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return reader


def _memory_file(content: bytes) -> int:
    descriptor = os.memfd_create("world")
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
