"""What a run writes down: its head, each completion, each episode."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from code_review_env.baseline_agent.completer import Completion
from code_review_env.models import CodeReviewObservation
from code_review_env.trials.outcome import Outcome
from code_review_env.trials.plan import Plan

SCHEMA: Final = 1


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Facts(_Row):
    """What the episodes were played on; scores are comparable where `reward_version` is equal."""

    bank_digest: str
    reward_version: str
    sandbox_level: str = Field(description="Confinement in force: A, B or C.")
    tools: dict[str, str] = Field(description="Versions of this package, its interpreter and its linter.")


class Head(_Row):
    """What a run is; a run is gone on with only under an equal one."""

    schema_version: int = SCHEMA
    agent: str
    about: dict[str, str] = Field(default_factory=dict, description="Model, provider, sampling.")
    plan: Plan
    facts: Facts
    commit: str = Field(default="", description="Of the checkout; `-dirty` where files were changed since.")


class Usage(_Row):
    """What the model's calls cost; sums of what servers count, 0 where they do not."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    money: float = Field(default=0.0, description="US dollars by the provider's price list.")

    def plus(self, completion: Completion) -> "Usage":
        """With one more call."""
        return Usage(
            calls=self.calls + 1,
            tokens_in=self.tokens_in + (completion.tokens_in or 0),
            tokens_out=self.tokens_out + (completion.tokens_out or 0),
            seconds=self.seconds + completion.seconds,
            money=self.money + (completion.money or 0.0),
        )


class StepRow(_Row):
    """One step: what was sent, and the verdict."""

    stage: str
    task: str
    code: str
    seed_reward: float
    improvement: float
    functional: float | None
    quality: float | None
    identity: bool
    cleared: bool
    repeat: bool
    verdict: str

    @classmethod
    def of(cls, task: str, code: str, seen: CodeReviewObservation) -> "StepRow":
        """What came back for `code`, which was sent for `task`."""
        return cls(
            stage=seen.judged_stage or seen.stage,
            task=task,
            code=code,
            seed_reward=seen.seed_reward or 0.0,
            improvement=seen.improvement or 0.0,
            functional=seen.functional,
            quality=seen.quality,
            identity=bool(seen.identity),
            cleared=seen.cleared,
            repeat=seen.repeat,
            verdict=seen.verdict,
        )


class EpisodeRow(_Row):
    """One episode: a line of `trajectories.jsonl`."""

    key: str
    stages: tuple[str, ...] = ()
    steps: tuple[StepRow, ...] = ()
    tasks: dict[str, str] = Field(default_factory=dict, description="Stage -> task, of the stages that were reached.")
    unscored: str | None = Field(default=None, description="Why there is no result.")
    usage: Usage = Usage()

    @property
    def cleared(self) -> tuple[str, ...]:
        """Stages cleared."""
        return tuple(step.stage for step in self.steps if step.cleared)

    @property
    def solved(self) -> bool:
        """Every stage cleared."""
        return self.outcome.solved

    @property
    def outcome(self) -> Outcome:
        """What the episode came to."""
        best = {stage: max(step.seed_reward for step in self.at(stage)) for stage in self.stages if self.at(stage)}
        return Outcome(self.key, self.stages, self.tasks, best, self.cleared)

    def at(self, stage: str) -> tuple[StepRow, ...]:
        """Steps of a stage."""
        return tuple(step for step in self.steps if step.stage == stage)
