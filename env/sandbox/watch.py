"""Watch one child: read what it says, stop it when it has used up its CPU or slept too long."""

import os
import select
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from code_review_env.env.sandbox.frames import Frame, FrameReader
from code_review_env.env.sandbox.launch import Started

_CHUNK: Final = 1 << 16
_STARVED_FACTOR: Final = 10
"""A run that takes this many times the CPU and sleep it may have was starved by the machine, which is our fault."""
_SLACK_S: Final = 0.002
_DRAIN_S: Final = 0.005
"""How long reports may wait in the pipe. The parent sleeps on the child's end alone, so that no report wakes it."""
_NANO: Final = 1e-9

Why = Literal["ended", "cpu", "wall", "flood", "starved"]


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one child may use.

    Attributes:
        cpu_s: CPU seconds of the child and its broker.
        wall_s: seconds asleep.
        frame_bytes: one frame.
        total_bytes: all frames.
    """

    cpu_s: float
    wall_s: float
    frame_bytes: int
    total_bytes: int


@dataclass(frozen=True, slots=True)
class Watched:
    """Everything seen of one child.

    Attributes:
        why: how it came to an end; `ended` is its own doing.
        frames: what it wrote, in order, unverified.
        broken: what it wrote stopped making sense.
        reports: what the broker wrote.
    """

    why: Why
    frames: tuple[Frame, ...]
    broken: bool
    reports: tuple[Frame, ...]


def watch(started: Started, result: int, report: int | None, allowance: Allowance) -> Watched:
    """Follow a child to its end; every process of the job has been sent SIGKILL afterwards."""
    reader = FrameReader(frame_bytes=allowance.frame_bytes, total_bytes=allowance.total_bytes)
    broker = FrameReader(frame_bytes=allowance.frame_bytes, total_bytes=allowance.total_bytes)
    frames: list[Frame] = []
    reports: list[Frame] = []
    sources = {result: (reader, frames)} | ({} if report is None else {report: (broker, reports)})
    for descriptor in sources:
        os.set_blocking(descriptor, False)
    end = select.poll()
    end.register(started.handles[0], select.POLLIN)
    clock = _Clock(started.pids, allowance)
    why: Why | None = None
    while why is None:
        left, why = clock.check()
        if why is None and end.poll((min(left, _DRAIN_S) + _SLACK_S) * 1000):
            why = "ended"
        for descriptor, source in sources.items():
            while not source[0].broken and _read(descriptor, *source):
                pass
        if reader.broken:
            why = "flood"
    _kill(started)
    return Watched(why, tuple(frames), reader.broken, tuple(reports))


def _read(descriptor: int, reader: FrameReader, frames: list[Frame]) -> bool:
    """Take a piece of what is there; False when nothing is."""
    try:
        data = os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return False
    frames += reader.feed(data)
    return bool(data)


def _kill(started: Started) -> None:
    for handle in started.handles:
        try:
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        except ProcessLookupError:
            continue


class _Clock:
    """CPU by the processes' own clocks; sleep is wall time less CPU and less waiting for a CPU."""

    def __init__(self, pids: tuple[int, ...], allowance: Allowance) -> None:
        self._pids = pids
        self._allowance = allowance
        self._begin = time.monotonic()

    def check(self) -> tuple[float, Why | None]:
        """Seconds until the next check is due, and why to stop now."""
        limits = self._allowance
        wall = time.monotonic() - self._begin
        cpu = sum(_cpu_s(pid) for pid in self._pids)
        if cpu >= limits.cpu_s:
            return 0.0, "cpu"
        slept = wall - cpu
        if slept >= limits.wall_s:
            slept -= sum(_waited_s(pid) for pid in self._pids)
        if slept >= limits.wall_s:
            return 0.0, "wall"
        if wall >= _STARVED_FACTOR * (limits.cpu_s + limits.wall_s):
            return 0.0, "starved"
        return min(limits.cpu_s - cpu, limits.wall_s - slept), None


def _cpu_s(pid: int) -> float:
    """CPU seconds of a process, running or not yet collected. Source: CPUCLOCK_SCHED in linux/posix-timers.h."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def _waited_s(pid: int) -> float:
    """Seconds a process was ready to run and had no CPU, 0 where the kernel does not say."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) * _NANO
    except (OSError, ValueError, IndexError):
        return 0.0
