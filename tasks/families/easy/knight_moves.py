"""Moves of a knight. Edges: corners, own pieces in the way, captures, squares that are none."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Moves of a knight on a chessboard."""

FILES = "abcdefgh"
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def place_of(square):
    """File and rank of a square, both from 0 on."""
    if len(square) != 2 or square[0] not in FILES or square[1] not in "12345678":
        raise ValueError(f"no square: {square!r}")
    return FILES.index(square[0]), int(square[1]) - 1


def knight_moves(square, own=(), enemy=None):
    """The moves of a knight in chess notation, sorted by square.

    `own` and `enemy` list the squares of other pieces. A square of an own piece
    is no target, one of the enemy is a capture: `Nxf3` in place of `Nf3`. A
    square in both lists counts as own. Anything that is no square is an error.
    """
    file, rank = place_of(square)
    blocked = {place_of(other) for other in own}
    captured = {place_of(other) for other in enemy or ()}
    moves = []
    for right, up in JUMPS:
        target = file + right, rank + up
        if not (0 <= target[0] < 8 and 0 <= target[1] < 8) or target in blocked:
            continue
        name = f"{FILES[target[0]]}{target[1] + 1}"
        moves.append((name, target in captured))
    return [f"Nx{name}" if taken else f"N{name}" for name, taken in sorted(moves)]
'''


def _square(rng: random.Random) -> str:
    return rng.choice("abcdefgh") + rng.choice("12345678")


def _near(rng: random.Random, square: str) -> str:
    file = min(7, max(0, "abcdefgh".index(square[0]) + rng.choice([-2, -1, 1, 2])))
    return f"{'abcdefgh'[file]}{min(8, max(1, int(square[1]) + rng.choice([-2, -1, 1, 2])))}"


def _ordinary(rng: random.Random) -> Case:
    square = _square(rng)
    return Case((square, [_near(rng, square) for _ in range(rng.randint(0, 5))]))


def _captures(rng: random.Random) -> Case:
    square = _square(rng)
    own, enemy = ([_near(rng, square) for _ in range(rng.randint(0, 6))] for _ in range(2))
    return Case((square, own, enemy))


def _edges(rng: random.Random) -> Case:
    square = rng.choice(["a", "b", "g", "h"]) + rng.choice(["1", "2", "7", "8"])
    return Case((square,), {"enemy": [_near(rng, square) for _ in range(rng.randint(0, 3))]})


def _wrong(rng: random.Random) -> Case:
    bad = rng.choice(["", "a", "a0", "a9", "i1", "A1", "aa", "11", "e10", "ab1", "²2", "_4", "a_", _square(rng)])
    place = rng.randint(0, 2)
    return Case((bad if place == 0 else _square(rng), [bad] if place == 1 else [], [bad, "e4"] if place == 2 else None))


FAMILY = Family(
    name="knight_moves",
    stage="easy",
    domain="chess",
    split="train",
    entry="knight_moves",
    instruction="Bring this move generator to PEP 8; moves, captures and their order must stay.",
    oracle=ORACLE,
    examples=(Case(("g1", ["e2", "h3"])), Case(("a1", ["b3"], ["c2", "b3"])), Case(("j9",))),
    draws=(
        Draw("moves", "partition", _ordinary),
        Draw("captures", "partition", _captures),
        Draw("edges of the board", "boundary", _edges),
        Draw("no squares", "error", _wrong),
    ),
    canaries=(
        Canary("captures its own", changed(ORACLE, (" or target in blocked:", " or target in blocked - captured:"))),
        Canary("seven ranks", changed(ORACLE, ("0 <= target[1] < 8", "0 <= target[1] < 7"))),
    ),
)
