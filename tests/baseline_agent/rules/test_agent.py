"""The agent as a whole: hostile files, and what it does when it is told that a repair failed."""

import importlib
import pkgutil
import re
import time
from pathlib import Path

import pytest

from code_review_env.baseline_agent import rules
from code_review_env.baseline_agent.rules.agent import SKILLS, Rules, Skill, repaired
from code_review_env.baseline_agent.rules.job import DEADLINE_S, Job
from code_review_env.env.local import make
from code_review_env.tasks import mess

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


def test_the_skills_know_nothing_of_how_tasks_are_made() -> None:
    """They import nothing of it, and name none of its transforms."""
    parts = [importlib.import_module(part.name) for part in pkgutil.walk_packages(mess.__path__, f"{mess.__name__}.")]
    names = {one.name for part in parts for one in getattr(part, "TRANSFORMS", ())}
    words = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names - {"universal_newlines"}))  # an argument of run
    assert len(names) > 50
    for path in Path(*rules.__path__).rglob("*.py"):
        text = path.read_text("utf-8").lower()
        assert "code_review_env.tasks" not in text
        assert words.findall(text) == []


def test_three_stages_in_three_steps_without_a_model() -> None:
    """The curriculum of a training seed."""
    with make() as env:
        observation, agent = env.reset(split="train", seed=3), Rules()
        while not observation.done and observation.step < 4:
            observation = env.step(agent.act(observation).code)
    assert observation.cleared_stages == ("easy", "medium", "hard")


def test_after_the_last_way_the_best_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A skill that has nothing new to say goes back to what earned most."""
    ways = (lambda job: job.source, lambda _: "x = 1\n")
    monkeypatch.setattr("code_review_env.baseline_agent.rules.agent.SKILLS", {"shell": Skill("medium", ways)})
    with make() as env:
        observation, agent = env.reset(task_id="medium/push_image@2.3", max_steps=4), Rules(("shell",))
        codes, rewards = [], []
        while not observation.done:
            codes.append(agent.act(observation).code)
            observation = env.step(codes[-1])
            rewards.append(observation.seed_reward)
    assert codes == [codes[0], "x = 1\n", codes[0], codes[0]]
    assert rewards[0] == max(rewards) > rewards[1]
