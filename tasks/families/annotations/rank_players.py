"""Ranking of a chess club. Points come in halves, a player may have missed rounds."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Ranking of a chess club."""


class Table:
    """Points of the players."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.points: dict[str, float] = {}

    def add(self, name: str, results: list[float | None]) -> None:
        """Take in the results of one player; None is a round that was missed."""
        played = [result for result in results[: self.rounds] if result is not None]
        self.points[name] = self.points.get(name, 0.0) + sum(played)

    def order(self) -> list[str]:
        """Names, the best first, equal ones by name."""
        return sorted(self.points, key=self.key)

    def key(self, name: str) -> tuple[float, str]:
        """What decides the order."""
        return -self.points[name], name


def place(table: Table, name: str) -> int | None:
    """Place of a player from 1, None for one who is not in the table."""
    order = table.order()
    return order.index(name) + 1 if name in order else None


def rank_players(
    results: list[tuple[str, list[float | None]]], rounds: int, wanted: str | None = None
) -> list[tuple[int, str, float]] | int | None:
    """Rows (place, name, points), or the place of `wanted` if a name is given.

    Only the first `rounds` results of each entry count; a player may have
    several entries.
    """
    table = Table(rounds)
    for name, points in results:
        table.add(name, points)
    if wanted is not None:
        return place(table, wanted)
    return [(at, name, table.points[name]) for at, name in enumerate(table.order(), 1)]
'''

_NAMES: Final = ("Ida", "Ole", "Per", "Una")


def _entry(rng: random.Random) -> tuple[str, list[float | None]]:
    return rng.choice(_NAMES), [rng.choice([0, 0.5, 1, None]) for _ in range(rng.randint(0, 5))]


def _table(rng: random.Random) -> Case:
    return Case(([_entry(rng) for _ in range(rng.randint(0, 6))], rng.randint(0, 5)))


def _wanted(rng: random.Random) -> Case:
    return Case(([_entry(rng) for _ in range(rng.randint(0, 6))], rng.randint(1, 5), rng.choice([*_NAMES, ""])))


FAMILY = Family(
    name="rank_players",
    stage="types",
    domain="chess",
    split="train",
    entry="rank_players",
    instruction="Annotate every function and method of this module precisely; the values that the calls pass must fit.",
    oracle=ORACLE,
    examples=(
        Case(([("Ida", [1, 0.5, None]), ("Ole", [0, 1])], 3)),
        Case(([("Ida", [1])], 1, "Ole")),
    ),
    draws=(
        Draw("tables", "partition", _table),
        Draw("places", "partition", _wanted),
        Draw("tables fit", "typed", _table),
        Draw("places fit", "typed", _wanted),
    ),
    spots=(
        Spot("def __init__(self, rounds: int) -> None:", ("def __init__(self, rounds):",)),
        Spot(
            "def add(self, name: str, results: list[float | None]) -> None:",
            ("def add(self, name, results):", "def add(self, name: str, results) -> None:"),
        ),
        Spot("def order(self) -> list[str]:", ("def order(self):",)),
        Spot("def key(self, name: str) -> tuple[float, str]:", ("def key(self, name):", "def key(self, name: str):")),
        Spot(
            "def place(table: Table, name: str) -> int | None:",
            ("def place(table, name):", "def place(table: Table, name: str):"),
        ),
        Spot(
            "    results: list[tuple[str, list[float | None]]], rounds: int, wanted: str | None = None\n"
            ") -> list[tuple[int, str, float]] | int | None:",
            (
                "    results, rounds, wanted=None\n):",
                "    results, rounds: int, wanted: str | None = None\n) -> list[tuple[int, str, float]] | int | None:",
            ),
        ),
    ),
    canaries=(
        Canary("always a table", changed(ORACLE, ("float]] | int | None:", "float]]:")), naive=True),
        Canary(
            "whole points", changed(ORACLE, ("list[tuple[str, list[float | None]]]", "list[tuple[str, list[int | None]]]"))
        ),
        Canary("no missed rounds", changed(ORACLE, ("list[tuple[str, list[float | None]]]", "list[tuple[str, list[float]]]"))),
    ),
)
