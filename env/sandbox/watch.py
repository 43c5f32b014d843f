"""Watch one child: read what it says, stop it when it has used up its CPU or slept too long."""

import os
import select
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from code_review_env.env.sandbox.frames import Frame, FrameReader, Known
from code_review_env.env.sandbox.launch import Started
from code_review_env.env.sandbox.line import Line

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
class Ends:
    """Our ends of the channels of one job. Whoever opened them closes them.

    Attributes:
        line: messages to the child, and its questions for the next one.
        result: frames of the child; it never blocks, nor does the next.
        report: frames of the broker, None without processes.
    """

    line: Line
    result: int
    report: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """What came between two messages to the child.

    Attributes:
        frames: what the child wrote, in order, unverified.
        reports: what the broker wrote.
    """

    frames: tuple[Frame | Known, ...]
    reports: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class Watched:
    """Everything seen of one child.

    Attributes:
        why: how it came to an end; `ended` is its own doing.
        turns: one for each message that was sent; what belongs to a turn was read before the next message was.
    """

    why: Why
    turns: tuple[Turn, ...]


def watch(started: Started, ends: Ends, allowance: Allowance, known: Mapping[bytes, object]) -> Watched:
    """Follow a child to its end, turn by turn; every process of the job has been sent SIGKILL afterwards.

    Args:
        started: its processes.
        ends: its channels.
        allowance: what it may use.
        known: frames that were decoded before.
    """
    line = ends.line
    turns = [_Ear(ends, allowance, known)]
    poller = select.poll()
    poller.register(started.handles[0], select.POLLIN)
    clock = _Clock(started.pids, allowance)
    why: Why | None = None
    while why is None:
        left, why = clock.check()
        line.watch(poller)
        ready = dict(poller.poll((min(left, _DRAIN_S) + _SLACK_S) * 1000)) if why is None else {}
        asked = line.serve(ready)
        turns[-1].listen()
        if turns[-1].broken:
            why = "flood"
        elif started.handles[0] in ready:
            why = "ended"
        elif asked:
            turns.append(_Ear(ends, allowance, known))
            clock.restart()
            line.go_on()
    _kill(started)
    return Watched(why, tuple(turn.heard() for turn in turns))


class _Ear:
    """Reads what the child and the broker of a job write during one turn.

    Attributes:
        broken: what the child wrote stopped making sense.
    """

    def __init__(self, ends: Ends, allowance: Allowance, known: Mapping[bytes, object]) -> None:
        self._child = _Source(ends.result, allowance, known)
        self._broker = None if ends.report is None else _Source(ends.report, allowance, {})

    @property
    def broken(self) -> bool:
        return self._child.reader.broken

    def listen(self) -> None:
        """Take everything that is there."""
        self._child.drain()
        if self._broker is not None:
            self._broker.drain()

    def heard(self) -> Turn:
        """What came in so far."""
        reports = () if self._broker is None else self._broker.frames
        return Turn(tuple(self._child.frames), tuple(report for report in reports if not isinstance(report, Known)))


class _Source:
    """One pipe, and what came out of it."""

    def __init__(self, descriptor: int, allowance: Allowance, known: Mapping[bytes, object]) -> None:
        self.reader = FrameReader(frame_bytes=allowance.frame_bytes, total_bytes=allowance.total_bytes, known=known)
        self.frames: list[Frame | Known] = []
        self._descriptor = descriptor

    def drain(self) -> None:
        while not self.reader.broken and self._take():
            pass

    def _take(self) -> bool:
        """Take a piece of what is there; False when nothing is left."""
        try:
            data = os.read(self._descriptor, _CHUNK)
        except BlockingIOError:
            return False
        self.frames += self.reader.feed(data)
        return len(data) == _CHUNK


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
        self.restart()

    def restart(self) -> None:
        """Another turn begins: the child has waited for us, and that was not its sleep."""
        self._begin = time.monotonic()
        self._used = self._cpu_s()

    def check(self) -> tuple[float, Why | None]:
        """Seconds until the next check is due, and why to stop now."""
        limits = self._allowance
        wall = time.monotonic() - self._begin
        cpu = self._cpu_s()
        if cpu >= limits.cpu_s:
            return 0.0, "cpu"
        slept = wall - (cpu - self._used)
        if slept >= limits.wall_s:
            slept -= sum(_waited_s(pid) for pid in self._pids)
        if slept >= limits.wall_s:
            return 0.0, "wall"
        if wall >= _STARVED_FACTOR * (limits.cpu_s + limits.wall_s):
            return 0.0, "starved"
        return min(limits.cpu_s - cpu, limits.wall_s - slept), None

    def _cpu_s(self) -> float:
        return sum(_cpu_s(pid) for pid in self._pids)


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
