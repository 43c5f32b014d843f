"""How much of which mess a level has."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.tasks.mess import complexity, shell, style
from code_review_env.tasks.mess.edit import Transform, applied
from code_review_env.tasks.mess.source import Source


@dataclass(frozen=True, slots=True)
class Recipe:
    """Amounts of one level.

    Attributes:
        kinds: transforms that are applied, of those that the source offers something.
        most: changes of one kind.
    """

    kinds: int
    most: int


_TRANSFORMS: Final[dict[str, Sequence[Transform]]] = {
    "easy": style.TRANSFORMS,
    "medium": shell.TRANSFORMS,
    "hard": complexity.TRANSFORMS,
}
"""In the order in which they are applied: what changes the tree first, what only moves characters last."""

_RECIPES: Final[dict[str, tuple[Recipe, ...]]] = {
    "easy": (Recipe(2, 1), Recipe(3, 1), Recipe(4, 2), Recipe(6, 2), Recipe(8, 2), Recipe(11, 3)),
    "medium": (Recipe(2, 9), Recipe(1, 9), Recipe(2, 9), Recipe(3, 9), Recipe(4, 9), Recipe(5, 9)),
    "hard": (Recipe(1, 1), Recipe(1, 1), Recipe(2, 1), Recipe(3, 2), Recipe(4, 2), Recipe(6, 3)),
}
"""By stage; the index is the level, 0 the tiny one."""


def messy(stage: str, base: str, level: int, rng: random.Random, *, held_out: bool) -> str:
    """The base with the mess of a level on top.

    Args:
        stage: whose transforms are used.
        base: a source that behaves right.
        level: 0 (tiny) to 5.
        rng: decides everything that is left to chance.
        held_out: use the transforms that training never sees, too, and first.

    Raises:
        MessError: a transform broke its promise.
    """
    recipe = _RECIPES[stage][level]
    source = Source(base)
    able = [
        one for one in _TRANSFORMS[stage] if (held_out or not one.held_out) and any(True for _ in one.changes(source, rng))
    ]
    chosen = _chosen(able, recipe.kinds, rng)
    for transform in able:
        if transform in chosen:
            source = applied(source, transform, rng, recipe.most)
    return source.text


def _chosen(able: Sequence[Transform], kinds: int, rng: random.Random) -> Sequence[Transform]:
    """One held-out transform where there is one, the rest by chance."""
    first = [one for one in able if one.held_out]
    lead = [rng.choice(first)] if first else []
    rest = [one for one in able if one not in lead]
    return [*lead, *rng.sample(rest, min(len(rest), kinds - len(lead)))]
