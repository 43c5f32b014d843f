"""A running environment as something to play on."""

from types import TracebackType
from typing import Self

from code_review_env.client import CodeReviewEnv
from code_review_env.models import CodeReviewAction, CodeReviewObservation


class Remote:
    """Plays over the WebSocket of a server at `url`; a context manager."""

    def __init__(self, url: str) -> None:
        self._env = CodeReviewEnv(base_url=url).sync()

    def __enter__(self) -> Self:
        """Connect."""
        self._env.connect()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Disconnect."""
        self._env.close()

    def reset(self, **options: object) -> CodeReviewObservation:
        """Begin an episode."""
        observation: CodeReviewObservation = self._env.reset(**options).observation
        return observation

    def step(self, action: CodeReviewAction) -> CodeReviewObservation:
        """Send a submission."""
        observation: CodeReviewObservation = self._env.step(action).observation
        return observation
