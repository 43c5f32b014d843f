"""Seats of a council. Edges: thresholds, ties, minority lists, two methods of divisors."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Seats of a town council from the votes for each list."""

# divisor of the n-th seat: first, step
METHODS = {"dhondt": (1, 1), "webster": (1, 2), "danish": (1, 3), "nordic": (14, 20)}
PERCENT = {"city": 5, "town": 3, "village": 0}
SIZES = ((200000, 60), (50000, 44), (10000, 30), (2000, 16))
SMALLEST = 8


def council_size(inhabitants):
    """Number of seats for a place of this size."""
    for least, seats in SIZES:
        if inhabitants >= least:
            return seats
    return SMALLEST


def divisor(method, seats):
    """What the votes of a list with so many seats are divided by."""
    first, step = METHODS[method]
    if method == "nordic" and seats > 0:
        return 10 + step * seats
    return first + step * seats


def admitted(votes, percent):
    """Lists that reach the threshold."""
    total = sum(votes.values())
    return {name: count for name, count in votes.items() if count * 100 >= total * percent and count > 0}


def strongest(votes, seats, method):
    """The list that gets the next seat; on a tie the one with more votes, then by name."""
    return min(
        votes,
        key=lambda name: (-votes[name] / divisor(method, seats[name]), -votes[name], name),
    )


def check(votes, kind, method):
    """Refuse what cannot be counted."""
    if method not in METHODS:
        raise ValueError(f"no such method: {method}")
    if kind not in PERCENT:
        raise ValueError(f"no such kind: {kind}")
    check_counts(votes)


def check_counts(votes):
    """Refuse a negative number of votes."""
    for name, count in votes.items():
        if count < 0:
            raise ValueError(f"bad count: {name}")


def majority(seats):
    """The list with more than half of the seats, or None."""
    total = sum(seats.values())
    return next((name for name, count in seats.items() if 2 * count > total), None)


def allocate(votes, size=None, kind="town", method="dhondt", inhabitants=0):
    """Seats of each list: `{"seats", "out", "majority"}`.

    `size` is the number of seats, or None for what the inhabitants ask for.
    Lists under the threshold of the kind ("city" 5 %, "town" 3 %, "village"
    none) or without a vote get nothing and stand in `out`, sorted. Every seat
    goes to the list with the highest quotient of votes and divisor. `seats` is
    ordered by seats, then by name. Raises ValueError("no such method: M"),
    ValueError("no such kind: K"), ValueError("bad count: NAME") and
    ValueError("no votes").
    """
    check(votes, kind, method)
    inside = admitted(votes, PERCENT[kind])
    if not inside:
        raise ValueError("no votes")
    seats = dict.fromkeys(sorted(inside), 0)
    for _ in range(council_size(inhabitants) if size is None else size):
        seats[strongest(inside, seats, method)] += 1
    ordered = dict(sorted(seats.items(), key=lambda item: (-item[1], item[0])))
    return {
        "seats": ordered,
        "out": sorted(set(votes) - set(inside)),
        "majority": majority(ordered),
    }
'''

_LISTS: Final = ("Bakers", "Cyclists", "Dog owners", "Elders", "Farmers", "Gardeners")
_METHODS: Final = ("dhondt", "webster", "danish", "nordic")
_KINDS: Final = ("city", "town", "village")


def _votes(rng: random.Random, most: int = 900) -> dict[str, int]:
    return {name: rng.randint(0, most) for name in rng.sample(_LISTS, rng.randint(2, 5))}


def _usual(rng: random.Random) -> Case:
    return Case((_votes(rng), rng.randint(1, 15)))


def _methods(rng: random.Random) -> Case:
    return Case(
        (_votes(rng, rng.choice([40, 900])), rng.randint(1, 25), rng.choice(_KINDS), rng.choice([*_METHODS, "nordic"]))
    )


def _thresholds(rng: random.Random) -> Case:
    percent = rng.choice([3, 5])
    small = percent * 100 + rng.randint(-3, 1)
    votes = {"Elders": small, "Bakers": rng.choice([0, 1, 3000]), "Farmers": 0}
    votes["Farmers"] = 10000 - sum(votes.values())
    return Case((votes, rng.randint(10, 40), rng.choice(_KINDS), rng.choice(["webster", "nordic"])))


def _ties(rng: random.Random) -> Case:
    unit = rng.randint(1, 30)
    return Case(
        (
            {name: unit * rng.choice([1, 2, 2, 3, 4]) for name in rng.sample(_LISTS, 3)},
            rng.randint(1, 6),
            "village",
            rng.choice(_METHODS),
        )
    )


def _sizes(rng: random.Random) -> Case:
    inhabitants = rng.choice([0, 2000, 10000, 50000, 200000]) + rng.randint(-1, 1)
    return Case(({"Bakers": rng.randint(1, 99), "Elders": rng.randint(1, 99)},), {"inhabitants": max(0, inhabitants)})


def _wrong(rng: random.Random) -> Case:
    votes = {name: rng.choice([-1, 0, 0, 5, 7]) for name in rng.sample(_LISTS, 3)}
    return Case(
        (votes, rng.randint(1, 5), rng.choice(["city", "town", "Town", ""]), rng.choice(["dhondt", "webster", "fair"]))
    )


FAMILY = Family(
    name="seat_allocation",
    stage="hard",
    domain="council",
    split="train",
    entry="allocate",
    instruction=(
        "Split this allocation of seats into functions of McCabe complexity 3 at most; each seat, each tie and each refusal "
        "must stay the same."
    ),
    oracle=ORACLE,
    examples=(
        Case(({"Bakers": 410, "Cyclists": 300, "Elders": 20}, 7)),
        Case(({"Bakers": 100, "Farmers": 100}, 3, "village", "webster")),
        Case(({"Bakers": 0},)),
    ),
    draws=(
        Draw("elections", "property", _usual),
        Draw("methods", "partition", _methods),
        Draw("thresholds", "boundary", _thresholds),
        Draw("ties", "boundary", _ties),
        Draw("sizes", "boundary", _sizes),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("no threshold", changed(ORACLE, ("count * 100 >= total * percent and count > 0", "count > 0"))),
        Canary("half is a majority", changed(ORACLE, ("2 * count > total", "2 * count >= total"))),
        Canary(
            "ties by name",
            changed(ORACLE, ("divisor(method, seats[name]), -votes[name], name)", "divisor(method, seats[name]), name)")),
        ),
    ),
)
