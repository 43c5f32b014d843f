"""The corpus is what its description says: sizes, calls, and outcomes in the real engine."""

from collections import Counter

from code_review_env.benchmarks import corpus
from code_review_env.benchmarks.engine import judged
from code_review_env.benchmarks.rig import Rig


def test_sizes_and_calls() -> None:
    """200 different texts of 300 to 500 bytes, 10 calls each, half of them of stage easy and half of hard."""
    made = corpus.submissions()
    assert len({one.code for one in made}) == 200
    assert all(300 <= len(one.code.encode()) <= 512 for one in made)
    assert {sum(len(group.cases) for group in one.task.groups) for one in made} == {10}
    assert Counter(one.task.stage for one in made) == {"easy": 100, "hard": 100}


def test_kinds(tiny: Rig) -> None:
    """Of the five texts of a task the oracle clears and no other; every one runs, so none costs a time limit."""
    for one in corpus.submissions()[:50]:
        outcome = judged(tiny.scorer(1), one)
        assert outcome.report.verdict == "ok"
        assert outcome.reward.cleared is (one.code.partition("\n")[2] == one.task.oracle), one.code
