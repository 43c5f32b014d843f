"""Points of a hike. A keyword that callers use is spelled wrongly in the definition and in every call."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Points of a hike."""

MIN_STEP = 1


class WayPoint:
    """A place on the map."""

    def __init__(self, east_part, north_part):
        self.east_part = east_part
        self.north_part = north_part

    def steps_to(self, other_point):
        """Steps along the grid."""
        east_steps = abs(self.east_part - other_point.east_part)
        return east_steps + abs(self.north_part - other_point.north_part)


class HikeStats:
    """Counts steps and rests."""

    def __init__(self):
        self.step_count = 0
        self.rest_count = 0

    def add_leg(self, leg_length, rest_limit):
        """Take in one leg."""
        self.step_count += leg_length
        if leg_length > rest_limit:
            self.rest_count += 1


def read_point(point_text):
    """A point from a text such as 3:4."""
    east_text, north_text = point_text.split(":")
    return WayPoint(int(east_text), int(north_text))


def longest_leg(leg_lengths):
    """The longest leg, 0 without one."""
    return max(leg_lengths, default=0)


def route_points(route, limit=5):
    """Steps, rests and longest leg of a route such as "0:0 3:4".

    A leg above `limit` steps ends with a rest; legs below one step do not count.
    A point that is none is a ValueError.
    """
    all_points = [read_point(point_text=part) for part in route.split()]
    hike_stats = HikeStats()
    leg_lengths = [start.steps_to(end) for start, end in zip(all_points, all_points[1:])]
    for leg_length in leg_lengths:
        if leg_length >= MIN_STEP:
            hike_stats.add_leg(leg_length, rest_limit=limit)
    return hike_stats.step_count, hike_stats.rest_count, longest_leg(leg_lengths)
'''


def _point(rng: random.Random) -> str:
    return f"{rng.randint(-3, 6)}:{rng.randint(-3, 6)}"


def _plain(rng: random.Random) -> Case:
    return Case((" ".join(_point(rng) for _ in range(rng.randint(0, 5))),))


def _limits(rng: random.Random) -> Case:
    limit = rng.randint(0, 6)
    return Case((f"0:0 0:{limit + rng.randint(-1, 1)} {_point(rng)}", limit))


def _more(rng: random.Random) -> Case:
    return Case((" ".join([_point(rng)] * 2 + [_point(rng), _point(rng)]),), {"limit": rng.randint(1, 9)})


FAMILY = Family(
    name="route_points",
    stage="naming",
    domain="hiking",
    split="train",
    entry="route_points",
    instruction="Spell the names of this module as PEP 8 does, keyword arguments too. The entry and its parameters stay.",
    oracle=ORACLE,
    examples=(Case(("0:0 3:4 3:4",)), Case(("1:1",)), Case(("0:0 0:9 1:9", 3))),
    draws=(
        Draw("routes", "partition", _plain),
        Draw("rests", "boundary", _limits),
        Draw("legs without a step", "partition", _more),
    ),
    spots=(
        Spot("WayPoint", ("way_point", "Way_Point", "wayPoint"), word=True),
        Spot("HikeStats", ("hike_Stats", "hikeStats"), word=True),
        Spot("other_point", ("otherPoint", "OtherPoint"), word=True),
        Spot("steps_to", ("stepsTo", "StepsTo"), word=True),
        Spot("east_steps", ("eastSteps",), word=True),
        Spot("add_leg", ("addLeg", "AddLeg"), word=True),
        Spot("rest_limit", ("restLimit", "RestLimit"), word=True),
        Spot("leg_length", ("legLength",), word=True),
        Spot("point_text", ("pointText", "PointText"), word=True),
        Spot("read_point", ("readPoint",), word=True),
        Spot("east_text", ("eastText",), word=True),
        Spot("longest_leg", ("longestLeg", "LongestLeg"), word=True),
        Spot("all_points", ("allPoints",), word=True),
    ),
    canaries=(
        Canary(
            "a keyword forgotten", changed(ORACLE, ("read_point(point_text=part)", "read_point(pointText=part)")), naive=True
        ),
        Canary("rest at the limit", changed(ORACLE, ("leg_length > rest_limit", "leg_length >= rest_limit"))),
        Canary(
            "every leg counts",
            changed(
                ORACLE,
                ("        if leg_length >= MIN_STEP:\n", "        if leg_length:\n"),
                ("abs(self.north_part - other_point.north_part)", "(self.north_part - other_point.north_part)"),
            ),
        ),
    ),
)
