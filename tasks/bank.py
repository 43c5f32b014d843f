"""The task bank: every task under its split, its stage and its identity. Pure look-up, no judgement.

Hand-written tasks and the frozen splits are written down; the tasks of the split `train` are made when asked for.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Final, Self, get_args

from code_review_env.tasks.chance import chance
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.handwritten import (
    build_target,
    contacts,
    desk,
    invoice,
    log_search,
    measures,
    orders,
    retries,
    settings,
    shipping,
    site_backup,
    sorted_export,
)
from code_review_env.tasks.rows import family_rows, from_row, read_rows
from code_review_env.tasks.series import Recipe, Series, made, named, recipes
from code_review_env.tasks.task import InvalidTask, SplitName, Task

HANDWRITTEN: Final[tuple[Callable[[], Task], ...]] = (
    build_target.task,
    contacts.task,
    desk.task,
    invoice.task,
    log_search.task,
    measures.task,
    orders.task,
    retries.task,
    settings.task,
    shipping.task,
    site_backup.task,
    sorted_export.task,
)
"""Makers of the hand-written tasks."""

FROZEN: Final[tuple[SplitName, ...]] = ("validation", "test")
"""The splits that lie in the package as JSON lines, as far as the curriculum goes."""

MADE: Final[SplitName] = "train"
"""The split whose tasks are made from families."""

MIN_PREFIX: Final = 8
"""Hex digits of an id that may stand for it: 32 bits do not collide in a bank of thousands."""

_ORDER: Final[tuple[SplitName, ...]] = get_args(SplitName)
_PREFIX: Final = re.compile(rf"[0-9a-f]{{{MIN_PREFIX},64}}")


@cache
def _written() -> tuple[Task, ...]:
    frozen = (from_row(row) for split in FROZEN for row in read_rows(f"{split}.jsonl"))
    return (*(make() for make in HANDWRITTEN), *frozen)


def _rank(task: Task) -> tuple[int, int, str]:
    stages = [stage.name for stage in load_curriculum().all]
    return _ORDER.index(task.split), stages.index(task.stage), task.name


def _none(name: str) -> None:
    """Nobody brought a task."""
    del name


@dataclass(frozen=True)
class TaskBank:
    """Tasks in their one order: by split, then by stage of the curriculum, then by name.

    Attributes:
        entries: the tasks that are written down, in that order.
        families: whether the split `train` goes on with the tasks that the families make.
        salt: secret from which the split `private` is made; without one there is no such split.
        brought: finds a task by its name among those that visitors brought, which no list shows.
    """

    entries: tuple[Task, ...]
    families: bool = False
    salt: str = field(default="", repr=False)
    brought: Callable[[str], Task | None] = field(default=_none, repr=False, compare=False)

    @classmethod
    def load(cls) -> Self:
        """The tasks of this package, made once a process."""
        return replace(cls.of(_written()), families=True)

    @classmethod
    def of(cls, tasks: Iterable[Task]) -> Self:
        """A bank of exactly these tasks.

        Raises:
            InvalidTask: two tasks of one name, or a stage that the curriculum does not have.
        """
        found = list(tasks)
        known = {stage.name for stage in load_curriculum().all}
        for task in found:
            if task.stage not in known:
                message = f"{task.name}: no stage {task.stage!r} in the curriculum"
                raise InvalidTask(message)
        for name, count in Counter(task.name for task in found).items():
            if count > 1:
                message = f"two tasks have the name {name!r}"
                raise InvalidTask(message)
        return cls(tuple(sorted(found, key=_rank)))

    def with_tasks(self, extra: Iterable[Task]) -> Self:
        """A bank with these tasks added to the split `own`, whatever split they name.

        Raises:
            InvalidTask: as in `of`.
        """
        grown = self.of((*self.entries, *(replace(task, split="own") for task in extra)))
        return replace(grown, families=self.families, salt=self.salt)

    @cached_property
    def handwritten(self) -> tuple[Task, ...]:
        """The tasks that a person wrote, without those of users."""
        return tuple(task for task in self.entries if not task.family and task.split != "own")

    def splits(self) -> tuple[SplitName, ...]:
        """The splits that hold a task."""
        return tuple(name for name in _ORDER if len(self.series(name)))

    def tasks(self, split: str, **wanted: object) -> Series:
        """The tasks of one split; those that are made are made when they are read.

        Args:
            split: name of the split.
            wanted: `stage`, `family`, `level`: only the tasks with exactly these.

        Raises:
            KeyError: no such split, nothing in it, or nothing that is wanted.
        """
        if not self.series(split):
            message = f"no split {split!r}; there are {', '.join(self.splits())}"
            raise KeyError(message)
        found = self.series(split, **wanted)
        if not found:
            asked = " and ".join(f"{name} {value!r}" for name, value in wanted.items())
            message = f"split {split!r} has no task of {asked}"
            raise KeyError(message)
        return found

    def series(self, split: str, **wanted: object) -> Series:
        """As `tasks`, but empty where there is nothing."""
        asked = {"split": split, **wanted}
        written = (task for task in self.entries if all(getattr(task, name) == value for name, value in asked.items()))
        return Series(tuple(written), self._recipes(split, wanted), made)

    def _recipes(self, split: str, wanted: Mapping[str, object]) -> tuple[Recipe, ...]:
        if self.salt and split == "private":
            return recipes("test", self.salt, **wanted)
        if not self.families or split not in {MADE, *FROZEN}:
            return ()
        found = recipes(split, **wanted)
        return found if split == MADE else tuple(one for one in found if self._is_made(one))

    @staticmethod
    def _is_made(recipe: Recipe) -> bool:
        """Tasks of the curriculum are written down where they are not for training; those of further stages never are."""
        return recipe.split in {MADE, "private"} or recipe.stage not in {stage.name for stage in load_curriculum().stages}

    def task(self, split: str, index: int) -> Task:
        """The task at `index`, counted from 0, in a split.

        Raises:
            KeyError: no such split.
            IndexError: `index` is negative or past the end.
        """
        found = self.tasks(split)
        if not 0 <= index < len(found):
            message = f"split {split!r} has the indices 0 to {len(found) - 1}, not {index}"
            raise IndexError(message)
        return found[index]

    def find(self, id_or_name: str) -> Task:
        """The task with this name; or with this id, or a unique beginning of it, among those that are written down.

        Raises:
            KeyError: nothing or several tasks match.
        """
        if id_or_name in self._by_name:
            return self._by_name[id_or_name]
        recipe = named(id_or_name, self.salt) if self.families else None
        if recipe is not None and self._is_made(recipe):
            return made(recipe)
        brought = self.brought(id_or_name)
        if brought is not None:
            return brought
        found = [task for task in self.entries if task.id.startswith(id_or_name)] if _PREFIX.fullmatch(id_or_name) else []
        if len({task.id for task in found}) != 1:
            message = f"{'several tasks begin' if found else 'no task'} with the name or id {id_or_name!r}"
            raise KeyError(message)
        return found[0]

    def pick(self, split: str, seed: int, *further: str, **wanted: object) -> tuple[Task, ...]:
        """One task for each stage that the split has, in the order of the curriculum.

        Split and seed are hashed together, so neighbouring seeds and equal seeds of two splits are unrelated.

        Args:
            split: name of the split.
            seed: decides among the tasks of each stage.
            further: names of stages outside the curriculum that are wanted, too.
            wanted: as in `tasks`; a family or a stage outside the curriculum counts as asked for.

        Raises:
            KeyError: as in `tasks`.
        """
        self.tasks(split, **wanted)
        only = wanted.pop("stage", None)
        rng = chance("curriculum", split, seed)
        curriculum = load_curriculum()
        usual = curriculum.all if only or "family" in wanted else curriculum.stages
        stages = (
            self.series(split, **wanted | {"stage": stage.name})
            for stage in curriculum.all
            if only in {None, stage.name} and (stage in usual or stage.name in further)
        )
        return tuple(rng.choice(found) for found in stages if found)

    @cached_property
    def digest(self) -> str:
        """sha256 (64 hex digits) over the ids of the tasks that are written down and the fingerprints of the families."""
        made_of = [f"{row['family']} {row['fingerprint']}" for row in family_rows()] if self.families else []
        return hashlib.sha256("\n".join([*(task.id for task in self.entries), *made_of]).encode()).hexdigest()

    @cached_property
    def _by_name(self) -> dict[str, Task]:
        return {task.name: task for task in self.entries}
