"""Words of a text by number. Edges: ties, hyphens and apostrophes, stop words, a count of none."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Word counts for the concordance of a poem."""

import re
from collections import Counter

WORD = re.compile(r"[a-zäöüß]+(?:['-][a-zäöüß]+)*")
STOP = {"the", "a", "and", "of", "to"}


def base_form(word):
    """A word without the ending of a genitive or of a short plural."""
    if word.endswith("'s"):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def top_words(text, count=3, stop=None):
    """The most frequent words of a text, with their numbers.

    Case does not matter; hyphens and apostrophes inside a word belong to it.
    Words are counted by their base form, after those of `stop` (or of STOP) were
    left out as they stand; `stop` is a list or one text with blanks. Words of the
    same number are sorted by letter. A `count` of None tells all of them; a
    negative one is an error.
    """
    if count is not None and count < 0:
        raise ValueError(f"cannot tell {count} words")
    skipped = STOP if stop is None else stop
    if isinstance(skipped, str):
        skipped = skipped.split()
    counts = Counter()
    for word in WORD.findall(text.lower()):
        if word not in skipped:
            counts[base_form(word)] += 1
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ranked if count is None else ranked[:count]
'''

_WORDS: Final = (
    *("The", "sea", "seas", "sea's", "glass", "and", "a", "ship-wreck", "o'er", "of", "gas", "as", "bus", "Öl", "trees"),
    *("tree", "grass", "'tis", "-", "it's", "to"),
)


def _text(rng: random.Random, most: int) -> str:
    return rng.choice([" ", ", ", "\n"]).join(rng.choices(_WORDS, k=rng.randint(1, most)))


def _ordinary(rng: random.Random) -> Case:
    return Case((_text(rng, 14),))


def _counts(rng: random.Random) -> Case:
    return Case((_text(rng, 10), rng.choice([0, 1, 2, 4, None])))


def _stops(rng: random.Random) -> Case:
    return Case((_text(rng, 8), None, rng.choice([[], ["sea"], ["seas", "the"], "as a of", "seas the", "", "sea"])))


def _wrong(rng: random.Random) -> Case:
    return Case((_text(rng, 5), rng.choice([-1, -3, 0, 1])), {"stop": rng.choice([None, ["tree"]])})


FAMILY = Family(
    name="top_words",
    stage="easy",
    domain="poetry",
    split="test",
    entry="top_words",
    instruction="Bring this word counter to PEP 8; words, numbers and their order must not change.",
    oracle=ORACLE,
    examples=(
        Case(("The sea, the seas and a ship-wreck",)),
        Case(("trees tree glass", 1)),
        Case(("a b", -1)),
    ),
    draws=(
        Draw("texts", "partition", _ordinary),
        Draw("counts", "boundary", _counts),
        Draw("stop words", "partition", _stops),
        Draw("negative counts", "error", _wrong),
    ),
    canaries=(
        Canary("no stop words is the usual ones", changed(ORACLE, ("STOP if stop is None else stop", "stop or STOP"))),
        Canary("ties as they come", changed(ORACLE, ("(-pair[1], pair[0])", "-pair[1]"))),
    ),
)
