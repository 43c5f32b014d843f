"""Words in columns, as `ls` prints them. Edges: the last line, words wider than the page, a single column."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Lists in columns for a line printer."""

GAP = 2


def shortened(word, width):
    """A word of at most `width` letters; a dot shows that something is missing."""
    if len(word) <= width:
        return word
    return word[: width - 1] + "."


def print_columns(words, width=40, across=False):
    """Lay words out in as many equal columns as fit into `width`.

    Columns are as wide as the longest word, with GAP blanks between them. Words
    run down the columns, or along the lines with `across`. Words wider than the
    page are shortened. `words` is a list or one text with commas between the
    words. Answers with the lines, without blanks at their ends; an empty list has
    no lines. A page narrower than 2 is an error.
    """
    if width < 2:
        raise ValueError(f"a page of {width}")
    if isinstance(words, str):
        words = words.split(",")
    if not words:
        return []
    fitting = [shortened(word, width) for word in words]
    widest = max(len(word) for word in fitting)
    columns = max(1, (width + GAP) // (widest + GAP))
    rows = -(-len(fitting) // columns)
    lines = []
    for row in range(rows):
        if across:
            cells = fitting[row * columns : (row + 1) * columns]
        else:
            cells = fitting[row::rows]
        line = (" " * GAP).join(cell.ljust(widest) for cell in cells)
        lines.append(line.rstrip())
    return lines
'''


def _words(rng: random.Random, most: int, longest: int) -> list[str]:
    return ["".join(rng.choices("abcxyz é", k=rng.randint(1, longest))) for _ in range(rng.randint(1, most))]


def _ordinary(rng: random.Random) -> Case:
    long = [rng.choice("abc") * rng.randint(39, 43)] if rng.random() < 0.2 else []
    return Case(([*_words(rng, 12, 7), *long],))


def _narrow(rng: random.Random) -> Case:
    words = _words(rng, 6, 9)
    return Case((rng.choice([words, ",".join(words)]), rng.randint(2, 20)))


def _across(rng: random.Random) -> Case:
    return Case((_words(rng, 9, 5), rng.choice([10, 16, 17, 18, 30])), {"across": rng.choice([True, False])})


def _wrong(rng: random.Random) -> Case:
    return Case((_words(rng, 3, 4)[rng.randint(0, 1) :], rng.choice([-1, 0, 1, 2, 3])))


FAMILY = Family(
    name="print_columns",
    stage="easy",
    domain="line printers",
    split="train",
    entry="print_columns",
    instruction="Clean up this column printer; its lines must stay the same, letter by letter.",
    oracle=ORACLE,
    examples=(
        Case((["ant", "bee", "cat", "dog", "elk"], 14)),
        Case((["ant", "bee", "cat"], 9, True)),
        Case((["hippopotamus"], 5)),
        Case(([], 1)),
    ),
    draws=(
        Draw("lists", "partition", _ordinary),
        Draw("narrow pages", "boundary", _narrow),
        Draw("across", "partition", _across),
        Draw("no page", "error", _wrong),
    ),
    canaries=(
        Canary("a gap behind the last column", changed(ORACLE, ("(width + GAP) //", "width //"))),
        Canary("no dot", changed(ORACLE, ('word[: width - 1] + "."', "word[:width]"))),
    ),
)
