"""The bill of a hotel room. Edges: nights of zero price, a weekend that wraps around, a rebate that is zero."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Room bills of a small hotel, in cents."""

RATES = {"single": 7900, "double": 10900, "suite": 18900}
WEEKEND = (4, 5)
EXTRAS = {"breakfast": 1450, "dog": 900, "parking": 1200}


def night_price(room, weekday):
    """One night; Friday and Saturday cost a tenth more."""
    price = RATES[room]
    if weekday in WEEKEND:
        return price + price // 10
    return price


def hotel_bill(room, first, nights, extras=(), rebate=None):
    """The bill for a stay that begins on a weekday, 0 for Monday.

    Extras are charged for each night; one that is listed twice is charged
    twice. `rebate` is a share in percent of the nights alone, rounded down; None
    stands for 5 percent from the seventh night on, for the whole stay. Unknown
    rooms, unknown extras and stays without a night are errors.
    """
    if room not in RATES:
        raise ValueError(f"no such room: {room}")
    if nights < 1:
        raise ValueError("a stay has a night")
    for extra in extras:
        if extra not in EXTRAS:
            raise ValueError(f"no such extra: {extra}")
    total = sum(night_price(room, (first + day) % 7) for day in range(nights))
    if rebate is None:
        rebate = 5 if nights >= 7 else 0
    total -= total * rebate // 100
    return total + nights * sum(EXTRAS[extra] for extra in extras)
'''

_ROOMS: Final = ("single", "double", "suite")
_EXTRAS: Final = ("breakfast", "dog", "parking")


def _extras(rng: random.Random) -> list[str]:
    return rng.choices(_EXTRAS, k=rng.randint(0, 3))


def _ordinary(rng: random.Random) -> Case:
    return Case((rng.choice(_ROOMS), rng.randint(0, 6), rng.randint(1, 9), _extras(rng)))


def _weekends(rng: random.Random) -> Case:
    return Case((rng.choice(_ROOMS), rng.randint(0, 6), rng.randint(1, 4)))


def _rebates(rng: random.Random) -> Case:
    rebate = rng.choice([None, 0, 1, 5, 33, 100])
    return Case(
        (rng.choice(_ROOMS), rng.randint(0, 6), rng.choice([1, 6, 7, 8, 14])), {"rebate": rebate, "extras": _extras(rng)}
    )


def _wrong(rng: random.Random) -> Case:
    extras = [*_extras(rng), *rng.choice([[], ["cat"], ["Dog"], [""]])]
    return Case((rng.choice([*_ROOMS, "Suite", "", "tent"]), 0, rng.choice([-1, 0, 1, 3]), extras))


FAMILY = Family(
    name="hotel_bill",
    stage="easy",
    domain="hotels",
    split="train",
    entry="hotel_bill",
    instruction="Bring this hotel bill to PEP 8 and keep every cent of it.",
    oracle=ORACLE,
    examples=(
        Case(("double", 3, 3, ["breakfast", "dog"])),
        Case(("single", 0, 7), {"rebate": 0}),
        Case(("tent", 0, 1)),
    ),
    draws=(
        Draw("stays", "partition", _ordinary),
        Draw("weekends", "boundary", _weekends),
        Draw("rebates", "boundary", _rebates),
        Draw("unknown things", "error", _wrong),
    ),
    canaries=(
        Canary("a rebate of 0 is none", changed(ORACLE, ("    if rebate is None:\n", "    if not rebate:\n"))),
        Canary("no weekend at the end", changed(ORACLE, ("(first + day) % 7", "first + day"))),
    ),
)
