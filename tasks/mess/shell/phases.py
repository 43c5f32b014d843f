"""How much of which shell mess a level has: more calls, more styles, more detours, more that misleads."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.tasks.mess.edit import Transform, applied
from code_review_env.tasks.mess.shell.distraction import DISTRACTION
from code_review_env.tasks.mess.shell.indirection import INDIRECTION
from code_review_env.tasks.mess.shell.spelling import SPELLING
from code_review_env.tasks.mess.shell.styles import HELD_OUT, STYLES
from code_review_env.tasks.mess.source import Source


@dataclass(frozen=True, slots=True)
class Phase:
    """Transforms that are drawn together and applied in their order.

    Attributes:
        transforms: to draw from.
        amounts: by level, 0 the tiny one: how many transforms, and how many changes of each.
    """

    transforms: Sequence[Transform]
    amounts: tuple[tuple[int, int], ...]


_PHASES: Final = (
    Phase((HELD_OUT, *STYLES), ((1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1))),
    Phase(STYLES, ((0, 0), (0, 0), (1, 1), (1, 1), (1, 1), (1, 2))),
    Phase(STYLES, ((0, 0), (0, 0), (0, 0), (1, 1), (1, 2), (1, 2))),
    Phase(INDIRECTION, ((0, 0), (0, 0), (1, 1), (1, 2), (2, 2), (3, 3))),
    Phase(DISTRACTION, ((0, 0), (0, 0), (0, 0), (1, 1), (2, 1), (4, 2))),
    Phase(SPELLING, ((1, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3))),
)


def shelled(base: str, level: int, rng: random.Random, *, held_out: bool) -> Source:
    """The base with commands for a shell.

    Args:
        base: a source that starts its programs from argv lists, or partly from f-strings with a shell.
        level: 0 (tiny) to 5.
        rng: decides everything that is left to chance.
        held_out: in half of the tasks one call gets the style that training never sees.

    Raises:
        MessError: a transform broke its promise.
    """
    source = Source(base)
    for phase in _PHASES:
        kinds, most = phase.amounts[level]
        for transform in _chosen(source, phase, kinds, rng, held_out=held_out) if kinds else ():
            source = applied(source, transform, rng, most)
    return source


def _chosen(source: Source, phase: Phase, kinds: int, rng: random.Random, *, held_out: bool) -> list[Transform]:
    able = [one for one in phase.transforms if (held_out or not one.held_out) and any(True for _ in one.changes(source, rng))]
    lead = [one for one in able if one.held_out and rng.random() < 1 / 2]
    rest = [one for one in able if not one.held_out]
    drawn = [*lead, *rng.sample(rest, min(len(rest), kinds - len(lead)))]
    return [one for one in able if one in drawn]
