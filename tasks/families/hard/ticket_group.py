"""Ticket group for an age: a ladder of three steps. Small enough for the tiny level."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
def ticket_group(age):
    """Group of a museum ticket."""
    for end, group in ((5, "free"), (17, "child"), (64, "adult")):
        if age <= end:
            return group
    return "senior"
'''


def _years(rng: random.Random) -> Case:
    return Case((rng.randint(-5, 400),))


def _edges(rng: random.Random) -> Case:
    return Case((rng.choice([5, 17, 64]) + rng.choice([-1, 0, 1, rng.randint(-90, 90) / 100]),))


def _parts(rng: random.Random) -> Case:
    return Case((rng.randint(0, 9000) / 100,))


FAMILY = Family(
    name="ticket_group",
    stage="hard",
    domain="museum",
    split="train",
    entry="ticket_group",
    instruction="Bring this function to McCabe complexity 3 at most; the group of every age must stay the same.",
    oracle=ORACLE,
    examples=(Case((4,)), Case((17,)), Case((80,))),
    draws=(
        Draw("years", "partition", _years),
        Draw("edges", "boundary", _edges),
        Draw("parts of a year", "partition", _parts),
    ),
    canaries=(
        Canary("younger than", changed(ORACLE, ("age <= end", "age < end"))),
        Canary("nobody is senior", changed(ORACLE, ('"senior"', '"adult"'))),
    ),
    tiny=True,
)
