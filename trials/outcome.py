"""What an episode came to, in the numbers that every table is made of."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

_MADE: Final = re.compile(r"(?P<family>.+)@(?P<level>\d+)\.\d+$")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One episode that has a result.

    Attributes:
        key: name of the episode within its plan.
        stages: to play, in order.
        tasks: stage -> name of its task, of the stages that were reached.
        best: stage -> best seed reward there, of the stages with a step.
        cleared: stages cleared, in order.
    """

    key: str
    stages: tuple[str, ...]
    tasks: Mapping[str, str]
    best: Mapping[str, float]
    cleared: tuple[str, ...]

    @property
    def solved(self) -> bool:
        """Every stage cleared."""
        return bool(self.stages) and self.cleared == self.stages

    @property
    def reward(self) -> float:
        """Mean over the stages of the best seed reward there; a stage that was not reached counts 0."""
        return sum(self.best.get(stage, 0.0) for stage in self.stages) / len(self.stages)

    @property
    def families(self) -> dict[str, str]:
        """The family of each stage."""
        return families(self.key, self.stages, self.tasks)


def families(key: str, stages: Iterable[str], tasks: Mapping[str, str]) -> dict[str, str]:
    """The family of each stage. One that was not reached is unknown and had no part in the result: it resembles no other."""
    return {stage: family_of(tasks[stage]) if stage in tasks else f"? {key}" for stage in stages}


def family_of(task: str) -> str:
    """The family that a task's name tells; a task that a person wrote is a family of its own."""
    found = _MADE.match(task)
    return found["family"] if found else task


def level_of(task: str) -> str:
    """The level of mess that a task's name tells; `-` for a task that a person wrote."""
    found = _MADE.match(task)
    return found["level"] if found else "-"
