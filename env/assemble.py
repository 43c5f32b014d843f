"""Builds the shared parts once a process, and takes them down again. The one place that knows how the parts fit together."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from code_review_env.env.admission.playable import admit_own
from code_review_env.env.analysis.checkers import ANALYSERS, Analysers
from code_review_env.env.environment import Parts
from code_review_env.env.feedback.starts import Starts
from code_review_env.env.feedback.toolchain import Toolchain
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import open_scorer
from code_review_env.env.scoring.version import reward_version
from code_review_env.env.store import EpisodeStore
from code_review_env.env.terms import MAX_SEED, Draw
from code_review_env.potential import Weights
from code_review_env.tasks.bank import TaskBank

VERSION = "0.1.0"


@dataclass(frozen=True, slots=True)
class SystemChance:
    """Ids and seeds from the operating system's entropy, the time from its clock."""

    def draw(self) -> Draw:
        """Fresh values for one episode."""
        return Draw(now=time.time(), episode_id=secrets.token_hex(16), seed=secrets.randbelow(MAX_SEED))


@contextmanager
def parts(
    settings: PoolSettings,
    store: EpisodeStore,
    bank: TaskBank,
    *,
    analysers: Analysers = ANALYSERS,
    weights: Weights | None = None,
) -> Iterator[Parts]:
    """Everything an environment needs, for as long as the context is open.

    Args:
        settings: of the sandbox pool.
        store: of the episodes; closed with the rest.
        bank: tasks to serve.
        analysers: how ruff is run, and which type checker.
        weights: of the process reward; the paper's by default.

    Raises:
        InvalidParameter: a task of the split `own` cannot be judged.
        LinterUnavailable: an analyser is not installed.
    """
    try:
        with open_scorer(settings, lint=analysers.lint, types=analysers.dialect) as scorer:
            for task in bank.series("own"):
                admit_own(scorer, task)
            tools = Toolchain.of(scorer)
            version = reward_version(tools.ruff, bank.digest)
            starts = Starts(scorer, tools)
            yield Parts(bank, scorer, store, SystemChance(), tools, starts, weights or Weights(), VERSION, version)
    finally:
        store.close()
