"""An environment that writes down what is played on it."""

from dataclasses import dataclass, field

from code_review_env.baseline_agent.agent import Playable
from code_review_env.baseline_agent.completer import Completion
from code_review_env.baseline_agent.trial.records import EpisodeRow, StepRow, Usage
from code_review_env.models import CodeReviewAction, CodeReviewObservation


@dataclass(slots=True)
class Notes:
    """What is known of an episode so far."""

    steps: list[StepRow] = field(default_factory=list)
    stages: tuple[str, ...] = ()
    tasks: dict[str, str] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)

    def paid(self, completion: Completion) -> None:
        """One more call."""
        self.usage = self.usage.plus(completion)

    def saw(self, seen: CodeReviewObservation) -> CodeReviewObservation:
        """The stages, and the task that is to be worked on."""
        self.stages = seen.stages
        self.tasks[seen.stage] = seen.task_name
        return seen

    def row(self, key: str, unscored: str | None = None) -> EpisodeRow:
        """The episode as it is written down."""
        return EpisodeRow(
            key=key, stages=self.stages, steps=tuple(self.steps), tasks=self.tasks, unscored=unscored, usage=self.usage
        )


@dataclass(slots=True)
class Recorder:
    """Stands between a player and an environment."""

    inner: Playable
    notes: Notes

    def reset(self, **options: object) -> CodeReviewObservation:
        """Begin an episode."""
        return self.notes.saw(self.inner.reset(**options))

    def step(self, action: CodeReviewAction) -> CodeReviewObservation:
        """Send a submission."""
        task = next(reversed(self.notes.tasks.values()))
        seen = self.inner.step(action)
        self.notes.steps.append(StepRow.of(task, action.code, seen))
        return self.notes.saw(seen)
