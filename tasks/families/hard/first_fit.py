"""The first word that fits a gap of a crossword. Small enough for the tiny level."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
def first_fit(words, size, start=""):
    """The first word of the size that starts so, or None."""
    fits = (word for word in words if len(word) == size and word.startswith(start))
    return next(fits, None)
'''

BASE: Final = '''\
def first_fit(words, size, start=""):
    """The first word of the size that starts so, or None."""
    for word in words:
        if len(word) == size and word.startswith(start):
            return word
    return None
'''

_WORDS: Final = ("sea", "sun", "sand", "boat", "beach", "shell", "wave", "gull", "fish", "ship", "see", "")


def _gaps(rng: random.Random) -> Case:
    return Case((rng.sample(_WORDS, rng.randint(0, 7)), rng.randint(2, 5)))


def _starts(rng: random.Random) -> Case:
    return Case(
        (rng.sample(_WORDS, rng.randint(2, 8)), rng.randint(3, 5), rng.choice(["s", "se", "b", "g", "x", "sh", "", "fish"]))
    )


def _several(rng: random.Random) -> Case:
    size = rng.randint(0, 4)
    return Case(
        (
            ["".join(rng.choice("ab") for _ in range(rng.choice([size, size, size + 1]))) for _ in range(5)],
            size,
            rng.choice(["", "a", "b"]),
        )
    )


FAMILY = Family(
    name="first_fit",
    stage="hard",
    domain="crossword",
    split="train",
    entry="first_fit",
    instruction="Bring this search to McCabe complexity 3 at most; it must find the same word.",
    oracle=ORACLE,
    bases=(BASE,),
    examples=(Case((["sun", "boat", "gull"], 4)), Case((["sea", "see"], 3, "se")), Case(([], 2))),
    draws=(
        Draw("gaps", "partition", _gaps),
        Draw("first letters", "partition", _starts),
        Draw("several fits", "boundary", _several),
    ),
    canaries=(
        Canary("the last word", changed(ORACLE, ("for word in words if", "for word in reversed(words) if"))),
        Canary("at least the size", changed(ORACLE, ("len(word) == size", "len(word) >= size"))),
    ),
    tiny=True,
)
