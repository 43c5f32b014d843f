"""The first reading of a meter that cannot be right. Edges: rollover, gaps, replaced meters, early return."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Plausibility of water meter readings before the yearly bill."""

ROLLOVER = 100000
USUAL = {"flat": 30, "house": 60, "shop": 90, "farm": 400, "pool": 900}
SOURCES = ("card", "phone", "web", "visit")


def most_per_day(kind):
    """Litres of a day, in tens, that a connection of this kind may use."""
    if kind not in USUAL:
        raise ValueError(f"unknown connection: {kind}")
    return USUAL[kind]


def is_reading(row):
    """Whether a row has a value that a meter can show."""
    value = row.get("value")
    return isinstance(value, int) and 0 <= value < ROLLOVER


def shape_fault(row):
    """What is wrong with a row by itself."""
    if not is_reading(row):
        return "no reading"
    return None if row.get("source", "card") in SOURCES else "unknown source"


def used(before, row):
    """Units since the row before; a meter that went round starts at 0 again."""
    difference = row["value"] - before["value"]
    return difference + ROLLOVER if difference < 0 else difference


def step_fault(before, row, limit):
    """What is wrong between two rows."""
    days = row["day"] - before["day"]
    if days <= 0:
        return "not later"
    if row.get("new"):
        return "new meter not at 0" if row["value"] > 0 else None
    return "too much" if used(before, row) > limit * days else None


def fault_of(before, row, limit):
    """The first fault of a row, or None."""
    fault = shape_fault(row)
    if fault is None and before is not None:
        fault = step_fault(before, row, limit)
    return fault


def first_bad(rows, kind="flat"):
    """The first implausible reading: `(number, fault)`, or None.

    A row maps `day`, `value` (0 to 99999) and, if known, `source` and `new` (a
    meter that was just put in and must show 0). Faults, in the order in which
    they are looked for: "no reading", "unknown source", "not later" (than the
    row before), "new meter not at 0", "too much" (a day's limit by kind; a
    falling value means that the meter went round). Rows are numbered from 1,
    and rows behind the first bad one are not looked at. An unknown kind is a
    ValueError("unknown connection: KIND").
    """
    limit = most_per_day(kind)
    before = None
    for number, row in enumerate(rows, start=1):
        fault = fault_of(before, row, limit)
        if fault is not None:
            return number, fault
        before = row
    return None
'''

_KINDS: Final = {"flat": 30, "house": 60, "shop": 90, "farm": 400, "pool": 900}


def _rows(rng: random.Random, kind: str, count: int) -> list[dict[str, object]]:
    day, value = rng.randint(0, 20), rng.randint(0, 99999)
    rows: list[dict[str, object]] = []
    for _ in range(count):
        rows.append({"day": day, "value": value % 100000})
        days = rng.randint(1, 9)
        day, value = day + days, value + rng.randint(0, _KINDS[kind] * days)
    return rows


def _fine(rng: random.Random) -> Case:
    kind = rng.choice(sorted(_KINDS))
    rows = _rows(rng, kind, rng.randint(1, 5))
    return Case((rows, rng.choice([kind, "pool", "flat"])))


def _steps(rng: random.Random) -> Case:
    kind = rng.choice(sorted(_KINDS))
    days = rng.choice([1, 1, 2, 7, 0, -1])
    value = rng.choice([0, 500, 99990])
    rise = _KINDS[kind] * days + rng.choice([-1, 0, 1, 1, 30])
    return Case(([{"day": 5, "value": value}, {"day": 5 + days, "value": (value + rise) % 100000}], kind))


def _odd_values(rng: random.Random) -> Case:
    rows = _rows(rng, "house", rng.randint(1, 3))
    rows[rng.randrange(len(rows))]["value"] = rng.choice([-1, 0, 99999, 100000, None, "12", 7.0, True])
    return Case((rows, "house"))


def _sources(rng: random.Random) -> Case:
    rows = _rows(rng, "shop", rng.randint(1, 4))
    for row in rows:
        row["source"] = rng.choice(["card", "phone", "web", "visit", "web", "fax", None, "Card"])
    return Case((rows, "shop"))


def _new_meters(rng: random.Random) -> Case:
    rows = _rows(rng, "flat", rng.randint(2, 4))
    new = rng.randrange(len(rows))
    rows[new] |= {"new": rng.choice([True, True, 1, False, 0]), "value": rng.choice([0, 0, 1, 2000, rng.randint(0, 99999)])}
    return Case((rows,))


def _wrong(rng: random.Random) -> Case:
    return Case((_rows(rng, "flat", rng.randint(0, 2)), rng.choice(["tent", "Flat", "", None, "flat"])))


FAMILY = Family(
    name="first_bad",
    stage="hard",
    domain="water works",
    split="train",
    entry="first_bad",
    instruction=(
        "Bring this search for the first implausible reading to functions of McCabe complexity 3 at most; it must stop where "
        "it stops now, with the same fault."
    ),
    oracle=ORACLE,
    examples=(
        Case(([{"day": 1, "value": 99990}, {"day": 3, "value": 20}, {"day": 4, "value": 900}],)),
        Case(([{"day": 1, "value": 5, "source": "web"}, {"day": 1, "value": 6}], "farm")),
        Case(([],)),
    ),
    draws=(
        Draw("readings", "partition", _fine),
        Draw("steps", "boundary", _steps),
        Draw("odd values", "boundary", _odd_values),
        Draw("sources", "partition", _sources),
        Draw("new meters", "partition", _new_meters),
        Draw("unknown kinds", "error", _wrong),
    ),
    canaries=(
        Canary("no rollover", changed(ORACLE, ("difference + ROLLOVER if difference < 0 else difference", "difference"))),
        Canary(
            "last fault", changed(ORACLE, ("            return number, fault\n", "            before = (number, fault)\n"))
        ),
        Canary("from zero", changed(ORACLE, ("start=1", "start=0"))),
    ),
)
