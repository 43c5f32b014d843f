"""Departures of a bus stop. Edges: midnight, a bus that leaves this very minute, lines without service, bad clocks."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""The display of a bus stop."""

DAY = 24 * 60


def minutes(clock):
    """Minutes since midnight of a time like `7:05`."""
    hour, colon, minute = clock.partition(":")
    if not (colon and hour.isdecimal() and minute.isdecimal() and len(minute) == 2):
        raise ValueError(f"no time: {clock!r}")
    if int(hour) > 23 or int(minute) > 59:
        raise ValueError(f"no time of day: {clock!r}")
    return int(hour) * 60 + int(minute)


def wait_text(wait):
    """What the display says for a wait in minutes."""
    if wait == 0:
        return "now"
    return f"{wait} min" if wait < 60 else f"{wait // 60} h {wait % 60:02}"


def next_buses(now, lines, count=2, walk=None):
    """The next departures of each line, behind its number.

    `lines` maps line numbers to times of departure in any order; after the last
    one of the day comes the first of the next. With `walk`, buses that leave in
    fewer minutes than that are left out, until they come again the next day. A
    line without departures is told as such. Lines are sorted as texts. Times
    that are none are errors.
    """
    start = minutes(now)
    least = 0 if walk is None else walk
    display = []
    for line in sorted(lines):
        waits = []
        for clock in lines[line]:
            wait = (minutes(clock) - start) % DAY
            waits.append(wait if wait >= least else wait + DAY)
        told = [wait_text(wait) for wait in sorted(waits)[:count]]
        display.append(f"{line}: {', '.join(told) or 'no service'}")
    return display
'''

_NOW: Final = ("0:00", "7:05", "12:30", "23:59", "09:00")


def _clock(rng: random.Random) -> str:
    return f"{rng.randint(0, 23)}:{rng.choice([0, 5, 6, 30, 59, rng.randint(0, 59)]):02}"


def _lines(rng: random.Random, most: int = 3) -> dict[str, list[str]]:
    names = rng.sample(["1", "10", "2", "N1", "x"], rng.randint(1, most))
    return {name: [_clock(rng) for _ in range(rng.randint(0, 4))] for name in names}


def _ordinary(rng: random.Random) -> Case:
    return Case((_clock(rng), _lines(rng)))


def _counts(rng: random.Random) -> Case:
    return Case((rng.choice(_NOW), _lines(rng), rng.choice([0, 1, 2, 3, 9])))


def _walks(rng: random.Random) -> Case:
    start = rng.randint(0, 1439)
    clocks = [(start + wait) % 1440 for wait in rng.choices([0, 1, 4, 5, 6, 59, 60, 61, 125], k=rng.randint(1, 4))]
    times = [f"{clock // 60:02}:{clock % 60:02}" for clock in clocks]
    return Case((f"{start // 60}:{start % 60:02}", {"7": times}), {"walk": rng.choice([None, 0, 1, 5, 60]), "count": 3})


def _wrong(rng: random.Random) -> Case:
    bad = rng.choice(["24:00", "7:60", "7", "7:5", "", ":30", "7.30", "a:00", "-1:00", "7:005", "23:59"])
    lines = _lines(rng, 2)
    lines["3"] = [_clock(rng), rng.choice([bad, "8:00"])]
    return Case((rng.choice([bad, "8:00"]), lines))


FAMILY = Family(
    name="next_buses",
    stage="easy",
    domain="bus stops",
    split="train",
    entry="next_buses",
    instruction="Clean up this bus display; passengers must read the same lines at the same time.",
    oracle=ORACLE,
    examples=(
        Case(("7:05", {"10": ["7:05", "8:30", "7:20"], "2": []})),
        Case(("23:50", {"N1": ["0:10", "23:55"]}, 1, 10)),
        Case(("7:5", {})),
    ),
    draws=(
        Draw("displays", "partition", _ordinary),
        Draw("counts", "boundary", _counts),
        Draw("walks", "boundary", _walks),
        Draw("bad clocks", "error", _wrong),
    ),
    canaries=(
        Canary("told though too near", changed(ORACLE, ("wait if wait >= least else wait + DAY", "wait"))),
        Canary("numbers sorted as numbers", changed(ORACLE, ("sorted(lines)", "sorted(lines, key=len)"))),
    ),
)
