"""Tickets of a fun fair. Trap: lambdas in a loop hold the value of their round in a default."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Prices of the rides at the fun fair, in cents."""

TICKET = 50


def tariff_of(minutes, surcharge):
    """A function from the age of a guest to the price of a ride."""

    def price(age):
        if age < 4:
            return 0
        full = TICKET * minutes + surcharge
        return full // 2 if age < 14 else full

    return price


def ride_prices(rides, ages):
    """What each ride costs a group, as pairs of name and price.

    `rides` are (name, minutes, surcharge) in the order of the board. Guests
    under 4 ride free, those under 14 pay half, rounded down each. A ride of no
    minutes at all is closed and told as None. Ages below 0 are an error.
    """
    if any(age < 0 for age in ages):
        raise ValueError("nobody is younger than 0")
    tariffs = []
    for name, minutes, surcharge in rides:
        tariffs.append((name, tariff_of(minutes, surcharge) if minutes else None))
    board = []
    for name, tariff in tariffs:
        total = None if tariff is None else sum(tariff(age) for age in ages)
        board.append((name, total))
    return board
'''

_DEF: Final = ORACLE[ORACLE.index("def tariff_of") : ORACLE.index("def ride_prices")]
BASE: Final = changed(
    ORACLE,
    (_DEF, ""),
    (
        "        tariffs.append((name, tariff_of(minutes, surcharge) if minutes else None))\n",
        (
            "        full = TICKET * minutes + surcharge\n"
            "        tariff = lambda age, full=full: (\n"
            "            0 if age < 4 else full // 2 if age < 14 else full\n"
            "        )\n"
            "        tariffs.append((name, tariff if minutes else None))\n"
        ),
    ),
)
NAIVE: Final = changed(
    BASE,
    (
        (
            "        tariff = lambda age, full=full: (\n"
            "            0 if age < 4 else full // 2 if age < 14 else full\n"
            "        )\n"
            "        tariffs.append((name, tariff if minutes else None))\n"
        ),
        (
            "\n"
            "        def price(age):\n"
            "            return 0 if age < 4 else full // 2 if age < 14 else full\n"
            "\n"
            "        tariffs.append((name, price if minutes else None))\n"
        ),
    ),
)

_NAMES: Final = ("carousel", "ghost train", "swing", "wheel")


def _rides(rng: random.Random, least: int, most: int) -> list[tuple[str, int, int]]:
    return [(rng.choice(_NAMES), rng.randint(0, 6), rng.choice([0, 1, 25, 100])) for _ in range(rng.randint(least, most))]


def _ages(rng: random.Random, most: int = 4) -> list[int]:
    return [rng.choice([0, 3, 4, 5, 13, 14, 15, 40]) for _ in range(rng.randint(0, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_rides(rng, 1, 4), _ages(rng)))


def _one_guest(rng: random.Random) -> Case:
    return Case((_rides(rng, 1, 2), [rng.choice([0, 3, 4, 13, 14, rng.randint(0, 90)])]))


def _closed(rng: random.Random) -> Case:
    rides = [(name, 0, extra) if rng.random() < 0.5 else (name, minutes, extra) for name, minutes, extra in _rides(rng, 1, 4)]
    return Case((rides, _ages(rng)))


def _wrong(rng: random.Random) -> Case:
    ages = _ages(rng)
    ages.insert(rng.randint(0, len(ages)), rng.choice([-1, -1, 0, -7]))
    return Case((_rides(rng, 0, 2), ages))


FAMILY = Family(
    name="ride_prices",
    stage="easy",
    domain="fun fair",
    split="train",
    entry="ride_prices",
    instruction="Clean up this price board; each ride must keep its own price.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case(([("wheel", 5, 100), ("swing", 2, 0)], [40, 13, 3])),
        Case(([("swing", 0, 0), ("wheel", 1, 1)], [14])),
        Case(([("wheel", 5, 0)], [-1])),
    ),
    draws=(
        Draw("boards", "partition", _ordinary),
        Draw("one guest", "boundary", _one_guest),
        Draw("closed rides", "partition", _closed),
        Draw("wrong ages", "error", _wrong),
    ),
    canaries=(
        Canary("every ride at the last price", NAIVE, naive=True),
        Canary("half up to 14", changed(ORACLE, ("age < 14", "age <= 14"))),
    ),
)
