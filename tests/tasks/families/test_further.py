"""The families of the stages with rules of their own outside the curriculum: number, mess, and what wrong repairs earn."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from code_review_env.env.admission.proof import prove
from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.families import load_families, load_further
from code_review_env.tasks.family import Family
from code_review_env.tasks.likeness import shape
from code_review_env.tasks.rows import frozen_groups, further_rows

COMBINED: Final = "combined"
"""Has the rules of the curriculum; see `test_combined.py`."""

FAMILIES: Final = [family for family in load_further() if family.stage != COMBINED]
CURRICULUM: Final = load_curriculum()
BANK: Final = TaskBank.load()
KILLED: Final = 0.9
"""Share of the mutants that the cases of every family notice."""

QUICK: Final = [one for one in FAMILIES if one.split == "test" and one.stage != "performance"]
"""Proven in every run; watched operations take their time."""

SEEDS: Final = range(8)
DISTINCT: Final = 9
"""Different originals of a family at five levels and eight seeds, at least; docstrings are no part of a shape."""


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """One with the real sandbox."""
    with open_scorer(replace(Settings().pool(), workers=1), lint="server") as scorer:
        yield scorer


def test_every_stage_has_families_for_training_and_for_the_test() -> None:
    """Two train, one test; names are unique in the whole bank."""
    counts = Counter((family.stage, family.split) for family in FAMILIES)
    wanted = {"train": 2, "test": 1}
    stages = [stage.name for stage in CURRICULUM.further if stage.name != COMBINED]
    assert counts == {(stage, split): count for stage in stages for split, count in wanted.items()}
    names = [family.name for family in (*load_families(), *load_further())]
    assert len(set(names)) == len(names)


def test_the_cases_of_every_family_are_strong() -> None:
    """Each is frozen, with groups that look at more than results where its stage has a probe or a promise."""
    assert {row["family"]: row["kill_rate"] >= KILLED for row in further_rows()} == {one.name: True for one in load_further()}
    for family in FAMILIES:
        kinds = {group.kind for group in frozen_groups(family.name) or ()}
        assert kinds & {"probe", "documented", "typed"} or family.stage == "naming", family.name


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_spot_is_a_finding_and_the_oracle_has_none(family: Family) -> None:
    """Whatever is spoilt, the linter says so; nothing is found in the oracle."""
    ruff, select = Ruff.installed(), CURRICULUM.stage(family.stage).select
    assert not ruff.lint(family.oracle, select=select)
    for spot in family.spots:
        for text in spot.spoilt:
            assert ruff.lint(spot.spoil(family.oracle, text), select=select), text


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_levels_and_seeds_make_different_tasks(family: Family) -> None:
    """More spots at higher levels, and the same task from the same seed."""
    groups = family.drawn(count=1)
    made = [family.task(level, seed, groups) for level in family.levels for seed in SEEDS]
    texts = {shape(task.messy) for task in made}
    least = DISTINCT if family.stage not in {"docstrings", "naming", "types"} else 1
    assert len(texts) >= least
    assert len({task.messy for task in made}) >= DISTINCT
    assert family.task(3, 1, groups).id == family.task(3, 1, groups).id


@pytest.mark.parametrize("family", QUICK, ids=lambda family: family.name)
def test_a_task_of_the_highest_level_is_proven(scorer: Scorer, family: Family) -> None:
    """The oracle clears, doing nothing and every wrong repair do not, behaviour is the same where it can be."""
    proven(scorer, family, levels=(5,), seeds=(0,))


@pytest.mark.proof
@pytest.mark.timeout(600)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_tasks_of_every_level_are_proven(scorer: Scorer, family: Family) -> None:
    """The same on two tasks of each level of every family."""
    proven(scorer, family, levels=family.levels, seeds=(0, 1))


def proven(scorer: Scorer, family: Family, *, levels: tuple[int, ...], seeds: tuple[int, ...]) -> None:
    """Fail where a task does not prove what it must."""
    groups = frozen_groups(family.name)
    assert groups
    for level in levels:
        for seed in seeds:
            task = family.task(level, seed, groups)
            failed = [f"{check.name}: {check.detail}" for check in prove(scorer, family, task) if not check.ok]
            assert not failed, task.name


def test_naive_repairs_are_among_the_wrong_ones() -> None:
    """Every family has a wrong repair that looks right."""
    assert all(any(canary.naive for canary in family.canaries) for family in FAMILIES)


def test_further_stages_are_played_by_name_only() -> None:
    """They are in no split, have no index, and come when their stage, family or task is named."""
    names = {stage.name for stage in CURRICULUM.further}
    assert not names & {recipe.stage for recipe in BANK.series("train").recipes}
    assert not names & {task.stage for task in BANK.entries}
    assert [task.stage for task in BANK.pick("train", 1)] == ["easy", "medium", "hard"]
    for name in sorted(names):
        (task,) = BANK.pick("train", 1, stage=name)
        assert (task.stage, task.split) == (name, "train")
        assert BANK.find(task.name) == task
        assert {one.split for one in BANK.pick("test", 1, stage=name)} == {"test"}
    assert [task.stage for task in BANK.pick("train", 1, family="brew_tea")] == ["async"]


def test_a_stage_more_moves_no_other() -> None:
    """The tasks of the three stages are those that the seed alone names."""
    usual = BANK.pick("train", 7)
    mixed = BANK.pick("train", 7, "sql", "naming")
    assert mixed[:3] == usual
    assert [task.stage for task in mixed] == ["easy", "medium", "hard", "sql", "naming"]
