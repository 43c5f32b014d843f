"""One episode: the terms fixed at reset, and the transitions since. Everything else is derived; `advance` is a pure fold."""

import base64
from dataclasses import dataclass, field, replace

from code_review_env.align import PAPER, LineVector, TokenValues
from code_review_env.env.scoring.report import Report
from code_review_env.potential import ProcessStep, Weights
from code_review_env.returns import FeedbackLevel, RewardMode, RewardScheme, StepScore


@dataclass(frozen=True, slots=True)
class Terms:
    """What `reset` fixed.

    Attributes:
        episode_id: 128 random bits in hex, or the id that the caller asked for.
        created_at: POSIX time in seconds.
        seed: names the whole curriculum together with the split.
        split: part of the bank, or `own`.
        stages: stage names in order.
        task_ids: identity of the task of each stage.
        max_steps: steps before truncation.
        owner_sha256: hash of the owner's secret, or "" when anybody who knows the id may play.
        task_names: name of the task of each stage.
        weights: of the process reward.
        values: of lines and tokens.
    """

    episode_id: str
    created_at: float
    seed: int
    split: str
    stages: tuple[str, ...]
    task_ids: tuple[str, ...]
    max_steps: int
    reward_scheme: RewardScheme = "seed"
    reward_mode: RewardMode = "step"
    feedback: FeedbackLevel = "full"
    owner_sha256: str = ""
    task_names: tuple[str, ...] = ()
    weights: Weights = field(default_factory=Weights)
    values: TokenValues = PAPER

    def task_name(self, stage: int) -> str:
        """Under which the bank finds the task of a stage; its id in an episode that was begun before names were kept."""
        return self.task_names[stage] if self.task_names else self.task_ids[stage]


@dataclass(frozen=True, slots=True)
class Transition:
    """One step: what was sent, its facts, and the numbers they were worth.

    Attributes:
        at: POSIX time in seconds.
        stage: index of the stage that judged it.
        code: the extracted source.
        how: how the source was found in the reply.
        reply_truncated: the reply seemed cut off.
        report: all facts.
        seed_reward: seed scheme, in [0.01, 0.99].
        improvement: improvement scheme, in [0, 1].
        cleared: the stage was cleared by this step.
        paid: the reward the agent got, in whatever mode.
        repeat: the same source was judged before in this episode.
        bundle_id: of the analysis bundle of the report, "" in an episode that was played before there were any.
        prev_bundle_id: of the state that the agent saw: the step before, or the original of the stage.
        process: the process reward with its components.
        lines: what each line is worth, as far as the level of feedback lets it be told.
        exact: the source in Base64 where `code` could not keep it, because it holds lone surrogates.
    """

    at: float
    stage: int
    code: str
    how: str
    reply_truncated: bool
    report: Report
    seed_reward: float = 0.0
    improvement: float = 0.0
    cleared: bool = False
    paid: float = 0.0
    repeat: bool = False
    bundle_id: str = ""
    prev_bundle_id: str = ""
    process: ProcessStep | None = None
    lines: LineVector | None = None
    exact: str = ""

    @property
    def source(self) -> str:
        """The extracted source as it was judged."""
        return exactly(self.exact) if self.exact else self.code


@dataclass(frozen=True, slots=True)
class Episode:
    """Terms and transitions; all properties follow from them."""

    terms: Terms
    transitions: tuple[Transition, ...] = ()

    def until(self, step: int | None) -> "Episode":
        """The episode as it stood after `step` steps; None is all of them."""
        return replace(self, transitions=self.transitions[:step])

    @property
    def step(self) -> int:
        """Steps taken."""
        return len(self.transitions)

    @property
    def cleared_stages(self) -> tuple[str, ...]:
        """Stages cleared so far, in order."""
        return self.terms.stages[: sum(one.cleared for one in self.transitions)]

    @property
    def solved(self) -> bool:
        """Every stage is cleared."""
        return len(self.cleared_stages) == len(self.terms.stages)

    @property
    def truncated(self) -> bool:
        """The step budget ran out first."""
        return not self.solved and self.step >= self.terms.max_steps

    @property
    def done(self) -> bool:
        """No further step is accepted."""
        return self.solved or self.truncated

    @property
    def stage(self) -> int:
        """Index of the stage to work on; of the last one when all are cleared."""
        return min(len(self.cleared_stages), len(self.terms.stages) - 1)

    @property
    def task_id(self) -> str:
        """Task to work on now."""
        return self.terms.task_ids[self.stage]

    @property
    def task_name(self) -> str:
        """Name of the task to work on now."""
        return self.terms.task_name(self.stage)

    @property
    def here(self) -> tuple[Transition, ...]:
        """Transitions judged by the current stage."""
        return tuple(one for one in self.transitions if one.stage == self.stage)

    @property
    def best_reward(self) -> float:
        """Best seed reward at the current stage, 0.0 before a submission."""
        return max((one.seed_reward for one in self.here), default=0.0)

    @property
    def current_code(self) -> str | None:
        """Last submission at the current stage."""
        return self.here[-1].code if self.here else None

    def scores(self) -> list[StepScore]:
        """The score of each step under the episode's scheme."""
        improvement = self.terms.reward_scheme == "improvement"
        return [StepScore(one.stage, one.improvement if improvement else one.seed_reward) for one in self.transitions]

    def judged(self, submission_sha256: str) -> Report | None:
        """What the current stage already found about this source, or None."""
        return next((one.report for one in self.here if one.report.submission_sha256 == submission_sha256), None)


def kept_exactly(source: str) -> str:
    """`Transition.exact` of a source with lone surrogates, which have no place in JSON."""
    return base64.b64encode(source.encode("utf-8", "surrogatepass")).decode()


def exactly(kept: str) -> str:
    """The source that `kept_exactly` kept.

    Raises:
        ValueError: it did not make this.
    """
    return base64.b64decode(kept, validate=True).decode("utf-8", "surrogatepass")


def advance(episode: Episode, transition: Transition) -> Episode:
    """The episode after one more step."""
    return replace(episode, transitions=(*episode.transitions, transition))
