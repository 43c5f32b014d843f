"""A source made more complex, one change after the other, until it has the complexity of its level."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.tasks.likeness import tokens
from code_review_env.tasks.mess.complexity import branches, inline, loops, tables, values
from code_review_env.tasks.mess.complexity.measure import complexities, excess, total
from code_review_env.tasks.mess.edit import Change, Transform, rewritten
from code_review_env.tasks.mess.source import Source

TRANSFORMS: Final = (*inline.TRANSFORMS, *tables.TRANSFORMS, *values.TRANSFORMS, *loops.TRANSFORMS, *branches.TRANSFORMS)
_WEIGHTS: Final = {"helper written out": 5, "lookup as a ladder": 3, "table loop written out": 3}


@dataclass(frozen=True, slots=True)
class Level:
    """How tangled the tasks of a level are.

    Attributes:
        least: complexity above the limit, over all functions.
        most: not more than this.
        nested: chance that early returns are tangled, too.
    """

    least: int
    most: int
    nested: float


LEVELS: Final = (Level(1, 2, 0), Level(1, 2, 0.1), Level(3, 4, 0.2), Level(5, 8, 0.4), Level(9, 14, 0.6), Level(15, 24, 0.6))
"""The index is the level, 0 the tiny one."""

_TINY_TOKENS: Final = 60
_TRIES: Final = 60


def tangled(base: str, level: int, rng: random.Random, *, held_out: bool) -> Source:
    """The base made as complex as its level says, or as near as the changes that it offers come.

    The complexity of the whole file never falls under that of the base: nobody can call the clean version the worse one.

    Args:
        base: a source that behaves right.
        level: 0 (tiny) to 5.
        rng: decides everything that is left to chance.
        held_out: use the transforms that training never sees, too, and first.
    """
    amount = LEVELS[level]
    goal = rng.randint(amount.least, amount.most)
    source = Source(base)
    floor = total(complexities(source))
    order = _turns(rng, held_out=held_out)
    for at in range(_TRIES):
        if excess(complexities(source)) >= goal:
            break
        transform = order[at % len(order)]
        result = _changed(source, transform, rng)
        if result is None:
            continue
        counts = complexities(result)
        small = level or tokens(result.text) <= _TINY_TOKENS
        if total(counts) >= floor and excess(counts) <= amount.most and small:
            source = result
    if rng.random() < amount.nested:
        source = _changed(source, rng.choice(branches.NESTING), rng) or source
    return source


def _turns(rng: random.Random, *, held_out: bool) -> Sequence[Transform]:
    """An order in which the transforms take turns."""
    usual = [one for one in TRANSFORMS if not one.held_out for _ in range(_WEIGHTS.get(one.name, 1))]
    first = [one for one in TRANSFORMS if one.held_out] if held_out else []
    return [*rng.sample(first, len(first)), *rng.sample(usual, len(usual))]


def _changed(source: Source, transform: Transform, rng: random.Random) -> Source | None:
    change: Change | None = next(iter(transform.changes(source, rng)), None)
    held_out = source.held_out or transform.held_out
    return Source(rewritten(source.text, change), held_out=held_out) if change else None
