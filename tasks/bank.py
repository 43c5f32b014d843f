"""The task bank: every task under its split, its stage and its identity. Pure look-up, no judgement."""

import hashlib
import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final, Self, get_args

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

MIN_PREFIX: Final = 8
"""Hex digits of an id that may stand for it: 32 bits do not collide in a bank of thousands."""

_ORDER: Final[tuple[SplitName, ...]] = get_args(SplitName)
_PREFIX: Final = re.compile(rf"[0-9a-f]{{{MIN_PREFIX},64}}")


@cache
def _handwritten() -> tuple[Task, ...]:
    return tuple(make() for make in HANDWRITTEN)


def _rank(task: Task) -> tuple[int, int, str]:
    stages = [stage.name for stage in load_curriculum().stages]
    return _ORDER.index(task.split), stages.index(task.stage), task.name


@dataclass(frozen=True)
class TaskBank:
    """Tasks in their one order: by split, then by stage of the curriculum, then by name.

    Attributes:
        entries: all tasks in that order.
    """

    entries: tuple[Task, ...]

    @classmethod
    def load(cls) -> Self:
        """The tasks of this package, made once a process."""
        return cls.of(_handwritten())

    @classmethod
    def of(cls, tasks: Iterable[Task]) -> Self:
        """A bank of exactly these tasks.

        Raises:
            InvalidTask: two tasks of one name, or a stage that the curriculum does not have.
        """
        found = list(tasks)
        names = [task.name for task in found]
        known = {stage.name for stage in load_curriculum().stages}
        for task in found:
            if task.stage not in known:
                message = f"{task.name}: no stage {task.stage!r} in the curriculum"
                raise InvalidTask(message)
            if names.count(task.name) > 1:
                message = f"two tasks have the name {task.name!r}"
                raise InvalidTask(message)
        return cls(tuple(sorted(found, key=_rank)))

    def with_tasks(self, extra: Iterable[Task]) -> Self:
        """A bank with these tasks added to the split `own`, whatever split they name.

        Raises:
            InvalidTask: as in `of`.
        """
        return self.of((*self.entries, *(replace(task, split="own") for task in extra)))

    def splits(self) -> tuple[SplitName, ...]:
        """The splits that hold a task."""
        present = {task.split for task in self.entries}
        return tuple(name for name in _ORDER if name in present)

    def tasks(self, split: str) -> tuple[Task, ...]:
        """The tasks of one split.

        Raises:
            KeyError: no such split, or nothing in it.
        """
        found = tuple(task for task in self.entries if task.split == split)
        if not found:
            message = f"no split {split!r}; there are {', '.join(self.splits())}"
            raise KeyError(message)
        return found

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
        """The task with this name, id, or unique beginning of an id (at least `MIN_PREFIX` hex digits).

        Raises:
            KeyError: nothing or several tasks match.
        """
        found = [task for task in self.entries if task.name == id_or_name]
        if not found and _PREFIX.fullmatch(id_or_name):
            found = [task for task in self.entries if task.id.startswith(id_or_name)]
        if len({task.id for task in found}) != 1:
            message = f"{'several tasks begin' if found else 'no task'} with the name or id {id_or_name!r}"
            raise KeyError(message)
        return found[0]

    def stage_tasks(self, split: str, stage: str) -> tuple[Task, ...]:
        """The tasks of one stage in one split.

        Raises:
            KeyError: no such split, or it has no task of that stage.
        """
        found = tuple(task for task in self.tasks(split) if task.stage == stage)
        if not found:
            message = f"split {split!r} has no task of stage {stage!r}"
            raise KeyError(message)
        return found

    def pick(self, split: str, seed: int) -> tuple[Task, ...]:
        """One task for each stage that the split has, in the order of the curriculum.

        Split and seed are hashed together, so neighbouring seeds and equal seeds of two splits are unrelated.

        Raises:
            KeyError: no such split.
        """
        present = {task.stage for task in self.tasks(split)}
        rng = random.Random(hashlib.sha256(f"curriculum/{split}/{seed}".encode()).digest())  # noqa: S311 - a draw, no secret
        stages = [stage.name for stage in load_curriculum().stages if stage.name in present]
        return tuple(rng.choice(self.stage_tasks(split, stage)) for stage in stages)

    @cached_property
    def digest(self) -> str:
        """sha256 (64 hex digits) over the ids of all tasks in order."""
        return hashlib.sha256("\n".join(task.id for task in self.entries).encode()).hexdigest()
