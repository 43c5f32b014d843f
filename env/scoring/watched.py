"""Is what a probe saw of a call as good as what it saw of the reference? Pure."""

from typing import Final

from code_review_env.env.sandbox import codec
from code_review_env.env.sandbox.program import Outcome
from code_review_env.tasks.curriculum import load_curriculum

BUDGET: Final = 2.5
"""A call may take so many times the operations of the reference: honest code of the same order takes less, and code of a
higher order takes more on the larger ones of the inputs of a group."""

SLACK: Final = 200
"""And so many more, which is a few lines, so that small inputs decide nothing."""


def as_good(stage: str, right: Outcome, got: Outcome) -> bool:
    """Whether the probe of a stage has nothing to say against a call."""
    if load_curriculum().stage(stage).probe == "operations":
        return type(got.seen) is int and type(right.seen) is int and got.seen <= BUDGET * right.seen + SLACK
    return codec.equal(right.seen, got.seen, exact_floats=True)
