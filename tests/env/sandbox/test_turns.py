"""One child, two messages: what is shown was said before the hidden inputs were sent."""

import pytest

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Execution, Limits, Program, Verdict

HIDDEN = "a hidden input"
LINE = 4
"""Where a child gets its messages."""


def run(pool: SandboxPool, body: str) -> Execution:
    """Run `def f(text)` with one shown call and one hidden call."""
    source = f"import os\n\n\ndef f(text):\n    {body}\n"
    return pool.run(Program(source, "f", ((Call(("shown",)),), (Call((HIDDEN,)),)), limits=Limits(wall_s=0.5), shown=1))


def test_groups_of_both_turns_run_in_one_process(pool: SandboxPool) -> None:
    """Patched once, a function of the standard library stays patched: there is no second child."""
    execution = run(pool, "os.seen = getattr(os, 'seen', 0) + 1\n    return os.seen")
    assert [group[0].value for group in execution.groups] == [1, 2]


def test_nothing_hidden_is_there_while_a_shown_call_runs(pool: SandboxPool) -> None:
    """The line is empty until the shown groups have been reported."""
    execution = run(pool, f"os.set_blocking({LINE}, False)\n    return os.read({LINE}, 100)")
    assert execution.groups[0][0].error == "builtins.BlockingIOError"


@pytest.mark.parametrize("way", [f"os.read({LINE}, 65536).decode()", f"print(os.read({LINE}, 65536))"])
def test_who_asks_too_early_has_said_nothing(pool: SandboxPool, way: str) -> None:
    """A child can fetch the hidden inputs during a shown call; whatever it says from then on is out of turn."""
    execution = run(pool, f"os.write({LINE}, b'?')\n    return {way}")
    assert execution.verdict is Verdict.NO_RESULT
    assert [group[0].kind for group in execution.groups] == ["lost", "lost"]
    assert HIDDEN not in repr(execution)


def test_a_crash_in_the_first_turn_leaves_the_second(pool: SandboxPool) -> None:
    """The hidden groups get a child of their own."""
    execution = run(pool, "return text if text != 'shown' else os._exit(1)")
    assert execution.verdict is Verdict.NO_RESULT
    assert [group[0].value for group in execution.groups] == [None, HIDDEN]


def test_messages_larger_than_any_buffer(pool: SandboxPool) -> None:
    """A message goes out in pieces, as the child takes them."""
    long = [Call(("x" * 600_000,)), Call(("y" * 900_000,))]
    execution = pool.run(Program("def f(text):\n    return len(text)\n", "f", tuple((call,) for call in long), shown=1))
    assert [group[0].value for group in execution.groups] == [600_000, 900_000]
