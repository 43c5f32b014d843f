"""The environment in process: `make()` for notebooks, tests and trainers that need no server."""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from code_review_env.env import assemble
from code_review_env.env.environment import CodeReviewEnvironment, Parts
from code_review_env.env.feedback.trace import rows, written
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.store import EpisodeStore
from code_review_env.models import CodeReviewAction, CodeReviewObservation, CodeReviewState
from code_review_env.tasks.bank import TaskBank


class Session:
    """A player's view of shared parts: one episode at a time."""

    def __init__(self, parts: Parts, defaults: dict[str, object]) -> None:
        self._store = parts.store
        self._environment = CodeReviewEnvironment(parts)
        self._defaults = defaults

    def reset(self, **options: object) -> CodeReviewObservation:
        """Begin an episode; `options` are those of `ResetOptions` and win over the defaults given to `make`."""
        given = {**self._defaults, **options}
        return self._environment.reset(**given)  # type: ignore[arg-type]  # checked by ResetOptions

    def step(self, action: CodeReviewAction | str) -> CodeReviewObservation:
        """Judge a submission: an action, or its code."""
        return self._environment.step(CodeReviewAction(code=action) if isinstance(action, str) else action)

    @property
    def state(self) -> CodeReviewState:
        """State of the current episode."""
        return self._environment.state

    def trace(self) -> list[str]:
        """The current episode as lines of JSON, from which `replay` computes every number of it again.

        Raises:
            UnknownEpisode: there was no reset.
        """
        return list(written(rows(self._store.load(self.state.episode_id or ""), self._store.bundle)))


class LocalEnvironment(Session):
    """An environment with parts of its own; episodes live in a temporary folder until `close`. A context manager."""

    def __init__(self, settings: PoolSettings, defaults: dict[str, object]) -> None:
        self._stack = ExitStack()
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="code-review-env-")))
        store = EpisodeStore(folder / "episodes.sqlite3")
        self.parts = self._stack.enter_context(assemble.parts(settings, store, TaskBank.load()))
        super().__init__(self.parts, defaults)

    def session(self) -> Session:
        """Another player on the same parts; several may play at once, each in a thread of its own."""
        return Session(self.parts, self._defaults)

    def close(self) -> None:
        """Stop the sandbox and forget the episodes."""
        self._stack.close()

    def __enter__(self) -> Self:
        """The environment itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close."""
        self.close()


def make(settings: PoolSettings | None = None, **defaults: object) -> LocalEnvironment:
    """An environment in this process.

    Args:
        settings: of the sandbox; one worker a CPU by default.
        **defaults: arguments that every `reset` gets, e.g. `seed=7` or `reward_mode="terminal"`.

    Raises:
        ConfinementMissing: a required sandbox layer is not in force on this machine.
    """
    return LocalEnvironment(settings or PoolSettings(workers=os.cpu_count() or 1), defaults)
