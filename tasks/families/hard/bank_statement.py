"""Classes of a bank statement. Edges: keywords, amounts, refunds, rules in order, monthly sums."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Sorts the lines of a choir's bank statement for the treasurer; amounts in cents."""

WORDS = (
    ("dues", "members"),
    ("rent", "hall"),
    ("hall", "hall"),
    ("ticket", "concert"),
    ("score", "music"),
    ("tax", "office"),
    ("fee", "office"),
)
PEOPLE = {"conductor": "wages", "pianist": "wages", "printer": "concert", "bakery": "party"}
BUDGETS = {"hall": 60000, "music": 20000, "party": 5000, "wages": 150000}
SMALL = 2000


def by_text(text):
    """The class of the first word that occurs, or None."""
    for word, kind in WORDS:
        if word in text:
            return kind
    return None


def by_amount(amount):
    """What is left: gifts come in, small change goes out."""
    if amount > 0:
        return "gifts"
    return "petty cash" if amount >= -SMALL else "unclear"


def class_of(line):
    """The class of a line: by its text, then the other side, then the amount."""
    kind = by_text(line.get("text", "").lower()) or PEOPLE.get(line.get("who"))
    return kind or by_amount(line["amount"])


def is_refund(line):
    """Money that comes back from somebody who is usually paid."""
    return line["amount"] > 0 and line.get("who") in PEOPLE


def check(number, line):
    """Refuse a line without an amount."""
    if "amount" not in line:
        raise ValueError(f"line {number}: no amount")
    if line["amount"] == 0:
        raise ValueError(f"line {number}: nothing moved")


def sums_of(lines):
    """Sum of each class, refunds with what they pay back."""
    sums = {}
    for line in lines:
        kind = class_of(line)
        sums[kind] = sums.get(kind, 0) + line["amount"]
    return sums


def over_budget(sums):
    """Classes that cost more than planned, sorted."""
    return sorted(kind for kind, budget in BUDGETS.items() if -sums.get(kind, 0) > budget)


def sort_statement(lines, start=0):
    """The statement in classes: `{"sums", "over", "refunds", "balance"}`.

    A line maps `amount` (negative where money goes out) and maybe `text` and
    `who`. The first known word of the text (in any case) names the class, else
    the other side, else the amount: "gifts", "petty cash" (up to 2000 out) or
    "unclear". `sums` has the sum of each class in the order of the lines, `over`
    the classes above their budget, `refunds` the numbers of lines with money
    from somebody who is usually paid, `balance` the sum with `start`. Raises
    ValueError("line N: no amount") and ValueError("line N: nothing moved").
    """
    for number, line in enumerate(lines, start=1):
        check(number, line)
    sums = sums_of(lines)
    return {
        "sums": sums,
        "over": over_budget(sums),
        "refunds": [number for number, line in enumerate(lines, start=1) if is_refund(line)],
        "balance": start + sum(sums.values()),
    }
'''

_TEXTS: Final = (
    "Dues May",
    "rent of the hall",
    "Hall",
    "tickets",
    "score of Bach",
    "tax",
    "late fee",
    "Thanks",
    "",
    "parent TICKET",
)
_PEOPLE: Final = ("conductor", "pianist", "printer", "bakery", "Mrs Lee", None)
_BUDGETS: Final = (("hall", 60000), ("score", 20000), ("bakery", 5000), ("pianist", 150000))


def _line(rng: random.Random) -> dict[str, object]:
    line: dict[str, object] = {"amount": rng.choice([-1, 1]) * rng.choice([rng.randint(1, 3000), rng.randint(1, 90000)])}
    if rng.random() < 2 / 3:
        line["text"] = rng.choice(_TEXTS)
    return {**line, "who": rng.choice(_PEOPLE)} if rng.random() < 2 / 3 else line


def _lines(rng: random.Random) -> Case:
    return Case(([_line(rng) for _ in range(rng.randint(1, 5))], rng.choice([0, rng.randint(-900, 9000)])))


def _words(rng: random.Random) -> Case:
    texts = rng.sample(("dues", "rent", "hall", "ticket", "score", "tax", "fee"), rng.randint(1, 2))
    return Case(([{"amount": rng.randint(-900, -1), "text": " ".join(texts), "who": rng.choice(_PEOPLE)}],))


def _amounts(rng: random.Random) -> Case:
    return Case(([{"amount": rng.choice([-1999, -2000, -2001, 1, -1, rng.randint(-4000, 4000) or 5])} for _ in range(2)],))


def _budgets(rng: random.Random) -> Case:
    who, budget = rng.choice(_BUDGETS)
    amount = -budget + rng.choice([-1, 0, 1])
    return Case(([{"amount": amount, "text": who, "who": who}, *[_line(rng)] * rng.randint(0, 1)], rng.randint(0, 9)))


def _refunds(rng: random.Random) -> Case:
    return Case(
        (
            [
                {"amount": rng.choice([-1, 1, 1]) * rng.randint(1, 900), "who": rng.choice(_PEOPLE)}
                for _ in range(rng.randint(1, 4))
            ],
        )
    )


def _wrong(rng: random.Random) -> Case:
    lines = [_line(rng) for _ in range(rng.randint(0, 3))]
    lines.insert(rng.randint(0, len(lines)), rng.choice([{"text": "Dues"}, {"amount": 0}, {}, {"amount": 1}]))
    return Case((lines,))


FAMILY = Family(
    name="bank_statement",
    stage="hard",
    domain="choir",
    split="train",
    entry="sort_statement",
    instruction=(
        "Split this sorting of a bank statement into functions of McCabe complexity 3 at most; classes, sums and faults must "
        "stay the same."
    ),
    oracle=ORACLE,
    examples=(
        Case(([{"amount": -70000, "text": "Rent"}, {"amount": 300, "who": "bakery"}, {"amount": -900}], 1000)),
        Case(([{"amount": 5000, "text": "thank you"}],)),
        Case(([{"text": "dues"}],)),
    ),
    draws=(
        Draw("statements", "property", _lines),
        Draw("words", "partition", _words),
        Draw("amounts", "boundary", _amounts),
        Draw("budgets", "boundary", _budgets),
        Draw("refunds", "partition", _refunds),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("case counts", changed(ORACLE, ('line.get("text", "").lower()', 'line.get("text", "")'))),
        Canary(
            "amount first",
            changed(ORACLE, ("return kind or by_amount", "return (line['amount'] > 0 and 'gifts') or kind or by_amount")),
        ),
        Canary("at the budget", changed(ORACLE, ("> budget)", ">= budget)"))),
    ),
)
