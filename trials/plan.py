"""Which episodes a run plays. Equal plans name equal episodes, in process and on any server with the same bank."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

_SEED_BYTES: Final = 6
"""Seeds of episodes stay exact in every JSON reader."""


@dataclass(frozen=True, slots=True)
class Bout:
    """One episode of a plan: its name, and the arguments of `reset`."""

    key: str
    options: Mapping[str, object]


class Plan(BaseModel):
    """What a run plays."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    split: str = "test"
    episodes: int = Field(default=100, ge=1)
    seed: int = Field(default=0, ge=0, description="Names the whole set of episodes; neighbours share none.")
    stages: tuple[str, ...] = Field(default=(), description="Stages of each episode; all where none is named.")
    levels: tuple[int, ...] = Field(default=(), description="Levels of mess, in turn; any where none is named.")
    max_steps: int | None = Field(default=None, ge=1)

    def bouts(self) -> tuple[Bout, ...]:
        """The episodes in order."""
        return tuple(self._bout(number) for number in range(self.episodes))

    def _bout(self, number: int) -> Bout:
        level = self.levels[number % len(self.levels)] if self.levels else None
        text = f"trial/{self.split}/{self.seed}/{number}"
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:_SEED_BYTES])
        wanted = {
            "split": self.split,
            "seed": seed,
            "curriculum": list(self.stages) or None,
            "level": level,
            "max_steps": self.max_steps,
        }
        options = {name: value for name, value in wanted.items() if value is not None}
        return Bout("/".join(f"{name}={_told(value)}" for name, value in options.items()), options)


def _told(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)
