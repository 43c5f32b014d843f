"""Premiums of a bicycle insurance. Edges: age bands, years without damage, regions, extras."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Yearly premiums of an insurance for bicycles, in cents."""

BASE = {"city": 2900, "race": 6900, "cargo": 8900, "electric": 7900, "child": 900}
REGIONS = {"north": 90, "south": 100, "east": 110, "capital": 160}
LOCKS = {"none": 150, "cable": 120, "chain": 95, "folding": 90, "box": 60}
AGES = ((70, 125), (25, 100), (18, 140))
YOUNG = 100
EXTRAS = {"travel": 1200, "racing": 4500, "battery": 2500}
LEAST = 1500
LEASTS = {"child": 600, "race": 5000}


def age_percent(age):
    """Percent for the age of the rider."""
    for least, percent in AGES:
        if age >= least:
            return percent
    return YOUNG


def bonus(years, damages):
    """Percent off: 5 for each year, 20 less for each damage, from 0 to 40."""
    return min(max(5 * years - 20 * damages, 0), 40)


def surcharge(damages):
    """Percent more from the second damage on, up to 75."""
    return min(max(damages - 1, 0) * 25, 75)


def theft_share(value):
    """What theft adds: 2 % of the value, of dear bicycles 3 %."""
    if value <= 200000:
        return value * 2 // 100
    return value * 3 // 100


def table_value(table, name, what):
    """A value of a table, or an error that says what is unknown."""
    if name not in table:
        raise ValueError(f"unknown {what}: {name}")
    return table[name]


def extra_price(kind, extras):
    """Extras together; only electric and cargo bicycles have a battery."""
    for extra in extras:
        table_value(EXTRAS, extra, "extra")
    if "battery" in extras and kind not in ("electric", "cargo"):
        raise ValueError(f"no battery: {kind}")
    return sum(EXTRAS[extra] for extra in set(extras))


def premium(kind, value, age, region="south", lock="chain", history=(0, 0), extras=()):
    """The premium for a year.

    The base price of the kind and the share for theft are multiplied by the
    percentages of region, lock and age, each rounded down, then less the bonus
    for `history` (years, damages), or more for several damages; then the
    extras, each once. It is never less than 1500, 600 for children's
    bicycles and 5000 for race bicycles. Raises ValueError("unknown WHAT: NAME") for kind, region,
    lock and extra, ValueError("no battery: KIND") and ValueError("bad value").
    """
    if not 0 < value <= 2000000:
        raise ValueError("bad value")
    price = table_value(BASE, kind, "kind") + theft_share(value)
    price = price * table_value(REGIONS, region, "region") // 100
    price = price * table_value(LOCKS, lock, "lock") // 100
    price = price * age_percent(age) // 100
    price = price * (100 - bonus(*history) + surcharge(history[1])) // 100
    return max(price + extra_price(kind, extras), LEASTS.get(kind, LEAST))
'''

_KINDS: Final = ("city", "race", "cargo", "electric", "child")
_REGIONS: Final = ("north", "south", "east", "capital")
_LOCKS: Final = ("none", "cable", "chain", "folding", "box")


def _value(rng: random.Random) -> int:
    return rng.choice([rng.randint(5000, 200000), rng.randint(190000, 700000)])


def _plain(rng: random.Random) -> Case:
    return Case((rng.choice(_KINDS), _value(rng), rng.randint(14, 80)))


def _tables(rng: random.Random) -> Case:
    return Case((rng.choice(_KINDS[:4]), _value(rng), rng.randint(25, 69), rng.choice(_REGIONS), rng.choice(_LOCKS)))


def _ages(rng: random.Random) -> Case:
    return Case(
        (
            rng.choice(_KINDS[:4]),
            rng.choice([199999, 200000, 200050, 200100]),
            rng.choice([17, 18, 24, 25, 69, 70, 71]),
            rng.choice(_REGIONS),
        )
    )


def _history(rng: random.Random) -> Case:
    history = rng.choice([(rng.randint(0, 12), rng.randint(0, 2)), (rng.randint(0, 20), rng.randint(0, 5))])
    return Case((rng.choice(_KINDS[:4]), _value(rng), 40), {"history": history})


def _extras(rng: random.Random) -> Case:
    extras = [rng.choice(["travel", "racing", "battery"]) for _ in range(rng.randint(0, 3))]
    return Case((rng.choice(_KINDS), _value(rng), 33), {"extras": extras, "lock": rng.choice(_LOCKS)})


def _cheap(rng: random.Random) -> Case:
    kind, lock = rng.choice(["child", "city", "race"]), rng.choice(["box", "none"])
    return Case((kind, rng.randint(1, 9000), rng.randint(20, 40), "north", lock, (rng.randint(0, 9), 0)))


def _wrong(rng: random.Random) -> Case:
    names = [rng.choice(["city", "cargo", "tandem"]), rng.choice(["south", "west", ""]), rng.choice(["box", "rope"])]
    value = rng.choice([0, -1, 1, 2000000, 2000001, _value(rng)])
    extras = rng.choice([(), ["crown"], ["battery"], ["travel", "bell"]])
    if rng.random() < 1 / 2:
        return Case((rng.choice(_KINDS), _value(rng), 30), {"extras": extras})
    return Case((names[0], value, 30, names[1], names[2]), {"extras": extras})


FAMILY = Family(
    name="premium",
    stage="hard",
    domain="insurance",
    split="validation",
    entry="premium",
    instruction=(
        "Bring this premium to functions of McCabe complexity 3 at most, with tables for what is a ladder; each premium must "
        "stay the same to the cent."
    ),
    oracle=ORACLE,
    examples=(
        Case(("city", 80000, 30)),
        Case(("electric", 320000, 19, "capital", "folding", (6, 1)), {"extras": ["battery", "travel", "battery"]}),
        Case(("child", 20000, 35)),
        Case(("race", 90000, 40, "moon")),
    ),
    draws=(
        Draw("bicycles", "partition", _plain),
        Draw("regions and locks", "partition", _tables),
        Draw("ages and values", "boundary", _ages),
        Draw("history", "boundary", _history),
        Draw("extras", "partition", _extras),
        Draw("the least", "boundary", _cheap),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary(
            "bonus without end",
            changed(ORACLE, ("min(max(5 * years - 20 * damages, 0), 40)", "max(5 * years - 20 * damages, 0)")),
        ),
        Canary("extras twice", changed(ORACLE, ("for extra in set(extras))", "for extra in extras)"))),
        Canary("strictly older", changed(ORACLE, ("age >= least", "age > least"))),
    ),
)
