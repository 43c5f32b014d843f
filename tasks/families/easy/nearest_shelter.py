"""Mountain shelters. Trap: a late import replaces a rough function of the file, so its place matters."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Shelters for hikers, on a map with kilometres as unit."""

from math import hypot

REACH = 12


def open_in(shelter, month):
    """Whether a shelter is open; one without months always is."""
    months = shelter.get("months")
    if months is None:
        return True
    return month in months


def nearest_shelter(x, y, shelters, month=7):
    """Name of the nearest open shelter in reach, as the crow flies.

    Shelters are dicts with `name`, `x`, `y` and perhaps `months`. Those farther
    away than REACH do not count. Of two at the same distance the first one
    wins. None where there is none; months are 1 to 12, others are an error.
    """
    if month not in range(1, 13):
        raise ValueError(f"no month {month}")
    best = None
    shortest = None
    for shelter in shelters:
        distance = hypot(shelter["x"] - x, shelter["y"] - y)
        if distance > REACH or not open_in(shelter, month):
            continue
        if shortest is None or distance < shortest:
            best = shelter["name"]
            shortest = distance
    return best
'''

_ROUGH: Final = '''\
def hypot(dx, dy):
    """Rough distance: along the grid of the map."""
    return abs(dx) + abs(dy)


'''
BASE: Final = changed(
    ORACLE,
    ("from math import hypot\n\n", ""),
    ("def open_in(", f"{_ROUGH}from math import hypot\n\n\ndef open_in("),
)
NAIVE: Final = changed(BASE, ("from math import hypot\n\n\n", ""))

_NAMES: Final = ("Alm", "Birk", "Col", "Dent", "Eyrie")


def _shelter(rng: random.Random, spread: int) -> dict[str, object]:
    found: dict[str, object] = {
        "name": rng.choice(_NAMES),
        "x": rng.randint(-spread, spread),
        "y": rng.randint(-spread, spread),
    }
    if rng.random() < 0.4:
        found["months"] = rng.sample(range(1, 13), rng.randint(0, 6))
    if rng.random() < 0.1:
        found["months"] = None
    return found


def _shelters(rng: random.Random, spread: int = 11, most: int = 5) -> list[dict[str, object]]:
    return [_shelter(rng, spread) for _ in range(rng.randint(0, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((rng.randint(-4, 4), rng.randint(-4, 4), _shelters(rng)), {"month": rng.randint(1, 12)})


def _edge(rng: random.Random) -> Case:
    x, y = rng.choice([(12, 0), (0, -12), (12, 1), (7, 9), (-12, 0), (11, 4), (0, 13), (3, 4)])
    return Case((0, 0, [{"name": "Rim", "x": x, "y": y}, *_shelters(rng, 14, 1)]))


def _ties(rng: random.Random) -> Case:
    spots = rng.choices([(3, 4), (5, 0), (4, -3), (4, 2), (0, 5), (1, 5)], k=rng.randint(1, 4))
    return Case((0, 0, [{"name": f"{rng.choice(_NAMES)}{at}", "x": x, "y": y} for at, (x, y) in enumerate(spots)]))


def _wrong(rng: random.Random) -> Case:
    return Case((0, rng.randint(0, 3), _shelters(rng, 6, 2), rng.choice([0, 1, 12, 13, -1, 24])))


FAMILY = Family(
    name="nearest_shelter",
    stage="easy",
    domain="maps",
    split="validation",
    entry="nearest_shelter",
    instruction="Clean up this shelter search; distances must stay what they are when the file is run today.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case((0, 0, [{"name": "Alm", "x": 3, "y": 4}, {"name": "Col", "x": 0, "y": 6}])),
        Case((0, 0, [{"name": "Alm", "x": 9, "y": 9}])),
        Case((1, 1, [{"name": "Birk", "x": 1, "y": 2, "months": [1, 12]}], 12)),
    ),
    draws=(
        Draw("hikes", "partition", _ordinary),
        Draw("at the edge of reach", "boundary", _edge),
        Draw("ties", "partition", _ties),
        Draw("months", "error", _wrong),
    ),
    canaries=(
        Canary("the rough distance", NAIVE, naive=True),
        Canary("the last of equals", changed(ORACLE, ("distance < shortest", "distance <= shortest"))),
    ),
)
