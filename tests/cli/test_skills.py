"""The figures of `rules`: which tasks count where, and what they make together."""

from code_review_env.cli.skills import BY_HAND, HELD_OUT, TEST, Played, figures, share, tables
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.series import is_held_out

ROWS = (
    Played("easy/a@1.0", "easy", "a", is_test=True, held_out=True, lost=""),
    Played("easy/b@1.0", "easy", "b", is_test=True, held_out=False, lost="groups"),
    Played("medium/c@1.0", "medium", "c", is_test=True, held_out=True, lost="findings and groups"),
    Played("medium/d", "medium", "", is_test=True, held_out=False, lost=""),
    Played("hard/e", "hard", "", is_test=False, held_out=False, lost=""),
)


def test_each_set_counts_its_own_tasks() -> None:
    """A hand-written task of the test split counts in two sets."""
    found = figures(ROWS)
    assert found[TEST] == {"easy": (1, 2), "medium": (1, 2), "hard": (0, 0)}
    assert found[HELD_OUT] == {"easy": (1, 1), "medium": (0, 1), "hard": (0, 0)}
    assert found[BY_HAND] == {"easy": (0, 0), "medium": (1, 1), "hard": (1, 1)}


def test_a_curriculum_needs_every_stage() -> None:
    """Its share is the product of the stages' shares."""
    assert share({"easy": (1, 2), "medium": (3, 4), "hard": (2, 2)}) == 0.375


def test_the_table_names_what_no_skill_clears() -> None:
    """With what was left, by family."""
    text = tables(ROWS)
    assert "| easy | b | 0 of 1 | groups (1) |" in text
    assert "Cleared in no task: b, c." in text


def test_held_out_transforms_are_told_by_the_way_a_task_is_made() -> None:
    """No task of training has one, every second task of the test split at least."""
    bank = TaskBank.load()
    assert not any(is_held_out(bank.task("train", index).name) for index in range(40))
    test = [task.name for task in bank.tasks("test") if task.family][::8]
    assert sum(map(is_held_out, test)) > len(test) / 2
