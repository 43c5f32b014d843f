"""Weather alerts. Edges: thresholds by region, several dangers at once, duration, nights."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Alerts of a weather service from the forecast of the next hours."""

# least value for each level
LEVELS = {
    "wind": (50, 75, 105),
    "rain": (10, 25, 40),
    "snow": (5, 10, 20),
    "heat": (30, 35, 38),
}
SHIFTS = {("coast", "wind"): 15, ("alps", "snow"): 10, ("alps", "wind"): 10, ("city", "heat"): -2}
COLOURS = ("green", "yellow", "orange", "red")
ADVICE = {
    "wind": "stay away from trees",
    "rain": "keep cellars closed",
    "snow": "leave the car at home",
    "heat": "drink water",
}


def level_of(kind, value, region):
    """0 to 3 for one value of the forecast."""
    shift = SHIFTS.get((region, kind), 0)
    return sum(1 for least in LEVELS[kind] if value >= least + shift)


def check_hour(number, hour):
    """Refuse a kind that is not forecast."""
    for kind in hour:
        if kind not in LEVELS:
            raise ValueError(f"hour {number}: unknown kind {kind}")


def worst(hour, region):
    """The highest level of an hour and its kind; the first one on a tie."""
    best = (0, None)
    for kind in LEVELS:
        level = level_of(kind, hour[kind], region) if kind in hour else 0
        best = (level, kind) if level > best[0] else best
    return best


def runs(levels):
    """(first hour, length, level, kind) of each row of hours above level 0."""
    found = []
    for number, (level, kind) in enumerate(levels):
        if level > 0:
            add_hour(found, number, level, kind)
    return found


def add_hour(found, number, level, kind):
    """Make the last row longer, or begin another one."""
    if is_next(found, number):
        found[-1] = longer(found[-1], level, kind)
    else:
        found.append((number, 1, level, kind))


def is_next(found, number):
    """Whether an hour goes on with the last row."""
    return bool(found) and sum(found[-1][:2]) == number


def longer(run, level, kind):
    """A row with one more hour; the higher level names the danger."""
    first, length, old, name = run
    return (first, length + 1, level, kind) if level > old else (first, length + 1, old, name)


def raised(level, length):
    """A long danger counts one more, up to red."""
    return level + 1 if length >= 6 and level < 3 else level


def text_of(run):
    """The alert of a row of hours."""
    first, length, level, kind = run
    colour = COLOURS[raised(level, length)]
    return f"{colour} {kind} from hour {first} for {length} h: {ADVICE[kind]}"


def weather_alerts(hours, region="plain", least="yellow"):
    """Alerts for a forecast, a list with one mapping of values for each hour.

    "wind", "rain", "snow" and "heat" have three levels (yellow, orange, red),
    shifted in some regions. The worst danger of an hour counts; hours above
    green in a row are one alert, named after its highest level (the first of
    equals), and one level more from 6 hours on. Alerts under `least` are left
    out. Raises ValueError("no such colour: C") and, for the first hour that
    has one, ValueError("hour N: unknown kind K").
    """
    if least not in COLOURS:
        raise ValueError(f"no such colour: {least}")
    for number, hour in enumerate(hours):
        check_hour(number, hour)
    found = runs([worst(hour, region) for hour in hours])
    wanted = COLOURS.index(least)
    return [text_of(run) for run in found if raised(run[2], run[1]) >= wanted]
'''

_LEVELS: Final = {"wind": (50, 75, 105), "rain": (10, 25, 40), "snow": (5, 10, 20), "heat": (30, 35, 38)}
_REGIONS: Final = ("plain", "coast", "alps", "city")


def _hour(rng: random.Random) -> dict[str, int]:
    return {kind: rng.choice(_LEVELS[kind]) + rng.randint(-12, 12) for kind in rng.sample(sorted(_LEVELS), rng.randint(0, 3))}


def _hours(rng: random.Random) -> Case:
    return Case(([_hour(rng) for _ in range(rng.randint(1, 6))], rng.choice(_REGIONS)))


def _edges(rng: random.Random) -> Case:
    kind = rng.choice(sorted(_LEVELS))
    return Case(([{kind: rng.choice(_LEVELS[kind]) + rng.randint(-1, 0)}, {}, {kind: rng.choice(_LEVELS[kind])}],))


def _shifted(rng: random.Random) -> Case:
    region, kind, shift = rng.choice([("coast", "wind", 15), ("alps", "snow", 10), ("alps", "wind", 10), ("city", "heat", -2)])
    return Case(
        ([{kind: rng.choice(_LEVELS[kind]) + shift + rng.choice([-1, 0, 1])} for _ in range(rng.randint(1, 2))], region)
    )


def _long(rng: random.Random) -> Case:
    kind = rng.choice(sorted(_LEVELS))
    hours = [{kind: rng.choice(_LEVELS[kind][: rng.choice([1, 3])])} for _ in range(rng.randint(4, 8))]
    if rng.random() < 1 / 2:
        hours.insert(rng.randrange(len(hours)), rng.choice([{}, {"rain": 26}]))
    return Case((hours, "plain", rng.choice(["yellow", "orange", "red", "green"])))


def _ties(rng: random.Random) -> Case:
    row = rng.randint(0, 2)
    kinds = rng.sample(sorted(_LEVELS), 2)
    return Case(
        (
            [{kind: _LEVELS[kind][row] for kind in kinds}, {kinds[0]: _LEVELS[kinds[0]][rng.randint(0, 2)]}],
            rng.choice(_REGIONS),
        )
    )


def _wrong(rng: random.Random) -> Case:
    hours: list[dict[str, int]] = [_hour(rng) for _ in range(3)]
    hours[rng.randrange(3)][rng.choice(["fog", "hail", "", "wind"])] = rng.randint(40, 60)
    return Case((hours, "plain", rng.choice(["yellow", "green", "blue", "Red"])))


FAMILY = Family(
    name="weather_alert",
    stage="hard",
    domain="weather service",
    split="train",
    entry="weather_alerts",
    instruction=(
        "Untangle these weather alerts into functions of McCabe complexity 3 at most, with levels as tables; every alert "
        "must read as before."
    ),
    oracle=ORACLE,
    examples=(
        Case(([{"wind": 60}, {"wind": 80, "rain": 12}, {}, {"heat": 39}],)),
        Case(([{"snow": 6}] * 6, "alps")),
        Case(([{"snow": 16}] * 6, "alps", "orange")),
    ),
    draws=(
        Draw("forecasts", "property", _hours),
        Draw("edges of the levels", "boundary", _edges),
        Draw("regions", "boundary", _shifted),
        Draw("long dangers", "boundary", _long),
        Draw("ties", "boundary", _ties),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("no regions", changed(ORACLE, ("value >= least + shift", "value >= least"))),
        Canary("last on a tie", changed(ORACLE, ("if level > best[0] else best", "if level >= best[0] else best"))),
        Canary("never longer", changed(ORACLE, ("length >= 6 and level < 3", "length >= 60 and level < 3"))),
    ),
)
