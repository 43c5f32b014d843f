"""A meter that counts when it is read. Trap: the unused name is bound to a property that has an effect."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Bills from the readings of an electricity meter."""

PRICE = 31
FEE = 1200


class Meter:
    """Readings of a meter, taken one after the other."""

    def __init__(self, readings):
        self.readings = list(readings)

    def pull(self):
        """Take the next reading away."""
        if not self.readings:
            raise LookupError("the meter has no reading left")
        return self.readings.pop(0)


def meter_bill(readings, months, tests=()):
    """A bill in cents for each month.

    There is one reading at the start and one at the end of every month. In a
    month whose number, counted from 1, is in `tests` the meter was tested: one
    more reading stands in front of that at the end, and nobody uses it. A bill
    is a fee and a price for each unit. Less than nothing used counts as nothing.
    """
    meter = Meter(readings)
    bills = []
    before = meter.pull()
    for month in range(1, months + 1):
        if month in tests:
            meter.pull()
        after = meter.pull()
        bills.append(FEE + PRICE * max(after - before, 0))
        before = after
    return bills
'''

BASE: Final = changed(
    ORACLE,
    ("    def pull(self):\n", "    @property\n    def pull(self):\n"),
    ("    before = meter.pull()\n", "    before = meter.pull\n"),
    (
        "            meter.pull()\n        after = meter.pull()\n",
        "            tested = meter.pull\n        after = meter.pull\n",
    ),
)
NAIVE: Final = changed(BASE, ("        if month in tests:\n            tested = meter.pull\n", ""))


def _readings(rng: random.Random, count: int) -> list[int]:
    now = rng.choice([0, 7, 99_990])
    found = []
    for _ in range(count):
        found.append(now)
        now += rng.choice([0, 1, 2, 40, 333, -1, -50])
    return found


def _tests(rng: random.Random, months: int) -> list[int]:
    return rng.sample(range(months + 2), rng.randint(0, min(3, months + 1)))


def _ordinary(rng: random.Random) -> Case:
    months = rng.randint(1, 5)
    return Case((_readings(rng, 10), months, _tests(rng, months)))


def _no_tests(rng: random.Random) -> Case:
    months = rng.randint(0, 6)
    return Case((_readings(rng, months + 1), months))


def _just_enough(rng: random.Random) -> Case:
    months = rng.randint(0, 4)
    tests = _tests(rng, months)
    count = months + 1 + sum(1 <= month <= months for month in tests)
    return Case((_readings(rng, max(0, count + rng.choice([-1, 0, 0, 1]))), months), {"tests": tests})


def _short(rng: random.Random) -> Case:
    return Case((_readings(rng, rng.randint(0, 3)), rng.randint(0, 4), [rng.randint(0, 4)]))


FAMILY = Family(
    name="meter_bill",
    stage="easy",
    domain="energy",
    split="train",
    entry="meter_bill",
    instruction="Bring this billing module to PEP 8; every reading must still be taken when it is taken now.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(([100, 110, 108, 150], 2, [2])), Case(([5, 4], 1)), Case(([1, 2], 2))),
    draws=(
        Draw("months", "partition", _ordinary),
        Draw("no tests", "partition", _no_tests),
        Draw("just enough readings", "boundary", _just_enough),
        Draw("too few readings", "error", _short),
    ),
    canaries=(
        Canary("the reading is not taken", NAIVE, naive=True),
        Canary("negative bills", changed(ORACLE, ("max(after - before, 0)", "(after - before)"))),
    ),
)
