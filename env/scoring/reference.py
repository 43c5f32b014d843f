"""What is right: the behaviour of a task's reference source, observed in the same sandbox as the submissions.

Computed once a task and interpreter, kept in memory only, never sent to a process that runs a submission.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Final

from code_review_env.env.errors import InvalidParameter
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import KIB, Call, EntryFacts, Execution, Limits, Outcome, Program, Verdict, World
from code_review_env.env.sandbox.request import prepare
from code_review_env.env.scoring import template
from code_review_env.env.scoring.compare import same
from code_review_env.env.scoring.gate import Parsed, Refusal, parse
from code_review_env.env.scoring.kept import Kept
from code_review_env.env.scoring.signature import decorators
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.marker import PayloadCase, origins
from code_review_env.tasks.payloads import HARMLESS, INJECTIONS
from code_review_env.tasks.task import Case, Group, Task

CACHED_TASKS: Final = 1024
"""Half a megabyte each."""

CACHED_ORACLES: Final = 256
"""All tasks of a family have one oracle and the same cases."""

OUTSIDE: Final = frozenset({"payload", "failure", "missing", "probe"})
"""Kinds of groups whose exceptions come from the world or are what is looked at, not from an input of a wrong type."""

_SPECIAL: Final = b'"memory":true'
"""A frame with this says something about its process, not about its call alone, and is decoded each time."""

_NOTHING: Final[Mapping[bytes, Outcome]] = {}

PAYLOADS: Final = (*INJECTIONS, *HARMLESS)

REFERENCE_CPU_S: Final = 10.0
"""The reference may take its time: six runs of every payload call are one program."""

CPU_ALLOWED_S: Final = ((0.005, 0.25), (0.05, 1.0), (0.5, 5.0))
"""Reference's CPU seconds up to which a submission may use so many: at least ten times as much, and an endless loop holds
a worker no longer. Few sizes, far from one another: a measured time must not decide what a score says."""

CPU_LEAST_FACTOR: Final = 10

RESULT_FACTOR: Final = 4
RESULT_LEAST_BYTES: Final = 256 * KIB
"""One report may be so many times as large as all right results together, and in any case so large."""


@dataclass(frozen=True, slots=True)
class Expected:
    """One group with what its cases must do.

    Attributes:
        group: the group, without the cases that were dropped.
        outcomes: right behaviour, one per case.
        also: the original's behaviour where it differs by design and passes too (missing programs), else empty.
        certain: whether a call passes that claims just what `outcomes` says; it fails where a value equals nothing.
    """

    group: Group
    outcomes: tuple[Outcome, ...]
    also: tuple[Outcome, ...] = ()
    certain: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """A task ready to judge by.

    Attributes:
        original: the messy source, parsed.
        entry: facts about the original's entry point at run time.
        expected: every group that survived.
        limits: what a submission may use.
        program: everything of a run but the source.
        unchanged: what a submission of the original itself would show, None where that has to be tried.
    """

    original: Parsed
    entry: EntryFacts
    expected: tuple[Expected, ...]
    limits: Limits
    program: Program
    unchanged: Execution | None = None


class References:
    """Reference of each task, run on first use and kept for the last `CACHED_TASKS` tasks. Thread-safe."""

    def __init__(self, pool: SandboxPool) -> None:
        self._pool = pool
        self._kept: Kept[Reference] = Kept(CACHED_TASKS)
        self._right: Kept[Execution] = Kept(CACHED_ORACLES)

    def of(self, task: Task) -> Reference:
        """The reference of `task`.

        Raises:
            InvalidParameter: the reference does not run, or the task's source does not parse.
            Unavailable: the sandbox could not run it.
        """
        return self._kept.of(task.id, partial(self._observe, task))

    def _observe(self, task: Task) -> Reference:
        original = parse(task.messy)
        if isinstance(original, Refusal):
            message = f"{task.name}: the messy source is {original.verdict}: {original.detail}"
            raise InvalidParameter(message)
        oracle = None if task.reference == task.messy else self._of_oracle(task)
        known = _decoded(outcome for group in (oracle.groups if oracle else ()) for outcome in group)
        messy = self._run(task, task.messy, decorated=decorators(original, task.entry), known=known)
        right = oracle or messy
        if task.oracle is None and load_curriculum().stage(task.stage).processes:
            right = self._substituted(task, right)
        expected = tuple(_expect(task, messy, right))
        if not any(one.group.visible for one in expected):
            message = f"{task.name}: the reference fails on every example"
            raise InvalidParameter(message)
        results = result_allowance_bytes([outcome for one in expected for outcome in one.outcomes])
        limits = replace(Limits(), cpu_s=cpu_allowance_s(right.cpu_s), result_bytes=results)
        program = _blank(task, expected, frozenset(messy.dynamic), limits)
        return Reference(original, messy.entry, expected, limits, program, _unchanged(messy, expected, limits))

    def _of_oracle(self, task: Task) -> Execution:
        clean = replace(task, messy=task.reference)
        return self._right.of(clean.id, partial(self._run, clean, clean.reference))

    def _substituted(self, task: Task, messy: Execution) -> Execution:
        """The messy run with its payload calls replaced by what a safe version does; undecided ones are `lost`."""
        made = origins(task, PAYLOADS)
        groups = list(messy.groups)
        for at, group in enumerate(task.groups):
            if group.kind == "payload":
                cases = [made[case.call(task.entry)] for case in group.cases]
                runs = self._run(task, task.messy, template.calls(cases)).groups
                groups[at] = tuple(
                    _decided(case, together) for case, together in zip(cases, zip(*runs, strict=True), strict=True)
                )
        return replace(messy, groups=tuple(groups))

    def _run(
        self,
        task: Task,
        source: str,
        groups: tuple[tuple[Case, ...], ...] | None = None,
        *,
        decorated: tuple[str | None, ...] = (),
        known: Mapping[bytes, Outcome] = _NOTHING,
    ) -> Execution:
        program = program_of(task, source, groups or tuple(group.cases for group in task.groups))
        limits = Limits(cpu_s=REFERENCE_CPU_S)
        execution = self._pool.run(replace(program, audit="record", limits=limits, decorators=decorated, known=known))
        if execution.verdict is not Verdict.OK:
            message = f"{task.name}: the reference does not run: {execution.verdict} {execution.detail}"
            raise InvalidParameter(message)
        return execution


def _decided(case: PayloadCase, together: tuple[Outcome, ...]) -> Outcome:
    return template.decided(case, dict(zip(template.ROLES, together, strict=True))) or Outcome("lost")


def cpu_allowance_s(reference_s: float) -> float:
    """CPU seconds for a submission whose reference took `reference_s`."""
    for most_s, allowed_s in CPU_ALLOWED_S:
        if reference_s <= most_s:
            return allowed_s
    return float(CPU_LEAST_FACTOR * math.ceil(reference_s))


def result_allowance_bytes(right: Sequence[Outcome]) -> int:
    """Bytes of one report of a submission whose right results are these: it costs the server up to thirty times as many."""
    size = sum(len(repr(outcome)) for outcome in right)
    return min(max(RESULT_LEAST_BYTES, RESULT_FACTOR * size), Limits().result_bytes)


def program_of(task: Task, source: str, groups: tuple[tuple[Case, ...], ...]) -> Program:
    """The program that runs `source` on the given cases in the task's world."""
    stage = load_curriculum().stage(task.stage)
    world = World(task.tools, task.files, task.now, processes=stage.processes, probe=stage.probe or "")
    calls = tuple(tuple(Call(case.args, case.kwargs, case.tools) for case in cases) for cases in groups)
    return Program(source=source, entry=task.entry, groups=calls, world=world)


def _blank(task: Task, expected: tuple[Expected, ...], allowed: frozenset[str], limits: Limits) -> Program:
    """The program of every submission to a task, without its source."""
    program = program_of(task, "", tuple(one.group.cases for one in expected))
    shown = sum(1 for _ in takewhile(lambda one: one.group.visible, expected))
    program = replace(program, limits=limits, allowed=allowed, shown=shown)
    known = _decoded(outcome for one in expected for outcome in one.outcomes)
    return replace(program, prepared=prepare(program), known=known)


def _decoded(outcomes: Iterable[Outcome]) -> dict[bytes, Outcome]:
    return {outcome.raw: outcome for outcome in outcomes if outcome.raw and _SPECIAL not in outcome.raw}


def _unchanged(messy: Execution, expected: tuple[Expected, ...], limits: Limits) -> Execution | None:
    """The run of the original, where a submission's would be the same: the same cases, well within what it may use."""
    outcomes = [outcome for group in messy.groups for outcome in group]
    whole = [len(one.group.cases) for one in expected] == [len(group) for group in messy.groups]
    modest = messy.cpu_s <= limits.cpu_s / 2 and all(len(outcome.raw) <= limits.result_bytes for outcome in outcomes)
    # What the original does is allowed, so a run that enforces the rest has nothing to tell of it.
    return replace(messy, dynamic=()) if whole and modest else None


def _expect(task: Task, messy: Execution, right: Execution) -> list[Expected]:
    expected = []
    for group, was, must in zip(task.groups, messy.groups, right.groups, strict=True):
        kept = [at for at, outcome in enumerate(must) if not (task.mined and _by_accident(group, outcome))]
        if kept:
            also = tuple(was[at] for at in kept) if group.kind == "missing" else ()
            cases = tuple(group.cases[at] for at in kept)
            outcomes = tuple(must[at] for at in kept)
            certain = tuple(same(outcome, outcome, exact_floats=task.exact_floats) for outcome in outcomes)
            expected.append(Expected(replace(group, cases=cases), outcomes, also, certain))
    return expected


def _by_accident(group: Group, outcome: Outcome) -> bool:
    """A generated input that the interpreter, not the source, refuses says nothing about the contract, nor does no result."""
    if outcome.kind == "lost":
        return True
    return not group.visible and outcome.kind == "raise" and not outcome.raised_by_source and group.kind not in OUTSIDE
