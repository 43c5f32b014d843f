"""Points of a word game. Edges: blanks, bonus squares, the edge of the board, long words."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Points for a word laid on the board of a letter game."""

POINTS = (
    ("aeilnorstu", 1),
    ("dg", 2),
    ("bcmp", 3),
    ("fhvwy", 4),
    ("k", 5),
    ("jx", 8),
    ("qz", 10),
)
SIZE = 15
LETTER = {"2": 2, "3": 3}
WORD = {"d": 2, "t": 3, "*": 2}
TRAY = 7
BONUSES = {7: 50, 8: 60}


def letter_points(letter):
    """Points of a letter; a blank, written as a capital, has none."""
    for letters, points in POINTS:
        if letter in letters:
            return points
    return 0


def check_letters(word):
    """Refuse what cannot be laid."""
    if not 2 <= len(word) <= SIZE:
        raise ValueError(f"bad length: {word}")
    if not word.isalpha() or not word.isascii():
        raise ValueError(f"bad letter: {word}")


def check_place(start, length):
    """Refuse a word that leaves the row."""
    if not 0 <= start <= SIZE - length:
        raise ValueError(f"off the board: {start}")


def letter_sum(word, squares):
    """Letters with the bonuses of their squares."""
    return sum(letter_points(letter) * LETTER.get(square, 1) for letter, square in zip(word, squares))


def word_factor(squares):
    """All bonuses for the whole word, multiplied, at most nine times."""
    factor = 1
    for square in squares:
        factor *= WORD.get(square, 1)
    return min(factor, 9)


def new_letters(word, there):
    """How many letters come from the tray."""
    return len(word) - sum(1 for old in there if old != ".")


def fits(word, there):
    """Whether the letters on the board are those of the word."""
    return all(old in (".", letter.lower()) for letter, old in zip(word, there))


def row_squares(row, start, length, there):
    """Squares that still count: those under old letters do not."""
    part = row[start : start + length]
    return "".join("." if old != "." else square for square, old in zip(part, there))


def word_score(word, start, row, there=""):
    """Points of a word laid in a row of the board.

    Small letters have their points, capitals are blanks without any. `row`
    holds 15 squares: "2" and "3" multiply their letter, "d", "t" and "*" the
    whole word (not beyond nine times), others do nothing. `there` are the
    letters that lie under the word already, "." where none does; their squares
    do not count again. Seven letters from the tray give 50 more, eight 60.
    Raises ValueError("bad length: W"), ValueError("bad letter: W"),
    ValueError("off the board: N") and ValueError("does not fit").
    """
    check_letters(word)
    check_place(start, len(word))
    there = there.ljust(len(word), ".")
    if not fits(word, there):
        raise ValueError("does not fit")
    squares = row_squares(row, start, len(word), there)
    bonus = BONUSES.get(min(new_letters(word, there), TRAY + 1), 0)
    return letter_sum(word, squares) * word_factor(squares) + bonus
'''

_ROWS: Final = (
    "t..2...t...2..t",
    ".d...3...3...d.",
    "..d...2.2...d..",
    "2..d...2...d..2",
    "....dtt*ttd....",
    "...............",
)
_WORDS: Final = (
    "cat",
    "quiz",
    "jazzy",
    "flowers",
    "oxygen",
    "bakery",
    "whisky",
    "diving",
    "blankets",
    "am",
    "keyboards",
    "pump",
)


def _word(rng: random.Random) -> str:
    word = rng.choice(
        [rng.choice(_WORDS), "".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(rng.randint(2, 9)))]
    )
    at = rng.randrange(len(word))
    return rng.choice([word, word, word[:at] + word[at].upper() + word[at + 1 :]])


def _plain(rng: random.Random) -> Case:
    word = _word(rng)
    return Case((word, rng.randint(0, 15 - len(word)), _ROWS[5]))


def _bonus(rng: random.Random) -> Case:
    word = _word(rng)
    return Case((word, rng.randint(0, 15 - len(word)), rng.choice(_ROWS[:5])))


def _crossing(rng: random.Random) -> Case:
    word = _word(rng)
    there = "".join(rng.choice([".", ".", ".", letter.lower()]) for letter in word)
    return Case((word, rng.randint(0, 15 - len(word)), rng.choice(_ROWS), there[: rng.randint(1, len(word))]))


def _edges(rng: random.Random) -> Case:
    word = _word(rng)
    return Case((word, rng.choice([-1, 0, 15 - len(word), 16 - len(word)]), rng.choice(_ROWS)))


def _long(rng: random.Random) -> Case:
    word = "".join(rng.choice("aeinorstk") for _ in range(rng.choice([6, 7, 7, 8, 9, 15])))
    return Case((word, 0, rng.choice(_ROWS), "".join(rng.choice(["..", word[:1], "."]) for _ in range(1))))


def _wrong(rng: random.Random) -> Case:
    word = rng.choice(["a", "", "b" * 15, "c" * 16, "it's", "naïve", "two words", "dog", "d2"])
    there = rng.choice(["", "x", ".q", "..", "d", "D"])
    return Case((word, rng.randint(-2, 14), rng.choice(_ROWS), there))


FAMILY = Family(
    name="word_score",
    stage="hard",
    domain="word game",
    split="test",
    entry="word_score",
    instruction=(
        "Divide this count of points into functions of McCabe complexity 3 at most, with tables of points and bonuses; all "
        "points and faults stay the same."
    ),
    oracle=ORACLE,
    examples=(
        Case(("quiz", 3, "....dtt*ttd....")),
        Case(("flOwers", 0, "t..2...t...2..t")),
        Case(("cat", 13, "...............")),
    ),
    draws=(
        Draw("words", "partition", _plain),
        Draw("bonus squares", "partition", _bonus),
        Draw("letters that are there", "partition", _crossing),
        Draw("edges", "boundary", _edges),
        Draw("long words", "boundary", _long),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("bonus counts again", changed(ORACLE, ('"." if old != "." else square', "square"))),
        Canary("no limit", changed(ORACLE, ("min(factor, 9)", "factor"))),
        Canary("blanks count", changed(ORACLE, ("if letter in letters:", "if letter.lower() in letters:"))),
    ),
)
