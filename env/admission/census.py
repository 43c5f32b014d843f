"""The whole bank under proof: every task that is written down, and a sample of those that are made."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Final, Self

from code_review_env.env.admission.examine import proved
from code_review_env.env.admission.proof import Check
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.bank import FROZEN, MADE, TaskBank
from code_review_env.tasks.chance import chance
from code_review_env.tasks.families import load_families
from code_review_env.tasks.family import Family
from code_review_env.tasks.likeness import tokens
from code_review_env.tasks.rows import Row
from code_review_env.tasks.series import Recipe, made
from code_review_env.tasks.task import Task

RUNS: Final = 5
"""Judgements of each oracle, which must not differ."""


@dataclass(frozen=True, slots=True)
class Proven:
    """One task of the census.

    Attributes:
        id: of the task.
        name: of the task.
        stage: of the task.
        split: of the task.
        level: of the task.
        tokens: size of the original.
        rules: which rules of its stage find something in the original.
        checks: in the order in which they were tried.
    """

    id: str
    name: str
    stage: str
    split: str
    level: int | None
    tokens: int
    rules: tuple[str, ...]
    checks: tuple[Check, ...]

    @classmethod
    def of(cls, row: Row) -> Self:
        """The inverse of `row`."""
        return cls(**row | {"rules": tuple(row["rules"]), "checks": tuple(Check(**check) for check in row["checks"])})

    @property
    def row(self) -> Row:
        """As JSON."""
        return asdict(self)

    @property
    def ok(self) -> bool:
        """Every check holds."""
        return all(check.ok for check in self.checks)


def chosen(bank: TaskBank, sample: int, split: str | None = None) -> list[Task | Recipe]:
    """What is examined, family by family, so that a clean source is observed once for all its tasks.

    Args:
        bank: the tasks.
        sample: number of tasks of training, drawn evenly; all where there are fewer.
        split: only this one.
    """
    recipes = bank.tasks(MADE).recipes
    drawn: list[Task | Recipe] = [*chance("census").sample(recipes, min(sample, len(recipes)))]
    frozen = [task for name in FROZEN for task in bank.tasks(name).written if task.family]
    found = [one for one in (*frozen, *drawn) if split in {None, one.split}]
    return sorted(found, key=lambda one: (one.stage, one.family))


def census(scorer: Scorer, wanted: list[Task | Recipe], known: Mapping[str, Proven]) -> Iterator[Proven]:
    """Prove each of them.

    Args:
        scorer: judges.
        wanted: the tasks.
        known: those of an earlier census by the id of the task; what held there is not tried again.

    Raises:
        Unavailable: our machinery failed.
    """
    families = {family.name: family for family in load_families()}
    for one in wanted:
        task = made(one) if isinstance(one, Recipe) else one
        before = known.get(task.id)
        yield before if before and before.ok else _proven(scorer, families[task.family], task)


def _proven(scorer: Scorer, family: Family, task: Task) -> Proven:
    stage = scorer.curriculum.stage(task.stage)
    found = scorer.linter.lint(task.messy, select=stage.select, max_complexity=stage.max_complexity)
    rules = tuple(sorted({finding.rule for finding in found}))
    checks = proved(scorer, family, task, RUNS).checks
    return Proven(task.id, task.name, task.stage, task.split, task.level, tokens(task.messy), rules, checks)
