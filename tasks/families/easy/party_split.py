"""Shares of a restaurant bill. Trap: an assertion on a tuple never fails, and a real one would refuse what works today."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Shares of a restaurant bill, in cents."""


def tip_on(total, percent):
    """The tip, rounded up to the next ten cents; none on nothing."""
    tip = total * percent / 100
    return int(-(-tip // 10) * 10)


def party_split(bill, guests, percent=10):
    """What each guest pays, tip included, in the order in which they sat down.

    `bill` lists pairs of guest and cents; None as guest is shared by all, rounded
    down, and the first guest pays what is left over. A negative amount is a
    voucher. Amounts of somebody who is no guest are an error, and so is a bill
    without guests.
    """
    if not guests:
        raise ValueError("no guests")
    shares = dict.fromkeys(guests, 0)
    common = 0
    for guest, cents in bill:
        if guest is None:
            common += cents
        elif guest in shares:
            shares[guest] += cents
        else:
            raise LookupError(f"{guest} is no guest")
    common += tip_on(sum(shares.values()) + common, percent)
    each = common // len(shares)
    for guest in shares:
        shares[guest] += each
    shares[guests[0]] += common - each * len(shares)
    return list(shares.items())
'''

BASE: Final = changed(
    ORACLE,
    (
        "    for guest, cents in bill:\n",
        ('    for guest, cents in bill:\n        assert (cents >= 0, "amounts are positive")\n'),
    ),
)
NAIVE: Final = changed(BASE, ('assert (cents >= 0, "amounts are positive")', 'assert cents >= 0, "amounts are positive"'))

_GUESTS: Final = ("Ada", "Bo", "Cy", "Di")


def _item(rng: random.Random, guests: list[str]) -> tuple[str | None, int]:
    return rng.choice([None, *guests]), rng.choice([rng.randint(0, 3000), 999, 1000, -500, 0, 5])


def _bill(rng: random.Random, guests: list[str], most: int = 5) -> list[tuple[str | None, int]]:
    return [_item(rng, guests) for _ in range(rng.randint(0, most))] if guests else []


def _ordinary(rng: random.Random) -> Case:
    guests = rng.sample(_GUESTS, rng.randint(1, 4))
    return Case((_bill(rng, guests), guests))


def _tips(rng: random.Random) -> Case:
    guests = rng.sample(_GUESTS, rng.randint(1, 2))
    return Case(
        (
            [(guests[0], rng.choice([0, 99, 100, 101, 1000, 1001, 1090, rng.randint(0, 5000)]))],
            guests,
            rng.choice([0, 1, 5, 10]),
        )
    )


def _vouchers(rng: random.Random) -> Case:
    guests = rng.sample(_GUESTS, rng.randint(1, 3))
    bill = [*_bill(rng, guests, 3), (rng.choice([None, *guests]), -rng.randint(1, 4000))]
    return Case((bill, guests), {"percent": rng.choice([0, 10, 15])})


def _strangers(rng: random.Random) -> Case:
    guests = rng.sample(_GUESTS, rng.randint(0, 2))
    return Case(([*_bill(rng, guests, 2), (rng.choice(["Eve", "ada", "", *_GUESTS]), rng.randint(1, 99))], guests))


FAMILY = Family(
    name="party_split",
    stage="easy",
    domain="restaurants",
    split="train",
    entry="party_split",
    instruction="Bring this bill splitter to PEP 8. Whatever it accepts today it must accept tomorrow, vouchers too.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case(([("Ada", 1200), ("Bo", 900), (None, 301)], ["Bo", "Ada"])),
        Case(([("Ada", -500)], ["Ada", "Bo"], 0)),
        Case(([("Eve", 1)], ["Ada"])),
    ),
    draws=(
        Draw("bills", "partition", _ordinary),
        Draw("tips", "boundary", _tips),
        Draw("vouchers", "partition", _vouchers),
        Draw("strangers", "error", _strangers),
    ),
    canaries=(
        Canary("a real assertion", NAIVE, naive=True),
        Canary("left over is lost", changed(ORACLE, ("common - each * len(shares)", "0"))),
    ),
)
