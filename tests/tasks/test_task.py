"""What a task may be, and what its identity covers."""

from dataclasses import replace

import pytest

from code_review_env.tasks.task import MAX_GROUPS, Case, Group, InvalidTask, Task, Tool

SHOWN = Group("examples", "example", (Case((1,)),), visible=True)
HIDDEN = Group("hidden", "partition", (Case((2,), {"b": "x"}),))
TASK = Task("easy/one", "easy", "f", "Clean it.", "def f(a, b=''): return a\n", (SHOWN, HIDDEN))


@pytest.mark.parametrize(
    "groups",
    [
        (),
        (HIDDEN,),
        (HIDDEN, SHOWN),
        (SHOWN, replace(HIDDEN, name="examples")),
        (SHOWN, replace(HIDDEN, cases=())),
        (SHOWN, *(replace(HIDDEN, name=str(number)) for number in range(MAX_GROUPS))),
    ],
    ids=["none", "no visible", "visible behind hidden", "one name twice", "no case", "too many"],
)
def test_groups_that_no_task_may_have_are_refused(groups: tuple[Group, ...]) -> None:
    """Each rule is told by the task's name."""
    with pytest.raises(InvalidTask, match="easy/one"):
        replace(TASK, groups=groups)


@pytest.mark.parametrize(
    "change",
    [
        {"messy": "def f(a, b=''): return b\n"},
        {"oracle": "def f(a, b=''):\n    return a\n"},
        {"stage": "hard"},
        {"groups": (SHOWN,)},
        {"groups": (SHOWN, replace(HIDDEN, cases=(Case((2,), {"b": "y"}),)))},
        {"groups": (SHOWN, replace(HIDDEN, cases=(Case((2.0,), {"b": "x"}),)))},
        {"tools": {"tar": (Tool(exit=1),)}},
        {"files": {"a.txt": "x"}},
        {"exact_floats": True},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_decides_a_score_changes_the_id(change: dict[str, object]) -> None:
    """And a name, a split or an instruction does not."""
    assert replace(TASK, **change).id != TASK.id
    assert replace(TASK, name="easy/two", split="test", instruction="Do.").id == TASK.id


def test_a_case_reads_as_the_call_that_a_person_would_type() -> None:
    """Positional and keyword arguments, sets in a fixed order."""
    assert Case((1, "a", {3, 2}), {"rate": None}).call("f") == "f(1, 'a', set([2, 3]), rate=None)"
