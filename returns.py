"""When a reward is paid: a pure fold over the scores of an episode, shared by the server and by every adapter.

Consumers disagree: some sum step rewards, some keep the last one. In `delta` mode the sum, and in `terminal` mode both the
sum and the last value, equal the episode score, so lazy extra steps can never beat solving at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

RewardScheme = Literal["seed", "improvement"]
"""Which number is paid: the specification's blend, or only what changed for the better."""

RewardMode = Literal["step", "delta", "terminal"]
"""When it is paid, see `pay`."""

FeedbackLevel = Literal["full", "lint", "none"]
"""How much an observation reveals besides the reward."""


@dataclass(frozen=True)
class StepScore:
    """Score of one step in [0, 1] under the chosen scheme, and the index of the stage that judged it."""

    stage: int
    score: float


def episode_score(scores: Sequence[StepScore], stages: int) -> float:
    """Mean over all stages of the last score reached there; a stage that was never judged counts 0.

    Returns:
        A number in [0, 1].
    """
    last = {score.stage: score.score for score in scores}
    return sum(last.values()) / stages


def pay(mode: RewardMode, scores: Sequence[StepScore], *, stages: int, done: bool) -> float:
    """Reward of the latest step.

    Args:
        mode: `step` pays the score itself; `delta` the change of the episode score, which may be negative; `terminal` 0.0
            until done, then the episode score.
        scores: all steps so far, the latest last; at least one.
        stages: number of stages of the episode.
        done: the episode ended with this step.
    """
    if mode == "step":
        return scores[-1].score
    if mode == "terminal":
        return episode_score(scores, stages) if done else 0.0
    return episode_score(scores, stages) - episode_score(scores[:-1], stages)
