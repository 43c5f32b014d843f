"""Labels for a count of things. Small enough for the tiny level."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
def count_label(count, word):
    """A count with its word, in the plural unless it is one."""
    if not count:
        return f"no {word}s"
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
'''

_WORDS: Final = ("seat", "bus stop", "", "é", "{word}", "box%", "nail", "cup")


def _counts(rng: random.Random) -> Case:
    return Case((rng.randint(2, 999), rng.choice(_WORDS)))


def _few(rng: random.Random) -> Case:
    return Case((rng.choice([0, 1, 2, -1, 1.0, None, 0.0]), rng.choice(_WORDS) + rng.choice("abcde")))


def _one(rng: random.Random) -> Case:
    return Case((1, "".join(rng.choices("abc ", k=rng.randint(0, 6)))))


FAMILY = Family(
    name="count_label",
    stage="easy",
    domain="shop labels",
    split="train",
    entry="count_label",
    instruction="Clean up this label maker; every label must read as it does now.",
    oracle=ORACLE,
    examples=(Case((1, "seat")), Case((0, "cup")), Case((12, "nail"))),
    draws=(
        Draw("many", "partition", _counts),
        Draw("few", "boundary", _few),
        Draw("one", "boundary", _one),
    ),
    canaries=(
        Canary("0 of them", changed(ORACLE, ("if not count:", "if count is None:"))),
        Canary("always plural", changed(ORACLE, ('f"{count} {word}" if', 'f"{count} {word}s" if'))),
    ),
    tiny=True,
)
