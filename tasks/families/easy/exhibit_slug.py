"""File names for a museum. Edges: umlauts, a limit in the middle of a word, nothing left over, names that are taken."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""File names for the pictures of a museum."""

import re
import unicodedata

WORD = re.compile(r"[^\\W_]+")


def ascii_of(text):
    """Letters without their accents; what has no plain letter goes."""
    plain = unicodedata.normalize("NFKD", text)
    return plain.encode("ascii", "ignore").decode("ascii")


def exhibit_slug(title, limit=24, taken=None):
    """A file name for a title: small words with hyphens between them.

    Words are left out from the end until the name has at most `limit`
    characters; of a single word the beginning is kept. A title without a word
    is `untitled`, whatever the limit. If the name is in `taken`, `-2`, `-3` and
    so on are tried behind it. A limit below 1 is an error.
    """
    if limit < 1:
        raise ValueError(f"limit {limit} is below 1")
    words = WORD.findall(ascii_of(title.lower().replace("'", "")))
    if not words:
        words = ["untitled"]
        limit = len(words[0])
    while len(words) > 1 and len("-".join(words)) > limit:
        words.pop()
    name = "-".join(words)[:limit]
    if taken is None or name not in taken:
        return name
    number = 2
    while f"{name}-{number}" in taken:
        number += 1
    return f"{name}-{number}"
'''

_WORDS: Final = (
    "The",
    "girl's",
    "Pearl",
    "déjà",
    "Ärmel",
    "1889",
    "of",
    "&",
    "snow_white",
    "x",
    "Straße",
    "—",
    "Øre",
    "No. 5",
)


def _title(rng: random.Random, least: int = 1, most: int = 6) -> str:
    return rng.choice([" ", "  ", "-", "/"]).join(rng.choices(_WORDS, k=rng.randint(least, most)))


def _ordinary(rng: random.Random) -> Case:
    return Case((_title(rng),))


def _limits(rng: random.Random) -> Case:
    return Case((_title(rng), rng.randint(1, 16)))


def _taken(rng: random.Random) -> Case:
    words = rng.sample(["sea", "moon", "old", "boat"], rng.randint(1, 3))
    name = "-".join(words)
    taken = [name] * rng.randint(0, 1) + [f"{name}-{number}" for number in range(rng.randint(1, 3), rng.randint(2, 5))]
    return Case((" ".join(words).title(),), {"taken": taken})


def _odd(rng: random.Random) -> Case:
    title = "".join(rng.choices(["_", "é", " ", "'", "&", "ß", "½", "ﬁ", "a", "—", "9"], k=rng.randint(0, 4)))
    return Case((title, rng.choice([-1, 0, 1, 2, 7, 8, 9, 30]), rng.choice([None, [], ["untitled", "a"]])))


FAMILY = Family(
    name="exhibit_slug",
    stage="easy",
    domain="museums",
    split="train",
    entry="exhibit_slug",
    instruction="Bring this maker of file names to PEP 8; pictures that have a name must keep it.",
    oracle=ORACLE,
    examples=(
        Case(("The Girl's Pearl",)),
        Case(("Déjà vu of 1889", 10)),
        Case(("—", 5, ["untitled"])),
        Case(("x", 0)),
    ),
    draws=(
        Draw("titles", "partition", _ordinary),
        Draw("limits", "boundary", _limits),
        Draw("taken names", "partition", _taken),
        Draw("odd titles", "error", _odd),
    ),
    canaries=(
        Canary("cuts in the middle", changed(ORACLE, ("len(words) > 1 and len(", "len(words) > 9 and len("))),
        Canary("number 1 is tried", changed(ORACLE, ("    number = 2\n", "    number = 1\n"))),
    ),
)
