"""Income tax by brackets. Edges: bracket limits, joint filing, children, credits that refund or not."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Income tax of a small country: incomes in crowns, taxes in cents."""

# ends of the bracket, percent inside it
BRACKETS = (
    (12000, 30000, 15),
    (30000, 60000, 25),
    (60000, 120000, 35),
    (120000, 500000, 45),
)

CREDITS = {
    "donation": (20, 50000),
    "repairs": (10, 80000),
    "training": (50, 30000),
    "commute": (30, 45000),
}
CHILD = 60000
BACK = -100000
FILINGS = ("single", "joint")


def part_between(income, low, high):
    """How much of the income lies between two limits."""
    if income <= low:
        return 0
    return income - low if income < high else high - low


def tax_on(income):
    """The tax before credits."""
    tax = 0
    for low, high, percent in BRACKETS:
        tax += part_between(income, low, high) * percent
    return tax


def shared_tax(income, filing):
    """Couples pay twice the tax on half of the income."""
    if filing not in FILINGS:
        raise ValueError(f"unknown filing: {filing}")
    if filing == "joint":
        return 2 * tax_on(income // 2)
    return tax_on(income)


def credit_for(name, amount):
    """What one deduction is worth: a percentage up to a limit."""
    percent, most = CREDITS.get(name, (0, 0))
    return min(amount * percent, most)


def credits_of(deductions):
    """All deductions together; negative amounts count nothing."""
    return sum(credit_for(name, amount) for name, amount in deductions if amount > 0)


def lowered(tax, deductions):
    """The tax after the deductions, never below zero."""
    credits = credits_of(deductions)
    return 0 if credits > tax else tax - credits


def with_children(tax, children):
    """What remains after the children, at most 1000 of it paid back."""
    rest = tax - CHILD * children
    return rest if rest > BACK else BACK


def tax_due(income, filing="single", children=0, deductions=()):
    """The tax to pay in cents, or what is paid back as a negative number.

    The income is taxed bracket by bracket, nothing above 500000; couples ("joint") pay twice the
    tax on half of it. `deductions` are pairs (name, amount): they lower the
    tax, never below zero. After that every child lowers it by 60000, and up
    to 100000 of this may be paid back. Raises ValueError("negative income") and
    ValueError("unknown filing: NAME").
    """
    if income < 0:
        raise ValueError("negative income")
    tax = shared_tax(income, filing)
    return with_children(lowered(tax, deductions), children)
'''

_NAMES: Final = ("donation", "repairs", "training", "commute", "travel")


def _income(rng: random.Random) -> int:
    return rng.choice(
        [rng.randint(0, 30000), rng.randint(12000, 70000), rng.randint(50000, 300000), rng.randint(400000, 1100000)]
    )


def _deductions(rng: random.Random) -> list[tuple[str, int]]:
    return [
        (
            rng.choice(_NAMES),
            rng.choice([rng.randint(-1, 2), rng.randint(-900, 3000), 2500, 8000, 600, 1500, rng.randint(0, 12000)]),
        )
        for _ in range(rng.randint(1, 4))
    ]


def _single(rng: random.Random) -> Case:
    return Case((_income(rng),))


def _edge(rng: random.Random) -> Case:
    limit = rng.choice([0, 12000, 30000, 60000, 120000, 500000]) * rng.choice([1, 1, 2])
    return Case((max(0, limit + rng.choice([-100, -7, -1, 0, 1, 7, 8, 100])), rng.choice(["single", "joint"])))


def _joint(rng: random.Random) -> Case:
    return Case((_income(rng), "joint", rng.randint(0, 2)))


def _children(rng: random.Random) -> Case:
    return Case((rng.randint(9000, 45000),), {"children": rng.randint(0, 5)})


def _credits(rng: random.Random) -> Case:
    return Case((_income(rng), rng.choice(["single", "joint"]), rng.randint(0, 1), _deductions(rng)))


def _wrong(rng: random.Random) -> Case:
    return Case(
        (rng.choice([-1, -500, 0, _income(rng)]), rng.choice(["single", "married", "", None, "Joint"]), rng.randint(0, 3))
    )


FAMILY = Family(
    name="tax_due",
    stage="hard",
    domain="taxes",
    split="train",
    entry="tax_due",
    instruction=(
        "Split this tax computation into functions of McCabe complexity 3 at most; each amount, also the ones paid back, "
        "must stay the same to the crown."
    ),
    oracle=ORACLE,
    examples=(Case((25000,)), Case((81000, "joint", 2)), Case((14000, "single", 1, [("donation", 900), ("travel", 50)]))),
    draws=(
        Draw("incomes", "partition", _single),
        Draw("edges of the brackets", "boundary", _edge),
        Draw("couples", "partition", _joint),
        Draw("children", "boundary", _children),
        Draw("deductions", "partition", _credits),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("all at one rate", changed(ORACLE, ("income - low if income < high", "income if income < high"))),
        Canary("deductions paid back", changed(ORACLE, ("0 if credits > tax else tax - credits", "tax - credits"))),
        Canary("couples as singles", changed(ORACLE, ("2 * tax_on(income // 2)", "tax_on(income)"))),
    ),
)
