"""The agent as a whole: hostile files, and what it does when it is told that a repair failed."""

import time

import pytest

from code_review_env.baseline_agent.rules.agent import SKILLS, Rules, repaired
from code_review_env.baseline_agent.rules.job import DEADLINE_S, Job
from code_review_env.env.local import make

HOSTILE = {
    "no Python": "def f(:\n  ???",
    "NUL": "x = 1\0",
    "empty": "",
    "huge": "x = 1\n" * 20_000,
    "brackets": "x = " + "(" * 5_000 + ")" * 5_000,
    "deep blocks": "".join(" " * depth + "if x:\n" for depth in range(90)) + " " * 90 + "pass\n",
    "a long sum": "x = " + " + ".join(["1"] * 5_000),
    "lone surrogate": "x = '\udc80'\n",
    "a tab and a form feed": "if x:\n\t\x0cy = 1\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_answered_in_time(name: str) -> None:
    """No exception, no endless work; what cannot be read is sent back."""
    begun = time.monotonic()
    for skill in SKILLS.values():
        answers = list(repaired(Job(HOSTILE[name], "f"), skill.ways))
        assert answers
        assert all(isinstance(answer, str) for answer in answers)
    assert time.monotonic() - begun < DEADLINE_S + 5


def test_an_unknown_skill_is_refused() -> None:
    """By its name, with those that exist."""
    with pytest.raises(KeyError, match="no skill 'poetry'"):
        Rules(("poetry",))


def test_a_skill_that_is_off_repairs_nothing() -> None:
    """The file goes back as it came."""
    with make() as env:
        first = env.reset(task_id="easy/desk", max_steps=1)
        assert Rules(()).act(first).code == first.messy_code
