"""A running environment as something to play on."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from websockets.exceptions import WebSocketException

from code_review_env.baseline_agent.unscored import Unscored
from code_review_env.client import CodeReviewEnv
from code_review_env.models import CodeReviewAction, CodeReviewObservation


class Remote:
    """Plays over the WebSocket of a server at `url`; a context manager."""

    def __init__(self, url: str) -> None:
        self._env = CodeReviewEnv(base_url=url).sync()

    def __enter__(self) -> Self:
        """Connect.

        Raises:
            Unscored: the server does not answer.
        """
        with _unscored():
            self._env.connect()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Disconnect."""
        self._env.close()

    def reset(self, **options: object) -> CodeReviewObservation:
        """Begin an episode."""
        with _unscored():
            observation: CodeReviewObservation = self._env.reset(**options).observation
        return observation

    def step(self, action: CodeReviewAction) -> CodeReviewObservation:
        """Send a submission."""
        with _unscored():
            observation: CodeReviewObservation = self._env.step(action).observation
        return observation


@contextmanager
def _unscored() -> Iterator[None]:
    """OpenEnv's client tells a server's error as RuntimeError; none of them is a verdict."""
    try:
        yield
    except (RuntimeError, OSError, WebSocketException) as error:
        raise Unscored(str(error)) from error
