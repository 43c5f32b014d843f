"""From one child to the next: which groups remain, what budget is left, and how the program ended in all."""

import os
import signal
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from code_review_env.env.sandbox.launch import Reaped
from code_review_env.env.sandbox.program import EntryFacts, Execution, Level, Outcome, Processes, Program, Verdict
from code_review_env.env.sandbox.request import sent
from code_review_env.env.sandbox.transcript import LOST, Transcript, processes
from code_review_env.env.sandbox.watch import Turn, Watched

EXIT_FAULT: Final = 70
EXIT_DYNAMIC: Final = 77
EXIT_OUTPUT: Final = 78
"""Exit statuses of a child, as in the zygote's `jobs`, `audit` and `run`."""

_SIGNALS: Final = {number.value: number.name for number in signal.Signals}

SEVERITY: Final = (
    Verdict.OK,
    Verdict.NO_RESULT,
    Verdict.OUTPUT_LIMIT,
    Verdict.CRASHED,
    Verdict.MEMORY,
    Verdict.TIMEOUT_WALL,
    Verdict.TIMEOUT_CPU,
    Verdict.IMPORT_ERROR,
    Verdict.DYNAMIC_CODE,
)
"""From harmless to worst."""
_FINAL: Final = {Verdict.TIMEOUT_CPU, Verdict.TIMEOUT_WALL, Verdict.IMPORT_ERROR, Verdict.DYNAMIC_CODE}
"""After these no further child is started."""

_SILENCE: Final = Turn((), ())


class Progress:
    """The state of one program between its children.

    Attributes:
        pending: groups still to run, by number.
        fault: why a child could not begin, which is our fault, or "".
    """

    def __init__(self, program: Program, level: Level) -> None:
        self._program = program
        self._level = level
        calls = [call for group in program.groups for call in group]
        self._transcript = Transcript(lambda number: sent(calls[number]))
        self._processes: dict[int, Processes] = {}
        self._verdict = Verdict.OK
        self._detail = ""
        self._cpu_s = 0.0
        self._starts = (0, *accumulate(map(len, program.groups)))
        self.pending = range(len(program.groups))
        self.fault = ""

    @property
    def turns(self) -> tuple[range, ...]:
        """Groups for the next child: the shown ones first, and once they are reported the others."""
        at, shown, end = self.pending.start, self._program.shown, self.pending.stop
        return (range(at, shown), range(shown, end)) if at < shown < end else (self.pending,)

    @property
    def cpu_left_s(self) -> float:
        """CPU seconds that the next child may use."""
        return max(self._program.limits.cpu_s - self._cpu_s, 0.0)

    @property
    def wall_left_s(self) -> float:
        """Seconds that the next child may sleep in each of its turns."""
        return self._program.limits.wall_s

    def absorb(self, watched: Watched, reaped: Reaped) -> None:
        """Take in how one child ended."""
        transcript = self._transcript
        imported = self._listen(watched.turns)
        self._cpu_s += reaped.cpu_s
        if not transcript.armed and watched.why == "ended" and _exit_status(reaped.status) == EXIT_FAULT:
            self.fault = transcript.fault or "the child ended before it began"
            return
        verdict, detail = self._judge(watched, reaped)
        if SEVERITY.index(verdict) > SEVERITY.index(self._verdict):
            self._verdict, self._detail = verdict, detail
        over = verdict in _FINAL or transcript.forged or imported == 0 or self.cpu_left_s <= 0
        self.pending = range(0) if over else self.pending[imported:]

    def _listen(self, heard: Sequence[Turn]) -> int:
        """Take in what a child said, turn by turn; gives how many groups it imported the module for."""
        transcript = self._transcript
        transcript.begin()
        imported = 0
        for at, groups in enumerate(self.turns):
            if at and not transcript.done:
                # Who asked for a turn before the last one was done is no honest child.
                transcript.forged = transcript.forged or at < len(heard)
                break
            turn = heard[at] if at < len(heard) else _SILENCE
            quiet = 0 < self._program.shown <= groups.start
            numbers = [self._numbers(group) for group in groups]
            transcript.absorb(turn.frames, numbers, quiet=quiet)
            due = {number for group in numbers for number in group}
            self._processes.update((call, seen) for call, seen in processes(turn.reports).items() if call in due)
            imported += transcript.groups
        return imported

    def _numbers(self, group: int) -> list[int]:
        return list(range(self._starts[group], self._starts[group + 1]))

    def execution(self) -> Execution:
        """Everything observed."""
        transcript = self._transcript
        numbers = iter(range(sum(map(len, self._program.groups))))
        groups = tuple(tuple(self._outcome(next(numbers)) for _call in group) for group in self._program.groups)
        verdict, detail = self._verdict, self._detail
        if verdict is Verdict.OK and any(outcome.kind == "lost" for group in groups for outcome in group):
            verdict, detail = Verdict.NO_RESULT, "ended without reporting every call"
        return Execution(
            verdict=verdict,
            detail=detail,
            groups=groups,
            entry=EntryFacts() if transcript.forged else transcript.facts or EntryFacts(),
            dynamic=tuple(transcript.events),
            cpu_s=self._cpu_s,
            level=self._level,
        )

    def _outcome(self, number: int) -> Outcome:
        outcome = self._transcript.outcome(number)
        seen = self._processes.get(number)
        if seen is None:
            return LOST if self._program.world.processes else outcome
        return replace(outcome, processes=seen)

    def _judge(self, watched: Watched, reaped: Reaped) -> tuple[Verdict, str]:
        """How one child ended, and a line about it."""
        limits, transcript = self._program.limits, self._transcript
        code = _exit_status(reaped.status)
        ending = "ended" if transcript.quiet else f"exit status {code}"
        dynamic = code == EXIT_DYNAMIC or (transcript.events and self._program.audit == "enforce")
        found = (
            (dynamic, Verdict.DYNAMIC_CODE, f"dynamic code: {next(iter(transcript.events), 'unreported')}"),
            (transcript.detail, Verdict.IMPORT_ERROR, transcript.detail),
            (transcript.forged, Verdict.NO_RESULT, "a report out of turn"),
            (watched.why == "cpu", Verdict.TIMEOUT_CPU, f"more than {limits.cpu_s:.2g} s of CPU"),
            (watched.why == "wall", Verdict.TIMEOUT_WALL, f"asleep for more than {limits.wall_s:g} s"),
            (code == EXIT_OUTPUT or watched.why == "flood" or transcript.overlong, Verdict.OUTPUT_LIMIT, "too much output"),
            (os.WIFSIGNALED(reaped.status), *_signalled(reaped.status, transcript)),
            (transcript.memory, Verdict.MEMORY, f"more than {limits.memory_bytes >> 20} MiB of memory"),
            (not transcript.done, Verdict.NO_RESULT, f"{ending} before the last call was reported"),
        )
        return next(((verdict, detail) for holds, verdict, detail in found if holds), (Verdict.OK, ""))


def _exit_status(status: int) -> int:
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1


def _signalled(status: int, transcript: Transcript) -> tuple[Verdict, str]:
    """The child died by a signal that was not ours: SIGKILL is the kernel's, for memory or as the CPU backstop."""
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return Verdict.TIMEOUT_CPU, "CPU time"
    if number == signal.SIGKILL or transcript.memory:
        return Verdict.MEMORY, "killed for its memory"
    return Verdict.CRASHED, "crashed" if transcript.quiet else f"crashed: {_SIGNALS.get(number, number)}"
