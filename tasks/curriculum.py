"""The curriculum as data: stages read from `data/stages.toml`, and the pure rule that moves an episode on.

Three stages make the curriculum. Further ones are judged the same way, and played by whoever asks for them by name.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


House = Literal[
    "style",
    "shell",
    "decisions",
    "exceptions",
    "types",
    "sql",
    "resources",
    "performance",
    "naming",
    "docstrings",
    "async",
    "combined",
]
"""Rules of our own, a set for each stage."""

ProbeName = Literal["causes", "database", "handles", "operations", "lag"]
"""What a run can be watched for beside results; see `env/sandbox/zygote/probes.py`."""


class Shaping(_Row):
    """Constants of the seed scheme: `reward = floor + span * identity * (fw * functional + qw * quality)`."""

    functional_weight: float = Field(ge=0, le=1)
    quality_weight: float = Field(ge=0, le=1)
    floor: float = Field(gt=0, lt=1)
    span: float = Field(gt=0, lt=1)
    clear_at: float = Field(gt=0, lt=1)


class Stage(_Row):
    """One row of the curriculum.

    Attributes:
        name: how tasks and requests refer to it.
        title: for people.
        select: ruff rules that count.
        penalty: `linear` takes `per_violation` off the quality for each violation, `binary` all of it at the first.
        per_violation: quality lost per violation, only with `linear`.
        house: which rules of our own close the dodges of the selection.
        rules: one line that tells an agent what counts.
        max_complexity: McCabe limit for C901.
        max_decisions: decisions inside the expressions of one scope that are always allowed.
        probe: what the run is watched for where the linter cannot see the fault, or None.
        checker: a type checker whose findings count as well, or None.
    """

    name: str
    title: str
    select: tuple[str, ...]
    penalty: Literal["linear", "binary"]
    house: House
    rules: str
    per_violation: float = 0.0
    max_complexity: int | None = None
    max_decisions: int | None = None
    probe: ProbeName | None = None
    checker: Literal["ty"] | None = None

    @property
    def processes(self) -> bool:
        """Whether its programs may start others, which the process table plays."""
        return self.house in {"shell", "combined"}


class _File(_Row):
    reward: Shaping
    episode: dict[Literal["max_steps"], int]
    stage: tuple[Stage, ...]
    further: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class Curriculum:
    """Ordered stages with the constants that judge and bound an episode.

    Attributes:
        stages: those that an episode goes through unless it asks for others.
        shaping: constants of the reward.
        max_steps: steps of an episode.
        further: stages that are played by name only.
    """

    stages: tuple[Stage, ...]
    shaping: Shaping
    max_steps: int
    further: tuple[Stage, ...] = ()

    @property
    def all(self) -> tuple[Stage, ...]:
        """Every stage there is, in order."""
        return (*self.stages, *self.further)

    def stage(self, name: str) -> Stage:
        """The stage of that name.

        Raises:
            KeyError: no such stage.
        """
        for stage in self.all:
            if stage.name == name:
                return stage
        raise KeyError(name)

    def cleared(self, seed_reward: float) -> bool:
        """Whether a reward of the seed scheme clears a stage; the scheme that is paid does not matter."""
        return seed_reward >= self.shaping.clear_at


@cache
def load_curriculum() -> Curriculum:
    """Read the packaged `stages.toml` once a process."""
    text = resources.files("code_review_env.tasks").joinpath("data/stages.toml").read_text("utf-8")
    file = _File.model_validate(tomllib.loads(text))
    return Curriculum(file.stage, file.reward, file.episode["max_steps"], file.further)
