"""The bank as a whole, and how tasks are found in it."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from code_review_env.tasks.bank import MIN_PREFIX, TaskBank
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.literal import literal
from code_review_env.tasks.task import MAX_GROUPS, InvalidTask, Task

BANK = TaskBank.of(TaskBank.load().handwritten)
MIN_CASES = 50
MIN_HIDDEN = 6


def test_every_split_has_every_stage() -> None:
    """Two training tasks, one for validation and one for the test, a stage."""
    counts = Counter((task.stage, task.split) for task in BANK.entries)
    stages = [stage.name for stage in load_curriculum().stages]
    wanted = {"train": 2, "validation": 1, "test": 1}
    assert counts == {(stage, split): count for stage in stages for split, count in wanted.items()}
    assert BANK.splits() == ("train", "validation", "test")


@pytest.mark.parametrize("task", BANK.entries, ids=[task.name for task in BANK.entries])
def test_shape_of_a_task(task: Task) -> None:
    """One visible group of two to four examples, enough hidden groups and cases, values that have a spelling."""
    visible = [group for group in task.groups if group.visible]
    cases = [case for group in task.groups for case in group.cases]
    assert [(group.kind, 2 <= len(group.cases) <= 4) for group in visible] == [("example", True)]
    assert MIN_HIDDEN <= len(task.groups) - 1 < MAX_GROUPS
    assert len(cases) >= MIN_CASES
    assert all(literal(case.args) and literal(dict(case.kwargs)) for case in cases)
    assert task.name.startswith(f"{task.stage}/")
    assert task.oracle is not None
    assert task.instruction


def test_order_is_split_then_stage_then_name() -> None:
    """An index means the same task to everybody."""
    train = [task.name for task in BANK.tasks("train")]
    stages = [name.split("/")[0] for name in train]
    assert stages == ["easy", "easy", "medium", "medium", "hard", "hard"]
    assert all(train[index] < train[index + 1] for index in (0, 2, 4))
    assert BANK.task("train", 0).name == train[0]


def test_find_takes_names_ids_and_beginnings_of_ids() -> None:
    """Each task is found under its three addresses."""
    for task in BANK.entries:
        assert BANK.find(task.name) is task
        assert BANK.find(task.id) is task
        assert BANK.find(task.id[:MIN_PREFIX]) is task


@pytest.mark.parametrize("address", ["", "easy", "easy/nothing", "0" * 64, "f" * 7, "../easy/desk"])
def test_unknown_addresses_are_key_errors(address: str) -> None:
    """The message repeats what was asked for."""
    with pytest.raises(KeyError, match="no task with the name or id"):
        BANK.find(address)


def test_too_short_a_beginning_is_unknown() -> None:
    """Seven digits do not stand for an id."""
    with pytest.raises(KeyError):
        BANK.find(BANK.entries[0].id[: MIN_PREFIX - 1])


def test_unknown_splits_stages_and_indices() -> None:
    """Each has its own error."""
    with pytest.raises(KeyError, match="no split 'holdout'"):
        BANK.tasks("holdout")
    with pytest.raises(KeyError, match="no split 'own'"):
        BANK.tasks("own")
    with pytest.raises(KeyError, match="no task of stage 'expert'"):
        BANK.tasks("train", stage="expert")
    for index in (-1, 6):
        with pytest.raises(IndexError, match="indices 0 to 5"):
            BANK.task("train", index)


def test_pick_is_one_task_a_stage_in_order() -> None:
    """A seed names a whole curriculum, the same every time."""
    stages = [stage.name for stage in load_curriculum().stages]
    for seed in range(20):
        picked = BANK.pick("train", seed)
        assert [task.stage for task in picked] == stages
        assert {task.split for task in picked} == {"train"}
        assert BANK.pick("train", seed) == picked


def test_seeds_spread_over_the_split() -> None:
    """Every combination comes up, and the next seed is no shift of this one."""
    seen = Counter(tuple(task.name for task in BANK.pick("train", seed)) for seed in range(200))
    assert len(seen) == 2**3
    assert min(seen.values()) >= 10


def test_own_tasks_join_without_moving_others() -> None:
    """A task that a user brings lands in its own split, whatever it says."""
    own = replace(BANK.entries[0], name="mine", messy=BANK.entries[0].messy + "\n")
    bank = BANK.with_tasks([own])
    assert [task.name for task in bank.tasks("own")] == ["mine"]
    assert list(bank.tasks("train")) == list(BANK.tasks("train"))
    assert bank.splits() == ("train", "validation", "test", "own")
    assert [task.name for task in bank.pick("own", 0)] == ["mine"]
    assert bank.digest != BANK.digest


def test_doubtful_tasks_are_refused() -> None:
    """Two tasks of one name, or a stage outside the curriculum."""
    first = BANK.entries[0]
    with pytest.raises(InvalidTask, match="two tasks"):
        BANK.with_tasks([first])
    with pytest.raises(InvalidTask, match="no stage"):
        TaskBank.of([replace(first, stage="expert")])


def test_several_beginnings_are_refused() -> None:
    """A beginning that fits two tasks names neither."""
    twins = [replace(BANK.entries[0], name=name, messy=f"{BANK.entries[0].messy}# {name}\n") for name in ("a", "b")]
    for twin in twins:
        vars(twin)["id"] = "ab" * 4 + twin.name.ljust(56, "0")
    with pytest.raises(KeyError, match="several tasks"):
        TaskBank.of(twins).find("ab" * 4)


def test_ids_do_not_depend_on_the_process() -> None:
    """Three fresh interpreters with other hash seeds agree on every id."""
    code = "from code_review_env.tasks.bank import TaskBank; print(TaskBank.load().digest)"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1", "4711")
    }
    assert found == {TaskBank.load().digest}
