"""Due dates that fall on working days. Edges: month ends, leap years, long weekends, holidays in any order."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Due dates of invoices."""

from datetime import date, timedelta

CLOSED = (5, 6)


def read_date(text):
    """A date like `2024-02-29`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"no date: {text!r}") from None


def due_date(issued, days=14, holidays=(), saturday=False):
    """The day on which an invoice is due, as `Mon 2024-01-15`.

    It is `days` days after the invoice, moved on to the next working day. Sundays
    and the dates of `holidays` are no working days, nor are Saturdays unless
    `saturday` is true. Holidays may hold None for one that is not fixed yet. Texts
    that are no dates are errors, and so is a negative number of days.
    """
    if days < 0:
        raise ValueError(f"{days} days are negative")
    closed = {read_date(text) for text in holidays if text is not None}
    due = read_date(issued) + timedelta(days=days)
    free = CLOSED[1:] if saturday else CLOSED
    while due.weekday() in free or due in closed:
        due += timedelta(days=1)
    return f"{due:%a} {due.isoformat()}"
'''

_DATES: Final = ("2024-02-28", "2023-12-29", "2024-05-31", "2024-03-01", "2023-02-28", "2024-12-24")


def _day(rng: random.Random) -> str:
    return f"{rng.choice([2023, 2024])}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def _ordinary(rng: random.Random) -> Case:
    return Case((rng.choice([*_DATES, _day(rng)]), rng.choice([0, 1, 7, 10, 14, 30, 60])))


def _usual(rng: random.Random) -> Case:
    return Case((_day(rng),), {"saturday": rng.choice([True, False])})


def _holidays(rng: random.Random) -> Case:
    year, month = rng.choice([2023, 2024]), rng.randint(1, 12)
    closed: list[str | None] = [f"{year}-{month:02}-{rng.randint(4, 22):02}" for _ in range(rng.randint(1, 9))]
    return Case((f"{year}-{month:02}-01", rng.randint(3, 16), [*closed, *rng.choice([[], [None]])], rng.choice([True, False])))


def _wrong(rng: random.Random) -> Case:
    bad = rng.choice(["2023-02-29", "2024-13-01", "24-01-01", "", "tomorrow", "2024-1-1", "2024-01-01"])
    return Case((rng.choice([bad, _day(rng)]), rng.choice([-1, 0, 3, -10]), [rng.choice([bad, "2024-01-01"])]))


FAMILY = Family(
    name="due_date",
    stage="easy",
    domain="invoicing",
    split="train",
    entry="due_date",
    instruction="Bring this due date calculator to PEP 8; no invoice may become due on another day.",
    oracle=ORACLE,
    examples=(
        Case(("2024-02-15",)),
        Case(("2024-12-24", 1, ["2024-12-25", "2024-12-26", None])),
        Case(("2024-03-01", 1), {"saturday": True}),
        Case(("today", 3)),
    ),
    draws=(
        Draw("invoices", "partition", _ordinary),
        Draw("the usual fortnight", "partition", _usual),
        Draw("holidays", "boundary", _holidays),
        Draw("no dates", "error", _wrong),
    ),
    canaries=(
        Canary("one step over holidays", changed(ORACLE, ("    while due.weekday()", "    if due.weekday()"))),
        Canary("Saturday is free", changed(ORACLE, ("CLOSED[1:] if saturday else CLOSED", "CLOSED"))),
    ),
)
