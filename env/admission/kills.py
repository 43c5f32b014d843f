"""Which cases notice which wrong programs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from code_review_env.env.admission.mutants import Mutant
from code_review_env.env.sandbox.program import Execution, Verdict
from code_review_env.env.scoring.functional import passes
from code_review_env.env.scoring.reference import Reference, program_of
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.family import Family
from code_review_env.tasks.task import Group, Task

Place = tuple[int, int]
"""A case by the index of its group and its own."""


@dataclass(frozen=True, slots=True)
class Kill:
    """What became of a mutant.

    Attributes:
        mutant: the wrong program.
        by: cases that noticed it; empty for one that survived.
        stopped: it did not run to its end, so that every case noticed.
        agreed: further inputs on which a survivor did the same as the oracle, 0 if it differed on one.
        equivalent: survived, and agreed on as many as were asked for.
    """

    mutant: Mutant
    by: frozenset[Place]
    stopped: bool = False
    agreed: int = 0
    equivalent: bool = False

    @property
    def noticed(self) -> bool:
        """It did not survive."""
        return bool(self.by) or self.stopped


def told_apart(scorer: Scorer, family: Family, groups: tuple[Group, ...]) -> tuple[Task, Reference]:
    """The oracle as a task of exactly the cases that say something about it.

    Raises:
        InvalidParameter: the oracle does not run, or fails on every example.
        Unavailable: our machinery failed.
    """
    task = family.clean(groups)
    reference = scorer.references.of(task)
    kept = tuple(one.group for one in reference.expected)
    return replace(task, groups=kept), reference


def kills(scorer: Scorer, task: Task, reference: Reference, wrong: Sequence[Mutant]) -> tuple[Kill, ...]:
    """Every mutant against the cases of a task.

    Args:
        scorer: runs them.
        task: the oracle as a task.
        reference: what its cases must do.
        wrong: the mutants.

    Raises:
        Unavailable: our machinery failed.
    """
    groups = tuple(one.group.cases for one in reference.expected)
    found = []
    for mutant in wrong:
        program = replace(program_of(task, mutant.source, groups), limits=reference.limits, audit="record")
        execution = scorer.pool.run(program)
        found.append(Kill(mutant, _noticed(task, reference, execution), stopped=execution.verdict is not Verdict.OK))
    return tuple(found)


def _noticed(task: Task, reference: Reference, execution: Execution) -> frozenset[Place]:
    return frozenset(
        (at, index)
        for at, (expected, outcomes) in enumerate(zip(reference.expected, execution.groups, strict=True))
        for index, outcome in enumerate(outcomes)
        if not passes(task, expected, index, outcome)
    )
