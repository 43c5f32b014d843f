"""One zygote at work: run children until a program is done, replace the zygote when it is lost or old."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from code_review_env.env.errors import SandboxUnavailable
from code_review_env.env.sandbox.launch import Reaped, Zygote, ZygoteLost
from code_review_env.env.sandbox.program import Execution, Level, Program
from code_review_env.env.sandbox.progress import Progress
from code_review_env.env.sandbox.request import body, world
from code_review_env.env.sandbox.watch import Allowance, Watched, watch

_JOBS_PER_ZYGOTE: Final = 5_000
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
        request: what the child reads.
        world: what the broker reads, or None without processes.
        allowance: what the child may use.
    """

    kind: str
    request: bytes
    world: bytes | None
    allowance: Allowance


class Worker:
    """Runs one program at a time."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._zygote: Zygote | None = Zygote()
        self._closed = False

    @property
    def landlock_abi(self) -> int:
        """Version of Landlock that the zygote found, 0 for none or before its first job."""
        return self._zygote.landlock_abi if self._zygote else 0

    @property
    def zygote_pid(self) -> int:
        """Process id of the zygote, 0 while there is none."""
        return self._zygote.pid if self._zygote else 0

    def run(self, program: Program) -> Execution:
        """Run a program; a run that we lost is repeated once.

        Raises:
            SandboxUnavailable: it was lost twice.
            ValueError: an argument of a call cannot be sent.
        """
        try:
            return self._once(program)
        except RunLost:
            try:
                return self._once(program)
            except RunLost as error:
                message = f"the sandbox lost a run twice: {error}"
                raise SandboxUnavailable(message) from error

    def probe(self, targets: dict[str, Any]) -> list[str]:
        """Do the forbidden acts in a throwaway child; names of those that succeeded.

        Raises:
            RunLost: the child could not be confined, with the reason.
        """
        limits = {"cpu_s": _PROBE.cpu_s, "memory_bytes": 1 << 29, "result_bytes": _PROBE.frame_bytes}
        request = json.dumps({"probe": targets, "world": {}, **limits}).encode()
        watched, _reaped = self._child(_Order("probe", request, None, _PROBE))
        for frame in watched.frames:
            if frame.get("kind") == "fault":
                raise RunLost(str(frame.get("detail")))
            if frame.get("kind") == "probe":
                return [str(name) for name in frame["done"]]
        message = f"the self-test gave no answer ({watched.why})"
        raise RunLost(message)

    def close(self) -> None:
        """End the zygote for good; a run in progress on another thread fails."""
        self._closed = True
        self._drop()

    def _drop(self) -> None:
        zygote, self._zygote = self._zygote, None
        if zygote is not None:
            zygote.close()

    def _once(self, program: Program) -> Execution:
        progress = Progress(program, self.level)
        description = json.dumps(world(program.world)).encode() if program.world.processes else None
        while progress.pending:
            limits = program.limits
            allowance = Allowance(
                cpu_s=progress.cpu_left_s,
                wall_s=progress.wall_left_s,
                frame_bytes=limits.result_bytes,
                total_bytes=_FRAMES_PER_CALL * limits.result_bytes,
            )
            order = _Order("run", body(program, progress.batch, allowance.cpu_s), description, allowance)
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
        zygote = self._zygote = self._zygote or Zygote()
        try:
            found = self._watched(zygote, order)
        except ZygoteLost as error:
            self._drop()
            message = f"zygote: {error}"
            raise RunLost(message) from error
        except BaseException:
            self._drop()
            raise
        if zygote.jobs >= _JOBS_PER_ZYGOTE:
            self._drop()
            self._zygote = Zygote()
        return found

    def _watched(self, zygote: Zygote, order: _Order) -> tuple[Watched, Reaped]:
        with _channel(order) as (descriptors, result, report):
            started = zygote.start(level=self.level, kind=order.kind, cpu_s=order.allowance.cpu_s, descriptors=descriptors)
            try:
                for descriptor in descriptors:
                    os.close(descriptor)
                descriptors.clear()
                watched = watch(started, result, report, order.allowance)
            finally:
                for handle in started.handles:
                    os.close(handle)
            return watched, zygote.reap()


@contextmanager
def _channel(order: _Order) -> Iterator[tuple[list[int], int, int | None]]:
    """Descriptors for the zygote, and ours: the result pipe and, with processes, the report pipe."""
    theirs: list[int] = []
    ours: list[int] = []
    try:
        for content in (order.request, *([] if order.world is None else [order.world])):
            reader, writer = os.pipe()
            with suppress(PermissionError):
                fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
            ours.append(reader)
            theirs += [_memory_file(content), writer]
        yield theirs, ours[0], ours[1] if order.world is not None else None
    finally:
        for descriptor in theirs + ours:
            os.close(descriptor)


def _memory_file(content: bytes) -> int:
    descriptor = os.memfd_create("request")
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
