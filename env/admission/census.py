"""The whole bank under proof: every task that is written down, and a sample of those that are made."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from code_review_env.env.admission.examine import Examined, proved
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.bank import FROZEN, MADE, TaskBank
from code_review_env.tasks.chance import chance
from code_review_env.tasks.families import load_families
from code_review_env.tasks.series import Recipe, made
from code_review_env.tasks.task import Task

RUNS: Final = 5
"""Judgements of each oracle, which must not differ."""


@dataclass(frozen=True, slots=True)
class Proven:
    """One task of the census.

    Attributes:
        examined: the task with its checks.
        rules: which rules of its stage find something in the original.
    """

    examined: Examined
    rules: tuple[str, ...]


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


def census(scorer: Scorer, wanted: list[Task | Recipe]) -> Iterator[Proven]:
    """Prove each of them.

    Raises:
        Unavailable: our machinery failed.
    """
    families = {family.name: family for family in load_families()}
    for one in wanted:
        task = made(one) if isinstance(one, Recipe) else one
        stage = scorer.curriculum.stage(task.stage)
        found = scorer.linter.lint(task.messy, select=stage.select, max_complexity=stage.max_complexity)
        yield Proven(proved(scorer, families[task.family], task, RUNS), tuple(sorted({finding.rule for finding in found})))
