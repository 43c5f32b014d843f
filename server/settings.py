"""Settings of the server: read from the process environment once, then passed on as a value."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from code_review_env.env.analysis.checkers import Analysers, Checker
from code_review_env.env.analysis.linter import Kind
from code_review_env.env.sandbox.program import Level
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.terms import FourWeights
from code_review_env.potential import Weights
from code_review_env.server import keeping
from code_review_env.server.logs import Format
from code_review_env.trials.plan import Plan

SPACE_RATE: Final = 240
"""Requests a minute on a Hugging Face Space, which anybody may visit: opening the page takes about ten."""

SPACE_PROXY: Final = "10.0.0.0/8"
"""Where a Space's own proxies stand."""


class Settings(BaseSettings):
    """Every variable is named `CRE_` + the field in capitals.

    Attributes:
        host: address to listen on; the image sets 0.0.0.0.
        port: TCP port; OpenEnv's container runners expect 8000.
        data_dir: where episodes are kept.
        data_kind: how well that folder keeps, where its file system does not tell.
        workers: sandbox zygotes, one a CPU by default.
        queue: runs that may wait for a worker before callers get a 503.
        queue_wait_s: seconds a run may wait; OpenEnv clients give up after 60.
        sessions: WebSocket sessions at once.
        session_timeout_s: seconds after which an idle HTTP session is closed.
        retention_days: age at which episodes are forgotten.
        allow_unsandboxed: score at level C, with rlimits alone; for development on a trusted machine only.
        sandbox_level: `B` leaves Landlock out, as on hosts that lack it.
        lint: `server` keeps ruff running; `cli` starts it for every text, which is slower and gives the same scores.
        type_checker: whose diagnostics D of the process reward counts; `basedpyright` is an extra.
        process_weights: what D, S, A and E are worth in the process reward, where a reset names no others.
        process_gamma: discount of the process reward, likewise.
        log: `text` for people, `json` for machines, one object a line.
        openenv_web: serve OpenEnv's own form at `/web`.
        open_scoring: `POST /score` judges tasks of the splits test and private too.
        rate_per_minute: requests that one address may send in a minute, 0 for any number.
        trusted_proxy: addresses and networks, with commas, whose `x-forwarded-for` tells who a client is.
        agent_model: that the page's model agent asks; the baseline's where only a token of the Hub is given.
        agent_base_url: OpenAI-compatible address that serves it; without one the Hub's providers do, with `HF_TOKEN`.
        agent_runs_each: runs of model agents that one visitor may start in a day.
        agent_runs_in_all: runs of model agents that all visitors may start in a day.
        board_episodes: episodes of the split `test` that a run on the leaderboard has played.
        private_salt: secret from which the split `private` is made; without one there is no such split.
    """

    model_config = SettingsConfigDict(env_prefix="CRE_", frozen=True, extra="ignore")

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    data_dir: Path = Field(default_factory=lambda: user_data_path("code-review-env", appauthor=False))
    data_kind: keeping.Kind | None = None
    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1)
    queue: int = Field(default=256, ge=0)
    queue_wait_s: float = Field(default=50.0, gt=0)
    sessions: int = Field(default=256, ge=1)
    session_timeout_s: float = Field(default=3600.0, ge=3600.0)
    retention_days: float = Field(default=30.0, gt=0)
    allow_unsandboxed: bool = False
    sandbox_level: str | None = Field(default=None, pattern="^[AB]$")
    lint: Kind = "server"
    type_checker: Checker = "ty"
    process_weights: FourWeights = (0.5, 0.4, 0.1, 0.5)
    process_gamma: float = Field(default=1.0, gt=0, le=1)
    log: Format = "text"
    openenv_web: bool = False
    open_scoring: bool = False
    rate_per_minute: int = Field(default_factory=lambda: SPACE_RATE if _on_a_space() else 0, ge=0)
    trusted_proxy: str = Field(default_factory=lambda: SPACE_PROXY if _on_a_space() else "")
    agent_model: str = ""
    agent_base_url: str = ""
    agent_runs_each: int = Field(default=3, ge=0)
    agent_runs_in_all: int = Field(default=50, ge=0)
    board_episodes: int = Field(default=100, ge=1, le=1000)
    private_salt: SecretStr = SecretStr("")

    @property
    def data_keeps(self) -> keeping.Kind:
        """How well the data folder keeps."""
        return self.data_kind or keeping.kind(self.data_dir, keeping.MOUNTS.read_text("utf-8"))

    @property
    def board(self) -> Plan:
        """The episodes of the leaderboard."""
        return Plan(split="test", episodes=self.board_episodes)

    @property
    def weights(self) -> Weights:
        """Of the process reward."""
        return Weights(*self.process_weights, gamma=self.process_gamma)

    @property
    def analysers(self) -> Analysers:
        """How submissions are analysed."""
        return Analysers(self.lint, self.type_checker)

    def pool(self) -> PoolSettings:
        """What the sandbox pool needs of these settings."""
        return PoolSettings(
            workers=self.workers,
            queue=self.queue,
            wait_s=self.queue_wait_s,
            force_level=Level(self.sandbox_level) if self.sandbox_level else None,
            allow_unsandboxed=self.allow_unsandboxed,
        )


def _on_a_space() -> bool:
    return "SPACE_ID" in os.environ
