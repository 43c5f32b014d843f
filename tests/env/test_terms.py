"""Reset arguments: known, checked, and refused by name."""

import pytest

from code_review_env.env.errors import InvalidParameter, UnknownParameter, UnknownTask
from code_review_env.env.terms import Draw, ResetOptions, set_terms
from code_review_env.potential import Weights
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import load_curriculum

BANK = TaskBank.load()
DRAW = Draw(now=1.0, episode_id="fresh", seed=99)


def terms_of(**given: object) -> object:
    """Terms for raw arguments."""
    return set_terms(ResetOptions.read(given), BANK, load_curriculum(), DRAW, weights=Weights())


def test_defaults_are_the_whole_curriculum_with_the_draw() -> None:
    """Nothing given: all stages in order, ten steps, the specification's scheme."""
    terms = set_terms(ResetOptions.read({}), BANK, load_curriculum(), DRAW, weights=Weights())
    assert terms.stages == ("easy", "medium", "hard")
    assert (terms.episode_id, terms.seed, terms.max_steps, terms.split) == ("fresh", 99, 10, "train")
    assert (terms.reward_scheme, terms.reward_mode, terms.feedback) == ("seed", "step", "full")


def test_a_seed_names_the_curriculum() -> None:
    """The same seed gives the same tasks, and some other seed gives others."""
    assert terms_of(seed=3).task_ids == terms_of(seed=3).task_ids
    assert len({terms_of(seed=seed).task_ids for seed in range(20)}) > 1


def test_one_task_makes_a_one_stage_episode() -> None:
    """By id, id prefix, name, or split and index."""
    task = BANK.task("train", 0)
    for given in ({"task_id": task.id}, {"task_id": task.id[:10]}, {"task_id": task.name}, {"split": "train", "index": 0}):
        terms = terms_of(**given)
        assert (terms.stages, terms.task_ids) == ((task.stage,), (task.id,))


def test_stage_and_curriculum_choose_stages() -> None:
    """One stage, or several in the order asked for."""
    assert terms_of(stage="hard").stages == ("hard",)
    assert terms_of(curriculum=["hard", "easy"]).stages == ("hard", "easy")
    assert terms_of(curriculum="medium, hard").stages == ("medium", "hard")


@pytest.mark.parametrize("given", [{"sed": 1}, {"maxsteps": 3}, {"seed": 1, "Task_id": "x"}])
def test_a_typo_is_refused_by_name(given: dict[str, object]) -> None:
    """The message holds the wrong name and the right ones."""
    with pytest.raises(UnknownParameter, match=r"sed|maxsteps|Task_id") as caught:
        ResetOptions.read(given)
    assert "max_steps" in str(caught.value)


@pytest.mark.parametrize(
    "given",
    [
        {"seed": -1},
        {"seed": "7"},
        {"seed": 2**60},
        {"max_steps": 0},
        {"max_steps": 101},
        {"reward_scheme": "best"},
        {"reward_mode": "sum"},
        {"feedback": "all"},
        {"episode_id": ""},
        {"episode_id": "a b"},
        {"episode_id": "x" * 256},
        {"index": 1},
        {"task_id": "x", "stage": "easy"},
        {"curriculum": []},
    ],
)
def test_a_wrong_value_is_refused(given: dict[str, object]) -> None:
    """Each with a sentence that is not empty."""
    with pytest.raises(InvalidParameter) as caught:
        ResetOptions.read(given)
    assert len(str(caught.value)) > 10


@pytest.mark.parametrize(
    "given", [{"task_id": "nope"}, {"split": "no"}, {"split": "train", "index": 99_999}, {"stage": "epic"}]
)
def test_what_does_not_exist_is_told(given: dict[str, object]) -> None:
    """Unknown task, split, index, stage."""
    with pytest.raises(UnknownTask) as caught:
        terms_of(**given)
    assert next(str(value) for value in given.values()) in str(caught.value) or "99999" in str(caught.value)


def test_further_stages_are_there_by_name() -> None:
    """Alone, mixed with the three, or by a family; never by default."""
    assert terms_of(stage="exceptions").stages == ("exceptions",)
    assert terms_of(curriculum=["easy", "sql", "naming"]).stages == ("easy", "sql", "naming")
    assert terms_of(curriculum=["easy", "sql"], seed=3).task_ids[0] == terms_of(seed=3).task_ids[0]
    assert terms_of(family="brew_tea").stages == ("async",)
    with pytest.raises(UnknownTask, match="exceptions, types, sql"):
        terms_of(curriculum=["cleverness"])
