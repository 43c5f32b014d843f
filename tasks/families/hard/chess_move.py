"""Legality of a chess move for one piece. Edges: the edge of the board, blocked lines, own pieces, pawns."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Moves on a chess board that holds one's own and the other side's pieces."""

FILES = "abcdefgh"
RANKS = "12345678"
HOME = {"white": 2, "black": 7}
FORWARD = {"white": 1, "black": -1}


def square(name):
    """File and rank as numbers."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in RANKS:
        raise ValueError(f"no such square: {name}")
    return FILES.index(name[0]), int(name[1])


def sign(number):
    """-1, 0 or 1."""
    if number == 0:
        return 0
    return 1 if number > 0 else -1


def straight(across, up):
    return across == 0 or up == 0


def diagonal(across, up):
    return abs(across) == abs(up)


def rook(across, up):
    return straight(across, up)


def bishop(across, up):
    return diagonal(across, up)


def queen(across, up):
    return straight(across, up) or diagonal(across, up)


def king(across, up):
    return abs(across) <= 1 and abs(up) <= 1


def knight(across, up):
    return (abs(across), abs(up)) in ((1, 2), (2, 1))


SHAPES = {"rook": rook, "bishop": bishop, "queen": queen, "king": king, "knight": knight}


def between(start, end):
    """Squares that a straight or diagonal move passes."""
    across, up = end[0] - start[0], end[1] - start[1]
    length = max(abs(across), abs(up))
    return [(start[0] + sign(across) * step, start[1] + sign(up) * step) for step in range(1, length)]


def pawn_reach(start, side):
    """How far a pawn may go: two squares from its home rank."""
    return 2 if start[1] == HOME[side] else 1


def pawn(start, end, side, others):
    """Whether a pawn moves or takes like that."""
    across = end[0] - start[0]
    up = (end[1] - start[1]) * FORWARD[side]
    if end in others:
        return abs(across) == 1 and up == 1
    return across == 0 and 0 < up <= pawn_reach(start, side)


def shaped(piece, start, end, side, others):
    """Whether the piece moves in this way at all."""
    if piece == "pawn":
        return pawn(start, end, side, others)
    if piece not in SHAPES:
        raise ValueError(f"no such piece: {piece}")
    return SHAPES[piece](end[0] - start[0], end[1] - start[1])


def blocked(piece, start, end, taken):
    """Whether something stands in the way; knights jump."""
    return piece != "knight" and any(one in taken for one in between(start, end))


def may_move(piece, start, end, side="white", own=(), others=()):
    """Whether a piece may move from `start` to `end`, checks left aside.

    `own` and `others` are the squares of the other pieces of both sides. A
    piece never stays where it is nor lands on an own one; only knights jump.
    Pawns take diagonally, go two squares from their home rank if both are
    free, and do not promote differently. Raises ValueError("no such square: S"),
    ValueError("no such side: S") and ValueError("no such piece: P").
    """
    if side not in HOME:
        raise ValueError(f"no such side: {side}")
    places = square(start), square(end)
    mine = {square(name) for name in own}
    theirs = {square(name) for name in others}
    if not shaped(piece, *places, side, theirs) or start == end or places[1] in mine:
        return False
    return not blocked(piece, *places, mine | theirs)
'''

_PIECES: Final = ("rook", "bishop", "queen", "king", "knight", "pawn")
_SQUARES: Final = tuple(file + rank for file in "abcdefgh" for rank in "12345678")


def _near(rng: random.Random, square: str, most: int) -> str:
    file = "abcdefgh".index(square[0]) + rng.randint(-most, most)
    rank = int(square[1]) + rng.randint(-most, most)
    return "abcdefgh"[min(7, max(0, file))] + str(min(8, max(1, rank)))


def _free(rng: random.Random) -> Case:
    start = rng.choice(_SQUARES[16:48])
    piece = rng.choice(["knight", "knight", "knight", *_PIECES[:4]])
    return Case((piece, start, _near(rng, start, 2)))


def _lines(rng: random.Random) -> Case:
    file, other = rng.sample("abcdefgh", 2)
    rank, distance = rng.randint(1, 8), "abcdefgh".index(other) - "abcdefgh".index(file)
    end = rng.choice([f"{other}{rank}", f"{file}{9 - rank}", f"{other}{min(8, max(1, rank + distance))}"])
    taken = rng.sample(_SQUARES, rng.randint(0, 8))
    return Case((rng.choice(["rook", "bishop", "queen"]), f"{file}{rank}", end, "black", taken[:4], taken[4:]))


def _pawns(rng: random.Random) -> Case:
    side = rng.choice(["white", "black"])
    file, rank = rng.randint(1, 6), rng.choice([2, 2, 3, 3] if side == "white" else [7, 7, 6, 6])
    up = rng.choice([1, 1, 2, 2, 3, -1, -1, -2]) * (1 if side == "white" else -1)
    end = "abcdefgh"[file + rng.choice([0, 0, 0, 1, -1])] + str(min(8, max(1, rank + up)))
    others = [*rng.sample(_SQUARES, rng.randint(0, 3)), *([end] if rng.random() < 1 / 3 else [])]
    return Case(("pawn", f"{'abcdefgh'[file]}{rank}", end, side, rng.sample(_SQUARES, rng.randint(0, 3)), others))


def _taking(rng: random.Random) -> Case:
    start = rng.choice(_SQUARES)
    end = _near(rng, start, 2)
    return Case((rng.choice(_PIECES), start, end, "white", [rng.choice([end, "h1"])], [rng.choice([end, "a1"])]))


def _crowded(rng: random.Random) -> Case:
    taken = rng.sample(_SQUARES, 24)
    start, end = rng.choice(_SQUARES[:24]), rng.choice(_SQUARES[24:])
    return Case(
        (
            rng.choice(["rook", "queen", "bishop", "knight"]),
            start,
            rng.choice([end, _near(rng, start, 2)]),
            "black",
            taken[:9],
            taken[9:],
        )
    )


def _wrong(rng: random.Random) -> Case:
    squares = [rng.choice(_SQUARES), rng.choice([*_SQUARES[:20], "i1", "a9", "a0", "", "a10", "A1"])]
    rng.shuffle(squares)
    return Case((rng.choice([*_PIECES, "tower", ""]), *squares, rng.choice(["white", "black", "red"])))


FAMILY = Family(
    name="chess_move",
    stage="hard",
    domain="chess",
    split="train",
    entry="may_move",
    instruction=(
        "Divide this check of a chess move into functions of McCabe complexity 3 at most; the same moves must be legal, and "
        "the same squares, sides and pieces refused."
    ),
    oracle=ORACLE,
    examples=(
        Case(("knight", "g1", "f3")),
        Case(("pawn", "e4", "e3")),
        Case(("pawn", "e2", "e4", "white", ["e3"])),
        Case(("queen", "a1", "h8", "black", [], ["d4"])),
        Case(("rook", "a1", "a9")),
    ),
    draws=(
        Draw("an empty board", "partition", _free),
        Draw("lines", "partition", _lines),
        Draw("pawns", "boundary", _pawns),
        Draw("taking", "boundary", _taking),
        Draw("a crowded board", "property", _crowded),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("pawns go back", changed(ORACLE, ("0 < up <= pawn_reach", "abs(up) <= pawn_reach"))),
        Canary("all jump", changed(ORACLE, ('piece != "knight" and any', 'piece == "knight" and any'))),
        Canary("takes its own", changed(ORACLE, (" or places[1] in mine", ""))),
    ),
)
