"""Roman numbers on inscriptions. Edges: subtractions, repeats, dots and small letters, numbers written wrongly."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Years in Roman numbers, as they stand on monuments."""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
SIGNS = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)


def written(number):
    """The usual spelling of a number."""
    text = ""
    for value, sign in SIGNS:
        text += sign * (number // value)
        number %= value
    return text


def read_year(inscription, strict=False):
    """The year that an inscription means.

    Dots, blanks and small letters are allowed, and U stands for V. A sign in
    front of a larger one is subtracted. Unusual spellings such as IIII are read,
    too; with `strict` they are errors that tell the usual one. An inscription
    without a sign, or with any other letter, is an error.
    """
    letters = inscription.upper().replace(".", "").replace("U", "V").split()
    text = "".join(letters)
    if not text:
        raise ValueError("nothing to read")
    total = 0
    largest = 0
    for letter in reversed(text):
        if letter not in VALUES:
            raise ValueError(f"no Roman sign: {letter}")
        value = VALUES[letter]
        if value < largest:
            total -= value
        else:
            total += value
            largest = value
    if strict and written(total) != text:
        raise ValueError(f"{text} is usually {written(total)}")
    return total
'''

_PIECES: Final = ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I", "U", "u", "iiii", ".", " ", "m")


def _usual(rng: random.Random) -> str:
    signs = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"))
    number, text = rng.randint(1, 2999), ""
    for value, sign in (*signs, (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        text += sign * (number // value)
        number %= value
    return text


def _years(rng: random.Random) -> Case:
    return Case((_usual(rng), rng.choice([True, False])))


def _spellings(rng: random.Random) -> Case:
    return Case(("".join(rng.choices(_PIECES, k=rng.randint(1, 6))),))


def _strict(rng: random.Random) -> Case:
    text = rng.choice(
        ["iiii", "VIIII", "IC", "XXXX", "IIX", "VX", "MDCCCCX", "L.XX", "m cm", "MIM", "IVI", _usual(rng), _usual(rng)]
    )
    return Case((rng.choice(["", "M", "D", "."]) + text,), {"strict": True})


def _wrong(rng: random.Random) -> Case:
    return Case((rng.choice(["", "X"]) + rng.choice(["", " ", "...", "A", "MB", "1910", "Z.X", "V-I", "é", _usual(rng)]),))


FAMILY = Family(
    name="read_year",
    stage="easy",
    domain="monuments",
    split="train",
    entry="read_year",
    instruction="Bring this reader of inscriptions to PEP 8; every stone must keep its year.",
    oracle=ORACLE,
    examples=(Case(("MDCCCLXXXVIII",)), Case(("M.DCC. iiii",)), Case(("VIIII", True)), Case(("ANNO",))),
    draws=(
        Draw("years", "partition", _years),
        Draw("spellings", "partition", _spellings),
        Draw("strict", "boundary", _strict),
        Draw("no numbers", "error", _wrong),
    ),
    canaries=(
        Canary("never subtracts", changed(ORACLE, ("            total -= value\n", "            total += value\n"))),
        Canary("U is unknown", changed(ORACLE, ('.replace("U", "V")', ""))),
    ),
)
