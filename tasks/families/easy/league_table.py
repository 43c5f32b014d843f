"""A league table. Edges: ties in points and goals, a team that never played, a result that nobody can read."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Table of a handball league."""

import re

RESULT = re.compile(r"(.+?)\\s+-\\s+(.+?)\\s+(\\d+):(\\d+)")
WIN = 2
DRAW = 1


def points_of(own, other):
    """Points of one side for a result."""
    if own > other:
        return WIN
    return DRAW if own == other else 0


def league_table(results, teams=()):
    """The table after some matches, best team first.

    A result reads like `Kiel - Lemgo 28:27`. Teams are ranked by points, then by
    goal difference, then by name; `teams` names those that are listed even
    without a match. Answers with tuples of name, matches, points and difference.
    A line that is no result, and a team that plays itself, are errors.
    """
    table = {name: [0, 0, 0] for name in teams}
    for line in results:
        match = RESULT.fullmatch(line.strip())
        if match is None:
            raise ValueError(f"no result: {line}")
        home, guest = match[1], match[2]
        if home == guest:
            raise ValueError(f"{home} cannot play itself")
        goals = int(match[3]), int(match[4])
        sides = ((home, *goals), (guest, *reversed(goals)))
        for name, own, other in sides:
            row = table.setdefault(name, [0, 0, 0])
            row[0] += 1
            row[1] += points_of(own, other)
            row[2] += own - other
    rows = [(name, *row) for name, row in table.items()]
    return sorted(rows, key=lambda row: (-row[2], -row[3], row[0]))
'''

_TEAMS: Final = ("Kiel", "Lemgo", "St. Pauli", "HC 04", "Ärla")


def _result(rng: random.Random) -> str:
    home, guest = rng.sample(_TEAMS, 2)
    return f"{home} - {guest} {rng.randint(20, 24)}:{rng.randint(20, 24)}"


def _results(rng: random.Random, most: int = 5) -> list[str]:
    return [_result(rng) for _ in range(rng.randint(1, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_results(rng),))


def _teams(rng: random.Random) -> Case:
    return Case((_results(rng, 3)[rng.randint(0, 1) :], rng.sample([*_TEAMS, "Zug"], rng.randint(1, 4))))


def _close(rng: random.Random) -> Case:
    goals = rng.choice([(1, 0), (0, 1), (0, 0), (1, 1), (2, 1)])
    return Case(
        (
            [
                f"B - A {goals[0]}:{goals[1]}",
                f"C  -  D {rng.randint(0, 2)}:{rng.randint(0, 2)}",
                f" A - C {rng.randint(0, 2)}:1",
            ],
        )
    )


def _wrong(rng: random.Random) -> Case:
    bad = ("Kiel - Kiel 1:0", "Kiel - Lemgo", "Kiel-Lemgo 1:0", "Kiel - Lemgo 1-0", "", "Kiel - Lemgo a:b", "A - A - A 1:1")
    results = _results(rng, 3)
    results.insert(rng.randint(0, len(results)), rng.choice(bad))
    return Case((results,))


FAMILY = Family(
    name="league_table",
    stage="easy",
    domain="handball",
    split="test",
    entry="league_table",
    instruction="Clean up this league table; ranks, points and refused lines must stay the same.",
    oracle=ORACLE,
    examples=(
        Case((["Kiel - Lemgo 28:27", "Lemgo - Kiel 25:25"],)),
        Case(([], ["B", "A"])),
        Case((["Kiel - Lemgo"],)),
    ),
    draws=(
        Draw("seasons", "partition", _ordinary),
        Draw("teams without a match", "partition", _teams),
        Draw("close ones", "boundary", _close),
        Draw("no results", "error", _wrong),
    ),
    canaries=(
        Canary("three points", changed(ORACLE, ("WIN = 2", "WIN = 3"))),
        Canary("no goal difference", changed(ORACLE, ("(-row[2], -row[3], row[0])", "(-row[2], row[0])"))),
    ),
)
