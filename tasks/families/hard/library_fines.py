"""Fines of a lending library. Edges: grace days, caps by kind, children, holidays, lost items."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Fines of the town library: cents, days as whole numbers."""

GRACE = 3
LIMIT = 2000

KINDS = {"book": 20, "magazine": 10, "film": 50, "game": 50, "tool": 100}
CAPS = {"magazine": 200, "film": 1000, "game": 1500}
USUAL_CAP = 800

READERS = (("child", 0), ("student", 50), ("senior", 75))


def rate_of(kind):
    """Cents for a day."""
    if kind not in KINDS:
        raise ValueError("unknown kind: " + kind)
    return KINDS[kind]


def share_of(reader):
    """Percent that this kind of reader pays."""
    for name, percent in READERS:
        if name == reader:
            return percent
    return 100


def days_late(loan, today, closed):
    """Days after the due date on which the library was open."""
    return sum(1 for day in range(loan["due"] + 1, today + 1) if day not in closed)


def late_fine(loan, today, closed):
    """The fine for one loan, before the reader's share."""
    days = days_late(loan, today, closed)
    if days <= GRACE:
        return 0
    kind = loan["kind"]
    return min(days * rate_of(kind), CAPS.get(kind, USUAL_CAP))


def fine_of(loan, today, closed, percent):
    """What one loan costs; a lost item costs its price whoever lost it."""
    rate_of(loan["kind"])
    if loan.get("lost"):
        return loan.get("price", USUAL_CAP)
    return late_fine(loan, today, closed) * percent // 100


def library_fines(loans, today, reader="adult", closed=()):
    """Fines for the loans of one reader: `{"fines", "total", "blocked"}`.

    A loan maps `kind`, `due` (day number) and, if known, `lost` and `price`.
    Up to 3 open days after the due date nothing is asked; from then on all
    open days count, up to the cap of the kind. Students pay half, seniors
    three quarters, children nothing (rounded down for each loan); a lost item
    costs its price, 800 if unknown. `blocked` says whether the total is above
    2000. An unknown kind is a ValueError("unknown kind: KIND").
    """
    percent = share_of(reader)
    fines = [fine_of(loan, today, closed, percent) for loan in loans]
    total = sum(fines)
    return {"fines": fines, "total": total, "blocked": total > LIMIT}
'''

_KINDS: Final = ("book", "magazine", "film", "game", "tool")
_READERS: Final = ("adult", "child", "student", "senior", "Student")


def _loan(rng: random.Random, **rest: object) -> dict[str, object]:
    return {"kind": rng.choice(_KINDS), "due": rng.randint(60, 100), **rest}


def _loans(rng: random.Random) -> list[dict[str, object]]:
    return [_loan(rng) for _ in range(rng.randint(1, 4))]


def _usual(rng: random.Random) -> Case:
    return Case((_loans(rng), rng.randint(80, 130), rng.choice(_READERS)))


def _grace(rng: random.Random) -> Case:
    due = rng.randint(10, 90)
    return Case(([_loan(rng, due=due)], due + rng.choice([-1, 0, 2, 3, 4, 5, rng.randint(15, 45)]), rng.choice(_READERS)))


def _closed(rng: random.Random) -> Case:
    closed = rng.sample(range(90, 110), rng.randint(1, 12))
    return Case(([_loan(rng, due=rng.randint(85, 104))], rng.randint(100, 112)), {"closed": closed})


def _lost(rng: random.Random) -> Case:
    lost = {"lost": rng.choice([True, True, False, 1]), **({"price": rng.randint(0, 2500)} if rng.random() < 2 / 3 else {})}
    return Case(([_loan(rng, **lost), *_loans(rng)[:1]], rng.randint(95, 120), rng.choice(_READERS)))


def _blocked(rng: random.Random) -> Case:
    price = rng.choice([1999, 2000, 2001, rng.randint(900, 3000)])
    loans = [_loan(rng, lost=True, price=price), _loan(rng, due=100 - rng.randint(0, 5))]
    return Case((loans, 100), {"reader": rng.choice(_READERS)})


def _wrong(rng: random.Random) -> Case:
    loans = [*_loans(rng), _loan(rng, kind=rng.choice(["map", "Book", ""]), **rng.choice([{}, {"lost": True}]))]
    rng.shuffle(loans)
    return Case((loans, rng.randint(60, 110)))


FAMILY = Family(
    name="library_fines",
    stage="hard",
    domain="library",
    split="train",
    entry="library_fines",
    instruction=(
        "Bring every function of these library fines to McCabe complexity 3 at most; fines, caps and errors must not change."
    ),
    oracle=ORACLE,
    examples=(
        Case(([{"kind": "book", "due": 90}, {"kind": "film", "due": 70}], 100)),
        Case(([{"kind": "game", "due": 50, "lost": True, "price": 3900}], 60, "student")),
        Case(([{"kind": "tool", "due": 94}], 100, "senior", [95, 96])),
    ),
    draws=(
        Draw("loans", "partition", _usual),
        Draw("grace and caps", "boundary", _grace),
        Draw("closed days", "partition", _closed),
        Draw("lost items", "partition", _lost),
        Draw("blocked readers", "boundary", _blocked),
        Draw("unknown kinds", "error", _wrong),
    ),
    canaries=(
        Canary("grace days are free", changed(ORACLE, ("days * rate_of(kind)", "(days - GRACE) * rate_of(kind)"))),
        Canary("closed days count", changed(ORACLE, (" if day not in closed", ""))),
        Canary(
            "lost items at a discount",
            changed(ORACLE, ('loan.get("price", USUAL_CAP)', 'loan.get("price", USUAL_CAP) * percent // 100')),
        ),
    ),
)
