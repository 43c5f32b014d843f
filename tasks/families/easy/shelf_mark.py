"""Shelf marks of a library. Trap: a function is written twice, and the second one is the one that runs."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Shelf marks of the town library."""

ARTICLES = ("the", "a", "an")
SUBJECTS = {"history": "H", "maps": "K", "poems": "P"}


def sort_word(title):
    """The first word of a title that is no article, or the last one."""
    words = title.lower().split()
    for word in words[:-1]:
        if word not in ARTICLES:
            return word
    return words[-1]


def shelf_mark(author, title, subject=None, taken=()):
    """Shelf mark of a book: subject, author and title in short.

    Like `H Woo orl`: the letter of the subject (X for one without), three
    letters of the last name of the author, three of the title without a leading
    article. A mark in `taken` gets a number from 2 on. A book needs a title; an
    author is not needed and told as `Ano`.
    """
    if not title.strip():
        raise ValueError("a book needs a title")
    letter = SUBJECTS.get(subject, "X")
    name = author.split()[-1] if author.strip() else "Anonymous"
    mark = f"{letter} {name[:3].title()} {sort_word(title)[:3]}"
    number = 1
    found = mark
    while found in taken:
        number += 1
        found = f"{mark} {number}"
    return found
'''

_FIRST: Final = '''\
def sort_word(title):
    """The first word of a title."""
    words = title.lower().split()
    return words[0]


'''
_DEF: Final = ORACLE[ORACLE.index("def sort_word") : ORACLE.index("def shelf_mark")]
BASE: Final = changed(ORACLE, (_DEF, _FIRST + _DEF))
NAIVE: Final = changed(ORACLE, (_DEF, _FIRST))

_AUTHORS: Final = ("Virginia Woolf", "woolf", "", "  ", "A. B. Li", "Émile Zola", "x")
_TITLES: Final = (
    *("Orlando", "The Waves", "An Atlas of the North", "the", "A", "The An A", "  The  Years ", "On", "Theory", "a the B"),
    *("Zoo", "Ätna"),
)
_SUBJECTS: Final = ("history", "maps", "poems", "History", "", None, "cooking")


def _book(rng: random.Random) -> tuple[str, str, str | None]:
    return rng.choice(_AUTHORS), rng.choice(_TITLES), rng.choice(_SUBJECTS)


def _ordinary(rng: random.Random) -> Case:
    return Case(_book(rng))


def _title(rng: random.Random) -> Case:
    words = rng.choices(["the", "The", "a", "AN", "of", "Sea", "hills", "to"], k=rng.randint(1, 4))
    return Case((rng.choice(_AUTHORS), rng.choice([" ", "  "]).join(words)))


def _taken(rng: random.Random) -> Case:
    author, title, subject = rng.choice([("Virginia Woolf", "The Waves", "poems"), ("Li", "Zoo", None), ("", "A", "maps")])
    mark = {"The Waves": "P Woo wav", "Zoo": "X Li zoo", "A": "K Ano a"}[title]
    taken = [f"{mark} {number}" for number in range(2, rng.randint(2, 6))]
    rest = rng.sample(["X Woo wav", "P Woo", f"{mark} 1", f"{mark} 9"], rng.randint(0, 3))
    return Case((author, title, subject, [*rng.choice([[mark], [mark], []]), *taken, *rest]))


def _untitled(rng: random.Random) -> Case:
    return Case((rng.choice(_AUTHORS), rng.choice(["", " ", "\t", "x"]), rng.choice(_SUBJECTS)), {"taken": ["X Ano x"]})


FAMILY = Family(
    name="shelf_mark",
    stage="easy",
    domain="libraries",
    split="validation",
    entry="shelf_mark",
    instruction="Clean up this module for shelf marks; no book may move to another place on the shelf.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case(("Virginia Woolf", "The Waves", "poems")),
        Case(("", "Zoo", None, ["X Ano zoo"])),
        Case(("Li", " ")),
    ),
    draws=(
        Draw("books", "partition", _ordinary),
        Draw("articles", "boundary", _title),
        Draw("taken marks", "partition", _taken),
        Draw("no title", "error", _untitled),
    ),
    canaries=(
        Canary("keeps the first version", NAIVE, naive=True),
        Canary("counts from 1", changed(ORACLE, ("    number = 1\n", "    number = 0\n"))),
    ),
)
