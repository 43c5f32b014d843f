"""Electricity bills. Edges: night hours, blocks, seasons, credits for solar power, instalments."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Monthly electricity bills of a small power station, in tenths of a cent."""

# units up to which a price holds
BLOCKS = ((100, 240), (300, 310), (1000, 360))
TOP = 420
NIGHT_PERCENT = {"basic": 100, "saver": 70, "heat": 55}
SEASONS = {12: 115, 1: 115, 2: 110, 6: 95, 7: 90, 8: 95}
FEES = {"basic": 9000, "saver": 12000, "heat": 15000}
SOLAR = 80
MOST_CREDIT = 20000


def in_block(units, low, high):
    """How many of the units lie in a block."""
    return max(0, min(units, high) - low)


def energy(units):
    """What the units cost, block by block."""
    cost = 0
    low = 0
    for high, price in BLOCKS:
        cost += in_block(units, low, high) * price
        low = high
    return cost + max(0, units - low) * TOP


def is_night(hour):
    """From ten in the evening to six in the morning."""
    return not 6 <= hour < 22


def split(readings):
    """Units by day and by night."""
    night = sum(units for hour, units in readings if is_night(hour))
    return sum(units for _, units in readings) - night, night


def check(plan, month, readings):
    """Refuse what is in no table."""
    if plan not in FEES:
        raise ValueError(f"no such plan: {plan}")
    if not 1 <= month <= 12:
        raise ValueError(f"no such month: {month}")
    check_readings(readings)


def check_readings(readings):
    """Refuse hours and units that cannot be."""
    for hour, units in readings:
        if not 0 <= hour <= 23 or units < 0:
            raise ValueError(f"bad reading: {hour}, {units}")


def credit(solar, paid):
    """What the sun gives, never more than what is paid without it."""
    return min(solar * SOLAR, MOST_CREDIT, paid)


def energy_bill(readings, plan="basic", month=4, solar=0):
    """The bill for a month: `{"day", "night", "energy", "credit", "total"}`.

    `readings` are pairs (hour, units). Units by day are priced by blocks (up
    to 100, 300, 1000, and beyond); units by night are priced the same way on
    their own, times the night percentage of the plan, rounded down. Both
    together are multiplied by the season's percentage, rounded down; then the
    fee of the plan is added, and the credit for solar units taken off, at most
    20000 and never more than the energy. Raises ValueError("no such plan: P"),
    ValueError("no such month: M") and ValueError("bad reading: H, U").
    """
    check(plan, month, readings)
    day, night = split(readings)
    cost = energy(day) + energy(night) * NIGHT_PERCENT[plan] // 100
    cost = cost * SEASONS.get(month, 100) // 100
    back = credit(solar, cost)
    return {"day": day, "night": night, "energy": cost, "credit": back, "total": cost - back + FEES[plan]}
'''

_PLANS: Final = ("basic", "saver", "heat")


def _readings(rng: random.Random, most: int) -> list[tuple[int, int]]:
    return [(rng.randint(0, 23), rng.randint(0, most)) for _ in range(rng.randint(1, 5))]


def _months(rng: random.Random) -> Case:
    return Case((_readings(rng, 200), rng.choice(_PLANS), rng.randint(1, 12)))


def _blocks(rng: random.Random) -> Case:
    units = rng.choice([100, 300, 1000]) + rng.choice([-1, 0, 1, 1, 50])
    return Case(([(rng.choice([2, 12]), units), (13, rng.randint(0, 2))], rng.choice(_PLANS)))


def _hours(rng: random.Random) -> Case:
    return Case(
        ([(rng.choice([0, 5, 6, 7, 21, 22, 23]), rng.randint(1, 90)) for _ in range(rng.randint(1, 3))], rng.choice(_PLANS))
    )


def _solar(rng: random.Random) -> Case:
    solar = rng.choice([0, 1, 249, 250, 251, rng.randint(1, 400)])
    return Case((_readings(rng, rng.choice([10, 400])),), {"solar": solar, "plan": rng.choice(_PLANS)})


def _large(rng: random.Random) -> Case:
    return Case((_readings(rng, 2000), "saver", rng.choice([1, 2, 6, 7, 8, 12])))


def _wrong(rng: random.Random) -> Case:
    readings = [*_readings(rng, 50), (rng.choice([-1, 0, 23, 24]), rng.choice([-1, 0, 5]))]
    return Case((readings, rng.choice(["basic", "heat", "gold", ""]), rng.choice([0, 1, 12, 13, 6])))


FAMILY = Family(
    name="energy_bill",
    stage="hard",
    domain="electricity",
    split="test",
    entry="energy_bill",
    instruction=(
        "Split this electricity bill into functions of McCabe complexity 3 at most; every amount and every refusal must stay "
        "the same."
    ),
    oracle=ORACLE,
    examples=(
        Case(([(8, 120), (23, 60)], "saver", 1)),
        Case(([(12, 1200)],), {"solar": 90}),
        Case(([(24, 1)],)),
    ),
    draws=(
        Draw("months", "partition", _months),
        Draw("blocks", "boundary", _blocks),
        Draw("hours", "boundary", _hours),
        Draw("solar power", "boundary", _solar),
        Draw("large bills", "partition", _large),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("one block", changed(ORACLE, ("max(0, min(units, high) - low)", "max(0, min(units, high))"))),
        Canary("night all day", changed(ORACLE, ("not 6 <= hour < 22", "6 <= hour < 22"))),
        Canary("paid back", changed(ORACLE, ("min(solar * SOLAR, MOST_CREDIT, paid)", "min(solar * SOLAR, MOST_CREDIT)"))),
    ),
)
