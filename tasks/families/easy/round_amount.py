"""Rounding of amounts. Trap: imports that nobody names are looked up by a text at run time."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Rounding rules of the cash desk."""

from math import ceil, floor, trunc

RULES = {"ceil": ceil, "floor": floor, "trunc": trunc}


def round_amount(amounts, rule="floor", step=5):
    """Round amounts in cents to multiples of `step`.

    `rule` is one of ceil, floor and trunc; amounts are ints or floats. Answers
    with the rounded amounts and the sum of what was added or taken away, which
    is rounded to two digits. An unknown rule is an error, and so is a step
    below 1.
    """
    if rule not in RULES:
        raise ValueError(f"no rule {rule!r}")
    if step < 1:
        raise ValueError(f"step {step} is below 1")
    rounded = [RULES[rule](amount / step) * step for amount in amounts]
    return rounded, round(sum(rounded) - sum(amounts), 2)
'''

BASE: Final = changed(
    ORACLE,
    ('RULES = {"ceil": ceil, "floor": floor, "trunc": trunc}', 'RULES = ("ceil", "floor", "trunc")'),
    (
        "    rounded = [RULES[rule](amount / step) * step for amount in amounts]\n",
        "    function = globals()[rule]\n    rounded = [function(amount / step) * step for amount in amounts]\n",
    ),
)
NAIVE: Final = changed(BASE, ("from math import ceil, floor, trunc\n\n", ""))

_RULES: Final = ("ceil", "floor", "trunc")


def _amount(rng: random.Random) -> float:
    return rng.choice([rng.randint(-40, 400), rng.randint(-4000, 400000) / 1000, 0, 5, -5, 4, 6, 2.5])


def _amounts(rng: random.Random, most: int = 5) -> list[float]:
    return [_amount(rng) for _ in range(rng.randint(0, most))]


def _usual(rng: random.Random) -> Case:
    return Case(([*_amounts(rng), _amount(rng)],))


def _ordinary(rng: random.Random) -> Case:
    return Case((_amounts(rng), rng.choice(_RULES)))


def _steps(rng: random.Random) -> Case:
    return Case(([*_amounts(rng, 3), _amount(rng)], rng.choice(_RULES), rng.choice([1, 2, 5, 10, 25, 100])))


def _wrong(rng: random.Random) -> Case:
    rule = rng.choice([*_RULES, "round", "Floor", "", "sum", "RULES"])
    return Case((_amounts(rng), rule), {"step": rng.choice([0, 1, -5, 5])})


FAMILY = Family(
    name="round_amount",
    stage="easy",
    domain="cash desk",
    split="test",
    entry="round_amount",
    instruction="Bring this rounding module to PEP 8 without losing one of its rules.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(([12, 18, -3],)), Case(([12.5], "ceil", 10)), Case(([1], "round"))),
    draws=(
        Draw("the usual rule", "partition", _usual),
        Draw("rules", "partition", _ordinary),
        Draw("steps", "boundary", _steps),
        Draw("no such rule", "error", _wrong),
    ),
    canaries=(
        Canary("imports gone", NAIVE, naive=True),
        Canary("trunc is floor", changed(ORACLE, ('"trunc": trunc', '"trunc": floor'), ("ceil, floor, trunc", "ceil, floor"))),
    ),
)
