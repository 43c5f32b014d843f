"""A family: one clean program with everything that makes tasks of it. Task = f(family, level, seed), the same everywhere."""

import math
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from code_review_env.tasks.chance import chance
from code_review_env.tasks.mess.recipe import messy
from code_review_env.tasks.mess.source import Source
from code_review_env.tasks.task import Case, Group, GroupKind, SplitName, Task, Tools

LEVELS: Final = (1, 2, 3, 4, 5)
"""Amount of mess, from a few findings to a file full of them."""

TINY: Final = 0
"""The level of files with at most `TINY_TOKENS` tokens, for small models; only families that are `tiny` have it."""

TINY_TOKENS: Final = 60

CASES_PER_DRAW: Final = 60
"""Candidate cases of each group, from which the frozen corpus is chosen."""

EXAMPLES: Final = "examples"
"""Name of the one visible group."""

StageName = Literal[
    "easy",
    "medium",
    "hard",
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


@dataclass(frozen=True, slots=True)
class Draw:
    """A hidden group, as a generator of its cases.

    Attributes:
        name: unique in the family.
        kind: what the cases look for.
        make: one case from a seeded source of chance.
    """

    name: str
    kind: GroupKind
    make: Callable[[random.Random], Case]


@dataclass(frozen=True, slots=True)
class Canary:
    """A wrong submission that looks right: the naive fix of a trap, a shortcut, a swallowed error.

    Attributes:
        name: for reports.
        code: the whole file.
        ceiling: highest reward of the seed scheme that it may earn on any task of the family.
        naive: it is what a mechanical fix of a trap gives.
    """

    name: str
    code: str
    ceiling: float = 0.949
    naive: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the oracle that can be spoilt.

    Attributes:
        clean: text that occurs once in the oracle, and overlaps with no other spot.
        spoilt: texts to put in its place, each with the same behaviour and a finding.
        word: it is a name, and is replaced wherever it stands.
    """

    clean: str
    spoilt: tuple[str, ...]
    word: bool = False

    def spoil(self, source: str, text: str) -> str:
        """The source with `text` in this place.

        Raises:
            ValueError: the place is not there, or several are.
        """
        if not self.word:
            return changed(source, (self.clean, text))
        found, count = re.subn(rf"\b{self.clean}\b", text, source)
        if not count:
            message = f"{self.clean!r} does not occur"
            raise ValueError(message)
        return found


@dataclass(frozen=True)
class Family:
    """One program and its contract.

    Attributes:
        name: unique in the bank, a Python identifier.
        stage: whose rules judge its tasks.
        domain: one or two words for reports, e.g. `billing`.
        split: all its tasks belong to it.
        entry: the top-level function under test.
        instruction: one or two sentences for the agent; true for every task of the family.
        oracle: the clean source.
        examples: visible cases.
        draws: hidden groups, at most `MAX_GROUPS - 1`.
        bases: sources with hand-made mess that the transforms start from; empty when they start from the oracle.
        canaries: wrong submissions.
        tools: scripted programs of the medium stage.
        files: path -> content of the files that the program may open.
        now: frozen POSIX time in seconds, or None.
        tiny: the oracle is small enough for the tiny level.
        trap: a mechanical fix of a base changes the behaviour.
        spots: hand-made mess of a further stage; a level spoils so many fifths of them.
    """

    name: str
    stage: StageName
    domain: str
    split: SplitName
    entry: str
    instruction: str
    oracle: str
    examples: tuple[Case, ...]
    draws: tuple[Draw, ...]
    bases: tuple[str, ...] = ()
    canaries: tuple[Canary, ...] = ()
    tools: Tools = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    now: float | None = None
    tiny: bool = False
    trap: bool = False
    spots: tuple[Spot, ...] = ()

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels that its tasks have; a tiny program has too few branches for the other levels of the hard stage."""
        if self.tiny and self.stage == "hard":
            return (TINY,)
        return (TINY, *LEVELS) if self.tiny else LEVELS

    def drawn(self, salt: str = "", count: int = CASES_PER_DRAW) -> tuple[Group, ...]:
        """Every group with up to `count` different cases from its generator; `salt` names another choice."""
        visible = Group(EXAMPLES, "example", self.examples, visible=True)
        return (visible, *(self._group(draw, salt, count) for draw in self.draws))

    def task(self, level: int, seed: int, groups: tuple[Group, ...], salt: str = "") -> Task:
        """The task of a level and a seed.

        Args:
            level: one of `levels`.
            seed: any number; neighbours are unrelated.
            groups: the cases, those of `drawn` or a choice of them.
            salt: names another series of tasks.
        """
        text = self.messy(level, seed, salt).text
        return replace(self.clean(groups), name=f"{self.stage}/{self.name}@{level}.{seed}", messy=text, level=level)

    def messy(self, level: int, seed: int, salt: str = "") -> Source:
        """The file to repair of that task, and whether a transform that training never sees had a part in it."""
        rng = chance(self.split, self.name, level, seed, salt)
        base = rng.choice(self.bases) if self.bases else self.oracle
        if self.spots:
            return Source(self._spoilt(level, rng))
        return messy(self.stage, base, level, rng, held_out=self.split != "train")

    def clean(self, groups: tuple[Group, ...]) -> Task:
        """The oracle as its own task, with nothing to repair: what its cases are tried on."""
        return Task(
            name=f"{self.stage}/{self.name}",
            stage=self.stage,
            entry=self.entry,
            instruction=self.instruction,
            messy=self.oracle,
            oracle=self.oracle,
            groups=groups,
            tools=self.tools,
            files=self.files,
            now=self.now,
            split=self.split,
            mined=True,
            family=self.name,
        )

    def _spoilt(self, level: int, rng: random.Random) -> str:
        count = math.ceil(len(self.spots) * level / LEVELS[-1])
        text = self.oracle
        for spot in rng.sample(self.spots, count):
            text = spot.spoil(text, rng.choice(spot.spoilt))
        return text

    def _group(self, draw: Draw, salt: str, count: int) -> Group:
        rng = chance(self.name, draw.name, salt)
        cases: dict[tuple[str, str], Case] = {}
        for _ in range(3 * count):
            case = draw.make(rng)
            cases.setdefault((case.call(self.entry), repr(case.tools)), case)
        return Group(draw.name, draw.kind, tuple(cases.values())[:count])


def combined(family: Family, oracle: str) -> Family:
    """The family again, for the stage that judges by the rules of all three.

    Args:
        family: of the medium stage.
        oracle: the same program, clean by every rule.
    """
    instruction = f"{family.instruction} The rest of the file must be clean as well: PEP 8, no function above complexity 3."
    return replace(family, name=f"review_{family.name}", stage="combined", oracle=oracle, instruction=instruction, tiny=False)


def changed(source: str, *replacements: tuple[str, str]) -> str:
    """The source with each first text replaced by the second.

    Raises:
        ValueError: a text does not occur exactly once.
    """
    for old, new in replacements:
        if source.count(old) != 1:
            message = f"{old!r} occurs {source.count(old)} times"
            raise ValueError(message)
        source = source.replace(old, new)
    return source
