"""Orders matched with payments. A search through all payments for each order costs the product."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Orders and payments of a web shop."""


def paid_by_order(payments):
    """Sum of the payments of each order."""
    sums = {}
    for number, amount in payments:
        sums[number] = sums.get(number, 0) + amount
    return sums


def duplicates(payments):
    """Numbers that were paid more than once, sorted."""
    seen, again = set(), set()
    for number, _ in payments:
        (again if number in seen else seen).add(number)
    return sorted(again)


def labels(orders):
    """Order numbers as texts."""
    return {number: f"#{number:05}" for number, _ in orders}


def match_orders(orders, payments):
    """Match orders (number, total) with payments (number, amount).

    Returns {"open": (label, missing amount) of orders that are not paid in
    full, in their order, "over": labels of those that paid too much, "strays":
    numbers of payments without an order, sorted, "twice": numbers that were
    paid more than once}. Order numbers are unique.
    """
    sums = paid_by_order(payments)
    names = labels(orders)
    rest = [(number, total - sums.get(number, 0)) for number, total in orders]
    still_open = [(names[number], left) for number, left in rest if left > 0]
    over = [names[number] for number, left in rest if left < 0]
    strays = sorted(sums.keys() - names.keys())
    return {"open": still_open, "over": over, "strays": strays, "twice": duplicates(payments)}
'''


def _orders(rng: random.Random, most: int) -> list[tuple[int, int]]:
    return [(number, rng.randint(1, 9)) for number in rng.sample(range(1, 12), rng.randint(0, most))]


def _payments(rng: random.Random, most: int) -> list[tuple[int, int]]:
    return [(rng.randint(1, 12), rng.randint(0, 9)) for _ in range(rng.randint(0, most))]


def _plain(rng: random.Random) -> Case:
    return Case((_orders(rng, 6), _payments(rng, 8)))


def _edges(rng: random.Random) -> Case:
    total = rng.randint(1, 9)
    return Case(
        ([(7, total), (8, rng.randint(1, 9))], [(7, total + rng.randint(-1, 1)), (rng.choice([7, 8, 9]), rng.choice([0, 1]))])
    )


def _large(rng: random.Random) -> Case:
    """So many orders, or twice as many."""
    size = rng.choice([200, 400])
    return Case(([(number, 5) for number in range(size)], [(number, 4 + number % 2) for number in range(3, size + 3)]))


FAMILY = Family(
    name="match_orders",
    stage="performance",
    domain="web shop",
    split="test",
    entry="match_orders",
    instruction="The shop has grown: no needless work, and no more than the number of orders and payments asks for.",
    oracle=ORACLE,
    examples=(Case(([(1, 5), (2, 3)], [(1, 4), (9, 1)])), Case(([], []))),
    draws=(
        Draw("days", "partition", _plain),
        Draw("exact amounts", "boundary", _edges),
        Draw("operations", "probe", _large),
    ),
    spots=(
        Spot(
            "    sums = {}\n    for number, amount in payments:\n"
            "        sums[number] = sums.get(number, 0) + amount\n    return sums\n",
            (
                "    return dict([(number, sum([a for n, a in payments if n == number])) for number, _ in payments])\n",
                "    sums = dict()\n    for number, _ in payments:\n"
                "        sums[number] = sum([amount for other, amount in payments if other == number])\n    return sums\n",
            ),
        ),
        Spot(
            "    seen, again = set(), set()\n    for number, _ in payments:\n"
            "        (again if number in seen else seen).add(number)\n    return sorted(again)\n",
            (
                "    numbers = list([number for number, _ in payments])\n"
                "    return sorted(set([number for number in numbers if numbers.count(number) > 1]))\n",
                "    seen, again = [], set()\n    for number, _ in payments:\n        if number in seen:\n"
                "            again.add(number)\n        seen.append(number)\n    return sorted(list(again))\n",
            ),
        ),
        Spot(
            '    return {number: f"#{number:05}" for number, _ in orders}\n',
            (
                '    return dict([(number, f"#{number:05}") for number, _ in orders])\n',
                '    return dict((number, f"#{number:05}") for number, _ in orders)\n',
            ),
        ),
        Spot(
            "    over = [names[number] for number, left in rest if left < 0]\n",
            ("    over = list([names[number] for number, left in rest if left < 0])\n",),
        ),
        Spot(
            "    strays = sorted(sums.keys() - names.keys())\n",
            (
                "    known = [number for number, _ in orders]\n"
                "    strays = sorted(list(set([n for n in sums if n not in known])))\n",
            ),
        ),
    ),
    canaries=(
        Canary(
            "looks through all orders",
            changed(
                ORACLE,
                (
                    "    strays = sorted(sums.keys() - names.keys())\n",
                    "    known = [number for number, _ in orders]\n"
                    "    strays = sorted(number for number in sums if number not in known)\n",
                ),
            ),
            naive=True,
        ),
        Canary("paid exactly", changed(ORACLE, ("if left > 0", "if left >= 0"))),
        Canary(
            "strays unsorted",
            changed(ORACLE, ("strays = sorted(sums.keys() - names.keys())", "strays = [n for n in sums if n not in names]")),
        ),
    ),
)
