"""The tasks of one split in their one order: those that were written down, then those that are made when asked for."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from typing import Final, overload

from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.families import load_families, load_further
from code_review_env.tasks.family import Family
from code_review_env.tasks.rows import family_rows, frozen_groups, further_rows
from code_review_env.tasks.task import Group, SplitName, Task

SEEDS: Final = 32
"""Tasks of each level of each family that have an index; a name reaches any seed."""

PRIVATE: Final = "private/"
"""In front of the names of tasks that are made from a secret."""

PRIVATE_CASES: Final = 12
"""Cases of each group of a private task: drawn anew, since the chosen ones lie in the package."""

_NAME: Final = re.compile(r"(?P<stage>\w+)/(?P<family>\w+)@(?P<level>\d)\.(?P<seed>\d{1,9})")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a task is made of; equal recipes make equal tasks."""

    stage: str
    family: str
    level: int
    seed: int
    split: SplitName
    salt: str = ""


class Series(Sequence[Task]):
    """A lazy sequence; reading a made task costs some milliseconds, its neighbours are not made.

    Attributes:
        written: the tasks in front, as they are.
        recipes: of the tasks behind them.
    """

    def __init__(self, written: tuple[Task, ...], recipes: tuple[Recipe, ...], make: Callable[[Recipe], Task]) -> None:
        self.written = written
        self.recipes = recipes
        self._make = make

    def __len__(self) -> int:
        """Number of tasks."""
        return len(self.written) + len(self.recipes)

    @overload
    def __getitem__(self, index: int) -> Task: ...

    @overload
    def __getitem__(self, index: slice) -> "Series": ...

    def __getitem__(self, index: int | slice) -> "Task | Series":
        """The task at an index, or a shorter series."""
        if isinstance(index, slice):
            chosen = range(len(self))[index]
            written = tuple(self.written[at] for at in chosen if at < len(self.written))
            recipes = tuple(self.recipes[at - len(self.written)] for at in chosen if at >= len(self.written))
            return Series(written, recipes, self._make)
        at = range(len(self))[index]
        return self.written[at] if at < len(self.written) else self._make(self.recipes[at - len(self.written)])

    def __iter__(self) -> Iterator[Task]:
        """Every task in order."""
        yield from self.written
        yield from map(self._make, self.recipes)


@cache
def recipes(split: SplitName, salt: str = "", **wanted: object) -> tuple[Recipe, ...]:
    """Recipes of the families of a split; any beginning is a fair mix of families and levels.

    Args:
        split: of the families.
        salt: a secret that names another series of tasks, those of the split `private`.
        wanted: `stage`, `family`, `level`: only those with exactly these. Stages outside the curriculum are there for
            those alone who want one of them or one of their families.
    """
    shown: SplitName = "private" if salt else split
    families = [one for one in _families().values() if one.split == split]
    if not {"stage", "family"} & wanted.keys():
        usual = {stage.name for stage in load_curriculum().stages}
        families = [one for one in families if one.stage in usual]
    first = (Recipe(one.stage, one.name, level, 0, shown, salt) for one in families for level in one.levels)
    slots = [slot for slot in first if all(getattr(slot, name) == value for name, value in wanted.items())]
    return tuple(replace(slot, seed=seed) for seed, slot in product(range(SEEDS), slots))


def named(name: str, salt: str = "") -> Recipe | None:
    """The recipe that the name of a made task tells, e.g. `easy/count_levels@3.17`; None for any other name."""
    found = _NAME.fullmatch(name.removeprefix(PRIVATE) if salt else name)
    family = _families().get(found["family"]) if found else None
    if found is None or family is None or family.stage != found["stage"] or int(found["level"]) not in family.levels:
        return None
    private = salt if name.startswith(PRIVATE) else ""
    split: SplitName = "private" if private else family.split
    return Recipe(family.stage, family.name, int(found["level"]), int(found["seed"]), split, private)


def is_held_out(name: str) -> bool:
    """Whether a transform that training never sees had a part in the mess of the task of that name."""
    recipe = named(name)
    return recipe is not None and _families()[recipe.family].messy(recipe.level, recipe.seed, recipe.salt).held_out


@lru_cache(maxsize=4096)
def made(recipe: Recipe) -> Task:
    """The task of a recipe."""
    family = _families()[recipe.family]
    if not recipe.salt:
        return family.task(recipe.level, recipe.seed, groups_of(family))
    task = family.task(recipe.level, recipe.seed, family.drawn(recipe.salt, PRIVATE_CASES), recipe.salt)
    return replace(task, name=PRIVATE + task.name, split=recipe.split)


def groups_of(family: Family) -> tuple[Group, ...]:
    """The frozen cases of a family; all that it draws where nothing is frozen yet."""
    return frozen_groups(family.name) or family.drawn()


@cache
def _families() -> dict[str, Family]:
    """The families that were admitted; one whose cases are not chosen yet makes no tasks."""
    admitted = {row["family"] for row in (*family_rows(), *further_rows())}
    return {family.name: family for family in (*load_families(), *load_further()) if family.name in admitted}
