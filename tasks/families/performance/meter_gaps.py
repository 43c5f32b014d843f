"""Gaps and running sums of an electricity meter. Sums that begin anew at every reading cost the square."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Readings of an electricity meter."""

from itertools import accumulate, pairwise


def gaps(hours):
    """Hours that are missing between the first and the last reading."""
    known = set(hours)
    return [hour for hour in range(min(hours), max(hours)) if hour not in known] if hours else []


def running(amounts):
    """The sum up to and with each amount."""
    return list(accumulate(amounts))


def steps(amounts):
    """Differences between neighbours."""
    return [after - before for before, after in pairwise(amounts)]


def meter_gaps(readings, limit):
    """Report on readings (hour, amount), which come in any order.

    Returns {"missing": hours without a reading, "sums": running sums by hour,
    "jumps": positions, from 1, where the amount grew by more than `limit`,
    "peak": the largest amount or None}. Of several readings of an hour the
    last one counts.
    """
    latest = dict(readings)
    hours = sorted(latest)
    amounts = [latest[hour] for hour in hours]
    jumps = [at for at, step in enumerate(steps(amounts), 1) if step > limit]
    return {"missing": gaps(hours), "sums": running(amounts), "jumps": jumps, "peak": max(amounts, default=None)}
'''


def _readings(rng: random.Random, most: int) -> list[tuple[int, int]]:
    return [(rng.randint(0, 12), rng.randint(-3, 20)) for _ in range(rng.randint(0, most))]


def _plain(rng: random.Random) -> Case:
    return Case((_readings(rng, 8), rng.randint(0, 10)))


def _limits(rng: random.Random) -> Case:
    first, limit = rng.randint(0, 5), rng.randint(0, 6)
    return Case(([(1, first), (2, first + limit + rng.randint(-1, 1)), (rng.choice([3, 5]), rng.randint(0, 9))], limit))


def _large(rng: random.Random) -> Case:
    """So many readings, or twice as many."""
    size = rng.choice([100, 200])
    return Case(([(hour, (7 * hour) % 11) for hour in reversed(range(0, 2 * size, 2))], 3))


FAMILY = Family(
    name="meter_gaps",
    stage="performance",
    domain="energy",
    split="train",
    entry="meter_gaps",
    instruction="The meter now reports every minute: no needless work, and no more than the number of readings asks for.",
    oracle=ORACLE,
    examples=(Case(([(3, 5), (1, 2), (6, 12)], 4)), Case(([], 1))),
    draws=(
        Draw("readings", "partition", _plain),
        Draw("jumps", "boundary", _limits),
        Draw("operations", "probe", _large),
    ),
    spots=(
        Spot(
            "    known = set(hours)\n"
            "    return [hour for hour in range(min(hours), max(hours)) if hour not in known] if hours else []\n",
            (
                "    found = []\n    if hours:\n        for hour in range(min(hours), max(hours)):\n"
                "            if hour not in hours:\n                found.append(hour)\n    return found\n",
                "    if not hours:\n        return list()\n"
                "    return list([hour for hour in range(min(hours), max(hours)) if hour not in hours])\n",
            ),
        ),
        Spot(
            "    return list(accumulate(amounts))\n",
            (
                "    return list([sum(amounts[: at + 1]) for at in range(len(amounts))])\n",
                "    sums = list()\n    for at, _ in enumerate(amounts):\n"
                "        sums.append(sum([x for x in amounts[: at + 1]]))\n"
                "    return sums\n",
            ),
        ),
        Spot(
            "    return [after - before for before, after in pairwise(amounts)]\n",
            (
                "    return list([after - before for before, after in pairwise(amounts)])\n",
                "    return list(map(lambda pair: pair[1] - pair[0], pairwise(list(amounts))))\n",
            ),
        ),
        Spot(
            "    latest = dict(readings)\n    hours = sorted(latest)\n    amounts = [latest[hour] for hour in hours]\n",
            (
                "    latest = {hour: amount for hour, amount in readings}\n    hours = sorted(list(latest))\n"
                "    amounts = [latest[hour] for hour in hours]\n",
                "    latest = {}\n    for hour, amount in readings:\n        latest[hour] = amount\n"
                "    hours = sorted(set([hour for hour, _ in readings]))\n    amounts = [latest[hour] for hour in hours]\n",
            ),
        ),
        Spot(
            "    jumps = [at for at, step in enumerate(steps(amounts), 1) if step > limit]\n",
            (
                "    jumps = list(at for at, step in enumerate(steps(amounts), 1) if step > limit)\n",
                "    jumps = list([at for at, step in enumerate(steps(amounts), 1) if step > limit])\n",
            ),
        ),
    ),
    canaries=(
        Canary(
            "sums begin anew",
            changed(
                ORACLE,
                (
                    "    return list(accumulate(amounts))\n",
                    "    return [sum(x for x in amounts[: at + 1]) for at in range(len(amounts))]\n",
                ),
                ("accumulate, pairwise", "pairwise"),
            ),
            naive=True,
        ),
        Canary("at the limit", changed(ORACLE, ("step > limit", "step >= limit"))),
        Canary("the last hour", changed(ORACLE, ("range(min(hours), max(hours))", "range(min(hours) + 1, max(hours) - 1)"))),
    ),
)
