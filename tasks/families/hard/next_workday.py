"""Business days. Edges: leap years, month ends, weekends, holidays that move, counting backwards."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Delivery dates: the calendar of a mill that works from Monday to Saturday noon."""

MONTHS = {2: 28, 4: 30, 6: 30, 9: 30, 11: 30}
LONG_MONTH = 31
FEASTS = ((1, 1), (5, 1), (8, 15), (12, 25), (12, 26))
OFFSETS = {1: 0, 2: 3, 3: 2, 4: 5, 5: 0, 6: 3, 7: 5, 8: 1, 9: 4, 10: 6, 11: 2, 12: 4}
SUNDAY = 0


def is_leap(year):
    """Every fourth year, but of the full centuries only every fourth."""
    if year % 100 == 0:
        return year % 400 == 0
    return year % 4 == 0


def days_in(year, month):
    """Length of a month."""
    if month == 2 and is_leap(year):
        return 29
    return MONTHS.get(month, LONG_MONTH)


def weekday(year, month, day):
    """0 for Sunday to 6 for Saturday."""
    past = year - 1 if month < 3 else year
    leaps = past // 4 - past // 100 + past // 400
    return (past + leaps + OFFSETS[month] + day) % 7


def following(year, month, day):
    """The day after."""
    if day < days_in(year, month):
        return year, month, day + 1
    return (year, month + 1, 1) if month < 12 else (year + 1, 1, 1)


def is_feast(month, day, extra):
    """Whether nobody works on this day of any year."""
    return (month, day) in FEASTS or (month, day) in extra


def is_workday(date, extra):
    """Neither a Sunday nor a feast."""
    year, month, day = date
    return weekday(year, month, day) != SUNDAY and not is_feast(month, day, extra)


def first_workday(date, extra):
    """The date itself, or the first working day after it."""
    while not is_workday(date, extra):
        date = following(*date)
    return tuple(date)


def check(year, month, day):
    """Refuse a date that is in no calendar."""
    if month not in range(1, 13):
        raise ValueError(f"no month {month}")
    if day not in range(1, days_in(year, month) + 1):
        raise ValueError(f"no day {day} in month {month}")


def next_workday(date, days=1, extra=()):
    """The date that lies so many working days after `date`, a (year, month, day).

    Sundays, the fixed feasts and the days (month, day) of `extra` do not
    count. With 0 days it is the date itself if it is a working day, else the
    next one. Raises ValueError("no month M"), ValueError("no day D in month M")
    and ValueError("negative days"), in this order.
    """
    check(*date)
    if days < 0:
        raise ValueError("negative days")
    current = date if days == 0 else following(*date)
    for _ in range(days - 1):
        current = following(*first_workday(current, extra))
    return first_workday(current, extra)
'''

_YEARS: Final = (1899, 1900, 1999, 2000, 2023, 2024, 2025, 2100)


def _date(rng: random.Random) -> tuple[int, int, int]:
    return rng.choice(_YEARS), rng.randint(1, 12), rng.randint(1, 28)


def _one(rng: random.Random) -> Case:
    return Case((_date(rng),))


def _several(rng: random.Random) -> Case:
    return Case((_date(rng), rng.randint(0, 40)))


def _month_end(rng: random.Random) -> Case:
    month, day = rng.choice([(2, 27), (2, 28), (3, 31), (4, 30), (6, 30), (9, 29), (11, 30), (12, 31), (7, 31), (1, 31)])
    return Case(((rng.randint(1896, 2104), month, day), rng.randint(0, 3)))


def _leap(rng: random.Random) -> Case:
    return Case(((rng.choice([1600, 1896, 2000, 2004, 2024, 2096, 2400]), 2, 29), rng.randint(0, 60)))


def _feasts(rng: random.Random) -> Case:
    date = (rng.randint(2000, 2030), *rng.choice([(12, 24), (4, 30), (8, 14), (12, 31), (1, 1), (5, 1), (12, 25)]))
    return Case((date, rng.randint(0, 3)), {"extra": [(12, 27), (5, rng.randint(2, 4))]})


def _wrong(rng: random.Random) -> Case:
    year = rng.choice(_YEARS)
    odd = rng.choice(
        [(year, 0, 1), (year, 13, 1), (year, 2, 29), (year, 2, 30), (year, 4, 31), (year, 1, 0), (year, 12, 32), _date(rng)]
    )
    return Case((odd, rng.choice([-1, -20, 0, 1, 7])))


FAMILY = Family(
    name="next_workday",
    stage="hard",
    domain="calendar",
    split="train",
    entry="next_workday",
    instruction=(
        "Bring the functions of this working-day calendar to McCabe complexity 3 at most; all dates, for all years, must "
        "stay right."
    ),
    oracle=ORACLE,
    examples=(Case(((2024, 2, 28),)), Case(((2023, 12, 24), 2)), Case(((2025, 6, 1), 0)), Case(((2023, 2, 29),))),
    draws=(
        Draw("next days", "partition", _one),
        Draw("several days", "partition", _several),
        Draw("ends of months", "boundary", _month_end),
        Draw("leap days", "boundary", _leap),
        Draw("feasts", "boundary", _feasts),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("every fourth year", changed(ORACLE, ("        return year % 400 == 0\n", "        return True\n"))),
        Canary("saturdays off", changed(ORACLE, ("!= SUNDAY", "in (1, 2, 3, 4, 5)"))),
        Canary("no extra feasts", changed(ORACLE, (" or (month, day) in extra", ""))),
    ),
)
