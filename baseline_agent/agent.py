"""What an agent is, and the loop that lets one play: observations in, submissions out, nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from code_review_env.models import CodeReviewAction, CodeReviewObservation


class Agent(Protocol):
    """A player that sees observations only."""

    @property
    def name(self) -> str:
        """How reports call it."""

    def act(self, observation: CodeReviewObservation) -> CodeReviewAction:
        """The next submission.

        Raises:
            Unscored: the agent cannot go on through no fault of its own.
        """


class Playable(Protocol):
    """Something to play on: the environment in process, or a client of a remote one behind `Remote`."""

    def reset(self, **options: object) -> CodeReviewObservation:
        """Begin an episode.

        Raises:
            Unscored: the environment cannot be reached, or its own machinery failed.
        """

    def step(self, action: CodeReviewAction) -> CodeReviewObservation:
        """Send a submission.

        Raises:
            Unscored: as in `reset`.
        """


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a played episode: what was sent and what came back."""

    action: CodeReviewAction
    observation: CodeReviewObservation


def play(environment: Playable, agent: Agent, options: dict[str, object]) -> Iterator[Step]:
    """Play one episode, step by step.

    Args:
        environment: what to play on.
        agent: who plays.
        options: arguments of `reset`.

    Yields:
        Each step as soon as it is judged; the last one has `observation.done`.

    Raises:
        Unscored: as the environment and the agent.
    """
    observation = environment.reset(**options)
    while not observation.done:
        action = agent.act(observation)
        observation = environment.step(action)
        yield Step(action, observation)
