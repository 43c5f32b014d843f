"""Savings that grow. Trap: the star import brings a `pow` that hides the built-in one and answers with floats."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Growth of a savings plan, year by year."""

from math import floor, pow


def doubled_after(rows, start):
    """The first year with twice the start, or None."""
    for year, value in rows:
        if value >= 2 * start:
            return year
    return None


def growth_table(start, percent, years):
    """What a sum grows to by compound interest, and when it has doubled.

    Answers with pairs of year and value from year 0 to `years`, the values as
    floats rounded down to whole units, and the first year in which the value is
    at least twice the start, or None. A negative start is an error; so are more
    than 60 years.
    """
    if start < 0:
        raise ValueError(f"start {start} is negative")
    if years > 60:
        raise ValueError(f"{years} years are too many")
    rows = []
    for year in range(years + 1):
        share = pow(100 + percent, year) / pow(100, year)
        rows.append((year, pow(floor(start * share + 1e-9), 1)))
    return rows, doubled_after(rows, start)
'''

BASE: Final = changed(ORACLE, ("from math import floor, pow\n", "from math import *\n"))
NAIVE: Final = changed(ORACLE, ("from math import floor, pow\n", "from math import floor\n"))


def _ordinary(rng: random.Random) -> Case:
    return Case((rng.choice([0, 1, 50, 100, 999, 12_345]), rng.choice([0, 1, 2, 5, 7, 10, 50, 100]), rng.randint(0, 12)))


def _doubling(rng: random.Random) -> Case:
    return Case((rng.randint(1, 400), rng.choice([10, 12, 25, 50, 99, 100, 101]), rng.randint(0, 8)))


def _edges(rng: random.Random) -> Case:
    return Case((rng.choice([0, 1, 100]), rng.choice([0, 1, 3, -5, -50]), rng.choice([-1, 0, 1, 20, 59, 60, 61])))


def _wrong(rng: random.Random) -> Case:
    return Case((rng.choice([-1, -100, -0.5, 0, 10]), rng.randint(0, 9), rng.choice([0, 1, 5, 60, 61, 70, 300])))


FAMILY = Family(
    name="growth_table",
    stage="easy",
    domain="savings",
    split="train",
    entry="growth_table",
    instruction="Clean up this savings table; its values keep their type as well as their size.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case((100, 50, 3)), Case((10, 0, 1)), Case((-1, 5, 5))),
    draws=(
        Draw("plans", "partition", _ordinary),
        Draw("doubling", "boundary", _doubling),
        Draw("edges", "boundary", _edges),
        Draw("bad plans", "error", _wrong),
    ),
    canaries=(
        Canary("the built-in pow", NAIVE, naive=True),
        Canary("more than doubled", changed(ORACLE, ("value >= 2 * start", "value > 2 * start"))),
    ),
)
