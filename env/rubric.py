"""The reward as an OpenEnv rubric tree: `Sequential(Gate(identity), WeightedSum(functional, quality))` over a Report.

The arithmetic lives in `scoring.reward`; the tree only shows it, so that training code can name and read each part.
"""

import inspect
from typing import Any

from openenv.core.rubrics import Gate, Rubric, Sequential, WeightedSum

from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.reward import judge
from code_review_env.tasks.curriculum import Curriculum


class Part(Rubric):
    """One named number of the reward of a Report."""

    def __init__(self, part: str, curriculum: Curriculum) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # OpenEnv leaves it unannotated
        self._part = part
        self._curriculum = curriculum

    def forward(self, action: Any, observation: Report) -> float:  # noqa: ANN401, ARG002  # the base class fixes the signature
        """The part's score in [0, 1]; the report stands where OpenEnv passes the observation."""
        score: float = getattr(judge(observation, self._curriculum), self._part)
        return score


class CodeReviewRubric(Rubric):
    """`raw` of the seed scheme, in [0, 1]; named children `identity`, `functional`, `quality`."""

    def __init__(self, curriculum: Curriculum) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # OpenEnv leaves it unannotated
        shaping = curriculum.shaping
        self.identity = Gate(Part("identity", curriculum), threshold=1.0)
        self.functional = Part("functional", curriculum)
        self.quality = Part("quality", curriculum)
        blend = WeightedSum([self.functional, self.quality], [shaping.functional_weight, shaping.quality_weight])
        # In a tuple, so that OpenEnv's containers evaluate the named children without being registered beside them.
        self._order = (Sequential(self.identity, blend),)

    def forward(self, action: Any, observation: Report) -> float:  # noqa: ANN401  # the base class fixes the signature
        """Gate first; the blend is not evaluated when the gate is shut."""
        (order,) = self._order
        return _settled(order(action, observation))


def _settled(score: Any) -> float:  # noqa: ANN401  # OpenEnv's containers return a float or a coroutine
    """The number itself, also inside a running event loop (a notebook), where OpenEnv's containers return a coroutine.

    The parts never wait, so one push ends it.
    """
    if not inspect.iscoroutine(score):
        return float(score)
    try:
        score.send(None)
    except StopIteration as end:
        return float(end.value)
    msg = "a part of this rubric waits for something"
    raise RuntimeError(msg)
