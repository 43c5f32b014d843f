"""Score of a tennis match from its points. Edges: deuce, tie-breaks, set and match points, points after the end."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Score board of a tennis club: the state of a match after a row of points."""

WORDS = {0: "0", 1: "15", 2: "30", 3: "40"}
SIDES = {"A": 0, "B": 1}
TIE_BREAK = 7
GAME = 4
SET = 6
FORMATS = {"short": 1, "club": 2, "cup": 3}


def leads(pair, least):
    """Whether one side has so many and two more than the other."""
    return max(pair) >= least and abs(pair[0] - pair[1]) >= 2


def in_tie_break(games):
    return games == [SET, SET]


def game_won(points, games):
    """Whether the points are enough for the game that is played."""
    return leads(points, TIE_BREAK if in_tie_break(games) else GAME)


def set_won(games):
    """Six games with two more than the other, or the game of the tie-break."""
    return leads(games, SET) or max(games) > SET


def point_words(points, games):
    """The points as they are called."""
    if in_tie_break(games):
        return f"{points[0]}-{points[1]}"
    if min(points) >= 3:
        return deuce_words(points)
    return f"{WORDS[points[0]]}-{WORDS[points[1]]}"


def deuce_words(points):
    """Deuce and advantage."""
    if points[0] == points[1]:
        return "deuce"
    return "advantage A" if points[0] > points[1] else "advantage B"


def side_of(winner):
    """The number of a side."""
    if winner not in SIDES:
        raise ValueError(f"no such side: {winner}")
    return SIDES[winner]


def sets_needed(kind):
    """Sets that win a match."""
    if kind not in FORMATS:
        raise ValueError(f"no such kind: {kind}")
    return FORMATS[kind]


def count_point(side, points, games, sets):
    """Write one point down, and what it decides."""
    points[side] += 1
    if not game_won(points, games):
        return
    games[side] += 1
    points[:] = [0, 0]
    if set_won(games):
        sets[side] += 1
        games[:] = [0, 0]


def result(points, games, sets, needed):
    """The board."""
    winner = "A" if sets[0] == needed else "B"
    over = needed in sets
    return {
        "sets": tuple(sets),
        "games": tuple(games),
        "points": "" if over else point_words(points, games),
        "winner": winner if over else None,
    }


def tennis_score(winners, kind="club"):
    """The score after the points that went to "A" or "B", in order.

    A game needs four points, a set six games, each with a lead of two; at six
    all a tie-break to seven points decides. The match needs 1 ("short"), 2
    ("club") or 3 ("cup") sets. Returns `sets`, `games`, `points` as called
    ("15-0", "deuce", "advantage A", in the tie-break the plain numbers, "" at
    the end) and `winner`. Raises ValueError("no such side: S"),
    ValueError("no such kind: K") and, for a point after the end,
    ValueError("the match is over").
    """
    needed = sets_needed(kind)
    points, games, sets = [0, 0], [0, 0], [0, 0]
    for winner in winners:
        side = side_of(winner)
        if needed in sets:
            raise ValueError("the match is over")
        count_point(side, points, games, sets)
    return result(points, games, sets, needed)
'''


def _game(side: str) -> str:
    return side * 4


def _points(rng: random.Random, most: int) -> str:
    return "".join(rng.choice("AB") for _ in range(rng.randint(0, most)))


def _few(rng: random.Random) -> Case:
    return Case((_points(rng, 10), rng.choice(["short", "club", "cup"])))


def _deuce(rng: random.Random) -> Case:
    return Case((rng.choice(["AAA", "ABAB", "BBB"]) + rng.choice(["BBB", "ABAB", "AA"]) + _points(rng, 5),))


def _games(rng: random.Random) -> Case:
    games = "".join(_game(rng.choice("AB")) for _ in range(rng.randint(3, 13)))
    return Case((games + _points(rng, 4), "club"))


def _tie_break(rng: random.Random) -> Case:
    to_six = (_game("A") + _game("B")) * 5 + rng.choice([_game("A") + _game("B"), _game("B") + _game("A")])
    return Case(
        (to_six + rng.choice(["ABABABABABAB", "A" * 6, "B" * 5, "AABB"]) + _points(rng, 6), rng.choice(["cup", "club"]))
    )


def _matches(rng: random.Random) -> Case:
    sides = rng.choice(["A", "B", "AB", "AAB", "BBA", "ABAB", "AAA", "BBB"])
    return Case(
        ("".join(_game(side) * 6 for side in sides) + rng.choice(["", "", "A", "ABBA"]), rng.choice(["short", "club", "cup"]))
    )


def _wrong(rng: random.Random) -> Case:
    return Case(([*_points(rng, 6), rng.choice(["C", "a", "", "AB", "A"])], rng.choice(["club", "cup", "long", "", None])))


FAMILY = Family(
    name="tennis_score",
    stage="hard",
    domain="tennis",
    split="train",
    entry="tennis_score",
    instruction=(
        "Untangle this tennis score into functions of McCabe complexity 3 at most; every board and every refusal must stay "
        "the same."
    ),
    oracle=ORACLE,
    examples=(Case(("ABAA",)), Case(("ABABABB", "cup")), Case(("A" * 24, "short")), Case(("AX",))),
    draws=(
        Draw("a few points", "partition", _few),
        Draw("deuce", "boundary", _deuce),
        Draw("games and sets", "partition", _games),
        Draw("tie-breaks", "boundary", _tie_break),
        Draw("matches", "boundary", _matches),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("a lead of one", changed(ORACLE, ("abs(pair[0] - pair[1]) >= 2", "abs(pair[0] - pair[1]) >= 1"))),
        Canary("no tie-break", changed(ORACLE, ("TIE_BREAK if in_tie_break(games) else GAME", "GAME"))),
        Canary("plays on", changed(ORACLE, ('            raise ValueError("the match is over")\n', "            break\n"))),
    ),
)
