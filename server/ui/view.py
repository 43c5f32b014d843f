"""What the page shows: an observation, the steps before it, and the constants of the curriculum. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass

from code_review_env.models import CodeReviewObservation
from code_review_env.tasks.curriculum import Shaping, Stage


@dataclass(frozen=True, slots=True)
class Step:
    """One earlier step of the episode.

    Attributes:
        stage: name of the stage that judged it.
        reward: seed reward, in [0.01, 0.99].
        identity: the gate held.
        functional: share of groups passed, or None where the episode does not tell it.
        quality: lint half, in [0, 1].
        cleared: it cleared its stage.
        repeat: the same source was judged before.
    """

    stage: str
    reward: float
    identity: bool
    functional: float | None
    quality: float
    cleared: bool
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """One state of the page.

    Attributes:
        seen: what an agent would see now.
        stages: rows of the curriculum that this episode plays, in order.
        shaping: constants of the reward.
        seed: of the episode.
        steps: all steps so far, the latest last.
        original: original of the task that judged the last submission, "" before one.
        submitted: the last submission, "" before one.
        share: read-only name of the episode, "" where it was not shared.
    """

    seen: CodeReviewObservation
    stages: tuple[Stage, ...]
    shaping: Shaping
    seed: int
    steps: tuple[Step, ...] = ()
    original: str = ""
    submitted: str = ""
    share: str = ""

    @property
    def best(self) -> Mapping[str, float]:
        """Best seed reward of every stage that was judged."""
        found: dict[str, float] = {}
        for step in self.steps:
            found[step.stage] = max(step.reward, found.get(step.stage, 0.0))
        return found
