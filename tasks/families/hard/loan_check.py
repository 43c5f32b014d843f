"""Loans of a savings bank. Edges: ratios, ages at the end, guarantors, several reasons."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Decides about loans at the counter of a savings bank."""

# least and most months, most euros, yearly percent
PRODUCTS = {
    "car": (12, 84, 60000, 6),
    "home": (60, 360, 600000, 3),
    "study": (24, 120, 30000, 2),
    "free": (6, 60, 15000, 9),
}
JOBS = {"employed": 40, "civil servant": 45, "self-employed": 30, "retired": 35, "student": 20}
MARKS = {"A": 0, "B": 1, "C": 3, "D": 6}
OLDEST = 75


def product_of(name):
    """Limits and rate of a product."""
    if name not in PRODUCTS:
        raise ValueError(f"no such product: {name}")
    return PRODUCTS[name]


def rate(name, mark):
    """Yearly percent: the product's, and more for a bad mark."""
    return product_of(name)[3] + MARKS.get(mark, 10)


def installment(amount, months, percent):
    """Euros a month, rounded up: the amount and simple interest."""
    interest = amount * percent * months // 1200
    return -(-(amount + interest) // months)


def income_of(person):
    """What comes in a month; of a guarantor half."""
    guarantor = person.get("guarantor") or {}
    return person.get("income", 0) + guarantor.get("income", 0) // 2


def bearable(person):
    """Euros a month that a person can pay."""
    share = JOBS.get(person.get("job"), 10)
    free = income_of(person) - person.get("debts", 0)
    return max(0, free) * share // 100


def term_fault(name, amount, months):
    """What the product does not allow."""
    least, most, limit, _ = product_of(name)
    if not least <= months <= most:
        return ["term"]
    return ["amount"] if amount > limit else []


def age_fault(person, months):
    """Too young now, or too old at the end."""
    age = person["age"]
    return [] if 18 <= age <= OLDEST - months // 12 else ["age"]


def mark_fault(person):
    """The worst mark needs a guarantor with a better one."""
    guarantor = person.get("guarantor") or {}
    if person.get("mark", "B") != "D":
        return []
    return [] if guarantor.get("mark", "D") < "D" else ["mark"]


def check(person, amount):
    """Refuse what cannot be decided."""
    if "age" not in person:
        raise ValueError("no age")
    if amount <= 0:
        raise ValueError(f"bad amount: {amount}")


def decide_loan(person, product, amount, months):
    """Whether a person gets a loan: `{"granted", "reasons", "installment", "most"}`.

    Products ("car", "home", "study", "free") have limits for months and
    amount. The person must be 18 and at most 75 at the end; mark "D" needs a
    guarantor of a better mark; the installment may not be more than what the
    job's share of income (with half of a guarantor's) less debts allows.
    Reasons come in the order "term" or "amount", "age", "mark", "income";
    `installment` is None for a wrong term, `most` is what can be paid a month.
    Raises ValueError("no such product: P"), ValueError("no age"),
    ValueError("bad amount: N").
    """
    percent = rate(product, person.get("mark", "B"))
    check(person, amount)
    reasons = term_fault(product, amount, months)
    reasons += age_fault(person, months) + mark_fault(person)
    monthly = None if "term" in reasons else installment(amount, months, percent)
    most = bearable(person)
    if monthly is not None and monthly > most:
        reasons.append("income")
    return {"granted": not reasons, "reasons": reasons, "installment": monthly, "most": most}
'''

_PRODUCTS: Final = {"car": (12, 84, 60000), "home": (60, 360, 600000), "study": (24, 120, 30000), "free": (6, 60, 15000)}
_JOBS: Final = ("employed", "civil servant", "self-employed", "retired", "student", "artist")


def _person(rng: random.Random, **rest: object) -> dict[str, object]:
    return {"age": rng.randint(20, 60), "job": rng.choice(_JOBS), "income": rng.randint(500, 6000), **rest}


def _usual(rng: random.Random) -> Case:
    product = rng.choice(sorted(_PRODUCTS))
    least, most, limit = _PRODUCTS[product]
    return Case((_person(rng, mark=rng.choice("ABC")), product, rng.randint(500, limit), rng.randint(least, most)))


def _limits(rng: random.Random) -> Case:
    product = rng.choice([*sorted(_PRODUCTS), "home"])
    least, most, limit = _PRODUCTS[product]
    months = rng.choice([least - 1, least, least, most, most, most + 1])
    return Case((_person(rng, income=rng.randint(80000, 90000)), product, limit + rng.choice([0, 1]), months))


def _ages(rng: random.Random) -> Case:
    months = rng.choice([24, 35, 36, 47, 48, 60])
    age = rng.choice([17, 18, 19, 75 - months // 12, 76 - months // 12, 74 - months // 12])
    return Case((_person(rng, age=age, income=rng.randint(2000, 9000)), "car", rng.randint(900, 9000), months))


def _guarantors(rng: random.Random) -> Case:
    guarantor = rng.choice(
        [None, {"income": rng.randint(0, 5000)}, {"income": 3001, "mark": rng.choice("ABCD")}, {"mark": "C"}]
    )
    person = _person(rng, mark=rng.choice("CDDE"), guarantor=guarantor, debts=rng.choice([0, 200, 7000]))
    return Case((person, rng.choice(["free", "study"]), rng.randint(500, 14000), rng.randint(24, 60)))


def _bearable(rng: random.Random) -> Case:
    months = rng.choice([12, 24, 48])
    income = rng.randint(8, 40) * 25
    amount = months * income * rng.choice([20, 30, 35, 40, 45, 10]) // 110 + rng.randint(-20, 20)
    person = {"age": 30, "income": income, "job": rng.choice(_JOBS), "mark": rng.choice("AB")}
    return Case((person, "free", max(1, amount), months))


def _bare(rng: random.Random) -> Case:
    person: dict[str, object] = {
        "age": rng.randint(18, 70),
        **rng.choice([{}, {"job": "employed"}, {"income": rng.randint(1, 30)}]),
    }
    return Case(
        (person, rng.choice(["car", "study"]), rng.choice([1, 2, 24, 30, rng.randint(1, 90)]), rng.choice([24, 30, 36]))
    )


def _wrong(rng: random.Random) -> Case:
    person = rng.choice([_person(rng), {"job": "retired"}, {}])
    return Case(
        (person, rng.choice(["car", "boat", "", "Car", "free"]), rng.choice([0, -1, -500, 1, 4000]), rng.choice([12, 36]))
    )


FAMILY = Family(
    name="loan_check",
    stage="hard",
    domain="savings bank",
    split="validation",
    entry="decide_loan",
    instruction=(
        "Divide this loan decision into functions of McCabe complexity 3 at most; reasons, their order and all amounts must "
        "stay the same."
    ),
    oracle=ORACLE,
    examples=(
        Case(({"age": 30, "job": "employed", "income": 3000}, "car", 12000, 48)),
        Case(({"age": 71, "job": "retired", "income": 1500, "mark": "D"}, "free", 9000, 60)),
        Case(({"income": 10}, "car", 1, 12)),
    ),
    draws=(
        Draw("loans", "partition", _usual),
        Draw("limits", "boundary", _limits),
        Draw("ages", "boundary", _ages),
        Draw("guarantors", "partition", _guarantors),
        Draw("what can be paid", "boundary", _bearable),
        Draw("little known", "partition", _bare),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("rounded down", changed(ORACLE, ("-(-(amount + interest) // months)", "(amount + interest) // months"))),
        Canary("open limits", changed(ORACLE, ("not least <= months <= most", "not least < months < most"))),
        Canary("all of the guarantor", changed(ORACLE, ('guarantor.get("income", 0) // 2', 'guarantor.get("income", 0)'))),
    ),
)
