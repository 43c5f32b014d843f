"""Initials for a name badge. Small enough for the tiny level."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
def initials(name):
    """First letters of the words of a name, as capitals; None where it has no word."""
    if not name.strip():
        return None
    return "".join(word[0].upper() for word in name.split())
'''

_WORDS: Final = ("ada", "Lovelace", "von", "O'Neil", "é", "x", "-", "2nd", "Maria-Lena", "ß")


def _name(rng: random.Random) -> Case:
    return Case((rng.choice([" ", "  ", "\t"]).join(rng.choices(_WORDS, k=rng.randint(1, 5))),))


def _letters(rng: random.Random) -> Case:
    return Case(("".join(rng.choices("abZé  -", k=rng.randint(1, 8))),))


def _blank(rng: random.Random) -> Case:
    return Case((" " * rng.randint(0, 9) + rng.choice(["", "\t", "\n", "a", "b c"]) + " " * rng.randint(0, 3),))


FAMILY = Family(
    name="initials",
    stage="easy",
    domain="name badges",
    split="train",
    entry="initials",
    instruction="Bring this function to PEP 8; every badge must keep its letters.",
    oracle=ORACLE,
    examples=(Case(("ada lovelace",)), Case(("  ",))),
    draws=(
        Draw("names", "partition", _name),
        Draw("letters", "partition", _letters),
        Draw("blanks", "boundary", _blank),
    ),
    canaries=(
        Canary("small letters", changed(ORACLE, ("word[0].upper()", "word[0]"))),
        Canary("empty text", changed(ORACLE, ("return None", 'return ""'))),
    ),
    tiny=True,
)
