"""The specification's loop on the real environment, with a model that says what the test wants."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from code_review_env.baseline_agent.agent import play
from code_review_env.baseline_agent.completer import Completion, Request
from code_review_env.baseline_agent.model_agent import ModelAgent
from code_review_env.env.local import LocalEnvironment, make
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.tasks.bank import TaskBank

BANK = TaskBank.load()
TASK = BANK.find("easy/invoice")
WORSE = TASK.messy + "\n\ndef broken(:\n"


@dataclass
class Model:
    """A remote model: gives its replies in turn and keeps what it was asked."""

    replies: list[str]
    finish_reason: str = "stop"
    asked: list[Request] = field(default_factory=list)

    def complete(self, request: Request, timeout_s: float) -> Completion:
        """The next reply; the last one for ever."""
        assert timeout_s > 0
        self.asked.append(request)
        text = self.replies[min(len(self.asked), len(self.replies)) - 1]
        return Completion(text, self.finish_reason, 1, 1, 0.0)

    def told(self, number: int) -> str:
        """What the user turn of a request says."""
        return self.asked[number].messages[-1].content


@pytest.fixture(scope="module")
def environment() -> Iterator[LocalEnvironment]:
    """The real one."""
    with make(PoolSettings(workers=1)) as made:
        yield made


def fenced(code: str) -> str:
    """As models answer."""
    return f"Here it is:\n\n```python\n{code}```\n"


def test_the_first_prompt_tells_the_task(environment: LocalEnvironment) -> None:
    """File, rules, signature and calls with their results; no feedback yet."""
    model = Model([fenced(TASK.reference)])
    (step,) = play(environment, ModelAgent("model", model), {"task_id": TASK.name})
    assert step.observation.cleared
    system, user = (message.content for message in model.asked[0].messages)
    assert TASK.entry in system
    seen = environment.reset(task_id=TASK.name)
    told = (TASK.messy.strip(), seen.rules, seen.signature, seen.instruction, seen.examples[0].call, seen.examples[0].expected)
    assert [words for words in told if words not in user] == []
    assert "last submission" not in user


def test_the_curriculum_is_cleared_in_four_steps_with_one_slip(environment: LocalEnvironment) -> None:
    """The specification's sanity check: an edit that breaks the tests, then a repair of each file."""
    tasks = BANK.pick("train", 7)
    model = Model([fenced("x = 1\n"), *(fenced(task.reference) for task in tasks)])
    steps = list(play(environment, ModelAgent("model", model), {"seed": 7}))
    last = steps[-1].observation
    assert (last.step, last.cleared_stages, last.truncated) == (4, ("easy", "medium", "hard"), False)
    assert steps[0].observation.feedback in model.told(1)
    assert tasks[1].messy.strip() in model.told(2)
    assert "last submission" not in model.told(2)


def test_an_edit_that_breaks_tests_is_answered_with_the_difference_to_the_best(environment: LocalEnvironment) -> None:
    """The model goes on from the best version so far, sees what it changed for the worse, and what came of it."""
    half = TASK.messy.replace("== None", "is None")
    assert half != TASK.messy
    model = Model([fenced(half), fenced(WORSE), fenced(TASK.reference)])
    steps = list(play(environment, ModelAgent("model", model), {"task_id": TASK.name}))
    assert [step.observation.cleared for step in steps] == [False, False, True]
    assert half.strip() in model.told(1)
    assert "```diff" not in model.told(1)
    assert half.strip() in model.told(2)
    assert "+def broken(:" in model.told(2)
    assert steps[1].observation.feedback in model.told(2)


def test_a_repeat_raises_the_temperature(environment: LocalEnvironment) -> None:
    """The same file again and again is asked for more boldly; another file cools it down."""
    model = Model([fenced(TASK.messy)] * 5 + [fenced("x = 1\n")])
    list(play(environment, ModelAgent("model", model), {"task_id": TASK.name, "max_steps": 7}))
    assert [request.temperature for request in model.asked] == [0.2, 0.2, 0.5, 0.8, 1.0, 1.0, 0.2]
    assert "sent this file before" in model.told(2)


def test_a_reply_that_was_cut_off_is_never_submitted(environment: LocalEnvironment) -> None:
    """It may parse, and even clear: what is sent is the best so far, and the model is told why."""
    model = Model([fenced(TASK.reference)], finish_reason="length")
    steps = list(play(environment, ModelAgent("model", model), {"task_id": TASK.name, "max_steps": 3}))
    assert [step.action.code for step in steps] == [TASK.messy] * 3
    assert "cut off" in model.told(1)
