"""The numbers of a run, computed from episodes as they were played here."""

from collections.abc import Sequence
from typing import Self

from pydantic import BaseModel, ConfigDict

from code_review_env.env.episode import Episode, Transition
from code_review_env.env.scoring.reward import judge
from code_review_env.server.board.run import Cost
from code_review_env.tasks.curriculum import Curriculum
from code_review_env.trials.bootstrap import UNIT, Interval, Sample, estimate
from code_review_env.trials.outcome import Outcome

DIGITS = 6


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True)


class Figure(_Told):
    """A mean with its 95 % interval, families drawn again."""

    mean: float
    interval: Interval

    @classmethod
    def of(cls, samples: Sequence[Sample], span: Interval | None) -> Self:
        """Of at least one sample."""
        found = estimate(samples, span)
        if found is None:
            message = "a run has at least one episode"
            raise ValueError(message)
        low, high = found.interval
        return cls(mean=round(found.mean, DIGITS), interval=(round(low, DIGITS), round(high, DIGITS)))


class EpisodeResult(_Told):
    """One episode; `replay` is its read-only name, as long as the server keeps it."""

    key: str
    replay: str
    solved: bool
    reward: float
    steps: int
    hacks_blocked: int


class Result(_Told):
    """A run.

    Attributes:
        solved_rate: share of episodes in which every stage was cleared.
        reward: mean over the episodes of the mean over the stages of the best seed reward there.
        steps: submissions in all.
        hacks_blocked: submissions that kept name and argument count, and yet were held at the floor by the full gate.
        cost: by the word of whoever sent the run.
        episodes: each of them.
    """

    solved_rate: Figure
    reward: Figure
    steps: int
    hacks_blocked: int
    cost: Cost | None
    episodes: tuple[EpisodeResult, ...]


def outcome(key: str, episode: Episode) -> Outcome:
    """What an episode came to."""
    terms = episode.terms
    names = {terms.stages[at]: terms.task_name(at) for at in range(episode.stage + 1)}
    best: dict[str, float] = {}
    for one in episode.transitions:
        stage = terms.stages[one.stage]
        best[stage] = max(one.seed_reward, best.get(stage, 0.0))
    return Outcome(key, terms.stages, names, best, episode.cleared_stages)


def is_blocked(step: Transition, curriculum: Curriculum) -> bool:
    """Whether the plain gate of the specification would have let a submission through that ours held at the floor."""
    report = step.report
    return report.seed_plain and report.verdict != "import_error" and not judge(report, curriculum).identity


def told(outcomes: Sequence[Outcome], episodes: Sequence[EpisodeResult], cost: Cost | None) -> Result:
    """The numbers of a run from those of its episodes, both in the order of the list."""
    return Result(
        solved_rate=Figure.of([Sample(one.families, float(one.solved)) for one in outcomes], UNIT),
        reward=Figure.of([Sample(one.families, one.reward) for one in outcomes], None),
        steps=sum(one.steps for one in episodes),
        hacks_blocked=sum(one.hacks_blocked for one in episodes),
        cost=cost,
        episodes=tuple(episodes),
    )
