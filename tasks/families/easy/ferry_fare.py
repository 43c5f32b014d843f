"""Fares of a ferry. Trap: the price list names a vehicle twice, and the later price is the one that counts."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Fares of the island ferry, in cents."""

FARES = {
    "foot": 450,
    "bike": 600,
    "car": 2400,
    "van": 3900,
    "dog": 0,
}
LONG = 6.0


def base_fare(kind):
    """The price of one vehicle or passenger."""
    if kind not in FARES:
        raise KeyError(f"no fare for {kind}")
    return FARES[kind]


def ferry_fare(party, length=4.5, islander=False):
    """Price of a crossing for a party.

    `party` lists kinds as in FARES; `length` is that of each car or van in
    metres, and a vehicle of more than LONG metres costs half as much again,
    rounded down. Islanders pay half of the sum, rounded down, but dogs and
    bikes are free for them. An empty party is an error.
    """
    if not party:
        raise ValueError("nobody on board")
    total = 0
    for kind in party:
        fare = base_fare(kind)
        if kind in ("car", "van") and length > LONG:
            fare = fare * 3 // 2
        if not (islander and kind in ("dog", "bike")):
            total += fare
    return total // 2 if islander else total
'''

BASE: Final = changed(
    ORACLE, ('    "bike": 600,\n', '    "bike": 550,\n'), ('    "dog": 0,\n', '    "dog": 0,\n    "bike": 600,\n')
)

_KINDS: Final = ("foot", "bike", "car", "van", "dog")


def _party(rng: random.Random, least: int, most: int) -> list[str]:
    return [rng.choice(_KINDS) for _ in range(rng.randint(least, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_party(rng, 1, 5),))


def _islander(rng: random.Random) -> Case:
    return Case((_party(rng, 1, 5),), {"islander": rng.choice([True, False])})


def _long(rng: random.Random) -> Case:
    return Case((_party(rng, 1, 3), rng.choice([5.9, 6, 6.0, 6.001, 6.01, 7, 0.5, 12.5])), {"islander": rng.random() < 0.3})


def _wrong(rng: random.Random) -> Case:
    party = _party(rng, 0, 3)
    return Case(([*party, *rng.choices(["Dog", "horse", "", "bus"], k=rng.randint(0, 2))], rng.choice([4.5, 6.5])))


FAMILY = Family(
    name="ferry_fare",
    stage="easy",
    domain="ferries",
    split="train",
    entry="ferry_fare",
    instruction="Clean up this fare calculator; no passenger may pay another price than today.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case((["car", "foot", "bike"],)), Case((["van"], 7.2)), Case((["foot", "dog", "bike"], 4.5, True))),
    draws=(
        Draw("parties", "partition", _ordinary),
        Draw("islanders", "partition", _islander),
        Draw("long vehicles", "boundary", _long),
        Draw("unknown passengers", "error", _wrong),
    ),
    canaries=(
        Canary("keeps the first price", changed(ORACLE, ('"bike": 600', '"bike": 550')), naive=True),
        Canary("long from 6 metres on", changed(ORACLE, ("length > LONG", "length >= LONG"))),
    ),
)
