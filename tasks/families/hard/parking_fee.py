"""Fees of a car park. Edges: the free first minutes, the daily cap, nights, discs and lost tickets."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Fees of the car park at the station, in cents."""

FREE_MINUTES = 15
DAY = 24 * 60
LOST = 3500

# cents for each hour begun, and the most for one day
RATES = {
    "car": (200, 1600),
    "van": (350, 2800),
    "bike": (50, 300),
    "bus": (900, 6000),
    "truck": (1200, 7500),
}
ALWAYS_PAY = ("bus", "truck")
BADGES = {"resident": 50, "staff": 100, "disabled": 90, "commuter": 25, "guest": 10}


def rates_of(vehicle):
    """Price of an hour and of a day; unknown vehicles are refused."""
    rates = RATES.get(vehicle)
    if rates is None:
        raise ValueError(f"unknown vehicle: {vehicle}")
    return rates


def hours_begun(minutes):
    """Whole hours, the last one rounded up."""
    return -(-minutes // 60)


def day_fee(minutes, hour, cap):
    """The fee for less than a day."""
    fee = hours_begun(minutes) * hour
    return cap if fee > cap else fee


def stay_fee(minutes, vehicle):
    """The fee before badges: full days at the cap, the rest by the hour."""
    hour, cap = rates_of(vehicle)
    days, rest = divmod(minutes, DAY)
    return days * cap + day_fee(rest, hour, cap)


def percent_off(badges):
    """The best of the badges shown counts, unknown ones count nothing."""
    return max((BADGES.get(badge, 0) for badge in badges), default=0)


def is_free(minutes, vehicle):
    """Whether the stay is short enough, and the vehicle not too large."""
    return minutes <= FREE_MINUTES and vehicle not in ALWAYS_PAY


def parking_fee(minutes, vehicle="car", badges=(), lost=False):
    """The fee for a stay of so many minutes.

    The first 15 minutes are free, except for buses and trucks. After that every hour
    begun is paid, at most the cap for each day. The best badge takes off its
    percentage (rounded down to whole cents). A lost ticket costs 3500 on top,
    whatever the badge, also where the stay is free. Raises
    ValueError("negative time") and ValueError("unknown vehicle: NAME").
    """
    if minutes < 0:
        raise ValueError("negative time")
    extra = LOST if lost else 0
    if is_free(minutes, vehicle):
        return extra
    fee = stay_fee(minutes, vehicle)
    return fee - fee * percent_off(badges) // 100 + extra
'''

_VEHICLES: Final = ("car", "van", "bike", "bus", "truck")
_BADGES: Final = ("resident", "staff", "disabled", "commuter", "guest", "visitor", "Staff")


def _minutes(rng: random.Random) -> int:
    return rng.choice([rng.randint(16, 500), rng.randint(400, 1500), rng.randint(1400, 6000)])


def _stay(rng: random.Random) -> Case:
    return Case((_minutes(rng), rng.choice(_VEHICLES)))


def _edge(rng: random.Random) -> Case:
    edge = rng.choice([0, 15, 15, 15, 60, 120, 480, 1440, 2880, 60 * rng.randint(1, 40), 1440 * rng.randint(1, 5)])
    return Case((max(0, edge + rng.randint(-1, 1)), rng.choice(_VEHICLES)))


def _badges(rng: random.Random) -> Case:
    return Case((_minutes(rng), rng.choice(_VEHICLES), rng.sample(_BADGES, rng.randint(0, 3))))


def _lost(rng: random.Random) -> Case:
    minutes = rng.choice([rng.randint(0, 20), _minutes(rng)])
    return Case((minutes, rng.choice(_VEHICLES)), {"lost": rng.random() < 2 / 3, "badges": rng.sample(_BADGES, 1)})


def _wrong(rng: random.Random) -> Case:
    minutes = rng.choice([rng.randint(-300, 0), rng.randint(-5, 300)])
    return Case((minutes, rng.choice([*_VEHICLES, "tram", "", "Car", None])))


FAMILY = Family(
    name="parking_fee",
    stage="hard",
    domain="parking",
    split="train",
    entry="parking_fee",
    instruction=(
        "Divide these parking fees into functions of McCabe complexity 3 at most, with tables where there are ladders; "
        "every fee and every message must stay the same."
    ),
    oracle=ORACLE,
    examples=(Case((95,)), Case((1500, "van", ["resident"])), Case((10, "bike"), {"lost": True})),
    draws=(
        Draw("stays", "partition", _stay),
        Draw("edges of hours and days", "boundary", _edge),
        Draw("badges", "partition", _badges),
        Draw("lost tickets", "partition", _lost),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("badge before the cap", changed(ORACLE, ("percent_off(badges) // 100 + extra", "percent_off(badges) // 100"))),
        Canary("hours rounded down", changed(ORACLE, ("-(-minutes // 60)", "minutes // 60"))),
        Canary(
            "first badge",
            changed(
                ORACLE,
                ("max((BADGES.get(badge, 0) for badge in badges), default=0)", "BADGES.get((list(badges) or [0])[0], 0)"),
            ),
        ),
    ),
)
