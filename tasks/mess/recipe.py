"""How much of which mess a level has."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.tasks.mess import style
from code_review_env.tasks.mess.complexity.tangle import tangled
from code_review_env.tasks.mess.edit import Transform, applied
from code_review_env.tasks.mess.shell.phases import shelled
from code_review_env.tasks.mess.source import Source


@dataclass(frozen=True, slots=True)
class Recipe:
    """Amounts of one level.

    Attributes:
        kinds: transforms that are applied, of those that the source offers something.
        most: changes of one kind.
        stubborn: at least one kind is such that no tool removes it.
    """

    kinds: int
    most: int
    stubborn: bool = False


_STYLE: Final = (
    *(Recipe(2, 1), Recipe(2, 1), Recipe(4, 1, stubborn=True)),
    *(Recipe(6, 1, stubborn=True), Recipe(6, 2, stubborn=True), Recipe(9, 2, stubborn=True)),
)
"""Of the easy stage; the index is the level, 0 the tiny one."""


def messy(stage: str, base: str, level: int, rng: random.Random, *, held_out: bool) -> Source:
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
    if stage == "combined":
        parts = [Source(base)]
        for part in ("hard", "medium", "easy"):
            parts.append(messy(part, parts[-1].text, level, rng, held_out=held_out))
        return Source(parts[-1].text, held_out=any(one.held_out for one in parts))
    if stage == "hard":
        return tangled(base, level, rng, held_out=held_out)
    if stage == "medium":
        return shelled(base, level, rng, held_out=held_out)
    return _styled(base, _STYLE[level], rng, held_out=held_out)


def _styled(base: str, recipe: Recipe, rng: random.Random, *, held_out: bool) -> Source:
    source = Source(base)
    able = [one for one in style.TRANSFORMS if (held_out or not one.held_out) and any(True for _ in one.changes(source, rng))]
    chosen = _chosen(able, recipe, rng)
    for transform in able:
        if transform in chosen:
            source = applied(source, transform, rng, recipe.most)
    return source


def _chosen(able: Sequence[Transform], recipe: Recipe, rng: random.Random) -> Sequence[Transform]:
    """One held-out transform where there is one, a stubborn one where the level asks for it, the rest by chance."""
    lead = _one([one for one in able if one.held_out], rng)
    if recipe.stubborn and not any(one.stubborn for one in lead):
        lead += _one([one for one in able if one.stubborn], rng)
    rest = [one for one in able if one not in lead]
    return [*lead, *rng.sample(rest, max(0, min(len(rest), recipe.kinds - len(lead))))]


def _one(among: Sequence[Transform], rng: random.Random) -> list[Transform]:
    return [rng.choice(among)] if among else []
