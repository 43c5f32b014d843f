"""A family under examination: the strength of its cases, then the proof of some of its tasks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from code_review_env.env.admission.corpus import Corpus, freeze, measured
from code_review_env.env.admission.doubt import FURTHER
from code_review_env.env.admission.proof import RUNS, Check, prove
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.family import Family
from code_review_env.tasks.task import Group, Task

KILL_RATE = 0.9
"""Share of the mutants that the cases of every family must notice."""


@dataclass(frozen=True, slots=True)
class Examined:
    """One task with its checks.

    Attributes:
        task: as it was made.
        checks: in the order in which they were tried.
    """

    task: Task
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Every check holds."""
        return all(check.ok for check in self.checks)


@dataclass(frozen=True, slots=True)
class Examination:
    """What is known of a family.

    Attributes:
        family: the family.
        corpus: its cases.
        tasks: those that were tried.
    """

    family: Family
    corpus: Corpus
    tasks: tuple[Examined, ...]

    @property
    def ok(self) -> bool:
        """Strong cases, and every task holds."""
        return self.corpus.kill_rate >= KILL_RATE and all(one.ok for one in self.tasks)


def examine(
    scorer: Scorer, family: Family, seeds: Sequence[int], *, further: int = FURTHER, chosen: tuple[Group, ...] = ()
) -> Examination:
    """Choose the cases of a family and prove the tasks of all its levels with these seeds.

    Args:
        scorer: runs and judges everything.
        family: who is examined.
        seeds: of the tasks of each level.
        further: inputs on which a surviving mutant must agree to be presumed equivalent.
        chosen: cases that were chosen before, whose strength is measured again; otherwise they are chosen now.

    Raises:
        InvalidParameter: the oracle cannot be run.
        Unavailable: our machinery failed.
    """
    corpus = measured(scorer, family, chosen, further) if chosen else freeze(scorer, family, further)
    return Examination(family, corpus, tuple(_tasks(scorer, family, corpus, seeds)))


def _tasks(scorer: Scorer, family: Family, corpus: Corpus, seeds: Sequence[int]) -> Iterator[Examined]:
    for level in family.levels:
        for seed in seeds:
            task = family.task(level, seed, corpus.groups)
            yield proved(scorer, family, task)


def proved(scorer: Scorer, family: Family, task: Task, runs: int = RUNS) -> Examined:
    """One task with its checks; one that cannot be judged at all has failed.

    Raises:
        Unavailable: our machinery failed.
    """
    try:
        return Examined(task, prove(scorer, family, task, runs))
    except InvalidParameter as error:
        return Examined(task, (Check("can be judged", ok=False, detail=str(error)),))
