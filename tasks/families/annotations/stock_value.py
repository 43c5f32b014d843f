"""Value of a shop's stock in a currency. Amounts are whole or fractional, prices may be missing."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Value of a shop's stock."""

from collections.abc import Iterable

Line = tuple[str, float, float | None]


def rate_of(currency: str | None, rates: dict[str, float]) -> float:
    """What one unit of our money is in a currency; None stands for our own."""
    if currency is None:
        return 1.0
    return rates[currency]


def merged(lines: Iterable[Line]) -> dict[str, float]:
    """Value by article; lines without a price count nothing."""
    found: dict[str, float] = {}
    for article, amount, price in lines:
        found[article] = found.get(article, 0.0) + amount * (price or 0.0)
    return found


def stock_value(
    lines: list[Line], rates: dict[str, float], currency: str | None = None, *, digits: int = 2
) -> dict[str, float]:
    """Value of each article in `currency`, rounded to `digits`.

    A line is article, amount and price; the price may be None. An unknown
    currency is a ValueError.
    """
    if currency is not None and currency not in rates:
        raise ValueError(f"no rate for {currency}")
    rate = rate_of(currency, rates)
    return {article: round(value * rate, digits) for article, value in merged(lines).items()}
'''

_ARTICLES: Final = ("rope", "lamp", "soap")


def _line(rng: random.Random) -> tuple[str, float, float | None]:
    return rng.choice(_ARTICLES), rng.choice([1, 2.5, 0, 12]), rng.choice([None, 3, 0.99, 12.5])


def _own(rng: random.Random) -> Case:
    return Case(([_line(rng) for _ in range(rng.randint(0, 5))], {"EUR": 0.9}))


def _foreign(rng: random.Random) -> Case:
    rates = {"EUR": rng.choice([0.9, 1, 0.333]), "YEN": 150}
    return Case(
        ([_line(rng) for _ in range(3)], rates, rng.choice(["EUR", "YEN", None])), {"digits": rng.choice([0, 1, 2, 4])}
    )


def _unknown(rng: random.Random) -> Case:
    return Case(([_line(rng)], {"EUR": 0.9}, rng.choice(["USD", "", "eur"])))


FAMILY = Family(
    name="stock_value",
    stage="types",
    domain="shop",
    split="train",
    entry="stock_value",
    instruction="Annotate every function of this module precisely; the values that the calls pass must fit.",
    oracle=ORACLE,
    examples=(
        Case(([("rope", 2, 3.5), ("rope", 1, None)], {"EUR": 0.9}, "EUR")),
        Case(([], {})),
        Case(([("lamp", 1, 9)], {}, "EUR")),
    ),
    draws=(
        Draw("our money", "partition", _own),
        Draw("currencies", "partition", _foreign),
        Draw("unknown currencies", "error", _unknown),
        Draw("values fit", "typed", _own),
        Draw("values of currencies fit", "typed", _foreign),
    ),
    spots=(
        Spot(
            "def rate_of(currency: str | None, rates: dict[str, float]) -> float:",
            (
                "def rate_of(currency, rates):",
                "def rate_of(currency: str | None, rates):",
                "def rate_of(currency, rates) -> float:",
            ),
        ),
        Spot(
            "def merged(lines: Iterable[Line]) -> dict[str, float]:",
            ("def merged(lines):", "def merged(lines) -> dict[str, float]:", "def merged(lines: Iterable[Line]):"),
        ),
        Spot(
            "    lines: list[Line], rates: dict[str, float], currency: str | None = None, *, digits: int = 2\n"
            ") -> dict[str, float]:",
            (
                "    lines, rates, currency=None, *, digits=2\n):",
                "    lines, rates: dict[str, float], currency: str | None = None, *, digits=2\n) -> dict[str, float]:",
                "    lines: list[Line], rates, currency=None, *, digits: int = 2\n):",
            ),
        ),
    ),
    canaries=(
        Canary("prices are there", changed(ORACLE, ("float, float | None]", "float, float]")), naive=True),
        Canary("amounts are whole", changed(ORACLE, ("tuple[str, float,", "tuple[str, int,"))),
        Canary("objects", changed(ORACLE, ("lines: list[Line], rates", "lines: list[object], rates"))),
    ),
)
