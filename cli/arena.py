"""Where a run is played: in this process, or on a running server, with the facts of either."""

import platform
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
from pydantic import BaseModel, ConfigDict

import code_review_env
from code_review_env.baseline_agent.agent import Playable
from code_review_env.baseline_agent.remote import Remote
from code_review_env.baseline_agent.trial.records import Facts
from code_review_env.baseline_agent.trial.run import Arena
from code_review_env.baseline_agent.unscored import Unscored
from code_review_env.env.assemble import VERSION
from code_review_env.env.errors import Unavailable
from code_review_env.env.local import LocalEnvironment, Session, make
from code_review_env.models import CodeReviewAction, CodeReviewObservation
from code_review_env.server.settings import Settings

ANSWER_S: Final = 30.0


class _Guarded:
    """A session whose machinery may fail, which is no result."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def reset(self, **options: object) -> CodeReviewObservation:
        """Begin an episode."""
        with _unscored():
            return self._session.reset(**options)

    def step(self, action: CodeReviewAction) -> CodeReviewObservation:
        """Send a submission."""
        with _unscored():
            return self._session.step(action)


@contextmanager
def _unscored() -> Iterator[None]:
    try:
        yield
    except Unavailable as error:
        raise Unscored(str(error)) from error


class _Sandbox(BaseModel):
    model_config = ConfigDict(extra="ignore")

    level: str
    python: str
    ruff: str


class _Health(BaseModel):
    model_config = ConfigDict(extra="ignore")

    sandbox: _Sandbox
    version: str
    reward_version: str
    bank_digest: str


@contextmanager
def open_arena(url: str | None, parallel: int) -> Iterator[Arena]:
    """The arena for as long as the context is open.

    Args:
        url: of a running server; None plays in this process.
        parallel: episodes at once; 0 means one for each worker of the sandbox.

    Raises:
        Unscored: the server does not answer.
    """
    if url:
        yield Arena(lambda: Remote(url), _remote_facts(url), parallel or Settings().workers)
        return
    with make(Settings().pool()) as local:

        @contextmanager
        def seat() -> Iterator[Playable]:
            yield _Guarded(local.session())

        yield Arena(seat, _local_facts(local), parallel or Settings().workers)


def _local_facts(local: LocalEnvironment) -> Facts:
    parts = local.parts
    return Facts(
        bank_digest=parts.bank.digest,
        reward_version=parts.reward_version,
        sandbox_level=parts.scorer.pool.status().level.value,
        tools={"code-review-env": VERSION, "python": platform.python_version(), "ruff": parts.scorer.linter.version},
    )


def _remote_facts(url: str) -> Facts:
    try:
        answer = httpx.get(f"{url.rstrip('/')}/health", timeout=ANSWER_S).raise_for_status()
        found = _Health.model_validate_json(answer.content)
    except (httpx.HTTPError, ValueError) as error:
        message = f"{url} is no code review environment: {error}"
        raise Unscored(message) from error
    return Facts(
        bank_digest=found.bank_digest,
        reward_version=found.reward_version,
        sandbox_level=found.sandbox.level,
        tools={"code-review-env": found.version, "python": found.sandbox.python, "ruff": found.sandbox.ruff},
    )


def commit() -> str:
    """Of the checkout that the package lies in, "" where it is none or git is missing."""
    root = str(Path(next(iter(code_review_env.__path__))).resolve())
    head, changed = (_git(root, *command) for command in (("rev-parse", "HEAD"), ("status", "--porcelain", "-uno")))
    return f"{head}-dirty" if head and changed else head


def _git(root: str, *command: str) -> str:
    try:
        done = subprocess.run(["git", "-C", root, *command], capture_output=True, text=True, timeout=ANSWER_S, check=False)  # noqa: S607 - git
    except OSError:
        return ""
    return done.stdout.strip()
