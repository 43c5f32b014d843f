"""Count of warm and plausible days. Small enough for the tiny level."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
def warm_days(days, limit):
    """Days above the limit that are no faults of the sensor."""
    return sum(1 for day in days if day > limit and day < 60)
'''


def _weeks(rng: random.Random) -> Case:
    return Case(([rng.randint(-10, 40) for _ in range(rng.randint(0, 9))], rng.randint(5, 30)))


def _edges(rng: random.Random) -> Case:
    limit = rng.randint(0, 40)
    return Case(([limit + rng.randint(-1, 1), 60 + rng.randint(-1, 1), rng.randint(20, 90)], limit))


def _faults(rng: random.Random) -> Case:
    return Case(
        (rng.sample([55, 58, 59, 60, 61, 62, 75, 99.5], rng.randint(1, 6)), rng.choice([20, 55, 59, 70, rng.randint(0, 80)]))
    )


FAMILY = Family(
    name="warm_days",
    stage="hard",
    domain="weather",
    split="train",
    entry="warm_days",
    instruction="Bring this count to McCabe complexity 3 at most; which days count must not change.",
    oracle=ORACLE,
    examples=(Case(([18, 25, 31, 99], 24)), Case(([], 10))),
    draws=(Draw("weeks", "partition", _weeks), Draw("edges", "boundary", _edges), Draw("faults", "boundary", _faults)),
    canaries=(
        Canary("the limit counts", changed(ORACLE, ("day > limit", "day >= limit"))),
        Canary("faults count", changed(ORACLE, (" and day < 60", ""))),
    ),
    tiny=True,
)
