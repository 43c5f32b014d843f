"""Climbs of a hike. Edges: noise below a threshold, gaps in the data, flat tracks, one point."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Ascent and descent of a hike from the heights that a watch recorded."""

GRADES = ((300, "easy"), (800, "medium"), (1400, "hard"))


def grade(ascent):
    """A word for the effort."""
    for most, word in GRADES:
        if ascent <= most:
            return word
    return "alpine"


def hike_profile(heights, noise=5):
    """Ascent, descent, highest point and grade of a hike.

    Heights are metres, None where the watch found no satellite. A change counts
    only when it is more than `noise` away from the last height that counted; the
    first known height always does. Without a single known height the answer is
    None. Heights that are not between -500 and 9000 are errors of the watch that
    name the place, counted from 0.
    """
    ascent = 0
    descent = 0
    last = None
    highest = None
    for place, height in enumerate(heights):
        if height is None:
            continue
        if height not in range(-500, 9001):
            raise ValueError(f"height {height} at {place}")
        if highest is None or height > highest:
            highest = height
        if last is None:
            last = height
        change = height - last
        if abs(change) <= noise:
            continue
        if change > 0:
            ascent += change
        else:
            descent -= change
        last = height
    if last is None:
        return None
    return {"up": ascent, "down": descent, "top": highest, "grade": grade(ascent)}
'''


def _track(rng: random.Random, points: int, step: int) -> list[int | None]:
    now = rng.choice([0, 400, 1200])
    found: list[int | None] = []
    for _ in range(points):
        found.append(rng.choice([now, now, now, None]))
        now += rng.randint(-step, step)
    return found


def _ordinary(rng: random.Random) -> Case:
    return Case((_track(rng, rng.randint(1, 9), 60),))


def _noise(rng: random.Random) -> Case:
    return Case((_track(rng, rng.randint(2, 8), 9), rng.randint(0, 8)))


def _grades(rng: random.Random) -> Case:
    climb = rng.choice([300, 800, 1400, rng.randint(6, 2000)]) + rng.choice([-1, 0, 1])
    ends: list[list[int | None]] = [[], [500], [None], [490 + climb]]
    return Case(([500, 500 + climb, *rng.choice(ends)],))


def _wrong(rng: random.Random) -> Case:
    track = _track(rng, rng.randint(0, 3), 100)
    track.insert(rng.randint(0, len(track)), rng.choice([-501, -500, 9000, 9001, 20_000, None]))
    return Case((track,))


FAMILY = Family(
    name="hike_profile",
    stage="easy",
    domain="hiking",
    split="train",
    entry="hike_profile",
    instruction="Bring this hike profile to PEP 8 and keep its numbers as they are.",
    oracle=ORACLE,
    examples=(Case(([400, 404, 420, None, 380],)), Case(([0, 6, 12], 0)), Case(([None],)), Case(([9500],))),
    draws=(
        Draw("hikes", "partition", _ordinary),
        Draw("noise", "boundary", _noise),
        Draw("grades", "boundary", _grades),
        Draw("broken watches", "error", _wrong),
    ),
    canaries=(
        Canary("height 0 is unknown", changed(ORACLE, ("        if height is None:\n", "        if not height:\n"))),
        Canary("noise counts", changed(ORACLE, ("abs(change) <= noise", "abs(change) < noise"))),
    ),
)
