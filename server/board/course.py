"""What every row of the board has played: one fixed list of episodes, named so that anybody can play it."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from code_review_env.trials.plan import Bout, Plan

PROVES: Final = (
    "Every reward here was computed by this server from the actions that were sent: the actions earn the score. That does "
    "not prove who or what wrote them, nor what they cost, which is told as it was sent. The tasks of the split test and "
    "their reference repairs are public."
)


@dataclass(frozen=True)
class Course:
    """The list of a board.

    Attributes:
        plan: names the episodes.
        bank_digest: of the bank that has their tasks.
    """

    plan: Plan
    bank_digest: str

    @cached_property
    def bouts(self) -> dict[str, Bout]:
        """Key -> episode, in order."""
        return {bout.key: bout for bout in self.plan.bouts()}

    @cached_property
    def name(self) -> str:
        """Names list and bank at once."""
        text = f"{self.plan.model_dump_json()} {self.bank_digest}"
        plan = self.plan
        return f"{plan.split}-{plan.episodes}-{plan.seed}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    @property
    def options(self) -> str:
        """The options of `bench` that play it."""
        return f"--split {self.plan.split} --n {self.plan.episodes} --seed {self.plan.seed}"
