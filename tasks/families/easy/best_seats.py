"""Seats in a theatre. Edges: rows with gaps, ties between rows and within one, parties that fit nowhere."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Seats for a party in a theatre."""

FREE = "."


def runs(row, size):
    """Where `size` free seats in a row begin."""
    return [
        start
        for start in range(len(row) - size + 1)
        if row[start : start + size] == FREE * size
    ]


def best_seats(plan, size, front=None):
    """Take the best seats for a party that sits side by side.

    `plan` lists rows from the stage on as texts, a dot for a free seat and
    anything else for a taken one. The best block lies nearest to the middle of
    its row, then nearer to the stage, then more to the left. With `front`, only
    so many rows are looked at. The seats are marked with # in `plan`, and the
    answer is the row and the first seat, both from 1 on; None if there is no such
    block. A party of less than one is an error.
    """
    if size < 1:
        raise ValueError(f"a party of {size}")
    rows = plan if front is None else plan[:front]
    best = None
    for number, row in enumerate(rows):
        for start in runs(row, size):
            off = abs(2 * start + size - len(row))
            if best is None or (off, number) < best[:2]:
                best = off, number, start
    if best is None:
        return None
    _, number, start = best
    row = plan[number]
    plan[number] = row[:start] + "#" * size + row[start + size :]
    return number + 1, start + 1
'''


def _row(rng: random.Random, width: int) -> str:
    return "".join(rng.choice("...x#") for _ in range(width))


def _plan(rng: random.Random, rows: int = 3, width: int = 9) -> list[str]:
    return [_row(rng, rng.randint(1, width)) for _ in range(rng.randint(1, rows))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_plan(rng), rng.randint(1, 3)))


def _empty_rows(rng: random.Random) -> Case:
    return Case((["." * rng.randint(1, 8) for _ in range(rng.randint(1, 4))], rng.randint(1, 5)))


def _front(rng: random.Random) -> Case:
    return Case((_plan(rng, 4, 6), rng.randint(1, 2), rng.choice([None, 0, 1, 2, 9])))


def _size(rng: random.Random) -> Case:
    return Case((_plan(rng, 2, 5)[rng.randint(0, 1) :], rng.choice([-1, 0, 1, 4, 5, 6, 12])))


FAMILY = Family(
    name="best_seats",
    stage="easy",
    domain="theatres",
    split="validation",
    entry="best_seats",
    instruction="Bring this seat finder to PEP 8; the same seats must be told, and marked in the plan.",
    oracle=ORACLE,
    examples=(Case((["..x.", "...."], 2)), Case((["x.x", "..."], 2, 1)), Case((["..."], 0))),
    draws=(
        Draw("plans", "mutation", _ordinary),
        Draw("empty rows", "boundary", _empty_rows),
        Draw("front rows", "boundary", _front),
        Draw("sizes", "error", _size),
    ),
    canaries=(
        Canary("leaves the plan alone", changed(ORACLE, ("    plan[number] = row[:start] +", "    row = row[:start] +"))),
        Canary(
            "no front is all rows",
            changed(ORACLE, ("plan if front is None else plan[:front]", "plan[:front] if front else plan")),
        ),
    ),
)
