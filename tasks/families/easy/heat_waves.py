"""Heat waves in a record of temperatures. Edges: gaps, a wave at the very end, the day that is just warm enough."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Heat waves in the record of a weather station."""

MISSING = (None, "", "---")


def degrees(entry):
    """The temperature of an entry, or None where the station was silent."""
    if isinstance(entry, str):
        entry = entry.strip()
    if entry in MISSING:
        return None
    try:
        return float(entry)
    except ValueError:
        raise ValueError(f"no temperature: {entry!r}") from None


def heat_waves(record, limit=30.0, days=3):
    """Find runs of at least `days` days that reach `limit`.

    Entries are numbers, texts of numbers, or one of MISSING, with blanks around
    them. One missing day between two warm ones belongs to the run but two end it,
    and a run never begins or ends with one. Answers with a tuple for each wave:
    its first day from 1 on, its length and its highest temperature. Other entries
    are errors, and so is a `days` below 1.
    """
    if days < 1:
        raise ValueError("a wave has a day")
    waves = []
    first = None
    last = None
    top = None
    for day, entry in enumerate([*record, None, None], start=1):
        value = degrees(entry)
        if value is not None and value >= limit:
            if first is None:
                first = day
                top = value
            last = day
            top = max(top, value)
        elif first is not None and (value is not None or day - last > 1):
            if last - first + 1 >= days:
                waves.append((first, last - first + 1, top))
            first = None
    return waves
'''

_VALUES: Final = (29.9, 30, 30.0, 31, "32.5", "30", 28, "29.99", None, "", "---", 35, -5, " 33 ", " --- ", " ")


def _record(rng: random.Random, least: int, most: int) -> list[object]:
    return [rng.choice(_VALUES) for _ in range(rng.randint(least, most))]


def _warm(rng: random.Random, least: int, most: int) -> list[object]:
    return [rng.choice([30, 31, 33.5, "34", 30.0, 31, None, 29]) for _ in range(rng.randint(least, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_warm(rng, 3, 12),))


def _gaps(rng: random.Random) -> Case:
    return Case(([rng.choice([31, 36, None, "---"]) for _ in range(rng.randint(1, 9))], 30, rng.randint(1, 4)))


def _limits(rng: random.Random) -> Case:
    return Case((_record(rng, 1, 8),), {"limit": rng.choice([0, 28, 29.9, 30, 32.5, 40]), "days": rng.choice([1, 2, 3])})


def _wrong(rng: random.Random) -> Case:
    record = _warm(rng, 0, 4)
    record.insert(rng.randint(0, len(record)), rng.choice(["warm", "31,5", "--", "3O", 31, "0x1"]))
    return Case((record, 30, rng.choice([0, -1, 1, 2, 3])))


FAMILY = Family(
    name="heat_waves",
    stage="easy",
    domain="weather",
    split="test",
    entry="heat_waves",
    instruction="Clean up this search for heat waves; the same waves must be found in every record.",
    oracle=ORACLE,
    examples=(
        Case(([31, "32", None, 30, 20],)),
        Case(([25, 31], 30, 1)),
        Case((["31,5"],)),
    ),
    draws=(
        Draw("summers", "partition", _ordinary),
        Draw("gaps", "boundary", _gaps),
        Draw("limits", "boundary", _limits),
        Draw("bad entries", "error", _wrong),
    ),
    canaries=(
        Canary(
            "every gap ends a wave",
            changed(ORACLE, ("(value is not None or day - last > 1)", "(value is not None or day > last)")),
        ),
        Canary("over the limit", changed(ORACLE, ("value >= limit", "value > limit"))),
    ),
)
