"""The specification's baseline: a model that learns from the feedback of each step and never gives up its best version."""

from dataclasses import dataclass, field
from typing import Final, Self

from code_review_env.baseline_agent.completer import Completer, Completion, Request
from code_review_env.models import CodeReviewAction, CodeReviewObservation
from code_review_env.prompt import Draft, difference, prompt
from code_review_env.reply import extract


@dataclass(frozen=True, slots=True)
class Standing:
    """What a version earned.

    Attributes:
        reward: seed reward.
        improvement: the other scheme's, which tells apart what the seed reward holds equal: a stub and an untouched file.
        functional: share of the groups that pass.
    """

    reward: float
    improvement: float
    functional: float

    @classmethod
    def of(cls, seen: CodeReviewObservation) -> Self:
        """Of the submission that was just judged; where the feedback hides the tests, they are taken to pass."""
        functional = 1.0 if seen.functional is None else seen.functional
        return cls(seen.seed_reward or 0.0, seen.improvement or 0.0, functional if seen.identity else 0.0)

    def beats(self, other: Self) -> bool:
        """Whether to go on from this version rather than from the other."""
        return (self.reward, self.improvement) > (other.reward, other.improvement)


UNTOUCHED: Final = Standing(0.5, 0.0, 1.0)
"""What a file is taken to earn before anything was sent: its tests pass and its lint does not."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model is sampled.

    Attributes:
        temperature: of a first attempt.
        step: added for each repeat in a row.
        most: highest temperature.
        max_tokens: longest reply.
    """

    temperature: float = 0.2
    step: float = 0.3
    most: float = 1.0
    max_tokens: int = 4096


@dataclass(slots=True)
class Reviewer:
    """The loop without the model: what to ask next, and what to make of the reply. One for each episode."""

    sampling: Sampling = Sampling()
    _task: str = ""
    _best: str = ""
    _standing: Standing = UNTOUCHED
    _sent: str = ""
    _repeats: int = 0
    _cut_off: bool = False

    def ask(self, seen: CodeReviewObservation) -> Request:
        """The request for the next submission."""
        draft = self._learn(seen) if seen.task_id == self._task else self._begin(seen)
        temperature = min(self.sampling.most, self.sampling.temperature + self._repeats * self.sampling.step)
        return Request(prompt(seen, draft), round(temperature, 3), self.sampling.max_tokens)

    def answer(self, seen: CodeReviewObservation, completion: Completion) -> CodeReviewAction:
        """The submission that a reply makes; a reply that was cut off may parse and is never sent: the best so far is."""
        self._cut_off = completion.finish_reason == "length"
        self._sent = self._best if self._cut_off else extract(completion.text, seen.entry).code
        return CodeReviewAction(code=self._sent)

    def _begin(self, seen: CodeReviewObservation) -> Draft:
        """A stage has a file of its own, so nothing of the last one is carried over."""
        self._task, self._best, self._standing, self._repeats = seen.task_id, seen.messy_code, UNTOUCHED, 0
        return Draft(self._best)

    def _learn(self, seen: CodeReviewObservation) -> Draft:
        earned, before, standing = Standing.of(seen), self._best, self._standing
        better = earned.beats(standing)
        if better:
            self._best, self._standing = self._sent, earned
        spoilt = not better or earned.functional < standing.functional
        self._repeats = self._repeats + 1 if seen.repeat else 0
        change = difference(before, self._sent) if spoilt else ""
        return Draft(self._best, seen.feedback, change, seen.repeat, self._cut_off)


@dataclass(slots=True)
class ModelAgent:
    """A model in that loop."""

    name: str
    completer: Completer
    sampling: Sampling = Sampling()
    _reviewer: Reviewer = field(init=False)

    def __post_init__(self) -> None:
        """Begin with an empty memory."""
        self._reviewer = Reviewer(self.sampling)

    def act(self, observation: CodeReviewObservation) -> CodeReviewAction:
        """Ask the model once.

        Raises:
            CallFailed: the model cannot be reached.
        """
        request = self._reviewer.ask(observation)
        return self._reviewer.answer(observation, self.completer.complete(request, float("inf")))
