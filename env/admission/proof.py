"""What one task must prove: solvable, not solved by doing nothing, not passed by what is wrong, and the same as its oracle."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Final

from code_review_env.env.admission.careless import careless
from code_review_env.env.sandbox.program import Outcome, Verdict
from code_review_env.env.scoring.functional import passes, show
from code_review_env.env.scoring.reference import Expected, program_of
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.reward import Reward, judge
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.family import TINY, TINY_TOKENS, Family
from code_review_env.tasks.likeness import tokens
from code_review_env.tasks.mess.complexity.measure import complexities, excess, total
from code_review_env.tasks.mess.source import Source
from code_review_env.tasks.signature import definition, parse
from code_review_env.tasks.task import GroupKind, Task

DIFFERENTIAL: Final = 500
"""Inputs on which messy source and oracle must agree."""

RUNS: Final = 2
MAX_CPU_S: Final = 2.0
WALL_S: Final = 60.0
"""For hundreds of calls, on a busy machine."""

BEST: Final = 0.99

_WRONG_BY_DESIGN: Final[frozenset[GroupKind]] = frozenset({"payload", "missing", "probe", "documented", "typed"})
"""Where the messy source cannot be right."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried.

    Attributes:
        name: what was tried.
        ok: whether it came out as it must.
        detail: figures, or what went wrong.
    """

    name: str
    ok: bool
    detail: str = ""


def prove(scorer: Scorer, family: Family, task: Task, runs: int = RUNS) -> tuple[Check, ...]:
    """Try everything on one task of a family; the oracle is judged `runs` times.

    Raises:
        InvalidParameter: the task cannot be judged at all.
        Unavailable: our machinery failed.
    """
    return tuple(_checks(scorer, family, task, runs))


def _checks(scorer: Scorer, family: Family, task: Task, runs: int) -> Iterator[Check]:
    first, reward = _judged(scorer, task, family.oracle)
    yield Check("oracle clears", reward.seed == BEST and reward.improvement == 1.0, _why(first, reward))
    yield Check("quick", first.cpu_s < MAX_CPU_S, f"{first.cpu_s:.3f} s")
    changed = [name for _ in range(runs - 1) for name in _changes(first, _judged(scorer, task, family.oracle)[0])]
    yield Check("same again", not changed, ", ".join(dict.fromkeys(changed)))
    for name, code in (("doing nothing", task.messy), ("empty file", ""), ("stub", _stub(task))):
        _, reward = _judged(scorer, task, code)
        yield Check(name, reward.improvement == 0.0 and not scorer.curriculum.cleared(reward.seed), f"{reward.seed:.3f}")
    for canary in (*family.canaries, *careless(task)):
        _, reward = _judged(scorer, task, canary.code)
        yield Check(f"canary: {canary.name}", reward.seed <= canary.ceiling, f"{reward.seed:.3f}")
    yield _same_behaviour(scorer, family, task)
    if scorer.curriculum.stage(task.stage).max_complexity is not None:
        yield _more_complex(family, task, whole=not scorer.curriculum.stage(task.stage).processes)
    if task.level == TINY:
        yield Check("tiny", tokens(task.messy) <= TINY_TOKENS, f"{tokens(task.messy)} tokens")


def _judged(scorer: Scorer, task: Task, code: str) -> tuple[Report, Reward]:
    report = scorer.score(task, code)
    return report, judge(report, scorer.curriculum)


def _why(report: Report, reward: Reward) -> str:
    failed = [group.failure or group.name for group in report.groups if not group.passed]
    found = [f"{one.rule} in line {one.row}" for one in report.findings]
    broken = [check.message for check in report.identity if not check.ok]
    return "; ".join([f"{reward.seed:.3f}", *failed, *found, *broken])


def _changes(one: Report, other: Report) -> list[str]:
    """The facts in which two reports differ; the time is none."""
    names = (field.name for field in fields(Report) if field.name != "cpu_s")
    return [name for name in names if getattr(one, name) != getattr(other, name)]


def _stub(task: Task) -> str:
    """The entry with its own parameters and nothing else."""
    node = definition(parse(task.messy), task.entry)
    arguments = ast.unparse(node.args) if node else ""
    return f"def {task.entry}({arguments}):\n    return None\n"


def _same_behaviour(scorer: Scorer, family: Family, task: Task) -> Check:
    """The messy source against the oracle, on other inputs than those of the task."""
    alike = replace(family, draws=tuple(draw for draw in family.draws if draw.kind not in _WRONG_BY_DESIGN))
    count = DIFFERENTIAL if scorer.curriculum.stage(family.stage).processes else 2 * DIFFERENTIAL
    kept = alike.drawn("differential", count // len(alike.draws) + 1)
    right = family.clean(kept)
    reference = scorer.references.of(right)
    groups = tuple(one.group.cases for one in reference.expected)
    limits = replace(reference.limits, cpu_s=10 * reference.limits.cpu_s, wall_s=WALL_S)
    execution = scorer.pool.run(replace(program_of(right, task.messy, groups), limits=limits, audit="record"))
    if execution.verdict is not Verdict.OK:
        return Check("same behaviour", ok=False, detail=f"{execution.verdict} {execution.detail}")
    calls = [
        (expected, at, got)
        for expected, outcomes in zip(reference.expected, execution.groups, strict=True)
        for at, got in enumerate(outcomes)
    ]
    wrong = [_difference(right, expected, at, got) for expected, at, got in calls if not passes(right, expected, at, got)]
    enough = len(calls) >= DIFFERENTIAL
    return Check("same behaviour", not wrong and enough, f"{len(calls)} inputs {''.join(wrong[:1])}")


def _more_complex(family: Family, task: Task, *, whole: bool) -> Check:
    """Only the messy source is over the limit, and dividing it into the oracle's functions made nothing worse on the whole.

    Where it starts a shell, the whole says nothing: a command line has no branches.
    """
    messy, clean = complexities(Source(task.messy)), complexities(Source(family.oracle))
    ok = excess(messy) > 0 == excess(clean) and (not whole or total(messy) >= total(clean))
    return Check("complexity", ok, f"{excess(messy)} over the limit; {total(messy)} in all, oracle {total(clean)}")


def _difference(task: Task, expected: Expected, at: int, got: Outcome) -> str:
    want = expected.outcomes[at]
    told = f"{expected.group.cases[at].call(task.entry)}: expected {show(want)}, got {show(got)}"
    return told if show(want) != show(got) else f"{told}; {want.processes} became {got.processes}"
