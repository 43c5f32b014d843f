"""The families whose tasks carry the mess of all three stages in one file."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from code_review_env.env.admission.proof import prove
from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.server.settings import Settings
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.families import load_families, load_further
from code_review_env.tasks.family import Family
from code_review_env.tasks.rows import frozen_groups
from code_review_env.tasks.task import Task

STAGE: Final = load_curriculum().stage("combined")
FAMILIES: Final = [family for family in load_further() if family.stage == STAGE.name]
ORIGINS: Final = {family.name: family for family in load_families()}
SEEDS: Final = range(3)


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """One with the real sandbox."""
    with open_scorer(replace(Settings().pool(), workers=1), lint="server") as scorer:
        yield scorer


def task_of(family: Family, level: int, seed: int) -> Task:
    """One of its tasks, with the cases that were chosen for it."""
    groups = frozen_groups(family.name)
    assert groups
    return family.task(level, seed, groups)


def test_every_split_has_families_and_none_leaves_that_of_its_program() -> None:
    """A family whose program is tested elsewhere trains nobody here."""
    assert {"train", "validation", "test"} == Counter(family.split for family in FAMILIES).keys()
    assert [family.split for family in FAMILIES] == [ORIGINS[one.name.removeprefix("review_")].split for one in FAMILIES]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_file_breaks_the_rules_of_all_three_stages(family: Family) -> None:
    """Style, a shell and complexity at every level; the oracle breaks none."""
    linter = Ruff.installed()
    for level, seed in ((level, seed) for level in family.levels for seed in SEEDS):
        messy = family.task(level, seed, family.drawn(count=1)).messy
        rules = {one.rule for one in linter.lint(messy, select=STAGE.select, max_complexity=STAGE.max_complexity)}
        found = {"shell" if rule[0] == "S" else "complexity" if rule == "C901" else "style" for rule in rules}
        assert found == {"shell", "complexity", "style"}, (level, seed)
    assert not linter.lint(family.oracle, select=STAGE.select, max_complexity=STAGE.max_complexity)


def test_a_task_of_the_highest_level_is_proven(scorer: Scorer) -> None:
    """The oracle clears; doing nothing and careless repairs do not; behaviour is the same."""
    family = next(one for one in FAMILIES if one.split == "validation")
    assert [check for check in prove(scorer, family, task_of(family, 5, 0)) if not check.ok] == []


@pytest.mark.proof
@pytest.mark.timeout(600)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_tasks_of_every_level_are_proven(scorer: Scorer, family: Family) -> None:
    """The same on two tasks of each level of every family."""
    for level, seed in ((level, seed) for level in family.levels for seed in (0, 1)):
        assert [check for check in prove(scorer, family, task_of(family, level, seed)) if not check.ok] == []


def test_the_repair_of_one_stage_does_not_clear(scorer: Scorer) -> None:
    """The oracle of the medium stage, without a shell, leaves the rest of the review open."""
    family = next(one for one in FAMILIES if one.split == "validation")
    origin = ORIGINS[family.name.removeprefix("review_")]
    report = scorer.score(task_of(family, 3, 0), origin.oracle)
    assert all(group.passed for group in report.groups)
    assert {finding.rule for finding in report.findings} == {"C901", "E501"}
    assert not scorer.curriculum.cleared(judge(report, scorer.curriculum).seed)
