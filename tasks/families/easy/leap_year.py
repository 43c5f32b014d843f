"""Days of a year. Small enough for the tiny level."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
def leap_year(year):
    """Days of a year in the Gregorian calendar."""
    if year % 100 == 0 and year % 400 != 0:
        return 365
    return 366 if year % 4 == 0 else 365
'''


def _year(rng: random.Random) -> Case:
    return Case((rng.randint(1583, 2400),))


def _century(rng: random.Random) -> Case:
    return Case((100 * rng.randint(0, 300) + rng.choice([-1, 0, 0, 0, 4]),))


def _early(rng: random.Random) -> Case:
    return Case((rng.randint(-400, 1600),))


FAMILY = Family(
    name="leap_year",
    stage="easy",
    domain="calendars",
    split="train",
    entry="leap_year",
    instruction="Bring this calendar function to PEP 8 without changing the length of a year.",
    oracle=ORACLE,
    examples=(Case((2024,)), Case((1900,)), Case((2000,))),
    draws=(
        Draw("years", "partition", _year),
        Draw("centuries", "boundary", _century),
        Draw("early years", "partition", _early),
    ),
    canaries=(
        Canary("Julian", changed(ORACLE, ("    if year % 100 == 0 and year % 400 != 0:\n        return 365\n", ""))),
        Canary("no 400", changed(ORACLE, (" and year % 400 != 0", ""))),
    ),
    tiny=True,
)
